#!/usr/bin/env python3
"""Measures driven isothermal turbulence for docs/driving.md: what Federrath et al., A&A 512, A81
(2010) show of the density and of the spectrum, for the Mach numbers and grids that are asked for.

Usage: perf/driving.py --program PATH [--device cpu|gpu] [--case MACH:WEIGHT:CELLS[:KEY=VALUE...]]...
                       [--keep FOLDER] [--docs docs]

WEIGHT is the driving.solenoidal_weight, 1 without divergence and 0 without curl; KEY=VALUE change the
deck. The power is MACH^3 and the correlation time T = 1/(2 MACH), that in which the gas crosses half
the box; means are of 31 states from t = 2 T to 5 T. With --keep what the runs wrote stays, and a case
that stands there already is not run again.
"""

import dataclasses
import math
import pathlib
import tempfile

import figures

STATES = 31
CROSSINGS = 2, 5  # from when to when means are taken, in correlation times
BINS, WIDEST = 400, 24  # of ln rho
# Wave numbers between the force, up to 3, and the eddies that the grid takes away, from 1/30 of the
# cells on.
INERTIAL = 5, 30
LEAST = 1e-7  # density of probability that is drawn
DECK = "isothermal-turbulence"


@dataclasses.dataclass
class Case:
    mach: float
    weight: float
    cells: int
    changes: list

    @classmethod
    def of(cls, text):
        mach, weight, cells, *changes = text.split(":")
        return cls(float(mach), float(weight), int(cells), changes)

    @property
    def name(self):
        return f"mach-{self.mach:g}-weight-{self.weight:g}-cells-{self.cells}"

    @property
    def title(self):
        kind = "without divergence" if self.weight == 1 else "without curl"
        return f"Mach {self.mach:g} {kind}, {self.cells} cubed"

    @property
    def correlation_time(self):
        return 1 / (2 * self.mach)

    def saturated(self, rows):
        return [row for row in rows if row["time"] > 0.999 * CROSSINGS[0] * self.correlation_time]

    def settings(self):
        first, last = (crossing * self.correlation_time for crossing in CROSSINGS)
        return [f"run.end_time={last}", figures.cells_setting([self.cells] * 3),
                f"driving.power={self.mach ** 3}",
                f"driving.correlation_time={self.correlation_time}",
                f"driving.solenoidal_weight={self.weight}", f"output.pdf.bins={BINS}",
                f"output.pdf.range=[-{WIDEST},{WIDEST}]",
                *(f"output.{kind}.every_time={(last - first) / (STATES - 1)}"
                  for kind in ("history", "spectrum", "pdf")), *self.changes]


def mean(values):
    values = list(values)
    return sum(values) / len(values)


class Run:
    """A case and what is measured of it."""

    def __init__(self, arguments, case, keep):
        self.case = case
        folder = keep / case.name
        if not (folder / "finished").exists():
            figures.run_deck(arguments, DECK, folder, case.settings())
            (folder / "finished").touch()
        rows = case.saturated(figures.history(folder / f"{DECK}.hst"))
        self.states = len(rows)
        self.mach = mean(row["mach"] for row in rows)
        self.density = mean(math.sqrt(max(row["density_rms"] ** 2 - 1, 0)) for row in rows)
        self.s_mean = mean(row["log_density_mean"] for row in rows)
        self.s_variance = mean(row["log_density_rms"] ** 2 - row["log_density_mean"] ** 2 for row in rows)
        self.momentum = max(abs(row[f"{axis}-mom"]) for row in rows for axis in "123")
        self.density_of_s = self.mean_pdf(folder)
        self.spectrum = case.saturated(figures.history(folder / f"{DECK}.spectrum.kinetic.hst"))
        self.slope = self.spectral_slope()

    def mean_pdf(self, folder):
        """(s, p) of the mean over the states, where there is gas."""
        files = sorted(folder.glob(f"{DECK}.pdf.*.tab"))[-self.states:]
        tables = [[list(map(float, line.split())) for line in file.read_text().splitlines()
                   if not line.startswith("#")] for file in files]
        return [(rows[0][1], mean(row[4] for row in rows)) for rows in zip(*tables)
                if any(row[5] for row in rows)]

    def spectral_slope(self):
        """Of ln E against ln k, by least squares."""
        points = [(math.log(k), math.log(mean(row[f"k={k}"] for row in self.spectrum)))
                  for k in range(INERTIAL[0], self.case.cells // INERTIAL[1] + 1)]
        if len(points) < 5:
            return math.nan
        k_mean, e_mean = (mean(point[i] for point in points) for i in (0, 1))
        return (sum((k - k_mean) * (e - e_mean) for k, e in points)
                / sum((k - k_mean) ** 2 for k, _ in points))

    def row(self):
        b = 1 / 3 if self.case.weight == 1 else 1
        slope = "" if math.isnan(self.slope) else f"{self.slope:.2f}"
        return (f"| {self.case.mach:g} | {self.case.weight:g} | {self.case.cells}^3 | {self.mach:.2f} | "
                f"{self.density:.3g} | {self.density / self.mach:.2f} | {self.s_variance:.3g} | "
                f"{math.log(1 + (b * self.mach) ** 2):.3g} | {-2 * self.s_mean:.3g} | {slope} | "
                f"{self.momentum:.0e} |")


def normal(run):
    """The density of ln rho that is normal, of the variance of a run and a mean density of 1."""
    variance = run.s_variance
    return [(s, math.exp(-(s + variance / 2) ** 2 / (2 * variance))
             / math.sqrt(2 * math.pi * variance)) for s, _ in run.density_of_s]


def draw(arguments, runs):
    curves = {}
    for run in runs:
        curves[run.case.title] = run.density_of_s
        curves[f"normal, of variance {run.s_variance:.2f}"] = normal(run)
    figures.draw_curves(arguments.program, arguments.docs / "pictures/driving-pdf.png",
                        {name: [point for point in curve if point[1] > LEAST]
                         for name, curve in curves.items()},
                        "ln_rho", "pdf", "Density of ln rho in driven isothermal turbulence", "--log")


def main():
    arguments = figures.arguments_of(
        __doc__, inputs=figures.INPUTS, docs=figures.DOCS,
        case={"type": Case.of, "action": "append", "required": True},
        keep={"type": pathlib.Path})
    with tempfile.TemporaryDirectory() as folder:
        runs = [Run(arguments, case, arguments.keep or pathlib.Path(folder))
                for case in arguments.case]
    draw(arguments, runs)
    print("\n".join(run.row() for run in runs))


if __name__ == "__main__":
    main()
