#!/usr/bin/env python3
"""What Solenoid costs as a library, beside the program: writes the lines of docs/performance.md,
"Solenoid as a library". Run by `./solenoid python perf/library.py`, with nothing else on the machine.

For each deck, the best of some turns: steps of `solenoid bench`, which calls the solver alone, steps of one
Simulation.step(n), and as many calls of step(1); then a field read and set, beside a copy of NumPy."""

import argparse
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

import solenoid

ROOT = Path(__file__).resolve().parent.parent
DECKS = [("8^2", {"grid.cells": [8, 8]}, 5000), ("256^2", {"grid.cells": [256, 256]}, 20),
         ("64^3", {"grid.cells": [64, 64, 64]}, 4)]


def duration(value):
    if value < 1e-3:
        return f"{value * 1e6:.3g} µs"
    return f"{value * 1e3:.3g} ms" if value < 1 else f"{value:.3g} s"


def seconds(work):
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def of_program(program, deck, changes, steps, arguments):
    with tempfile.TemporaryDirectory() as folder:
        words = [program, "bench", str(deck), "--steps", str(steps), "--json", f"{folder}/speed.json"]
        for key, value in changes.items():
            words += ["--set", f"{key}={value}"]
        if arguments.device:
            words += ["--device", arguments.device]
        if arguments.threads:
            words += ["--threads", str(arguments.threads)]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
        result = json.loads(Path(folder, "speed.json").read_text())["results"][0]
    return result["seconds"] / result["steps"]


def of_library(deck, changes, steps, arguments, one_by_one):
    with solenoid.Simulation(deck, device=arguments.device, threads=arguments.threads,
                             **{**changes, "run.end_time": 1000}) as s:
        s.step(6)
        s.synchronise()

        def work():
            if one_by_one:
                for _ in range(steps):
                    s.step()
            else:
                s.step(steps)
            s.synchronise()
        return seconds(work) / steps


def of_fields(deck, changes, arguments):
    with solenoid.Simulation(deck, device=arguments.device, threads=arguments.threads,
                             **changes) as s:
        field = s["density"]
        copy = min(seconds(field.copy) for _ in range(9))
        get = min(seconds(lambda: s["density"]) for _ in range(9))

        def put():
            s["density"] = field
            s.synchronise()
        return copy, get, min(seconds(put) for _ in range(5))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", default="")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    program = str(Path(os.environ["SOLENOID_LIBRARY"]).parent / "solenoid")
    deck = ROOT / "inputs/orszag-tang.toml"
    print("| | steps of the solver alone | `step(n)` | `step()` n times | read a field | set a field "
          "| a copy of it |\n|---|---|---|---|---|---|---|")
    for name, changes, steps in DECKS:
        times = [[of_program(program, deck, changes, steps, arguments),
                  of_library(deck, changes, steps, arguments, False),
                  of_library(deck, changes, steps, arguments, True)] for _ in range(arguments.rounds)]
        copy, get, put = of_fields(deck, changes, arguments)
        row = [min(column) for column in zip(*times)] + [get, put, copy]
        print(f"| {name} | " + " | ".join(map(duration, row)) + " |", flush=True)


main()
