"""Runs generated decks in all ways and compares what they come to."""

import dataclasses
import math
import re

from machine import PEACEFUL, run

REPAIRS = ("limited_cells", "flattened_cells", "floored_faces", "fallback_cells", "floored_cells")


@dataclasses.dataclass
class Way:
    device: str
    threads: int
    other: object = None  # another build that runs it
    parts: int = 0  # processes that compute a part each
    restarts: bool = False  # half-way another solver goes on with the state

    def __str__(self):
        if self.parts:
            return f"{self.device.upper()} in {self.parts} parts"
        if self.restarts:
            return f"{self.device.upper()}, restarted"
        place = "GPU" if self.device == "gpu" else f"CPU with {self.threads} thread{'s' if self.threads > 1 else ''}"
        return place + (f" in {self.other.folder.name}" if self.other else "")


@dataclasses.dataclass
class Outcome:
    """What became of a deck: same, different, refused, crashed."""
    case: object
    result: str
    ways: int = 0
    message: str = ""
    ended: str = ""
    repairs: frozenset = frozenset()

    @property
    def bad(self):
        return self.result not in ("same", "refused")

    @property
    def kind(self):
        """What has to stay the same while a failure is made smaller."""
        return self.result, self.message.split(":")[0]


def ways_of(device, other=None, parts=1):
    """On a machine with a GPU, that is what matters most. `parts`: as many processes, too."""
    ways = [Way("cpu", 1), Way("cpu", 3)]
    ways.append(Way("gpu", 2) if device == "gpu" else Way("cpu", 2))
    ways.append(Way(device, 2, restarts=True))
    if parts > 1:
        ways += [Way(where, 1, parts=parts) for where in dict.fromkeys(["cpu", device])]
    return ways + ([Way("cpu", 1, other)] if other else [])


def numbers(text):
    pairs = [word.split("=") for word in text.split()]
    return {name: float.fromhex(value) if value[-1] not in "nf" else float(value)
            for name, value in pairs}


def run_way(build, cases, folder, name, way):
    """The lines of all cases, by name; of one that ends the process, what it said."""
    lines, left = {}, list(cases)
    build = way.other or build
    while left:
        listed = folder / f"{name}.{way.device}{way.threads}.{way.parts}{way.restarts}.{build.folder.name}.list"
        listed.write_text("".join(f"{folder / case.name}.toml {case.steps}\n" for case in left))
        what = ["parts", way.device, str(way.parts)] if way.parts else [
            "restarts" if way.restarts else "decks", way.device]
        status, output = run([str(build.program), *what, str(listed)],
                             {**PEACEFUL, "OMP_NUM_THREADS": str(way.threads),
                              "SOLENOID_CACHE": str(build.folder / "differential/modules")}, 300)
        for line in output.splitlines():
            words = line.split("\t")
            case = next((c for c in left if words[0] == f"{folder / c.name}.toml"), None)
            if case and len(words) > 2:
                lines[case.name] = words[1:]
                left.remove(case)
        if left:
            what = "it took too long" if status is None else f"exit status {status}: {output[-600:]}"
            lines[left.pop(0).name] = ["crashed", what]
    return lines


def close(a, b, bound):
    return a == b or (math.isnan(a) and math.isnan(b)) or abs(a - b) <= bound


