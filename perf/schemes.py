#!/usr/bin/env python3
"""Compares the schemes: error against cells and against computing time.

Usage: perf/schemes.py --program PATH [--device cpu|gpu] [--quick] [--docs docs]

Runs the Orszag-Tang vortex (L1 of the density at t = 0.5 against muscl-hancock with 1024^2 cells,
512^2 with --quick) and the oblique circularly polarised Alfven wave (L1 of B_z after one period
against the initial state, which is the exact solution) with each scheme's defaults, on one thread,
in turns. Draws docs/pictures/schemes-*.png with `solenoid plot` and writes the table into
docs/verification.md.
"""

import datetime
import pathlib
import re
import tempfile

import figures

SCHEMES = ("muscl-hancock", "relaxing-tvd")


def run(arguments, folder, deck, scheme, cells, every):
    """Runs a deck; returns the seconds that its steps took."""
    options = ["--threads", "1"] if arguments.device == "cpu" else []
    text = figures.run_deck(arguments, deck, folder, [
        f"solver.scheme={scheme}", figures.cells_setting(cells),
        f"output.hdf5.every_time={every}"], options)
    steps = int(re.search(r"steps +(\d+)", text)[1])
    nanoseconds = float(re.search(r"\(([-+.e\d]+) ns per cell", text)[1])
    return steps * cells[0] * cells[1] * nanoseconds * 1e-9


def mean_difference(program, first, second, field):
    return figures.compare(program, first, second, [field], "--coarsen")[0][1]


def vortex(arguments, folder):
    """Rows (scheme, cells along x, error, seconds) of the Orszag-Tang vortex."""
    count = 512 if arguments.quick else 1024
    reference = folder / "reference"
    run(arguments, reference, "orszag-tang", "muscl-hancock", (count, count), 0.5)
    for level in range(2 if arguments.quick else 4):
        for scheme in SCHEMES:
            cells = 32 << level
            here = folder / f"{scheme}-{cells}"
            seconds = run(arguments, here, "orszag-tang", scheme, (cells, cells), 0.5)
            last = "orszag-tang.hdf5.00001.athdf"
            error = mean_difference(arguments.program, here / last, reference / last, "density")
            yield scheme, cells, error, seconds


def wave(arguments, folder):
    """The same of the Alfven wave."""
    for level in range(2 if arguments.quick else 4):
        for scheme in SCHEMES:
            cells = 32 << level
            here = folder / f"{scheme}-{cells}"
            seconds = run(arguments, here, "alfven-wave", scheme, (cells, cells // 2), 1)
            error = mean_difference(arguments.program, here / "alfven-wave.hdf5.00000.athdf",
                                    here / "alfven-wave.hdf5.00001.athdf", "magnetic_field_z")
            yield scheme, cells, error, seconds


def draw(arguments, name, title, rows):
    """A line a scheme: error over cells, and error over seconds."""
    for column, abscissa in ((1, "cells"), (3, "seconds")):
        picture = arguments.docs / "pictures" / f"schemes-{name}-{abscissa}.png"
        curves = {scheme: [(row[column], row[2]) for row in rows if row[0] == scheme]
                  for scheme in SCHEMES}
        figures.draw_curves(arguments.program, picture, curves, abscissa, "error", title, "--log",
                            "--log-x")


def table(rows):
    found = {(scheme, cells): (error, seconds) for scheme, cells, error, seconds in rows}
    for cells in sorted({row[1] for row in rows}):
        columns = [f"{found[scheme, cells][0]:.2e} | {found[scheme, cells][1]:.3g}"
                   for scheme in SCHEMES]
        yield f"| {cells} | " + " | ".join(columns) + " |"


def main():
    arguments = figures.arguments_of(__doc__, quick=figures.QUICK, inputs=figures.INPUTS,
                                     docs=figures.DOCS)
    where = "one CPU thread" if arguments.device == "cpu" else "a GPU"
    lines = [f"{datetime.date.today()}, each scheme with its defaults, on {where}."]
    for name, title, runs in (("orszag-tang", "Orszag-Tang vortex, L1 of the density", vortex),
                              ("alfven-wave", "Alfven wave, L1 of B_z", wave)):
        with tempfile.TemporaryDirectory() as text:
            folder = pathlib.Path(text)
            rows = list(runs(arguments, folder))
            draw(arguments, name, title, rows)
        lines += ["", f"{title}: ![against cells](pictures/schemes-{name}-cells.png) "
                  f"![against seconds](pictures/schemes-{name}-seconds.png)", "",
                  "| cells along x | " + " | ".join(f"{s}: L1 | seconds" for s in SCHEMES) + " |",
                  "|---" * (1 + 2 * len(SCHEMES)) + "|", *table(rows)]
    figures.put(arguments.docs / "verification.md", "Scheme against scheme", "\n".join(lines))


if __name__ == "__main__":
    main()
