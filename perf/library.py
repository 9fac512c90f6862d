#!/usr/bin/env python3
"""What Solenoid costs as a library, beside the program: writes the lines of docs/performance.md,
"Solenoid as a library". Run by `./solenoid python perf/library.py`, with nothing else on the machine.

The same steps of the vortex of Orszag and Tang, from its start: by `solenoid run` without outputs, and from
C, C++ and Python (perf/steps), in one call and in as many calls as steps; of each the best of some turns, each
of some seconds in a process of its own. Then a field read and set from Python, beside a copy of NumPy."""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import solenoid

ROOT = Path(__file__).resolve().parent.parent
DECK = str(ROOT / "inputs/orszag-tang.toml")
SIZES = [[8, 8], [64, 64], [256, 256], [64, 64, 64], [256, 256, 256]]


def duration(value):
    if value < 1e-3:
        return f"{value * 1e6:.3g} µs"
    return f"{value * 1e3:.3g} ms" if value < 1 else f"{value:.3g} s"


def seconds(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def settings(changes):
    return [f"{key}={value}" for key, value in changes.items()]


class Program:
    """Steps of `solenoid run`."""

    def __init__(self, library):
        self.program = str(library.parent / "solenoid")

    def seconds_per_step(self, changes, steps, arguments):
        with tempfile.TemporaryDirectory() as folder:
            words = [self.program, "run", DECK, "--steps", str(steps), "--no-outputs", "--out", folder]
            for change in settings(changes):
                words += ["--set", change]
            if arguments.device:
                words += ["--device", arguments.device]
            if arguments.threads:
                words += ["--threads", str(arguments.threads)]
            said = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout
        cells = [int(n) for n in re.search(r": (\d+) x (\d+) x (\d+) cells", said).groups()]
        return float(re.search(r"\(([\d.e+-]+) ns per cell and step\)", said)[1]) * 1e-9 * (
            cells[0] * cells[1] * cells[2])


class Caller:
    """Steps of a program of perf/steps, a call of the library taking all of them or one."""

    def __init__(self, command, one_by_one):
        self.command, self.one_by_one = command, one_by_one

    def seconds_per_step(self, changes, steps, arguments):
        words = [*self.command, DECK, "\n".join(settings(changes)), arguments.device,
                 str(arguments.threads), str(steps), str(steps if self.one_by_one else 1)]
        return float(subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout) / steps


def callers(library, folder):
    """The program and those that call the library, compiled into `folder`."""
    commands = {"Python": [sys.executable, str(ROOT / "perf/steps/steps.py")]}
    for name, compiler, source in (("C", os.environ.get("CC", "cc"), "steps.c"),
                                   ("C++", os.environ.get("CXX", "c++"), "steps.cpp")):
        commands[name] = [str(Path(folder, f"steps in {name}"))]
        standard = "-std=c11" if name == "C" else "-std=c++20"
        subprocess.run([compiler, standard, "-O2", str(ROOT / "perf/steps" / source), "-o",
                        commands[name][0], f"-I{ROOT}/src/library/include", str(library),
                        f"-Wl,-rpath,{library.parent}"], check=True)
    return [Program(library), *(Caller(commands[name], one_by_one)
                                for name in ("C", "C++", "Python") for one_by_one in (False, True))]


def of_fields(changes, arguments):
    with solenoid.Simulation(DECK, device=arguments.device, threads=arguments.threads,
                             **changes) as s:
        field = s["density"]
        copy = min(seconds(field.copy) for _ in range(9))
        get = min(seconds(lambda: s["density"]) for _ in range(9))

        def put():
            s["density"] = field
            s.synchronise()
        return get, min(seconds(put) for _ in range(5)), copy


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2, help="that the steps of a turn take")
    arguments = parser.parse_args()
    library = Path(solenoid.__file__).parents[2].resolve() / "libsolenoid.so"  # of the build folder
    print("| | `solenoid run` | C, `step(n)` | `step()` n times | C++, `step(n)` | `step()` n times "
          "| Python, `step(n)` | `step()` n times | read a field | set a field | a copy of it |")
    print("|---" * 11 + "|")
    with tempfile.TemporaryDirectory() as folder:
        columns = callers(library, folder)
        for cells in SIZES:
            changes = {"grid.cells": cells, "run.end_time": 1000}
            steps = 4
            while True:
                once = columns[0].seconds_per_step(changes, steps, arguments)
                wanted = max(4, int(arguments.seconds / once))
                if wanted < 2 * steps:
                    break
                steps = wanted
            times = [[column.seconds_per_step(changes, steps, arguments) for column in columns]
                     for _ in range(arguments.turns)]
            best = [min(column) for column in zip(*times)]
            row = [duration(best[0]), *(f"{duration(t)} ({t / best[0]:.3f})" for t in best[1:]),
                   *map(duration, of_fields(changes, arguments))]
            print(f"| {'^'.join([str(cells[0]), str(len(cells))])} | " + " | ".join(row) + " |", flush=True)


main()
