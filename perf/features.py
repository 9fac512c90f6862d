#!/usr/bin/env python3
"""Measures what single features cost beside the same deck without them, as nanoseconds a cell and step.

Usage: perf/features.py --program PATH [--device cpu|gpu] [--group NAME ...] [--turns N] [--quick]

Each group is a deck with some changes and a list of variants, measured in turns, of which the least
counts: short runs, since what else a machine does lengthens some of them and shortens none. On a GPU
by `solenoid bench`. On a CPU it is the processor time of one thread, which others who use the machine
change less than that of the clock: that of a run of many steps less that of one of two. Of `formulas`
the time that an output takes is measured: runs with an output each step, less the same without. Tables
go to the standard output, for the page of each feature; the first variant is what the others are
compared with.
"""

import datetime
import itertools
import math
import pathlib
import re
import subprocess
import sys
import tempfile

import figures

TERMS = {
    "none": [],
    "resistivity": ["resistivity=1e-7"],
    "viscosity": ["viscosity=1e-7"],
    "conduction": ["conductivity=1e-7"],
    "conduction-along-field": ["conductivity=1e-7"],
    "ambipolar": ["ambipolar_uniform=1e-7"],
}


def terms(name, coefficients):
    """Changes that add a file of terms; what coefficients are as small needs three stages."""
    files = [f'physics.terms=["<terms/{name}.stencil>"]'] if coefficients else []
    return files + [f"physics.{coefficient}" for coefficient in coefficients]


def faces(kind):
    return [f'grid.boundary_{axis}="{kind}"' for axis in "xy"]


def fixed(added):
    """The faces along x and y fixed at 1, 1 and 0, to each of which a formula is added."""
    values = [("density", "1"), ("pressure", "1"), *((f"velocity_{axis}", "0") for axis in "xyz")]
    return faces("fixed") + [f'boundary.{side}_{axis}.{name}="{value}{added}"' for axis in "xy"
                             for side in ("lower", "upper") for name, value in values]


# Flows that are the same whatever stands at the faces: gas that leaves through all of them, gas at rest.
AT_REST = ["run.end_time=1e9", "initial.density=1", "initial.pressure=1", "initial.velocity_x=0",
           "initial.velocity_y=0"]
LEAVING = AT_REST[:3] + ['initial.velocity_x="1e-3*(x - 0.5)"', 'initial.velocity_y="1e-3*(y - 1)"']

OPEN = {"outflow": faces("outflow"), "diode": faces("diode")}

FIXED = {
    "constants": fixed(""),
    "formulas of x and y": fixed(" + 0*sin(x + y)"),
    "formulas of x, y and t": fixed(" + 0*sin(x + y - t)"),
}

FORCES = {
    "none": [],
    "constant gravity": ["physics.gravity=[0.01,0.01,0]"],
    "source, constants": [f"source.acceleration_{axis}=0.01" for axis in "xy"],
    "source, formulas of x and y": [f'source.acceleration_{axis}="0.01*sin(x + y)"' for axis in "xy"],
    "source, formulas of x, y and t": [f'source.acceleration_{axis}="0.01*sin(x + y - t)"'
                                       for axis in "xy"],
    "potential of x and y": ['gravity.potential="0.01*sin(x + y)"'],
    "potential of x, y and t": ['gravity.potential="0.01*sin(x + y - t)"'],
}

# Where nothing is to be repaired.
REPAIRS = {
    "none": [],
    "first_order_fallback": ["solver.first_order_fallback=true"],
    "floors": ["solver.density_floor=1e-6", "solver.pressure_floor=1e-8"],
}

# Group: decks with their cells, steps that take a core half a second or more, and changes; and variants.
BOX, VORTEX, LAYERS, TUBE = "blast-3d", "orszag-tang", "kelvin-helmholtz", "sod"
GROUPS = {
    "terms": ([(BOX, [96] * 3, 16, []), (VORTEX, [512] * 2, 14, [])],
              {name: terms(name, coefficients) for name, coefficients in TERMS.items()}),
    "open": ([(LAYERS, [512] * 2, 60, LEAVING), (LAYERS, [64] * 2, 4000, LEAVING)], OPEN),
    "fixed": ([(LAYERS, [512] * 2, 60, AT_REST), (LAYERS, [64] * 2, 4000, AT_REST)], FIXED),
    "repairs": ([(TUBE, [400], 40000, ["run.end_time=1e9"]), (LAYERS, [64] * 2, 4000, []),
                 (LAYERS, [512] * 2, 60, []), (VORTEX, [512] * 2, 30, [])], REPAIRS),
    "forces": ([(LAYERS, [512] * 2, 60, []), (VORTEX, [512] * 2, 14, [])], FORCES),
}

# What an output of one field, or of one number, is asked for: by a built-in field and by formulas.
SAME = 5  # outputs, at each step
FORMULAS = [
    ("png", "density", None),
    ("png", "mach_number", None),
    ("png", "f", "pressure/density"),
    ("png", "f", "log(density) + sin(x)*exp(-pressure)"),
    ("history", None, None),
    ("history", "max(density)", None),
    ("history", "max(f)", "pressure/density"),
    ("history", "mean(f)", "log(density) + sin(x)*exp(-pressure)"),
]


def processor_seconds(command):
    """Of a process, and what it printed."""
    before = figures.processor_seconds()
    text = subprocess.run(list(map(str, command)), check=True, capture_output=True, text=True).stdout
    return figures.processor_seconds() - before, text


