#!/usr/bin/env python3
"""Predicts how each scheme scales over many GPUs and writes the tables into docs/scaling.md.

Usage: perf/scaling.py [--bandwidth 50] [--latency 30] [--page docs/scaling.md]

Bandwidth between hosts in GB/s a GPU and direction, latency of an exchange in microseconds. The columns
are those of `solenoid bench --weak` and `--strong`, which measures what is predicted here.
"""

import argparse
import math
import pathlib

import figures

# By scheme, in double precision in 3D, of one H200: ns per cell and step at 512^3 and ms per step of a
# grid that leaves it idle; values that a cell beside a face sends per step along x, y and z; exchanges
# per step along each of these; reductions per step.
SCHEMES = {
    # 9 fields, three layers, and y swept twice where x and z are once.
    "muscl-hancock": (0.336, 0.12, (27, 54, 27), (1, 2, 1), 1),
    "muscl-hancock, limited slopes": (0.169, 0.09, (18, 18, 18), (1, 1, 1), 1),
    "relaxing-tvd": (0.226, 0.2, (44, 44, 44), (4, 4, 4), 1),
    # 8 fields, three layers, three substeps.
    "finite differences, MHD, order 6": (0.371, 0.08, (72, 72, 72), (3, 3, 3), 1),
    # 8 fields, three layers, four substeps, each with the fastest waves of the box.
    "stratified with hyperdiffusion": (3.1, 0.4, (96, 96, 96), (4, 4, 4), 5),
}
BYTES = 8
NUMBERS = (8, 16, 64, 256, 1024, 4096)


def cut(parts):
    """Parts along x, y and z, of which none is more than needed: z rather than y rather than x."""
    best = None
    for x in range(1, parts + 1):
        for y in range(x, parts // x + 1):
            if parts % (x * y) == 0 and parts // (x * y) >= y:
                layout = (x, y, parts // (x * y))
                if best is None or sum(layout) < sum(best):
                    best = layout
    return best


def step(scheme, cells, layout, bandwidth, latency):
    """Milliseconds of a step of a part of so many cells along each axis, and of its exchanges."""
    nanoseconds, least, values, exchanges, reductions = SCHEMES[scheme]
    compute = least + 1e-6 * nanoseconds * math.prod(cells)
    exchange = 0.0
    for axis in range(3):
        if layout[axis] > 1:
            face = math.prod(cells) / cells[axis]
            exchange += 1e3 * values[axis] * BYTES * face / (bandwidth * 1e9)
            exchange += 1e-3 * latency * exchanges[axis]
    parts = math.prod(layout)
    exchange += 1e-3 * reductions * (10 + 5 * math.log2(parts)) if parts > 1 else 0
    return compute, exchange


def weak(size, options):
    """A table: efficiency and exchange of parts of size^3 cells."""
    lines = [f"| {size}^3 a GPU | " + " | ".join(str(n) for n in NUMBERS) + " |",
             "|---" * (len(NUMBERS) + 1) + "|"]
    for scheme in SCHEMES:
        entries = []
        for parts in NUMBERS:
            compute, exchange = step(scheme, (size,) * 3, cut(parts), options.bandwidth,
                                     options.latency)
            entries.append(f"{100 * compute / (compute + exchange):.0f} % ({exchange:.2g} ms)")
        lines.append(f"| {scheme} | " + " | ".join(entries) + " |")
    return "\n".join(lines)


def strong(size, options):
    """A table: how many times faster than one GPU a box of size^3 cells is."""
    lines = [f"| {size}^3 in all | " + " | ".join(str(n) for n in NUMBERS) + " |",
             "|---" * (len(NUMBERS) + 1) + "|"]
    for scheme in SCHEMES:
        alone = sum(step(scheme, (size,) * 3, (1, 1, 1), options.bandwidth, options.latency))
        entries = []
        for parts in NUMBERS:
            layout = cut(parts)
            cells = [size / n for n in layout]
            time = sum(step(scheme, cells, layout, options.bandwidth, options.latency))
            entries.append(f"{alone / time:.0f} ({time:.2g} ms)")
        lines.append(f"| {scheme} | " + " | ".join(entries) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bandwidth", type=float, default=50)
    parser.add_argument("--latency", type=float, default=30)
    parser.add_argument("--page", type=pathlib.Path, default=figures.ROOT / "docs" / "scaling.md")
    options = parser.parse_args()
    text = "\n\n".join([
        f"At {options.bandwidth:g} GB/s and {options.latency:g} us, layouts "
        + ", ".join("x".join(map(str, cut(n))) for n in NUMBERS) + ".",
        "Weak scaling: efficiency, and time of a step's exchanges and reductions:",
        weak(256, options), weak(512, options),
        "Strong scaling: times one GPU (if it had the memory), and time of a step:",
        strong(1024, options)])
    figures.put(options.page, "scaling", text)


if __name__ == "__main__":
    main()
