#!/usr/bin/env python3
"""What rounding does to a step of MHD, as section 5.1 of Pekkila (2019): a step in single and in
double precision against the same step in extended precision, from four states.

Usage: perf/rounding.py --program PATH [--quick] [--inputs inputs] [--docs docs]

Takes everything from `solenoid validate inputs/rounding-errors.toml --extended`, which compares the
CPU and, where there is one, the GPU. Writes the tables into docs/verification.md and the
counterparts of the paper's figures 5.2 and 5.4 to 5.9 to docs/pictures/rounding-*.png. --quick:
fewer vertices, to try the script.
"""

import datetime
import pathlib
import re
import subprocess
import sys

import figures

DECK = "rounding-errors"
#: The paper's states in the deck's order, and the largest error that it found, in ulp.
STATES = {"random": 8.5, "X-wave": 12.7, "radial explosion": 1.0, "ABC flow": 5.2}
PRECISIONS = ("single", "double")
REDUCTION = "velocity_max"


def validate(arguments, state, cells):
    """{(precision, device, "reduction" or "field"): {name: (value, error, ulp, ulp of largest)}}"""
    command = [arguments.program, "validate", arguments.inputs / f"{DECK}.toml", "--extended",
               *figures.sets([f"constants.state={state}", f"constants.k={cells // 4}",
                              figures.cells_setting([cells] * 3)])]
    print(*command, file=sys.stderr, flush=True)
    text = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    found, rows = {}, None
    for line in text.splitlines():
        heading = re.match(r"(single|double) precision on (\w+) against extended precision", line)
        words = line.split()
        if heading:
            where = heading.groups()
        elif words and words[0] in ("reduction", "field"):
            rows = found.setdefault((*where, words[0]), {})
        elif len(words) == 5 and rows is not None:
            rows[words[0]] = tuple(map(float, words[1:]))
    return found


def devices_of(found):
    return sorted({device for _, device, _ in found})


def draw(arguments, picture, title, abscissa, columns, log):
    """A curve of points a state: `columns` is {state: [(x, y), ...]}; zeros are left out."""
    out = arguments.docs / "pictures" / f"rounding-{picture}.png"
    drawn = {state: [(x, y) for x, y in points if y > 0 or not log]
             for state, points in columns.items()}
    figures.draw_curves(arguments.program, out, {s: p for s, p in drawn.items() if p}, abscissa,
                        "value", title, *(["--log"] if log else []))
    return f"pictures/{out.name}"


def pictures_of_fields(arguments, results):
    """Figures 5.4 to 5.9, of the last device (the GPU where there is one)."""
    kinds = [("value", 0, "largest value", True), ("error", 1, "largest error", True),
             ("ulp", 2, "largest error in ulp there", True)]
    for precision in PRECISIONS:
        for kind, column, meaning, log in kinds:
            columns = {}
            for state, found in results.items():
                fields = found[precision, devices_of(found)[-1], "field"]
                columns[state] = [(n + 1, row[column]) for n, row in enumerate(fields.values())]
            yield draw(arguments, f"{kind}-{precision}", f"{precision} precision: {meaning}",
                       "field", columns, log)


def fields_table(results):
    devices = devices_of(next(iter(results.values())))
    yield ("| state | field | largest value |" +
           "".join(f" {p} on {d}: error | ulp there | of largest |" for p in PRECISIONS
                   for d in devices))
    yield "|---" * (3 + 6 * len(devices)) + "|"
    for state, found in results.items():
        for name, (value, *_) in found["double", devices[0], "field"].items():
            rows = [found[p, d, "field"][name] for p in PRECISIONS for d in devices]
            yield (f"| {state} | {name} | {value:.3g} |" +
                   "".join(f" {error:.2e} | {there:.3g} | {largest:.2f} |"
                           for _, error, there, largest in rows))


def summary_table(results):
    devices = devices_of(next(iter(results.values())))
    yield ("| state |" + "".join(f" {p} on {d}: ulp there | of largest |" for p in PRECISIONS
                                 for d in devices) + " the paper, GPU: ulp there |")
    yield "|---" * (2 + 4 * len(devices)) + "|"
    for state, found in results.items():
        columns = ""
        for rows in (found[p, d, "field"].values() for p in PRECISIONS for d in devices):
            columns += f" {max(r[2] for r in rows):.3g} | {max(r[3] for r in rows):.1f} |"
        yield f"| {state} |{columns} {STATES[state]} |"


def reductions_table(by_size):
    first = next(iter(by_size.values()))
    devices = devices_of(next(iter(first.values())))
    names = list(next(iter(first.values()))["double", devices[0], "reduction"])
    yield ("| vertices | reduction |" +
           "".join(f" {p} on {d} |" for p in PRECISIONS for d in devices))
    yield "|---" * (2 + 2 * len(devices)) + "|"
    for cells, results in by_size.items():
        for name in names:
            largest = [max(found[p, d, "reduction"][name][2] for found in results.values())
                       for p in PRECISIONS for d in devices]
            yield f"| {cells}^3 | {name} |" + "".join(f" {u:.2f} |" for u in largest)


def main():
    arguments = figures.arguments_of(__doc__, quick=figures.QUICK, inputs=figures.INPUTS,
                                     docs=figures.DOCS)
    sizes = (8, 16) if arguments.quick else (16, 32, 64)
    by_size = {cells: {state: validate(arguments, number, cells)
                       for number, state in enumerate(STATES, start=1)} for cells in sizes}
    results = by_size[sizes[1]]
    pictures = list(pictures_of_fields(arguments, results))
    for precision in PRECISIONS:
        columns = {state: [(cells, found[state][precision, devices_of(found[state])[-1],
                                               "reduction"][REDUCTION][2])
                           for cells, found in by_size.items()] for state in STATES}
        pictures.append(draw(arguments, f"reduction-{precision}",
                             f"{precision} precision: error of {REDUCTION} in ulp", "cells",
                             columns, False))
    numbers = ", ".join(f"{n} {name}" for n, name in enumerate(
        next(iter(results.values()))["double", "cpu", "field"], start=1))
    lines = [f"{datetime.date.today()}, {sizes[1]}^3 vertices, one step of stable length. The "
             "largest error of each field, and that error in units in the last place of the model "
             "where it is (eqs. 5.2 and 5.3 of the paper) and of the field's largest value. The "
             "largest over the fields:", "",
             *summary_table(results), "", "Each field:", "", *fields_table(results), "",
             "Reductions of the initial state, in ulp, the largest of the four states:", "",
             *reductions_table(by_size), "",
             f"Pictures, fields numbered {numbers}:", "",
             *(f"![{pathlib.Path(p).stem}]({p})" for p in pictures)]
    figures.put(arguments.docs / "verification.md", "Rounding errors of a step", "\n".join(lines))


if __name__ == "__main__":
    main()
