#!/usr/bin/env python3
"""Speed of MHD by finite differences, figure 5.12 of Pekkila (2019): the part of its bound that is
reached, against the size of the grid, for differences of order 2, 4, 6 and 8 in single and double
precision.

Usage: perf/efficiency.py --program PATH [--device cpu|gpu] [--threads N] [--quick] [--docs docs]

By `solenoid bench inputs/orszag-tang-viscous.toml` on cubes, full steps with boundaries and the
search for the next time step. The bound counts every value once in and once out a substep, at the
copy bandwidth of the same run. Pictures go to docs/pictures/efficiency-*.png, the table into
docs/performance.md.
"""

import datetime

import figures

DECK = "orszag-tang-viscous"
ORDERS = (2, 4, 6, 8)
PRECISIONS = ("double", "single")
SIZES = {"cpu": (32, 48, 64, 96, 128), "gpu": (64, 96, 128, 192, 256, 384, 512)}


def measure(arguments, order, precision, size):
    changes = [figures.cells_setting([size] * 3), f"solver.order={order}",
               f"run.precision={precision}"]
    threads = ["--threads", arguments.threads] if arguments.threads else []
    # A second or so on one thread; a GPU is timed by `bench` itself.
    steps = ["--steps", str(max(2, 3_000_000 // size ** 3))] if arguments.device == "cpu" else []
    return figures.bench(arguments, DECK, changes, [*threads, *steps])


def draw(arguments, precision, sizes, results):
    picture = arguments.docs / "pictures" / f"efficiency-{arguments.device}-{precision}.png"
    curves = {f"order {order}": [(size, results[order, precision, size]["percent_of_bound"])
                                 for size in sizes] for order in ORDERS}
    figures.draw_curves(arguments.program, picture, curves, "vertices-a-side", "percent-of-bound",
                        f"{precision} precision: part of the bound", "--log-x")
    return f"![{precision} precision](pictures/{picture.name})"


def table(sizes, results):
    yield "| vertices |" + "".join(f" order {o}, {p} |" for p in PRECISIONS for o in ORDERS)
    yield "|---" * (1 + len(ORDERS) * len(PRECISIONS)) + "|"
    for size in sizes:
        cells = (results[order, precision, size] for precision in PRECISIONS for order in ORDERS)
        yield f"| {figures.shape([size] * 3)} |" + "".join(
            f" {r['nanoseconds_per_update']:.3g} ({r['percent_of_bound']:.0f} %) |" for r in cells)


def main():
    arguments = figures.arguments_of(__doc__, quick=figures.QUICK, inputs=figures.INPUTS,
                                     docs=figures.DOCS, threads={"help": "CPU threads"})
    sizes = SIZES[arguments.device][:2] if arguments.quick else SIZES[arguments.device]
    results = {(order, precision, size): measure(arguments, order, precision, size)
               for precision in PRECISIONS for order in ORDERS for size in sizes}
    threads = f", --threads {arguments.threads}" if arguments.threads else ""
    lines = [f"{datetime.date.today()}, --device {arguments.device}{threads}: nanoseconds per vertex "
             "and full step, and the part of the bound.", "",
             " ".join(draw(arguments, precision, sizes, results) for precision in PRECISIONS), "",
             *table(sizes, results)]
    figures.put(arguments.docs / "performance.md",
                f"Efficiency of finite differences, {arguments.device}", "\n".join(lines))


if __name__ == "__main__":
    main()
