#!/usr/bin/env python3
"""Runs the tests of Wong et al. (2011), section 5, with relaxing-tvd at the paper's sizes.

Usage: perf/paper.py --program PATH [--device cpu|gpu] [--quick] [--only DECK ...] [--docs docs]

Every deck has to run to its end; the divergence of the field at each of the paper's times is taken
from the history. Pictures go to docs/pictures/relaxing-tvd-*.png, the table into
docs/verification.md (with --only, rows of other decks are left out). --quick: at a quarter of the
cells, to try the script.
"""

import datetime
import math
import pathlib
import shutil
import subprocess
import sys
import tempfile

import figures


class Case:
    """A deck, its cells, the paper's times, the fields of its pictures, and changes of the deck."""

    def __init__(self, deck, cells, times, fields, fine=None, slice_at=None, settings=()):
        self.deck, self.cells, self.times, self.fields = deck, cells, times, fields
        self.settings = settings
        self.fine = fine  # cells of the finer run that a shock tube is drawn over
        self.slice_at = slice_at


CASES = [
    Case("brio-wu", [512], [0.08], ["density", "magnetic_field_y"], fine=[4096]),
    Case("ryu-jones-2a", [512], [0.2], ["density", "magnetic_field_y"], fine=[4096]),
    Case("orszag-tang", [512, 512], [0.5, 1.0], ["density", "pressure"],
         settings=figures.VORTEX_FLOOR),
    Case("blast-2d", [512, 512], [0.2], ["density", "pressure"]),
    Case("rotor-1", [512, 512], [0.15], ["density", "pressure"]),
    Case("rotor-2", [512, 512], [0.295], ["density", "pressure"]),
    Case("blast-3d", [128, 128, 128], [0.1, 0.2], ["density", "pressure", "magnetic_pressure"],
         slice_at="z=0"),
]


def run(arguments, case, cells, folder):
    figures.run_deck(arguments, case.deck, folder, [
        "solver.scheme=relaxing-tvd", *case.settings, f"run.end_time={case.times[-1]}",
        figures.cells_setting(cells), f"output.hdf5.every_time={case.times[0]}",
        figures.fields_setting(case.fields)])


def divergence(row, box, cells):
    """max |div B| in units of the root mean square of |B| over a cell's width."""
    energy = row["1-ME"] + row["2-ME"] + row["3-ME"]
    return row["max_divB"] * box / cells[0] / math.sqrt(2 * energy / box ** len(cells))


def draw(arguments, case, folder, number, cells):
    """Pictures of one time; shock tubes over their finer run."""
    file = folder / f"{case.deck}.hdf5.{number:05}.athdf"
    files = [file]
    if case.fine:
        fine = folder / "fine"
        run(arguments, case, case.fine, fine)
        files = [folder / f"{case.fine[0]} cells.athdf", folder / f"{cells[0]} cells.athdf"]
        shutil.copy(fine / file.name, files[0])
        shutil.copy(file, files[1])
    suffix = f"-{number}" if len(case.times) > 1 else ""
    for field in case.fields:
        picture = arguments.docs / "pictures" / f"relaxing-tvd-{case.deck}{suffix}-{field}.png"
        command = [arguments.program, "plot", *files, "--field", field, "--out", picture]
        if case.slice_at:
            command += ["--slice", case.slice_at]
        subprocess.run(command, check=True, stdout=sys.stderr)
        yield picture


def rows_of(arguments, case, folder):
    cells = [n // 4 if arguments.quick else n for n in case.cells]
    run(arguments, case, cells, folder)
    rows = figures.history(folder / f"{case.deck}.hst")
    for number, time in enumerate(case.times, start=1):
        # The first row at or after the time: as an output it belongs to the first such step.
        row = next((row for row in rows if row["time"] >= time * (1 - 1e-9)), rows[-1])
        pictures = " ".join(f"[{picture.stem.rsplit('-', 1)[1]}](pictures/{picture.name})"
                            for picture in draw(arguments, case, folder, number, cells))
        yield (f"| {case.deck} | {figures.shape(cells)} | {time:g} | "
               f"{divergence(row, 1.0, cells):.1e} | {row['floored_cells']:.0f} | "
               f"{row['floor_energy'] / row['tot-E']:.1e} | {pictures} |")


def main():
    arguments = figures.arguments_of(__doc__, quick=figures.QUICK, inputs=figures.INPUTS,
                                     docs=figures.DOCS, only={"nargs": "*", "metavar": "DECK",
                                     "default": [case.deck for case in CASES]})
    lines = [f"{datetime.date.today()}, on {arguments.device}: the paper's tests at its sizes, all "
             "run to their end. Divergence is the largest |div B| in units of the root mean square "
             "of |B| over a cell's width. Floored is how often a cell was raised to the floor of "
             "the pressure up to then (only the vortex has one, "
             f"{figures.VORTEX_FLOOR[0].split('=')[1]}), and what share of the total energy that "
             "added.", "", "| deck | cells | t | divergence | floored | energy added | pictures |",
             "|---" * 7 + "|"]
    for case in CASES:
        if case.deck not in arguments.only:
            continue
        with tempfile.TemporaryDirectory() as folder:
            lines += rows_of(arguments, case, pathlib.Path(folder))
    figures.put(arguments.docs / "verification.md", "The paper's tests with relaxing-tvd",
                "\n".join(lines))


if __name__ == "__main__":
    main()