def difference(first, other, way):
    """What of two lines differs, or nothing. Sums round as they are ordered: floor_energy by
    threads, totals by devices."""
    if (way.device == "gpu" or way.restarts) and first[0] == other[0] == "ran" and \
            "became unphysical" in first[1]:
        # When a state broke is the same, but not all that its last steps made of it, the first
        # cell that is named included: a GPU's reciprocals and roots of numbers that no state has are
        # not those of a CPU, and its NaNs have another sign, which limiters see. Who waits within a
        # pair of steps knows of cells of the first one before those of the second.
        when, there = (re.search(r"step \d+, time [^:]+", text) for text in (first[1], other[1]))
        return "" if there and when[0] == there[0] else f"{way}: {other[1]}; expected: {first[1]}"
    if way.parts and first[0] == other[0] == "refused":
        return ""  # they may name other ones of the cells that are wrong
    if first[:2] != other[:2]:
        return f"{way}: {other[0]}, {other[1]}; expected: {first[0]}, {first[1]}"
    if first[0] != "ran":
        return ""
    if first[2] != other[2]:
        fields = [a.split("=")[0] for a, b in zip(first[2].split(), other[2].split()) if a != b]
        return f"{way}: other bits of {', '.join(fields)}"
    history, there = numbers(first[4]), numbers(other[4])
    single = 1e-3 if way.device == "gpu" and "mass" not in history else 1e-9
    sizes = [abs(value) for value in history.values() if math.isfinite(value)]
    total = single * max(sizes, default=1)
    for name, value in {**numbers(first[3]), **history}.items():
        found = {**numbers(other[3]), **there}[name]
        bound = 0
        if name == "floor_energy":
            # Its terms may cancel but for the rounding of the energies that they are differences of.
            bound = 1e-5 * abs(value) + 1e-13 * max(sizes, default=1)
        elif name in history and name not in REPAIRS and name != "max_divB" and way.device == "gpu":
            bound = total if math.isfinite(value) else math.inf
        if not close(value, found, bound):
            return f"{way}: {name} is {found!r}, expected {value!r}"
    shown, there = (dict(pair.split("=") for pair in line[5].split()) for line in (first, other))
    names = [name for name in {**shown, **there} if shown.get(name) != there.get(name)]
    return f"{way}: outputs show other {', '.join(names)}" if names else ""


def compile_programs(build, variants, folder, devices):
    """Commands that compile the built-in programs and terms of decks, each for its own."""
    from decks import deck_case

    commands = []
    for number, variant in enumerate(variants):
        case = next(c for c in (deck_case(number, n, [variant]) for n in range(10000))
                    if c.scheme() == "finite-difference" or "terms" in c.sections["physics"])
        case.sections["grid"]["cells"] = "[64, 64, 64]"
        case.sections = {name: keys for name, keys in case.sections.items()
                         if not name.startswith("boundary") and name not in ("gravity", "atmosphere")}
        case.sections["initial"] = {name: "1" if "atmosphere" in value else value
                                    for name, value in case.sections["initial"].items()}
        for axis in "xyz":
            case.sections["grid"].pop(f"boundary_{axis}", None)
        deck = folder / f"program_{number}.toml"
        case.write(deck)
        (folder / f"program_{number}.list").write_text(f"{deck} 1\n")
        for device in devices:
            commands.append([str(build.program), "compile", device,
                             str(folder / f"program_{number}.list")])
    return commands


def run_decks(build, cases, folder, name, ways):
    folder.mkdir(parents=True, exist_ok=True)
    for case in cases:
        case.write(folder / f"{case.name}.toml")
    found = [run_way(build, cases, folder, name, way) for way in ways]
    outcomes = []
    for case in cases:
        lines = [lines[case.name] for lines in found]
        first = lines[0]
        if any(line[0] in ("crashed", "threw") for line in lines):
            bad = next(i for i, line in enumerate(lines) if line[0] in ("crashed", "threw"))
            outcomes.append(Outcome(case, lines[bad][0], len(ways),
                                    f"{ways[bad]}: {lines[bad][1]}"))
            continue
        differences = [difference(first, line, way) for line, way in zip(lines[1:], ways[1:])]
        message = next((text for text in differences if text), "")
        result = "different" if message else "same"
        if not message and first[0] == "refused":
            # Noise in a vector potential leaves a divergence of rounding; all else is to be run.
            result = "refused" if "the magnetic field has the divergence" in first[1] else "invalid"
        history = numbers(first[4]) if first[0] == "ran" else {}
        outcomes.append(Outcome(case, result, len(ways), message or (first[1] if first[0] == "refused"
                                                                     else ""), first[1],
                                frozenset(r for r in REPAIRS if history.get(r, 0) > 0)))
    return outcomes
