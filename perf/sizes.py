#!/usr/bin/env python3
"""Measures relaxing-tvd at the sizes of Wong et al. (2011), tables 1 to 3, and writes the table
into docs/performance.md.

Usage: perf/sizes.py --program PATH [--device cpu|gpu] [--name NAME] [--quick]
                     [--page docs/performance.md]

Milliseconds per step in the paper's sense, a forward and a reversed sweep of all directions with
one search for the time step (the sum of its tables 4 to 6): two steps of ours. 1D: Brio-Wu, 2D:
Orszag-Tang, 3D: the blast, by `solenoid bench`; on a CPU with all threads.
"""

import datetime
import math
import platform

import figures

# Deck, cells, and milliseconds in the paper: GTX 295 double, single, GTX 480 double, single.
SIZES = [
    ("brio-wu", [128], (3.9, 3.6, 2.26, 2.24)),
    ("brio-wu", [256], (4.5, 4.0, 2.35, 2.29)),
    ("brio-wu", [512], (29.5, 4.5, 3.21, 2.95)),
    ("brio-wu", [1024], (31.0, 30.0, 3.25, 3.03)),
    ("brio-wu", [2048], (33.0, 32.2, 3.82, 3.43)),
    ("brio-wu", [4096], (39.1, 36.4, 5.95, 4.31)),
    ("orszag-tang", [128, 128], (35.8, 32.2, 7.01, 5.36)),
    ("orszag-tang", [256, 256], (57.3, 44.8, 21.59, 12.48)),
    ("orszag-tang", [512, 512], (142.3, 94.0, 56.26, 43.94)),
    ("orszag-tang", [1024, 1024], (478.6, 295.1, 144.48, 96.43)),
    ("blast-3d", [32, 32, 32], (44.6, 36.6, 12.03, 7.41)),
    ("blast-3d", [64, 64, 64], (145.3, 90.7, 60.18, 43.07)),
    ("blast-3d", [128, 128, 128], (880.6, 506.4, 276.40, 161.33)),
]


def milliseconds(arguments, deck, cells, precision):
    count = math.prod(cells)
    # Enough steps for a tenth of a second or so, in pairs.
    steps = 2 * max(2, min(500, (200_000 if arguments.quick else 2_000_000) // count))
    changes = ["solver.scheme=relaxing-tvd", f"run.precision={precision}",
               figures.cells_setting(cells)]
    result = figures.bench(arguments, deck, changes, ["--steps", str(steps)])
    return 2e3 * count / result["updates_per_second"]


def rows(arguments):
    for deck, cells, published in SIZES:
        measured = [milliseconds(arguments, deck, cells, p) for p in ("double", "single")]
        columns = " | ".join(f"{value:.3g}" for value in measured + list(published))
        yield f"| {deck} | {figures.shape(cells)} | {columns} |"


def main():
    arguments = figures.arguments_of(__doc__, page="performance.md", name=figures.HEADING,
                                     quick=figures.QUICK, inputs=figures.INPUTS)
    name = arguments.name or f"relaxing-tvd at the paper's sizes, {platform.node()}"
    lines = [f"{datetime.date.today()}, {arguments.device}, milliseconds per pair of steps (the "
             "paper's step).", "",
             "| problem | cells | double | single | GTX 295 double | single | GTX 480 double | "
             "single |", "|---" * 8 + "|", *rows(arguments)]
    figures.put(arguments.page, name, "\n".join(lines))


if __name__ == "__main__":
    main()