def of_steps(arguments, deck, cells, steps, sets):
    """What a turn says of a variant: on a GPU nanoseconds a cell and step, on a CPU the processor time
    of two steps and of many more, and how many more."""
    if arguments.quick:
        steps = 4
    if arguments.device == "gpu":
        steps = max(6, min(2000, 1_000_000_000 // math.prod(cells) // 2 * 2))
        found = figures.bench(arguments, deck, sets, ["--steps", str(steps)])
        return [found["nanoseconds_per_update"]]
    with tempfile.TemporaryDirectory() as folder:
        command = [arguments.program, "run", arguments.inputs / f"{deck}.toml", "--out", folder,
                   "--device", "cpu", "--threads", "1", "--no-outputs", "--quiet", *figures.sets(sets),
                   "--steps"]
        few, many = processor_seconds([*command, 2])[0], processor_seconds([*command, 2 + steps])[0]
    return [few, many, steps]


def nanoseconds(turns, cells):
    """Of what of_steps found in each turn."""
    if len(turns[0]) == 1:
        return min(turns)[0]
    few, many = min(turn[0] for turn in turns), min(turn[1] for turn in turns)
    return 1e9 * (many - few) / turns[0][2] / math.prod(cells)


def group(arguments, decks, variants):
    """Lines of a table: the least nanoseconds of each variant on each deck."""
    turns = {(variant, deck, *cells): [] for variant in variants for deck, cells, *_ in decks}
    for turn in range(arguments.turns):
        for (deck, cells, steps, changes), (variant, more) in itertools.product(decks, variants.items()):
            sets = [*changes, figures.cells_setting(cells), *more]
            turns[variant, deck, *cells].append(of_steps(arguments, deck, cells, steps, sets))
            print(turn, deck, variant, turns[variant, deck, *cells][-1], file=sys.stderr, flush=True)
    yield "| | " + " | ".join(f"{deck}, {figures.shape(cells)}" for deck, cells, *_ in decks) + " |"
    yield "|---" * (len(decks) + 1) + "|"
    first = next(iter(variants))
    for variant in variants:
        found = [[nanoseconds(turns[name, deck, *cells], cells) for name in (variant, first)]
                 for deck, cells, *_ in decks]
        yield f"| {variant} | " + " | ".join(f"{own:.4g} ({own / without - 1:+.1%})"
                                             for own, without in found) + " |"


def deck_of_output(folder, kind, field, formula):
    """The layers with some of the same output at each step, or none."""
    text = (figures.ROOT / "inputs" / f"{LAYERS}.toml").read_text().split("[[output]]")[0]
    if formula:
        text += f'[fields]\nf = "{formula}"\n'
    for block in range(SAME) if kind else []:
        text += f'[[output]]\ntype = "{kind}"\nname = "n{block}"\nevery_steps = 1\n'
        if kind == "png":
            text += f'fields = ["{field}"]\n'
        elif field:
            text += f'numbers = {{ n = "{field}" }}\n'
    (folder / "one.toml").write_text(text)
    return folder / "one.toml"


def seconds_of(arguments, deck, steps, options):
    """Of a run: of its core on a CPU, of the clock behind the start on a GPU."""
    command = [arguments.program, "run", deck, "--device", arguments.device, "--steps", steps, "--out",
               deck.parent / "run", *figures.sets([figures.cells_setting([512, 512])]), *options]
    if arguments.device == "cpu":
        command += ["--threads", 1]
    cores, text = processor_seconds(command)
    wall, start = re.search(r"wall time +([^,]*), of which start ([^,]*)", text).groups()
    return cores if arguments.device == "cpu" else figures.seconds(wall) - figures.seconds(start)


def formulas(arguments):
    """Lines of a table: milliseconds that each output takes, the least of all turns."""
    steps = 2 if arguments.quick else 12
    asked = [(None, None, None), *FORMULAS]
    least = [float("inf")] * len(asked)
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(arguments.turns):
            for place, (kind, field, formula) in enumerate(asked):
                deck = deck_of_output(pathlib.Path(folder), kind, field, formula)
                seconds = seconds_of(arguments, deck, steps, [] if kind else ["--no-outputs"])
                least[place] = min(least[place], seconds)
                print(kind, field, formula, f"{least[place]:.3f} s", file=sys.stderr, flush=True)
    yield f"| {LAYERS}, 512 x 512 | ms an output |"
    yield "|---|---|"
    for (kind, field, formula), seconds in zip(FORMULAS, least[1:]):
        what = f"`{field.replace('f', formula) if formula else field}`" if field else "a row without"
        yield f"| {kind}, {what} | {1e3 * (seconds - least[0]) / SAME / (steps + 1):.2f} |"


def main():
    arguments = figures.arguments_of(
        __doc__, quick=figures.QUICK, inputs=figures.INPUTS,
        group={"action": "append", "choices": [*GROUPS, "formulas"]},
        turns={"type": int, "default": 6})
    print(f"{datetime.date.today()}, --device {arguments.device}, the least of {arguments.turns} turns.",
          flush=True)
    for name in arguments.group or [*GROUPS, "formulas"]:
        lines = formulas(arguments) if name == "formulas" else group(arguments, *GROUPS[name])
        print(f"\n{name}:\n", *lines, sep="\n", flush=True)


if __name__ == "__main__":
    main()
