#!/usr/bin/env python3
"""What an error costs: for problems with an exact solution or a fine one, the L1 errors of the
schemes of `muscl-hancock` at several resolutions, the time that each needs for the error of limited
slopes with sweeps one by one, and how many times longer another code takes for its errors.

Usage: perf/time_to_error.py --program PATH [--device cpu|gpu] [--speeds FILE] [--errors FILE]
                             [--peers FILE] [--quick] [--docs docs] [--name NAME]

A time is cells x steps / speed. Steps are those of the runs, in double precision; speeds are those of
`solenoid bench` for problems of many cells. Errors are the same on all devices, so that both can be
measured on different machines: --save-speeds FILE measures speeds alone, --save-errors FILE errors
alone, and --speeds and --errors read them (kinds of problems without speeds get no times). Times at a
given error are interpolated between resolutions, logarithms by lines.

--peers is a table (CSV) of another code's runs with the columns problem (a key of PROBLEMS below),
scheme, cells (as 64x32), steps, error (by the norm below, against the same references: --keep FOLDER
keeps them) and updates_per_second (on the device of the speeds; empty: no times). The tables go to
docs/accuracy.md, pictures of error against cells and against time beside it.
"""

import collections
import csv
import datetime
import json
import math
import pathlib
import re
import tempfile

import figures

Problem = collections.namedtuple("Problem", "title deck speed cells target fields changes reference")
Point = collections.namedtuple("Point", "cells error steps time")

# An error is the root of the sum of squares of the L1 errors of the fields: of all where a wave has come
# back to where it began, of the one named elsewhere. A reference has so many times the cells of the
# target and is made by parabolas and merged sweeps.
WAVE = ["density", "velocity_x", "velocity_y", "velocity_z", "pressure",
        "magnetic_field_x", "magnetic_field_y", "magnetic_field_z"]
# Cells on the diagonal hold the mean of both sides: the initial state is then the same at all resolutions.
IMPLOSION = [f'initial.{name}="x + y > 0.15 + 1e-9 ? 1 : (x + y > 0.15 - 1e-9 ? {(1 + low) / 2} : {low})"'
             for name, low in (("density", 0.125), ("pressure", 0.14))]
