#!/usr/bin/env python3
"""Errors of Solenoid beside those of Athena++ in problems that it ships, of all physics but ideal gas: the table
of docs/beside-athena.md.

Usage: perf/beside_athena.py --program PATH [--device cpu|gpu] [--quick] [--only PROBLEM ...]
                             [--peers docs/beside-athena.csv] [--page docs/beside-athena.md]

Runs the decks of perf/decks with the defaults of Solenoid, in double precision. Most of them measure their own
error, in a column of the history; the others have an amplitude there, and the exact one is integrated
here from the linear equations. --peers is a table (CSV) of what Athena++ reached on the same cells by the same
norm: problem (a key of CASES), cells, and the error as its test runs it and with PPM and RK3.
"""

import collections
import csv
import datetime
import math
import pathlib
import tempfile

import figures

DECKS = figures.ROOT / "perf" / "decks"
Case = collections.namedtuple("Case", "title deck cells changes measure")


def states(rates, state, times):
    """Solutions of d_t y = rates(t, y) from `state` at time 0, by Runge and Kutta's method."""
    t, y = 0.0, list(state)
    for end in times:
        steps = math.ceil((end - t) / 1e-3)
        for n in range(steps):
            h = (end - t) / (steps - n)
            a = rates(t, y)
            b = rates(t + h / 2, [p + h / 2 * q for p, q in zip(y, a)])
            c = rates(t + h / 2, [p + h / 2 * q for p, q in zip(y, b)])
            d = rates(t + h, [p + h * q for p, q in zip(y, c)])
            y = [p + h / 6 * (i + 2 * (j + k) + m) for p, i, j, k, m in zip(y, a, b, c, d)]
            t += h
        yield y


def decaying(field, nu, eta, chi):
    """Rates of a plane wave of wavelength 1 along x1, in a gas at rest of density 1, pressure 0.6 and gamma = 5/3:
    of density, v1, v2, v3, pressure, B2 and B3."""
    k, (b1, b2, b3) = 2 * math.pi, field

    def rates(_, y):
        rho, v1, v2, v3, p, c2, c3 = y
        return [-1j * k * v1,
                -1j * k * (p + b2 * c2 + b3 * c3) - 4 / 3 * nu * k**2 * v1,
                1j * k * b1 * c2 - nu * k**2 * v2,
                1j * k * b1 * c3 - nu * k**2 * v3,
                -1j * k * v1 - 2 / 3 * chi * k**2 * (p - 0.6 * rho),
                1j * k * (b1 * v2 - b2 * v1) - eta * k**2 * c2,
                1j * k * (b1 * v3 - b3 * v1) - eta * k**2 * c3]
    return rates


def shearing(wave, field):
    """Rates in a shearing box with Omega = 1, q = 3/2, c = 1 and density 1 (docs/shearing-box.md), of density, v and b;
    `wave` and the mean `field`, normal to it, are those of time 0."""
    def rates(t, y):
        rho, v, b = y[0], y[1:4], y[4:]
        k = (wave[0] + 1.5 * t * wave[1], wave[1], wave[2])
        mean = (field[0], field[1] - 1.5 * t * field[0], field[2])
        spread = sum(p * q for p, q in zip(k, v))
        pressure = rho + sum(p * q for p, q in zip(mean, b))
        force = (2 * v[1], -0.5 * v[0], 0)
        stretch = (0, -1.5 * b[0], 0)
        return [-1j * spread, *(f - 1j * q * pressure for f, q in zip(force, k)),
                *(s - 1j * m * spread for s, m in zip(stretch, mean))]
    return rates


def column(name):
    """The last value of a column that is an error."""
    return lambda rows: rows[-1][name]


def times_of(rows):
    return [row["time"] for row in rows]


def decay_error(rates, state):
    """The mean over time of how far the largest v_y is off, over the first one."""
    def measure(rows):
        exact = [abs(y[1] / 3 * 2 + y[2] / math.sqrt(5) - y[3] * 4 / (3 * math.sqrt(5)))
                 for y in states(rates, state, times_of(rows))]
        return sum(abs(row["largest"] - e) for row, e in zip(rows, exact)) / len(rows) / exact[0]
    return measure


def wave_error(rates, state, entry):
    """The mean over time of how far the amplitude of one field is off, over the first one."""
    def measure(rows):
        exact = [y[entry] / state[entry] for y in states(rates, state, times_of(rows))]
        return sum(abs(complex(row["cosine"], row["sine"]) - e) for row, e in zip(rows, exact)) / len(rows)
    return measure


def slow_error():
    state = [x / (6 * math.sqrt(5)) for x in (12, -6, -8 * math.sqrt(2), -4, 12, -4 * math.sqrt(2), -2)]
    return decay_error(decaying((1, math.sqrt(2), 0.5), nu=0.01, eta=0.02, chi=0.02), state)


def sound_error():
    return decay_error(decaying((0, 0, 0), nu=0, eta=0, chi=0.04), [1, -1, 0, 0, 1, 0, 0])


def sheet_error():
    ky = math.pi / 2
    return wave_error(shearing((-4 * ky, ky, 0), (0, 0, 0)), [0, -4, 1, 0, 0, 0, 0], 2)


