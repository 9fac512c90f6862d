#!/usr/bin/env python3
"""Runs forced turbulence as in Pekkila et al. (2017), section 6 and figure 7.

Usage: perf/turbulence.py --program PATH [--device cpu|gpu] [--cells N] [--precision double|single]
                          [--viscosity NU] [--docs docs]

For each set of waves a run of N^3 vertices until its spectrum is saturated. Spectra go to
docs/pictures/forced-turbulence.png, the table into docs/verification.md. By default the viscosity is
the one at which grids of any size resolve the flow alike. --quick: at half the vertices
and a third of the time, to try the script.
"""

import datetime
import itertools
import math
import pathlib
import subprocess
import sys
import tempfile

import figures

DECK = "forced-turbulence"
SETS = [(1, 2), (2.5, 3.5), (9.5, 10.4)]  # smallest and largest wave numbers of the force
AMPLITUDE = 0.05
# The time in which a flow of this force turns over, but for a factor: the power that the force puts
# in, f_0^2 c_s^3 k_f/4, is that which decays, about u^3 k_f. After eight of them it is saturated.
TURNOVERS, ROWS = 12, 12
SATURATED = ROWS // 3


def mean_wave_number(waves):
    """k_f, the mean length of the wave vectors of a set in a cube."""
    reach = range(-int(waves[1]), int(waves[1]) + 1)
    lengths = [math.hypot(*k) for k in itertools.product(reach, repeat=3)]
    chosen = [length for length in lengths if waves[0] <= length <= waves[1]]
    return sum(chosen) / len(chosen)


def mean(rows, column):
    return sum(row[column] for row in rows) / len(rows)


class Run:
    """A run of one set of waves, and what is measured in its last third."""

    def __init__(self, arguments, waves, folder):
        self.waves, self.forcing = waves, mean_wave_number(waves)
        self.viscosity = arguments.viscosity or 0.128 / arguments.cells
        turnover = 1 / (self.forcing * AMPLITUDE ** (2 / 3))
        self.end = round((4 if arguments.quick else TURNOVERS) * turnover, 2)
        folder = folder / f"k_f = {self.forcing:.2f}"
        figures.run_deck(arguments, DECK, folder, [
            figures.cells_setting([arguments.cells] * 3), f"run.precision={arguments.precision}",
            f"run.end_time={self.end}", f"physics.viscosity={self.viscosity}",
            f"physics.forcing_amplitude={AMPLITUDE}",
            f"physics.forcing_wave_numbers=[{waves[0]},{waves[1]}]",
            f"output.spectrum.every_time={self.end / ROWS}",
            f"output.history.every_time={self.end / 200}"])
        self.table = folder / f"{DECK}.spectrum.kinetic.hst"
        rows = figures.history(self.table)[-SATURATED:]
        shells = [column for column in rows[0] if column.startswith("k=")]
        self.energy = [mean(rows, column) for column in shells]
        history = [row for row in figures.history(folder / f"{DECK}.hst")
                   if row["time"] > self.end * 2 / 3]
        self.speed = math.sqrt(sum(row["velocity_rms"] ** 2 for row in history) / len(history))

    def row(self):
        peak = max(range(len(self.energy)), key=self.energy.__getitem__)
        energy, total = self.energy, sum(self.energy)
        dissipation = 2 * self.viscosity * sum(k * k * e for k, e in enumerate(energy))
        power = AMPLITUDE ** 2 * self.forcing / 4
        beyond = round(2 * self.forcing)
        return (f"| {self.forcing:.2f} | {self.waves[0]:g} to {self.waves[1]:g} | "
                f"{self.viscosity:.3g} | {self.end:g} | {self.speed:.3f} | "
                f"{self.speed / (self.viscosity * self.forcing):.0f} | {peak} | "
                f"{energy[peak] / total:.2f} | {energy[beyond] / energy[peak]:.1e} | "
                f"{dissipation / power:.2f} |")


def draw(arguments, runs):
    picture = arguments.docs / "pictures" / f"{DECK}.png"
    command = [arguments.program, "plot", *(run.table for run in runs), "--last", SATURATED,
               "--out", picture, "--title",
               f"Forced turbulence, {arguments.cells}³ vertices: saturated spectra"]
    for run in runs:
        command += ["--mark", f"{run.forcing:.4g}"]
    subprocess.run([str(word) for word in command], check=True, stdout=sys.stderr)


def main():
    arguments = figures.arguments_of(
        __doc__, quick=figures.QUICK, inputs=figures.INPUTS, docs=figures.DOCS,
        cells={"type": int, "default": 64}, viscosity={"type": float},
        precision={"choices": ["double", "single"], "default": "double"})
    if arguments.quick:
        arguments.cells //= 2
    with tempfile.TemporaryDirectory() as folder:
        runs = [Run(arguments, waves, pathlib.Path(folder)) for waves in SETS]
        draw(arguments, runs)
    lines = [f"{datetime.date.today()}, {figures.shape([arguments.cells] * 3)} vertices, "
             f"{arguments.precision} precision, on {arguments.device}; amplitude {AMPLITUDE}. Means "
             "over the last third of the run, spectra over its last "
             f"{SATURATED} outputs. The peak's share is of the kinetic energy.", "",
             f"![saturated spectra](pictures/{DECK}.png)", "",
             "| k_f | waves | viscosity | end | u_rms / c_s | Re = u_rms / (nu k_f) | peak, shell | "
             "its share | E(2 k_f) / E(peak) | dissipation / power of the force |",
             "|---" * 10 + "|", *(run.row() for run in runs)]
    figures.put(arguments.docs / "verification.md", "Forced turbulence", "\n".join(lines))


if __name__ == "__main__":
    main()
