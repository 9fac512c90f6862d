#!/usr/bin/env python3
"""Decay of a sine wave, figure 5 of Pekkila et al. (2017): the error against the spacing, for
differences of order 2, 4, 6 and 8 in single and double precision.

Usage: perf/sine_decay.py --program PATH [--device cpu|gpu] [--quick] [--docs docs]

Runs inputs/sine-decay.toml, 13 wavelengths in the box, to t = 1.5, with steps so short that what is
left is the error of space, or rounding. The error is the root mean square of the difference to the
exact solution, which is the deck with another amplitude at t = 0, as `solenoid compare` finds it.
Pictures go to docs/pictures/sine-decay-order-*.png, the table into docs/verification.md.
"""

import datetime
import math
import pathlib
import subprocess
import tempfile

import figures

DECK = "sine-decay"
ORDERS = (2, 4, 6, 8)
CELLS = (32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
#: The error of a step dt is 0.03 dt^3 here. Rounding errors grow with the number of steps.
STEPS = {"single": 5e-3, "double": 1e-4}
#: The longest steps that are stable are shorter on finer grids than these.
FINEST = {"single": 512, "double": 1024}
AMPLITUDE = math.exp(-5e-3 * 13 ** 2 * 1.5)
FIELD = "velocity_y"


def run(arguments, folder, changes, options=()):
    figures.run_deck(arguments, DECK, folder, [
        "output.1.type=hdf5", f'output.1.fields=["{FIELD}"]', "output.1.every_time=1.5", *changes],
        ["--quiet", *options])
    return sorted(folder.glob(f"{DECK}.*.athdf"))[-1]


def error(arguments, folder, order, precision, cells):
    here = [figures.cells_setting([cells])]
    exact = run(arguments, folder / "exact", [*here, f"initial.{FIELD}={AMPLITUDE!r}*sin(k*x)"],
                ["--steps", "0"])
    found = run(arguments, folder / "found", [
        *here, f"solver.order={order}", f"run.precision={precision}",
        f"solver.time_step={STEPS[precision]}"])
    text = subprocess.run([arguments.program, "compare", exact, found], check=True,
                          capture_output=True, text=True).stdout
    row = next(line.split() for line in text.splitlines() if line.startswith(FIELD))
    return float(row[3])


def draw(arguments, precision, rows):
    picture = arguments.docs / "pictures" / f"sine-decay-order-{precision}.png"
    curves = {f"order {order}": [(2 * math.pi / cells, error)
                                 for (o, p, cells), error in rows.items()
                                 if (o, p) == (order, precision)] for order in ORDERS}
    figures.draw_curves(arguments.program, picture, curves, "spacing", "error",
                        f"{precision} precision: error of the velocity", "--log", "--log-x")
    return f"![{precision} precision](pictures/{picture.name})"


def table(rows, cells):
    yield "| vertices |" + "".join(f" order {o}, {p} | slope |" for p in STEPS for o in ORDERS)
    yield "|---" * (1 + 2 * len(ORDERS) * len(STEPS)) + "|"
    for n, count in enumerate(cells):
        columns = []
        for precision in STEPS:
            for order in ORDERS:
                now = rows.get((order, precision, count))
                before = rows.get((order, precision, cells[n - 1])) if n > 0 else None
                slope = ""
                if now and before:
                    slope = f"{math.log(before / now) / math.log(count / cells[n - 1]):.2f}"
                columns.append(f" {now:.2e} | {slope} |" if now else " | |")
        yield f"| {count} |" + "".join(columns)


def main():
    arguments = figures.arguments_of(__doc__, quick=figures.QUICK, inputs=figures.INPUTS,
                                     docs=figures.DOCS)
    cells = CELLS[::4] if arguments.quick else CELLS
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        for precision in STEPS:
            for order in ORDERS:
                for count in cells:
                    if count <= FINEST[precision]:
                        rows[order, precision, count] = error(
                            arguments, pathlib.Path(folder) / f"{precision}-{order}-{count}", order,
                            precision, count)
    lines = [f"{datetime.date.today()}, on {arguments.device}: the root mean square error of the "
             f"velocity at t = 1.5, with steps of {STEPS['single']:g} in single and "
             f"{STEPS['double']:g} in double precision. Slopes are those from the row above.", "",
             " ".join(draw(arguments, precision, rows) for precision in STEPS), "",
             *table(rows, cells)]
    figures.put(arguments.docs / "verification.md", "Order of the decay of a sine wave",
                "\n".join(lines))


if __name__ == "__main__":
    main()
