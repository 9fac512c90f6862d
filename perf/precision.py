#!/usr/bin/env python3
"""Compares single with double precision, as section 6 of Wong et al. (2011), and writes the table
into docs/verification.md.

Usage: perf/precision.py --program PATH [--device cpu|gpu] [--quick] [--page docs/verification.md]

Runs the decks of the paper with relaxing-tvd in both precisions at the paper's resolutions (--quick:
at a quarter of them, to try the script) and takes the largest differences from `solenoid compare`.
The rows of an earlier run, between the marks, are replaced.
"""

import argparse
import datetime
import pathlib
import subprocess
import sys
import tempfile

from measure import put

FIELDS = ("density", "pressure", "total_energy")


class Case:
    """A deck, its cells, and the times at which the precisions are compared."""

    def __init__(self, deck, cells, every, end, published):
        self.deck, self.cells, self.every, self.end = deck, cells, every, end
        self.published = published


CASES = [
    Case("brio-wu", [512], 0.08, 0.08, ["1e-6"]),
    Case("rotor-1", [512, 512], 0.15, 0.15, ["3.5e-4"]),
    Case("orszag-tang", [512, 512], 0.5, 1.0, ["8e-5", "0.03"]),
    Case("blast-3d", [128, 128, 128], 0.1, 0.2, ["below 1e-6", "below 1e-6"]),
]


def run(arguments, case, precision, folder):
    cells = [n // 4 if arguments.quick else n for n in case.cells]
    changes = ["solver.scheme=relaxing-tvd", f"run.precision={precision}",
               f"run.end_time={case.end}", f"grid.cells={cells}".replace(" ", ""),
               f"output.hdf5.every_time={case.every}",
               "output.hdf5.fields=[" + ",".join(f'"{name}"' for name in FIELDS) + "]"]
    command = [arguments.program, "run", arguments.inputs / f"{case.deck}.toml", "--out", folder,
               "--device", arguments.device, "--quiet"]
    for change in changes:
        command += ["--set", change]
    subprocess.run(command, check=True, stdout=sys.stderr)
    return cells


def differences(program, first, second):
    """The largest absolute difference of each field between two files."""
    out = subprocess.run([program, "compare", first, second], check=True, capture_output=True,
                         text=True).stdout
    found = {}
    for line in out.splitlines():
        words = line.split()
        if words and words[0] in FIELDS:
            found[words[0]] = float(words[1])
    return [found[name] for name in FIELDS]


def rows_of(arguments, case, folder):
    singles, doubles = folder / "single", folder / "double"
    run(arguments, case, "single", singles)
    cells = run(arguments, case, "double", doubles)
    shape = " x ".join(str(n) for n in cells)
    for number, published in enumerate(case.published, start=1):
        name = f"{case.deck}.hdf5.{number:05}.athdf"
        found = differences(arguments.program, singles / name, doubles / name)
        figures = " | ".join(f"{value:.1e}" for value in found)
        yield f"| {case.deck} | {shape} | {case.every * number:g} | {figures} | {published} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    root = pathlib.Path(__file__).resolve().parent.parent
    parser.add_argument("--program", required=True)
    parser.add_argument("--device", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--inputs", type=pathlib.Path, default=root / "inputs")
    parser.add_argument("--page", type=pathlib.Path, default=root / "docs" / "verification.md")
    arguments = parser.parse_args()
    lines = [f"{datetime.date.today()}, relaxing-tvd, on {arguments.device}: the largest "
             "differences between single and double precision.", "",
             "| deck | cells | t | " + " | ".join(FIELDS) + " | the paper, density |",
             "|---" * (len(FIELDS) + 4) + "|"]
    for case in CASES:
        with tempfile.TemporaryDirectory() as folder:
            lines += rows_of(arguments, case, pathlib.Path(folder))
    put(arguments.page, "Single against double precision", "\n".join(lines))


if __name__ == "__main__":
    main()
