#!/usr/bin/env python3
"""Runs random programs of the stencil language and random decks in all ways that a build has, and
compares them bit for bit: the interpreter, plain numbers, packs, blocks for several threads, tiles
on teams of the host, several processes, the GPU. What differs is made smaller and written to a
folder with the command that repeats it; the exit status is 1 then.

    perf/differential.py --seconds 60                    # as much as a minute allows
    perf/differential.py --programs 500 --decks 2000     # so many, on the GPU of a build for GPUs
    perf/differential.py --runs 50                       # runs of the program, whose files are compared
    perf/differential.py --only program:17 --seed 3      # one case again
    perf/differential.py --repeat FOLDER                 # the smallest form of one that failed
"""

import argparse
import collections
import concurrent.futures
import importlib.util
import pathlib
import pickle
import shutil
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "tests/differential"))

import deck_runs  # noqa: E402
import program_runs  # noqa: E402
import runs  # noqa: E402
import shrink  # noqa: E402
from decks import deck_case  # noqa: E402
from machine import Build, cores, run  # noqa: E402
from program_cases import program_case  # noqa: E402
from variants import program_variants, terms_variants  # noqa: E402

PROGRAMS_OF_UNIT = 8
DECKS_OF_BATCH = {"cpu": 20, "gpu": 50}  # a GPU takes a second to be ready
KINDS = ("programs", "decks", "runs")
SHRINKING = 60  # seconds a failure
MOST_SHRUNK = 3


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=None,
                        help="begin nothing after so long, but for the first of each kind")
    parser.add_argument("--programs", type=int, default=None, help="how many programs")
    parser.add_argument("--decks", type=int, default=None, help="how many decks")
    parser.add_argument("--runs", type=int, default=0,
                        help="how many decks to run as users do: whole, stopped and gone on with, and in parts; "
                             "whatever --seconds says")
    parser.add_argument("--seed", type=int, default=1, help="another one gives other cases")
    parser.add_argument("--device", choices=("cpu", "gpu"), default=None,
                        help="gpu: the GPU, too; by default what the build is for")
    parser.add_argument("--build", help="the build folder; by default build/cuda or build/openmp")
    parser.add_argument("--against", metavar="BUILD",
                        help="another build folder, for other processors say, that runs decks, too")
    parser.add_argument("--parts", type=int, default=None, metavar="N",
                        help="so many processes that compute a part each of a deck's grid; by default "
                             "2, 3 or 4, by the seed, where there is MPI; 1: none")
    parser.add_argument("--built-in", type=int, default=None, metavar="N",
                        help="built-in programs to compile for decks, and as many terms; "
                             "1: one of either")
    parser.add_argument("--jobs", type=int, default=cores(), help="how many at a time")
    parser.add_argument("--only", metavar="KIND:N", help="one case: program:17, deck:17 or run:17")
    parser.add_argument("--repeat", metavar="FOLDER", help="the smallest case in such a folder")
    return parser.parse_args()


