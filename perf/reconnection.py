#!/usr/bin/env python3
"""Measures the scaling of Sweet and Parker with two islands that merge, for docs/terms.md.

Usage: perf/reconnection.py --program PATH [--device cpu|gpu] [--case RESISTIVITY:CELLS]...

Rates of reconnection depend on the field that is brought to the sheet and on the sheet's length, both
of which change as islands move. So the rate is taken in units of what is there: E / (B v) against
S = L v / eta, E = eta J being the rate at the middle of the sheet, B the largest field beside it, v the
Alfven speed there, and L half of the length along which the current is more than half of its largest
value; in a sheet of Sweet and Parker E / (B v) is S^(-1/2). Taken when E is largest.
"""

import dataclasses
import math
import pathlib
import tempfile

import figures

DECK = "island-coalescence"
BESIDE = 0.25  # how far from the sheet the field beside it is looked for


@dataclasses.dataclass
class Sheet:
    resistivity: float
    cells: int
    time: float
    rate: float
    field: float
    speed: float
    length: float

    @property
    def lundquist(self):
        return self.length * self.speed / self.resistivity

    @property
    def relative(self):
        return self.rate / (self.field * self.speed)

    def row(self):
        return (f"| {self.resistivity:g} | {self.cells}^2 | {self.time:.2f} | {self.rate:.4f} | "
                f"{self.field:.3f} | {self.speed:.3f} | {self.length:.3f} | {self.lundquist:.0f} | "
                f"{self.relative:.4f} | {self.relative * math.sqrt(self.lundquist):.3f} |")


def table(file):
    """Columns of a table by their names, and its time."""
    head, names, *lines = file.read_text().splitlines()
    time = float(head.split("time=")[1].split()[0])
    rows = [list(map(float, line.split())) for line in lines if not line.startswith("#")]
    return time, dict(zip(names.split()[1:], zip(*rows)))


def half_length(places, currents):
    """Of the stretch around 0 in which a current is more than half of its largest value."""
    ahead = [(place, current) for place, current in zip(places, currents) if place > 0]
    half = max(currents) / 2
    for (y0, j0), (y1, j1) in zip(ahead, ahead[1:]):
        if j1 < half <= j0:
            return y0 + (y1 - y0) * (j0 - half) / (j0 - j1)
    raise ValueError("the current does not fall to a half of its largest value along the sheet")


def sheet_of(arguments, resistivity, cells):
    """Runs a case; returns its sheet when the rate is largest."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        figures.run_deck(arguments, DECK, folder, [
            f"constants.resistivity={resistivity}", figures.cells_setting([cells] * 2),
            f"fields.on_y='abs(x) < {2 / cells} ? 1 : 0'", f"fields.on_x='abs(y) < {2 / cells} ? 1 : 0'",
            "run.end_time=1.4"])
        sheets = []
        for along, across in zip(sorted(folder.glob("*.along.*.tab")),
                                 sorted(folder.glob("*.across.*.tab"))):
            time, sheet = table(along)
            _, beside = table(across)
            field, density = max((abs(b), rho) for x, b, rho in zip(
                beside["x"], beside["magnetic_field_y_mean"], beside["density_mean"]) if abs(x) < BESIDE)
            current = sheet["current_density_z_mean"]
            middle = max(j for y, j in zip(sheet["y"], current) if abs(y) < 4 / cells)
            sheets.append((resistivity * middle, time, field, field / math.sqrt(density), sheet["y"],
                           current))
        rate, time, field, speed, places, current = max(sheets)
        return Sheet(resistivity, cells, time, rate, field, speed, half_length(places, current))


def exponent(sheets):
    """Of E / (B v) against S, by least squares."""
    points = [(math.log(sheet.lundquist), math.log(sheet.relative)) for sheet in sheets]
    x_mean, y_mean = (sum(point[i] for point in points) / len(points) for i in (0, 1))
    return (sum((x - x_mean) * (y - y_mean) for x, y in points)
            / sum((x - x_mean) ** 2 for x, _ in points))


def main():
    arguments = figures.arguments_of(
        __doc__, inputs=figures.INPUTS,
        case={"type": lambda text: (float(text.split(":")[0]), int(text.split(":")[1])),
              "action": "append", "required": True})
    sheets = []
    for case in arguments.case:
        sheets.append(sheet_of(arguments, *case))
        print(sheets[-1].row(), flush=True)
    if len(sheets) > 1:
        print(f"exponent {exponent(sheets):.3f}")


if __name__ == "__main__":
    main()