VORTEX = [(n, n) for n in (64, 96, 128, 192)]
WAVE_CELLS = [(n, n // 2, n // 2) for n in (16, 32, 64, 96)]
DECKS = figures.ROOT / "perf" / "decks"
PROBLEMS = {
    "alfven-2d": Problem("circularly polarised Alfvén wave, 2D", "alfven-wave", "mhd-2d",
                         [(n, n // 2) for n in (32, 64, 128, 256)], 128, WAVE, [], None),
    "fast-3d": Problem("linear fast wave, 3D", "linear-wave-fast", "mhd-3d",
                       WAVE_CELLS, 64, WAVE, [], None),
    "alfven-3d": Problem("linear Alfvén wave, 3D", "linear-wave-alfven", "mhd-3d", WAVE_CELLS, 64, WAVE,
                         [], None),
    "vortex-0.1": Problem("Orszag-Tang vortex, t = 0.1", "orszag-tang", "mhd-2d", VORTEX, 128,
                          ["density"], ["run.end_time=0.1"], 6),
    "vortex-0.2": Problem("Orszag-Tang vortex, t = 0.2", "orszag-tang", "mhd-2d", VORTEX, 128,
                          ["density"], ["run.end_time=0.2"], 6),
    "vortex-0.5": Problem("Orszag-Tang vortex, t = 0.5", "orszag-tang", "mhd-2d", VORTEX, 128,
                          ["density"], ["run.end_time=0.5"], 6),
    "field-loop": Problem("field loop, t = 2", "field-loop", "mhd-2d",
                          [(n, n // 2) for n in (32, 64, 96, 128)], 128,
                          ["magnetic_field_magnitude"], [], None),
    "kelvin-helmholtz": Problem("Kelvin-Helmholtz instability, t = 1.5", "kelvin-helmholtz",
                                "hydrodynamics-2d", [(n, 2 * n) for n in (32, 48, 64, 96)], 64,
                                ["density"], ["run.end_time=1.5"], 6),
    "implosion": Problem("implosion, t = 0.5", "implosion", "hydrodynamics-2d",
                         [(n, n) for n in (48, 72, 96, 144)], 96, ["density"],
                         ["run.end_time=0.5", *IMPLOSION], 6),
    "isentropic-vortex": Problem("isentropic vortex", DECKS / "isentropic-vortex", "hydrodynamics-2d",
                                 [(n, n) for n in (32, 64, 128, 256)], 128, ["density"], [], None),
    "shear-layers": Problem("smooth shear layers, t = 1.5", DECKS / "smooth-shear", "hydrodynamics-2d",
                            [(n, n) for n in (32, 48, 64, 96)], 64, ["density"], [], 6),
    "sound-3d": Problem("sound wave, 3D", DECKS / "sound-wave", "hydrodynamics-3d", WAVE_CELLS, 64,
                        ["density"], [], None),
    "entropy-3d": Problem("entropy wave, 3D", DECKS / "entropy-wave", "hydrodynamics-3d", WAVE_CELLS, 64,
                          ["density"], [], None),
}
# By names of the reconstruction and splitting. Default or not: each is asked for.
SETTINGS = {
    "limited slopes": ["solver.reconstruction=primitive", "solver.splitting=strang"],
    "limited slopes, merged": ["solver.reconstruction=primitive", "solver.splitting=merged"],
    "weno-z": ["solver.reconstruction=weno-z", "solver.splitting=strang"],
    "weno-z, merged": ["solver.reconstruction=weno-z", "solver.splitting=merged"],
}
BASE = ("limited slopes", 0.8)
MERGED = "weno-z, merged"
FOLLOWING = "0.7, with shocks 0.85"  # the default in 2D with a field
RUNS = [BASE, ("limited slopes, merged", 0.8), ("weno-z", 0.8), (MERGED, FOLLOWING), (MERGED, 0.9), (MERGED, 0.8),
        (MERGED, 0.6), (MERGED, 0.4), (MERGED, 0.3)]
DRAWN = [BASE, (MERGED, 0.8), (MERGED, 0.4)]
REFERENCE = [*SETTINGS[MERGED], "solver.cfl=0.8"]
SPEED_DECKS = {"mhd-2d": "orszag-tang", "mhd-3d": "linear-wave-fast",
               "hydrodynamics-2d": "kelvin-helmholtz", "hydrodynamics-3d": DECKS / "sound-wave"}
SPEED_CELLS = {"cpu": {"2d": (512, 512), "3d": (64, 64, 64)},
               "gpu": {"2d": (4096, 4096), "3d": (512, 512, 512)}}


def run(arguments, problem, cells, changes, folder):
    """Runs a problem; returns the steps and the first and last output."""
    text = figures.run_deck(arguments, problem.deck, folder,
                            [figures.cells_setting(cells), "run.precision=double", *problem.changes,
                             figures.fields_setting(problem.fields), *changes], options=())
    steps = re.findall(r"^steps\s+(\d+)", text, re.MULTILINE)
    outputs = sorted(pathlib.Path(folder).glob("*.hdf5.*.athdf"))
    return int(steps[-1]), outputs[0], outputs[-1]


def courant_settings(number):
    """Those of one Courant number, or of one for smooth flow and another one for shocks."""
    smooth, *with_shocks = re.findall(r"[\d.]+", str(number))
    return [f"solver.cfl={smooth}", *(f"solver.cfl_shocks={other}" for other in with_shocks)]


def errors(arguments, problem, folder):
    """The points of each setting and Courant number, without times."""
    reference = None
    if problem.reference:
        fine = [problem.reference * n for n in next(c for c in problem.cells if c[0] == problem.target)]
        reference = run(arguments, problem, fine, REFERENCE, folder / "reference")[2]
    points = {}
    for name, cfl in RUNS:
        points[name, cfl] = []
        for cells in problem.cells:
            where = folder / f"{name}-{cfl}-{cells[0]}"
            steps, first, last = run(arguments, problem, cells,
                                     [*SETTINGS[name], *courant_settings(cfl)], where)
            options = ["--coarsen"] if reference else []
            found = figures.compare(arguments.program, reference or first, last, problem.fields, *options)
            points[name, cfl].append(Point(cells, math.hypot(*(l1 for _, l1 in found)), steps, None))
    return points


def measured_errors(arguments, problems):
    with tempfile.TemporaryDirectory() as folder:
        return {name: errors(arguments, problem, (arguments.keep or pathlib.Path(folder)) / name)
                for name, problem in problems.items()}


def save_errors(file, results):
    """Adds to what the file holds of other problems."""
    saved = json.loads(file.read_text()) if file.exists() else {}
    saved |= {name: [[*key, [p[:3] for p in line]] for key, line in points.items()]
              for name, points in results.items()}
    file.write_text(json.dumps(saved, indent=1) + "\n")


def read_errors(file, problems):
    saved = json.loads(file.read_text())
    return {name: {(setting, cfl): [Point(tuple(cells), error, steps, None)
                                    for cells, error, steps in line]
                   for setting, cfl, line in saved[name]} for name in problems if name in saved}


def measured_speeds(arguments):
    """Updates a second of each setting for each kind of problem."""
    return {kind: {name: figures.bench(arguments, deck, [
        figures.cells_setting(SPEED_CELLS[arguments.device][kind[-2:]]), "run.precision=double",
        *changes])["updates_per_second"] for name, changes in SETTINGS.items()}
            for kind, deck in SPEED_DECKS.items()}


def with_times(points, speeds):
    """Points with the times that speeds of their settings give; as they are where there are none."""
    return {key: [p._replace(time=math.prod(p.cells) * p.steps / speeds[key[0]]) if speeds else p
                  for p in line] for key, line in points.items()}


def peers_of(file, problems):
    """Points of each problem and scheme of the table; no time where it has no speed."""
    found = {name: {} for name in problems}
    with open(file, newline="") as rows:
        for row in csv.DictReader(rows):
            if row["problem"] not in found:
                continue
            cells, steps = tuple(int(n) for n in row["cells"].split("x")), int(row["steps"])
            speed = row["updates_per_second"]
            found[row["problem"]].setdefault(row["scheme"], []).append(
                Point(cells, float(row["error"]), steps,
                      math.prod(cells) * steps / float(speed) if speed else None))
    return found


def time_for(line, error):
    """The time for an error, by the two resolutions on either side of it, or the nearest two."""
    pair = next((pair for pair in zip(line, line[1:]) if pair[1].error <= error), line[-2:])
    (low, high) = [(math.log(p.error), math.log(p.time)) for p in pair]
    return math.exp(low[1] + (math.log(error) - low[0]) * (high[1] - low[1]) / (high[0] - low[0]))


def at_target(line, problem):
    return next((p for p in line if p.cells[0] == problem.target), None)


def heading(heads):
    yield from ("| problem | cells |" + "".join(f" {head} |" for head in heads),
                "|---" * (2 + len(heads)) + "|")


def error_table(problems, results, keys, name_of):
    """Errors and steps of each key; a dash where one was not run."""
    yield from ("", *heading([name_of(key) for key in keys]))
    for name, problem in problems.items():
        for cells in problem.cells:
            points = [next((p for p in results[name].get(key, []) if p.cells == cells), None)
                      for key in keys]
            if any(points):
                yield f"| {problem.title} | {figures.shape(cells)} |" + "".join(
                    f" {p.error:.3g} ({p.steps}) |" if p else " - |" for p in points)


def own_times(problems, results):
    """The time for the base's error at the target, relative to the base."""
    yield from ("", *heading([run_name(key) for key in RUNS]))
    for name, problem in problems.items():
        own = at_target(results[name][BASE], problem)
        if not own.time:
            continue
        yield f"| {problem.title} | {problem.target} |" + "".join(
            f" {time_for(results[name][key], own.error) / own.time:.2f} |" for key in RUNS)


def times_as_long(peer, line):
    """A peer's time over that for its error; a bound where the fewest cells have a smaller error."""
    if line[0].error < peer.error:
        return f"> {peer.time / line[0].time:.3g}"
    return f"{peer.time / time_for(line, peer.error):.3g}"


def peer_times(problems, results, peers, schemes):
    """How many times as long a peer takes for its error at the target as parabolas, merged."""
    keys = [(MERGED, cfl) for cfl in (0.8, 0.6, 0.4, 0.3)]
    yield from ("", *heading(schemes))
    for name, problem in problems.items():
        if not results[name][BASE][0].time:
            continue
        cells = []
        for scheme in schemes:
            peer = at_target(peers[name].get(scheme, []), problem)
            cells.append(" / ".join(times_as_long(peer, results[name][key]) for key in keys)
                         if peer and peer.time else "-")
        yield f"| {problem.title} | {problem.target} |" + "".join(f" {cell} |" for cell in cells)


def run_name(key):
    return f"{key[0]} {key[1]}"


def draw(arguments, name, problem, points, peers):
    chosen = {run_name(key): points[key] for key in DRAWN} | peers
    for abscissa, value in (("cells", lambda p: p.cells[0]), ("seconds", lambda p: p.time)):
        picture = arguments.docs / "pictures" / f"accuracy-{name}-{abscissa}.png"
        curves = {re.sub("[ ,]+", "-", label): [(value(p), p.error) for p in line if value(p)]
                  for label, line in chosen.items()}
        if not any(curves.values()):
            continue
        figures.draw_curves(arguments.program, picture,
                            {label: line for label, line in curves.items() if line},
                            abscissa, "L1-error", problem.title, "--log-x", "--log")
        yield f"![{problem.title}: error against {abscissa}](pictures/{picture.name})"


def page(arguments, problems, speeds, results, peers):
    rates = "; ".join(f"{kind}: " + ", ".join(f"{name} {rate / 1e6:.4g}" for name, rate in of.items())
                      for kind, of in speeds.items())
    yield f"{datetime.date.today()}. Million updates/s: {rates}."
    yield from ("", "L1 errors (steps), by reconstruction, splitting and Courant number:")
    yield from error_table(problems, results, RUNS, run_name)
    schemes = list(dict.fromkeys(scheme for of in peers.values() for scheme in of))
    if schemes:
        yield from ("", f"L1 errors (steps) in {arguments.peers.name}:")
        yield from error_table(problems, peers, schemes, str)
    yield from ("", f"Time for the error of {run_name(BASE)} at the cells named, relative to that:")
    yield from own_times(problems, results)
    if schemes:
        yield from ("", f"Times as long as {MERGED}, at 0.8 / 0.6 / 0.4 / 0.3, takes for the error that "
                        f"each scheme of {arguments.peers.name} has at the cells named:")
        run_by_others = {name: problem for name, problem in problems.items() if peers[name]}
        yield from peer_times(run_by_others, results, peers, schemes)
    yield ""
    for name in problems:
        yield " ".join(draw(arguments, name, problems[name], results[name], peers[name]))


def fewer_cells(problem):
    return problem._replace(cells=problem.cells[:2], target=problem.cells[1][0])


def main():
    file = {"type": pathlib.Path}
    arguments = figures.arguments_of(
        __doc__, quick=figures.QUICK, inputs=figures.INPUTS, docs=figures.DOCS, name=figures.HEADING,
        speeds=file | {"help": "a file of speeds, in place of measuring them"},
        errors=file | {"help": "a file of errors, in place of measuring them"},
        peers=file | {"help": "a table of another code's errors, steps and speeds"},
        **{"save-speeds": file | {"help": "measure speeds, write them here and stop"},
           "save-errors": file | {"help": "measure errors, add them to this file and stop"}},
        keep=file | {"help": "keep the runs in this folder, references under PROBLEM/reference"},
        only={"nargs": "*", "choices": list(PROBLEMS), "help": "these problems alone"})
    problems = {name: fewer_cells(problem) if arguments.quick else problem
                for name, problem in PROBLEMS.items() if not arguments.only or name in arguments.only}
    if arguments.save_speeds:
        arguments.save_speeds.write_text(json.dumps(measured_speeds(arguments), indent=1) + "\n")
        return
    if arguments.save_errors:
        save_errors(arguments.save_errors, measured_errors(arguments, problems))
        return
    speeds = json.loads(arguments.speeds.read_text()) if arguments.speeds else measured_speeds(arguments)
    points = read_errors(arguments.errors, problems) if arguments.errors else measured_errors(
        arguments, problems)
    problems = {name: problem for name, problem in problems.items() if name in points}
    results = {name: with_times(points[name], speeds.get(problem.speed)) for name, problem in problems.items()}
    peers = peers_of(arguments.peers, problems) if arguments.peers else {name: {} for name in problems}
    figures.put(arguments.docs / "accuracy.md", arguments.name or arguments.device,
                "\n".join(page(arguments, problems, speeds, results, peers)))


if __name__ == "__main__":
    main()