def magnetic_error():
    k = (-8 * math.pi, 4 * math.pi, 4 * math.pi)
    speed = math.sqrt(1.05 / sum(p * p for p in k))
    return wave_error(shearing(k, (0.1, 0.2, 0)), [1, *(speed * p for p in k), 0.1, 0.2, 0], 5)


def slotted(cells):
    """The means of the cylinder over cells, of 4 x 4 points each."""
    places = [(2 * i - 3) / 8 / cells[0] for i in range(4)]

    def point(a, b):
        x, y = f"(x + {a:.9g})", f"(y + {b:.9g})"
        return f"hypot({x}, {y} - 0.25) > 0.15 || (abs({x}) < 0.025 && {y} < 0.35) ? 0 : 1"
    return [f'functions.profile="avg({", ".join(point(a, b) for a in places for b in places)})"']


def wave_cells(*numbers):
    return [(n, n // 2, n // 2) for n in numbers]


def isothermal(name):
    return [f"constants.{other}={int(other == name)}" for other in ("fast", "alfven", "slow")]


def shock(solver):
    return Case(f"odd and even rows behind a shock, {solver}", "odd-even-shock", [(128, 16)],
                [f'solver.riemann="{solver}"'], column("error"))


GROWING = ["constants.ratio=1.5", "run.end_time=0.046"]
CASES = {
    "resistive": Case("pulse of a field, resistivity", "diffusing-pulse", [(256,), (512,)], [], column("resistive")),
    "viscous": Case("pulse of a flow, viscosity", "diffusing-pulse", [(256,), (512,)], [], column("viscous")),
    "slow-decay": Case("slow wave, resistivity, viscosity, conduction", "decaying-slow-wave", wave_cells(32, 64), [],
                       slow_error()),
    "sound-decay": Case("sound wave, conduction", "decaying-sound-wave", wave_cells(32, 64), [], sound_error()),
    "jeans-standing": Case("Jeans wave that stands, 4 pi G rho = (c k)^2/4", "jeans-wave", wave_cells(64), [],
                           column("error")),
    "jeans-growing": Case("Jeans wave that grows, 4 pi G rho = 9 (c k)^2/4", "jeans-wave", wave_cells(64, 128), GROWING,
                          column("error")),
    "shock-hllc": shock("hllc"), "shock-hllcm": shock("hllcm"), "shock-roe": shock("roe"), "shock-hll": shock("hll"),
    "shearing-sheet": Case("shearing wave, isothermal", "shearing-sheet-wave", [(64, 64)], [], sheet_error()),
    "shearing-mhd": Case("shearing wave, isothermal MHD", "shearing-mhd-wave", wave_cells(32), [], magnetic_error()),
    "isothermal-fast": Case("fast wave, isothermal MHD", "isothermal-wave", wave_cells(32, 64), isothermal("fast"),
                            column("error")),
    "isothermal-alfven": Case("Alfvén wave, isothermal MHD", "isothermal-wave", wave_cells(32, 64),
                              isothermal("alfven"), column("error")),
    "isothermal-slow": Case("slow wave, isothermal MHD", "isothermal-wave", wave_cells(32, 64), isothermal("slow"),
                            column("error")),
    "scalar": Case("slotted cylinder, passive scalar", "slotted-cylinder", [(50, 50), (100, 100), (200, 200)], slotted,
                   column("error")),
}


def error_of(arguments, case, cells):
    changes = case.changes(cells) if callable(case.changes) else case.changes
    with tempfile.TemporaryDirectory() as folder:
        figures.run_deck(arguments, DECKS / case.deck, pathlib.Path(folder),
                         [figures.cells_setting(cells), *changes])
        return case.measure(figures.history(next(pathlib.Path(folder).glob("*.hst"))))


def number(value):
    if value == "":
        return "-"
    return "rounding" if abs(float(value)) < 1e-12 else f"{float(value):.2e}"


def main():
    file = {"type": pathlib.Path}
    arguments = figures.arguments_of(
        __doc__, page="beside-athena.md", quick=figures.QUICK, inputs=figures.INPUTS,
        peers=file | {"default": figures.ROOT / "docs" / "beside-athena.csv", "help": "what Athena++ reached"},
        only={"nargs": "*", "choices": list(CASES), "help": "these problems alone, printed and not put on the page"})
    with arguments.peers.open(newline="") as table:
        peers = {(row["problem"], row["cells"]): row for row in csv.DictReader(table)}
    lines = [f"{datetime.date.today()}, on {arguments.device}:", "",
             "| problem | cells | Solenoid | Athena++, its test | Athena++, PPM, RK3 |", "|---|---|---|---|---|"]
    for name, case in CASES.items():
        if arguments.only and name not in arguments.only:
            continue
        for cells in case.cells[:1] if arguments.quick else case.cells:
            peer = peers[name, "x".join(str(n) for n in cells)]
            lines.append(f"| {case.title} | {figures.shape(cells)} | {number(error_of(arguments, case, cells))} | "
                         f"{number(peer['test'])} | {number(peer['ppm'])} |")
    if arguments.only or arguments.quick:
        print("\n".join(lines))
    else:
        figures.put(arguments.page, "Errors", "\n".join(lines))


if __name__ == "__main__":
    main()
