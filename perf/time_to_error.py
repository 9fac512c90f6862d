#!/usr/bin/env python3
"""What an error costs: for problems with an exact solution or a fine one, the L1 errors of the
schemes of `muscl-hancock` at several resolutions, and the time that each needs for the error of the
default, relative to the default.

Usage: perf/time_to_error.py --program PATH [--device cpu|gpu] [--speeds FILE] [--quick]
                             [--docs docs] [--name NAME]

A time is cells x steps / speed. Steps are those of the runs, in double precision; speeds are those of
`solenoid bench` for Orszag-Tang vortices of many cells, measured here or, since errors are the same on
all devices, read from a file that --save-speeds wrote on another machine. Times at the error of the
default are interpolated between resolutions, logarithms by lines. The table goes to docs/accuracy.md,
pictures of error against cells and against time beside it.
"""

import collections
import datetime
import json
import math
import pathlib
import re
import tempfile

import figures

Problem = collections.namedtuple("Problem", "title deck cells target field changes reference")
Point = collections.namedtuple("Point", "cells error steps time")

# Against themselves a wave length on, or, with a reference, against so many times the cells of the
# target, by parabolas and merged sweeps.
PROBLEMS = {
    "alfven-2d": Problem("circularly polarised Alfvén wave, 2D", "alfven-wave",
                         [(n, n // 2) for n in (32, 64, 128, 256)], 128, "magnetic_field_z", [], None),
    "fast-3d": Problem("linear fast wave, 3D", "linear-wave-fast",
                       [(n, n // 2, n // 2) for n in (16, 32, 64, 128)], 64, "density", [], None),
    "alfven-3d": Problem("linear Alfvén wave, 3D", "linear-wave-alfven",
                         [(n, n // 2, n // 2) for n in (16, 32, 64, 128)], 64, "magnetic_field_z", [],
                         None),
    "vortex-0.2": Problem("Orszag-Tang vortex, t = 0.2", "orszag-tang",
                          [(n, n) for n in (64, 96, 128, 192)], 128, "density", ["run.end_time=0.2"], 6),
    "vortex-0.5": Problem("Orszag-Tang vortex, t = 0.5", "orszag-tang",
                          [(n, n) for n in (64, 96, 128, 192)], 128, "density", ["run.end_time=0.5"], 6),
    "field-loop": Problem("field loop, t = 2", "field-loop", [(n, n // 2) for n in (32, 64, 128, 256)],
                          128, "magnetic_field_magnitude", [], None),
}
DEFAULT = "default"
SETTINGS = {
    DEFAULT: [],
    "merged": ["solver.splitting=merged"],
    "weno-z": ["solver.reconstruction=weno-z"],
    "weno-z, merged": ["solver.reconstruction=weno-z", "solver.splitting=merged"],
}
COURANT_NUMBERS = (0.8, 0.4)
REFERENCE = [*SETTINGS["weno-z, merged"], "solver.cfl=0.4"]
SPEED_CELLS = {"cpu": {2: (512, 512), 3: (64, 64, 64)}, "gpu": {2: (4096, 4096), 3: (512, 512, 512)}}
SPEED_DECKS = {2: "orszag-tang", 3: "linear-wave-fast"}


def run(arguments, problem, cells, changes, folder):
    """Runs a problem; returns the steps and the first and last output."""
    text = figures.run_deck(arguments, problem.deck, folder,
                            [figures.cells_setting(cells), "run.precision=double", *problem.changes,
                             figures.fields_setting([problem.field]), *changes], options=())
    steps = re.findall(r"^steps\s+(\d+)", text, re.MULTILINE)
    outputs = sorted(pathlib.Path(folder).glob("*.athdf"))
    return int(steps[-1]), outputs[0], outputs[-1]


def errors(arguments, problem, folder):
    """The points of each setting and Courant number, without times."""
    reference = None
    if problem.reference:
        fine = [problem.reference * n for n in problem.cells[-2]]
        reference = run(arguments, problem, fine, REFERENCE, folder / "reference")[2]
    points = {}
    for name, changes in SETTINGS.items():
        for cfl in COURANT_NUMBERS:
            points[name, cfl] = []
            for cells in problem.cells:
                where = folder / f"{name}-{cfl}-{cells[0]}"
                steps, first, last = run(arguments, problem, cells, [*changes, f"solver.cfl={cfl}"],
                                         where)
                options = ["--coarsen"] if reference else []
                error = figures.compare(arguments.program, reference or first, last, [problem.field],
                                        *options)[0][1]
                points[name, cfl].append(Point(cells, error, steps, None))
    return points


def speeds_of(arguments):
    """Updates a second of each setting in 2D and 3D."""
    if arguments.speeds:
        return json.loads(arguments.speeds.read_text())
    found = {str(d): {name: figures.bench(arguments, SPEED_DECKS[d], [
        figures.cells_setting(SPEED_CELLS[arguments.device][d]), "run.precision=double",
        *changes])["updates_per_second"] for name, changes in SETTINGS.items()} for d in (2, 3)}
    if arguments.save_speeds:
        arguments.save_speeds.write_text(json.dumps(found, indent=1) + "\n")
    return found


def with_times(points, speeds):
    return {key: [p._replace(time=math.prod(p.cells) * p.steps
                             / speeds[str(len(p.cells))][key[0]]) for p in line]
            for key, line in points.items()}


def time_for(line, error):
    """The time for an error, by the two resolutions on either side of it, or the nearest two."""
    pair = next((pair for pair in zip(line, line[1:]) if pair[1].error <= error), line[-2:])
    (low, high) = [(math.log(p.error), math.log(p.time)) for p in pair]
    return math.exp(low[1] + (math.log(error) - low[0]) * (high[1] - low[1]) / (high[0] - low[0]))


def cost(points, problem, key):
    """The time for the default's error at the target, relative to the default."""
    own = next(p for p in points[DEFAULT, 0.8] if p.cells[0] == problem.target)
    return time_for(points[key], own.error) / own.time


def tables(problems, results):
    keys = [(name, cfl) for name in SETTINGS for cfl in COURANT_NUMBERS]
    heads = "".join(f" {name}, {cfl} |" for name, cfl in keys)
    yield from ("L1 errors (steps):", "", f"| problem | cells |{heads}", "|---" * (2 + len(keys)) + "|")
    for name, problem in problems.items():
        for i, cells in enumerate(problem.cells):
            row = (results[name][key][i] for key in keys)
            yield f"| {problem.title} | {figures.shape(cells)} |" + "".join(
                f" {p.error:.3g} ({p.steps}) |" for p in row)
    yield from ("", "Time for the error of the default at the cells named, relative to the default:", "",
                f"| problem | cells |{heads}", "|---" * (2 + len(keys)) + "|")
    for name, problem in problems.items():
        yield f"| {problem.title} | {problem.target} |" + "".join(
            f" {cost(results[name], problem, key):.2f} |" for key in keys)


def draw(arguments, name, problem, points):
    chosen = {f"{setting}-cfl-{cfl}".replace(", ", "-"): points[setting, cfl]
              for setting, cfl in ((DEFAULT, 0.8), ("merged", 0.8), ("weno-z, merged", 0.8),
                                   ("weno-z, merged", 0.4))}
    for abscissa, value in (("cells", lambda p: p.cells[0]), ("seconds", lambda p: p.time)):
        picture = arguments.docs / "pictures" / f"accuracy-{name}-{abscissa}.png"
        figures.draw_curves(arguments.program, picture,
                            {label: [(value(p), p.error) for p in line] for label, line in chosen.items()},
                            abscissa, "L1-error", problem.title, "--log-x", "--log")
        yield f"![{problem.title}: error against {abscissa}](pictures/{picture.name})"


def main():
    arguments = figures.arguments_of(
        __doc__, quick=figures.QUICK, inputs=figures.INPUTS, docs=figures.DOCS, name=figures.HEADING,
        speeds={"type": pathlib.Path, "help": "a file of speeds, in place of measuring them"},
        **{"save-speeds": {"type": pathlib.Path, "help": "write the measured speeds here"}},
        only={"nargs": "*", "choices": list(PROBLEMS), "help": "these problems alone"})
    problems = {name: problem for name, problem in PROBLEMS.items()
                if not arguments.only or name in arguments.only}
    if arguments.quick:
        problems = {name: p._replace(cells=p.cells[:2], target=p.cells[1][0])
                    for name, p in problems.items()}
    speeds = speeds_of(arguments)
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, problem in problems.items():
            results[name] = with_times(errors(arguments, problem, pathlib.Path(folder) / name), speeds)
    shown = [" ".join(draw(arguments, name, problems[name], results[name])) for name in problems]
    rates = "; ".join(f"{d}D: " + ", ".join(f"{name} {rate / 1e6:.4g}" for name, rate in of.items())
                      for d, of in speeds.items())
    figures.put(arguments.docs / "accuracy.md", arguments.name or arguments.device, "\n".join([
        f"{datetime.date.today()}. Million updates/s: {rates}.", "", *tables(problems, results), "",
        *shown]))


if __name__ == "__main__":
    main()
