#!/usr/bin/env python3
"""Compares single with double precision, as section 6 of Wong et al. (2011), and writes the table
into docs/verification.md.

Usage: perf/precision.py --program PATH [--device cpu|gpu] [--quick] [--page docs/verification.md]

Runs the decks of the paper with relaxing-tvd in both precisions at the paper's resolutions
(--quick: at a quarter of them, to try the script) and takes the largest and the mean differences
from `solenoid compare`.
The rows of an earlier run, between the marks, are replaced.
"""

import datetime
import pathlib
import tempfile

import figures

FIELDS = ("density", "pressure", "total_energy")


class Case:
    """A deck, its cells, and the times at which the precisions are compared."""

    def __init__(self, deck, cells, every, end, published, settings=()):
        self.settings = settings
        self.deck, self.cells, self.every, self.end = deck, cells, every, end
        self.published = published


CASES = [
    Case("brio-wu", [512], 0.08, 0.08, ["1e-6"]),
    Case("rotor-1", [512, 512], 0.15, 0.15, ["3.5e-4"]),
    Case("orszag-tang", [512, 512], 0.5, 1.0, ["8e-5", "0.03"], figures.VORTEX_FLOOR),
    Case("blast-3d", [128, 128, 128], 0.1, 0.2, ["below 1e-6", "below 1e-6"]),
]


def run(arguments, case, cells, precision, folder):
    """The files of all times."""
    figures.run_deck(arguments, case.deck, folder, [
        "solver.scheme=relaxing-tvd", *case.settings, f"run.precision={precision}",
        f"run.end_time={case.end}", figures.cells_setting(cells),
        f"output.hdf5.every_time={case.every}", figures.fields_setting(FIELDS)])
    return [folder / f"{case.deck}.hdf5.{number:05}.athdf"
            for number in range(1, 1 + len(case.published))]


def rows_of(arguments, case, folder):
    cells = [n // 4 if arguments.quick else n for n in case.cells]
    singles = run(arguments, case, cells, "single", folder / "single")
    doubles = run(arguments, case, cells, "double", folder / "double")
    for number, published in enumerate(case.published):
        found = figures.compare(arguments.program, singles[number], doubles[number], FIELDS)
        columns = " | ".join(f"{largest:.1e} | {mean:.1e}" for largest, mean in found)
        yield (f"| {case.deck} | {figures.shape(cells)} | {case.every * (number + 1):g} | "
               f"{columns} | {published} |")


def main():
    arguments = figures.arguments_of(__doc__, page="verification.md", quick=figures.QUICK,
                                     inputs=figures.INPUTS)
    lines = [f"{datetime.date.today()}, relaxing-tvd, on {arguments.device}: the largest and the "
             "mean differences between single and double precision.", "",
             "| deck | cells | t | " + " | ".join(f"{f}: largest | mean" for f in FIELDS) +
             " | the paper, density |", "|---" * (2 * len(FIELDS) + 4) + "|"]
    for case in CASES:
        with tempfile.TemporaryDirectory() as folder:
            lines += rows_of(arguments, case, pathlib.Path(folder))
    figures.put(arguments.page, "Single against double precision", "\n".join(lines))


if __name__ == "__main__":
    main()
