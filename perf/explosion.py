#!/usr/bin/env python3
"""Symmetry of a radial explosion on seven axes, figure 6 of Pekkila et al. (2017).

Usage: perf/explosion.py --program PATH [--device cpu|gpu] [--quick] [--cells N ...] [--docs docs]

Runs inputs/radial-explosion.toml with several viscosities and with differences in one pass (the
55-point method) and in two (the 19-point method). The density and |u| are integrated along the
three axes of the box and its four diagonals, up to the distance of the faces; the directional error
is the standard deviation of the seven integrals over their mean. Needs numpy and h5py. The table
goes into docs/verification.md, pictures to docs/pictures/radial-explosion-*.png.
"""

import datetime
import math
import pathlib
import tempfile

import figures

DECK = "radial-explosion"
VISCOSITIES = (0.2, 0.1, 0.05, 0.02, 0.01)
#: u = 1 and the shell's radius.
VELOCITY_TIMES_LENGTH = 0.8
#: What stands around the explosion: that of the ends of lines, where vertices are few.
QUANTITIES = {"density": 1.0, "velocity_magnitude": 0.0}
#: Names in .athdf files where they are Athena++'s own.
IN_FILES = {"density": "rho"}
PASSES = {1: "one pass", 2: "two passes"}


def fields_of(file):
    """Fields by name, indexed [z, y, x]."""
    import h5py

    with h5py.File(file) as data:
        names = [name.decode() for name in data.attrs["VariableNames"]]
        counts = data.attrs["NumVariables"]
        found, first = {}, 0
        for dataset, count in zip(data.attrs["DatasetNames"], counts):
            for n in range(count):
                found[names[first + n]] = data[dataset.decode()][n, 0]
            first += count
    return found


def directional_error(values, half_width, background):
    import numpy

    cells = values.shape[0]
    i = numpy.arange(cells)
    middle = numpy.full(cells, cells // 2)
    spacing = 2 * half_width / cells
    lines = [(i, middle, middle), (middle, i, middle), (middle, middle, i),
             (i, i, i), (cells - 1 - i, i, i), (i, cells - 1 - i, i), (i, i, cells - 1 - i)]
    integrals = []
    for line in lines:
        step = spacing * math.sqrt(sum(abs(int(axis[1] - axis[0])) for axis in line))
        inside = numpy.abs(i - cells // 2) * step < half_width
        excess = step * (values[line][inside] - background).sum()
        integrals.append(2 * half_width * background + excess)
    return numpy.std(integrals) / numpy.mean(integrals)


def errors_of(arguments, folder, viscosity, passes, cells):
    figures.run_deck(arguments, DECK, folder, [
        f"physics.viscosity={viscosity}", f"solver.passes={passes}",
        figures.cells_setting([cells] * 3), figures.fields_setting(QUANTITIES)])
    fields = fields_of(sorted(folder.glob(f"{DECK}.*.athdf"))[-1])
    return [directional_error(fields[IN_FILES.get(name, name)], math.pi, background)
            for name, background in QUANTITIES.items()]


def draw(arguments, rows, quantity):
    name = list(QUANTITIES)[quantity]
    picture = arguments.docs / "pictures" / f"{DECK}-{name}.png"
    curves = {f"{cells} vertices a side":
              [(VELOCITY_TIMES_LENGTH / viscosity, rows[viscosity, 2, cells][quantity])
               for viscosity in VISCOSITIES] for cells in arguments.cells}
    figures.draw_curves(arguments.program, picture, curves, "Reynolds_number", "error",
                        f"directional error of {name}", "--log", "--log-x")
    return f"![{name}](pictures/{picture.name})"


def main():
    arguments = figures.arguments_of(__doc__, quick=figures.QUICK, inputs=figures.INPUTS,
                                     docs=figures.DOCS, cells={
                                         "type": int, "nargs": "+", "default": [31, 63],
                                         "help": "vertices a side; odd, with one in the middle"})
    if arguments.quick:
        arguments.cells = [15, 31]
    rows = {}
    with tempfile.TemporaryDirectory() as folder:
        for cells in arguments.cells:
            for viscosity in VISCOSITIES:
                for passes in PASSES:
                    here = pathlib.Path(folder) / f"{viscosity}-{passes}-{cells}"
                    rows[viscosity, passes, cells] = errors_of(arguments, here, viscosity, passes,
                                                               cells)
    lines = [f"{datetime.date.today()}, on {arguments.device}: directional errors at t = 1, with "
             f"R = {VELOCITY_TIMES_LENGTH}/viscosity.", "",
             " ".join(draw(arguments, rows, quantity) for quantity in range(len(QUANTITIES))), "",
             "| R |" + "".join(f" {name}, {PASSES[p]}, {cells}^3 |" for name in QUANTITIES
                               for p in PASSES for cells in arguments.cells),
             "|---" * (1 + len(QUANTITIES) * len(PASSES) * len(arguments.cells)) + "|"]
    for viscosity in VISCOSITIES:
        columns = [f" {rows[viscosity, p, cells][quantity]:.1e} |"
                   for quantity in range(len(QUANTITIES)) for p in PASSES
                   for cells in arguments.cells]
        lines.append(f"| {VELOCITY_TIMES_LENGTH / viscosity:g} |" + "".join(columns))
    figures.put(arguments.docs / "verification.md", "Symmetry of the radial explosion",
                "\n".join(lines))


if __name__ == "__main__":
    main()