class Session:
    """All cases of a call, and what became of them."""

    def __init__(self, options):
        self.options = options
        self.build = Build(options.build)
        self.device = options.device or ("gpu" if self.build.for_gpu else "cpu")
        other = Build(options.against) if options.against else None
        parts = 2 + options.seed % 3 if options.parts is None else options.parts
        if options.parts is None and not self.build.has_processes():
            parts = 1
        self.parts = parts
        self.deck_ways = deck_runs.ways_of(self.device, other, parts)
        self.folder = self.build.folder / "differential" / f"seed-{options.seed}"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.begun = time.monotonic()
        self.outcomes = {kind: [] for kind in KINDS}
        self.next = dict.fromkeys(KINDS, 0)
        self.longest = dict.fromkeys(KINDS, 0.0)
        self.spent = dict.fromkeys(KINDS, 0.0)
        built_in = options.built_in
        if built_in is None:
            built_in = 8 if self.device == "gpu" else 1
        self.running = dict.fromkeys(KINDS, 0)
        # Where there is time for one alone, a program or terms in turns.
        programs, terms = ((options.seed + 1) % 2, options.seed % 2) if built_in == 1 else (
            built_in, built_in)
        self.variants = [*program_variants(options.seed, programs),
                         *terms_variants(options.seed, terms)]
        self.compiled = False  # the built-in programs and terms that decks ask for
        self.said = 0.0

    def elapsed(self):
        return time.monotonic() - self.begun

    def wanted(self, kind):
        number = getattr(self.options, kind)
        if kind != "programs" and not self.compiled:
            return 0
        if number is None:
            number = 0 if self.options.seconds is None else 1 << 30
        left = number - self.next[kind]
        is_late = self.options.seconds is not None and \
            self.elapsed() + self.longest[kind] > self.options.seconds
        if is_late and self.next[kind] > 0 and kind != "runs":
            return 0
        return max(left, 0)

    def task(self):
        """The next piece of work: of the kind that has had less of the time."""
        kinds = sorted((k for k in self.next if self.wanted(k)),
                       key=lambda k: (self.running[k], self.spent[k]))
        if not kinds:
            return None
        kind = kinds[0]
        first = self.next[kind]
        at_once = {"programs": PROGRAMS_OF_UNIT, "decks": DECKS_OF_BATCH[self.device], "runs": 1}[kind]
        count = min(at_once, self.wanted(kind))
        self.next[kind] += count
        self.running[kind] += 1
        return kind, first, count

    def cases(self, kind, first, count):
        seed, numbers = self.options.seed, range(first, first + count)
        if kind == "programs":
            return [program_case(seed, n) for n in numbers]
        return [deck_case(seed, n, self.variants, files=kind == "runs") for n in numbers]

    def work(self, kind, cases, name):
        begun = time.monotonic()
        if kind == "programs":
            outcomes = program_runs.run_unit(self.build, cases, self.folder / kind, name)
        elif kind == "runs":
            outcomes = [runs.run_case(self.build, case, self.folder / kind / case.name, self.device, self.parts)
                        for case in cases]
        else:
            outcomes = deck_runs.run_decks(self.build, cases, self.folder / kind, name,
                                           self.deck_ways)
        return kind, outcomes, time.monotonic() - begun

    def compile_built_in(self, pool):
        """In a run of few seconds as many as there is time for."""
        folder = self.folder / "built-in"
        folder.mkdir()
        devices = ["cpu", "gpu"] if self.device == "gpu" else ["cpu"]
        commands = deck_runs.compile_programs(self.build, self.variants, folder, devices)
        cache = {"SOLENOID_CACHE": str(self.build.folder / "differential/modules")}
        return [pool.submit(run, command, cache) for command in commands]

    @staticmethod
    def finish_compiling(compiling):
        for done in compiling:
            status, output = done.result()
            if status != 0:
                raise SystemExit(f"a built-in program or terms do not compile:\n{output}")

    def go(self):
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            compiling = self.compile_built_in(pool)
            running = set(compiling)
            while True:
                self.compiled = all(future.done() for future in compiling)
                while len(running) < self.options.jobs and (task := self.task()):
                    kind, first, count = task
                    running.add(pool.submit(self.work, kind, self.cases(kind, first, count),
                                            f"part_{first}"))
                if not running:
                    return
                done, running = concurrent.futures.wait(
                    running, return_when=concurrent.futures.FIRST_COMPLETED)
                self.finish_compiling(done & set(compiling))
                for future in done - set(compiling):
                    self.note(*future.result())

    def note(self, kind, outcomes, seconds):
        self.outcomes[kind] += outcomes
        self.running[kind] -= 1
        self.longest[kind] = max(self.longest[kind], seconds)
        self.spent[kind] += seconds
        for outcome in outcomes:
            if outcome.bad:
                print(f"{outcome.case.name}: {outcome.result}: {outcome.message[:400]}", flush=True)
        if self.elapsed() > self.said + 10:
            self.said = self.elapsed()
            print(f"{self.elapsed():5.0f} s: {len(self.outcomes['programs'])} programs, "
                  f"{len(self.outcomes['decks'])} decks, {len(self.outcomes['runs'])} runs", flush=True)

    # -- failures ---------------------------------------------------------------------------------

    def failures(self, kinds=KINDS):
        return [outcome for kind in kinds for outcome in self.outcomes[kind] if outcome.bad]

    def shrink(self, outcome):
        """Writes the case, and the smallest one that fails as it does."""
        folder = self.build.folder / "differential" / "failures" / outcome.case.name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        case, is_program = outcome.case, hasattr(outcome.case, "tree")
        kind, number = ("program" if is_program else "deck"), case.name.split("_")[2]
        asked = [f"--{name.replace('_', '-')} {value}" for name, value in vars(self.options).items()
                 if name in ("build", "against", "device", "built_in", "parts")
                 and value is not None]
        command = " ".join(["perf/differential.py", *asked])
        repeat = f"{command} --only {kind}:{number} --seed {self.options.seed}"
        suffix = "stencil" if is_program else "toml"
        case.write(folder / f"whole.{suffix}")
        if is_program:
            small = self.shrunk_program(outcome, folder)
        else:
            small = self.shrunk_deck(outcome, folder)
        small.write(folder / f"smallest.{suffix}")
        (folder / "smallest.pickle").write_bytes(pickle.dumps(small))
        told = [outcome.message, "", f"To repeat it: {repeat}",
                f"its smallest form: {command} --repeat {folder}"]
        if is_program:
            told += ["", f"{' '.join(small.compiler_options())}, {small.precision} precision, cells "
                         f"{small.cells}, tiles {small.tiles}, random numbers {small.seed}"]
        else:
            told += ["", f"{small.steps} steps; solenoid validate smallest.toml may show it, too"]
        (folder / "README").write_text("\n".join(told) + "\n")
        print(f"\n{outcome.case.name}, made smaller ({folder}):\n{small.text()}\n"
              + "\n".join(told), flush=True)

    def shrunk_program(self, outcome, folder):
        count = iter(range(1 << 30))

        def failing(cases):
            named = [c.with_changes(name=f"{outcome.case.name}_{next(count)}") for c in cases]
            work = folder / "work"
            work.mkdir(exist_ok=True)
            valid = [c for c in named if not program_runs.write_program(self.build, c, work)]
            parts = [valid[i::self.options.jobs] for i in range(self.options.jobs)]
            with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
                done = [pool.submit(program_runs.run_unit, self.build, part, work, part[0].name)
                        for part in parts if part]
                outcomes = [o for future in done for o in future.result()]
            return [o.case for o in outcomes if o.result == outcome.result]

        small = shrink.shrink(outcome.case, shrink.smaller_programs, failing, SHRINKING,
                              max(8, self.options.jobs))
        shutil.rmtree(folder / "work", ignore_errors=True)
        return small

    def shrunk_deck(self, outcome, folder):
        count = iter(range(1 << 30))

        def failing(cases):
            named = [c.copy(f"{outcome.case.name}_{next(count)}") for c in cases]
            outcomes = deck_runs.run_decks(self.build, named, folder / "work", "batch",
                                           self.deck_ways)
            return [o.case for o in outcomes if o.result == outcome.result]

        small = shrink.shrink(outcome.case, shrink.smaller_decks, failing, SHRINKING)
        shutil.rmtree(folder / "work", ignore_errors=True)
        return small

    def one(self):
        """The case that was asked for, instead of many."""
        if self.options.repeat:
            case = pickle.loads((pathlib.Path(self.options.repeat) / "smallest.pickle").read_bytes())
            kind = "programs" if hasattr(case, "tree") else "decks"
            cases = [case]
        else:
            kind, number = self.options.only.split(":")
            kind += "s"
            cases = self.cases(kind, int(number), 1)
        if kind != "programs":
            with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
                self.finish_compiling(self.compile_built_in(pool))
        self.note(*self.work(kind, cases, "one"))

    def table(self):
        programs, decks = self.outcomes["programs"], self.outcomes["decks"]
        lines = [f"{len(programs)} programs: {sum(o.bad for o in programs)} failed"]
        runs = sum((o.ways for o in programs), collections.Counter())
        lines.append("  runs: " + ", ".join(f"{n} of {name}" for name, n in runs.most_common()))
        ended = collections.Counter(
            o.result if o.result == "refused" else
            "finished" if o.ended == "finished" else "stopped as unphysical" for o in decks)
        lines.append(f"{len(decks)} decks on {'; '.join(map(str, self.deck_ways))}: "
                     f"{sum(o.bad for o in decks)} failed")
        schemes = collections.Counter(o.case.scheme() for o in decks)
        lines.append("  " + ", ".join(f"{n} {name}" for name, n in schemes.most_common()))
        lines.append("  " + ", ".join(f"{n} {name}" for name, n in ended.most_common()))
        repairs = collections.Counter(r for o in decks for r in o.repairs)
        lines.append("  repairs acted: " + (", ".join(
            f"{name} in {n}" for name, n in repairs.most_common()) or "none"))
        if self.outcomes["runs"]:
            ended = collections.Counter(o.result for o in self.outcomes["runs"])
            lines.append(f"{len(self.outcomes['runs'])} runs of the program: "
                         + ", ".join(f"{n} {name}" for name, n in ended.most_common()))
            lines += [f"  what it left: {self.folder / 'runs' / o.case.name}" for o in self.failures(["runs"])]
        lines.append(f"{self.elapsed():.0f} s, seed {self.options.seed}, on {self.device} "
                     f"({self.build.folder})")
        return "\n".join(lines)


def main():
    options = arguments()
    if options.seconds is None and options.programs is None and options.decks is None and not options.runs:
        options.seconds = 60
    if (options.runs or (options.only or "").startswith("run:")) and not importlib.util.find_spec("h5py"):
        raise SystemExit("comparing the files of runs needs h5py: choose a Python that has it, such as "
                         "/usr/bin/python3 after 'solenoid setup'")
    session = Session(options)
    if options.only or options.repeat:
        session.one()
    else:
        session.go()
    failures = session.failures()
    for outcome in session.failures(["programs", "decks"])[:0 if options.repeat else MOST_SHRUNK]:
        session.shrink(outcome)
    print("\n" + session.table())
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
