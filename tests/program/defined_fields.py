"""[fields]: outputs hold what their formulas say, for all schemes, in parts, and after a restart."""

import numpy as np

from _fields import PROGRAM, fields_of
from _program import Scene, check, check_error, check_exists

FIELDS = """
[constants]
weight = 3

[functions]
lane = "x + y/2"

[fields]
ratio = "energy/weight + lane*t"
energy = "0.5*density*(velocity_x^2 + velocity_y^2) + log(pressure)"
spin = "vorticity_z*velocity_divergence - (x > 0.5 ? density : sqrt(pressure))"

[[output]]
type = "hdf5"
name = "formulas"
fields = ["density", "velocity_x", "velocity_y", "pressure", "vorticity_z",
          "velocity_divergence", "ratio", "energy", "spin"]
every_steps = 4

[[output]]
type = "history"
name = "numbers"
every_steps = 4
numbers = { all = "integral(energy)", drift = "mean(velocity_x^2, density)", spread = "rms(spin)", range = "max(ratio) - min(ratio) + 0*t" }

[[output]]
type = "png"
fields = ["ratio"]

[[output]]
type = "spectrum"
fields = ["energy"]
"""
PROGRAM_FIELDS = PROGRAM + """
[fields]
mix = "pressure/density + velocity_x*kinetic_energy"

[[output]]
type = "hdf5"
fields = ["velocity_x", "density", "pressure", "kinetic_energy", "mix"]
"""


def check_numbers(field, history, energy, ratio, spin):
    """The last row of a history against sums over the cells."""
    header, *rows = history.read_text().splitlines()[1:]
    labels = [word.split("=")[1] for word in header[1:].split()]
    row = dict(zip(labels, map(float, rows[-1].split())))
    density = field["density"]
    expected = {
        "all": np.mean(energy),  # the box has the volume 1
        "drift": np.sum(field["velocity_x"] ** 2 * density) / np.sum(density),
        "spread": np.sqrt(np.mean(spin**2)),
        "range": np.max(ratio) - np.min(ratio),
        "mass": np.mean(density),
    }
    for name, value in expected.items():
        check(abs(row[name] - value) < 1e-13 * abs(value), f"{name}: {row[name]}, expected {value}")


def check_formulas(file):
    field, time = fields_of(file)
    _, cells_y, cells_x = field["density"].shape
    x = ((np.arange(cells_x) + 0.5) / cells_x)[None, None, :]
    y = ((np.arange(cells_y) + 0.5) / cells_y)[None, :, None]
    energy = 0.5 * field["density"] * (field["velocity_x"] ** 2 + field["velocity_y"] ** 2)
    energy = energy + np.log(field["pressure"])
    spin = field["vorticity_z"] * field["velocity_divergence"]
    spin = spin - np.where(x > 0.5, field["density"], np.sqrt(field["pressure"]))
    check_numbers(field, file.parent / "vortex.numbers.hst", energy, energy / 3 + (x + y / 2) * time,
                  spin)
    expected = {"energy": energy, "ratio": energy / 3 + (x + y / 2) * time, "spin": spin}
    for name, values in expected.items():
        error = np.max(np.abs(field[name] - values)) / np.max(np.abs(values))
        check(error < 1e-14, f"{file}: {name} differs by {error}")


with Scene() as scene:
    deck = scene.deck(extra=FIELDS)
    last = "vortex.formulas.00003.athdf"
    for scheme in ("muscl-hancock", "relaxing-tvd"):
        scene.run("run", deck, "--set", f"solver.scheme={scheme}", "--steps", 12, "--out", scheme,
                  "--threads", 1, "--quiet")
        check_formulas(scene.folder / scheme / last)
        check_exists(scene.folder / scheme / "vortex.png.ratio.png")
        check_exists(scene.folder / scheme / "vortex.spectrum.energy.hst")

    # The same bits for two threads and behind a checkpoint; in parts: parallel.py.
    run = ["run", deck, "--quiet", "--threads"]
    scene.run(*run, 2, "--steps", 12, "--out", "threads")
    scene.run(*run, 1, "--steps", 8, "--out", "restarted")
    scene.run(*run, 1, "--steps", 12, "--out", "restarted", "--restart",
              "restarted/vortex.checkpoint.h5")
    for way in ("threads", "restarted"):
        scene.run("compare", f"muscl-hancock/{last}", f"{way}/{last}", "--max-ulp", 0)
        rows = [(scene.folder / of / "vortex.numbers.hst").read_text()
                for of in ("muscl-hancock", way)]
        check(rows[0].count("\n") == 6 and rows[0] == rows[1], f"{way}: other rows:\n{rows}")

    # Formulas of a stencil program's fields and outputs, which it makes in the same memory.
    scene.run("run", scene.write("program.toml", PROGRAM_FIELDS), "--out", "program", "--quiet")
    field, _ = fields_of(scene.folder / "program/program.hdf5.00001.athdf")
    expected = field["pressure"] / field["density"] + field["velocity_x"] * field["kinetic_energy"]
    check(np.array_equal(field["mix"], expected), "the formula of a program's outputs is another")
    check(np.ptp(expected) > 0.01, "the formula of a program's outputs is constant")

    _, error = scene.run("check", scene.deck(name="wrong", extra="""
[fields]
a = "b*2"
b = "a + density"
"""), code=2)
    check_error(error, "wrong.toml", "field 'a': it is defined by itself: a -> b -> a")
