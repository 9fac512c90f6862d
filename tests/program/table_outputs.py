"""Outputs of type profile, pdf and histogram: tables that hold what numpy makes of the fields, for all
schemes, the same behind a restart and for any number of threads; their pictures; the Python package
reads them."""

import os
import sys
import types
from pathlib import Path

import numpy as np

from _fields import PROGRAM, fields_of
from _program import Scene, check, check_error, check_exists

# The part of the package that reads files, which needs no library.
PACKAGE = types.ModuleType("solenoid")
PACKAGE.__path__ = [str(Path(os.environ.get("SOLENOID_SOURCE_DIR", ".")) / "src/python/solenoid")]
sys.modules["solenoid"] = PACKAGE

OUTPUTS = """
[fields]
heat = "pressure/density"

[[output]]
type = "hdf5"
name = "all"
fields = ["density", "pressure", "heat", "vorticity_z"]
every_steps = 4

[[output]]
type = "profile"
axis = "y"
fields = ["heat", "vorticity_z"]
weight = "density"
statistics = ["mean", "rms", "min", "max"]
every_steps = 4

[[output]]
type = "pdf"
field = "heat"
bins = 30
range = [0.2, 0.7]
scale = "log"
weight = "density"
logarithmic = true
every_steps = 4

[[output]]
type = "histogram"
fields = ["vorticity_z", "density"]
bins = [16, 12]
logarithmic = true
every_steps = 4
"""
PROGRAM_TABLES = PROGRAM + """
[[output]]
type = "hdf5"
fields = ["density", "kinetic_energy"]

[[output]]
type = "profile"
axis = "x"
fields = ["kinetic_energy"]
weight = "density"
"""


def plane_of(file):
    """The fields of a file in 2D, [y, x]."""
    return {name: values[0] for name, values in fields_of(file)[0].items()}


def check_close(found, expected, what):
    error = np.max(np.abs(found - expected)) / np.max(np.abs(expected))
    check(error < 1e-13, f"{what} differs by {error}")


def check_tables(folder, number, read):
    f = plane_of(folder / f"vortex.all.{number:05}.athdf")
    weight = f["density"]
    profile = read(folder / f"vortex.profile.{number:05}.tab")
    check(profile.kind == "profile" and profile.notes == {"axis": "y", "weight": "density"},
          f"{profile.notes}")
    for name in ("heat", "vorticity_z"):
        mean = np.sum(weight * f[name], 1) / np.sum(weight, 1)
        check_close(profile[name + "_mean"], mean, f"mean of {name}")
        square = np.sum(weight * f[name] ** 2, 1) / np.sum(weight, 1)
        check_close(profile[name + "_rms"], np.sqrt(square), f"rms of {name}")
        check(np.array_equal(profile[name + "_min"], np.min(f[name], 1)), f"least {name}")
        check(np.array_equal(profile[name + "_max"], np.max(f[name], 1)), f"largest {name}")

    pdf = read(folder / f"vortex.pdf.{number:05}.tab")
    edges = np.append(pdf["lower"], pdf["upper"][-1])
    check_close(edges, pdf.edges[0], "edges")
    cells, _ = np.histogram(f["heat"], edges)
    check(np.array_equal(pdf["cells"], cells), f"cells of bins: {pdf['cells']}, expected {cells}")
    weights, _ = np.histogram(f["heat"], edges, weights=weight)
    check_close(pdf["pdf"], weights / np.sum(weight) / np.diff(edges), "density")
    below, above = (float(pdf.notes[name]) for name in ("below", "above"))
    check(abs(np.sum(pdf["pdf"] * np.diff(edges)) + below + above - 1) < 1e-14, "the integral is not 1")
    check(above > 0.01 or below > 0.01 or number == 0, "nothing is outside")

    joint = read(folder / f"vortex.histogram.{number:05}.tab")
    if number == 0:
        return
    x, y = joint.edges
    check((joint["vorticity_z"].shape, joint["density"].shape) == ((16,), (12,)), "coordinates")
    check(x[0] == np.min(f["vorticity_z"]) and y[-1] == np.max(f["density"]), "automatic range")
    expected, _, _ = np.histogram2d(f["vorticity_z"].ravel(), f["density"].ravel(), (x, y))
    check(np.array_equal(joint["cells"], expected.T), "cells of two fields")
    area = np.diff(x)[None, :] * np.diff(y)[:, None]
    check_close(joint["pdf"], expected.T / expected.sum() / area, "joint density")


def athena_tab(file, dimensions):
    """As athena_read.tab() does: comments, then rows in which indices stand before coordinates."""
    rows = [line.split() for line in file.read_text().splitlines() if line.split()[0][0] != "#"]
    shape = [int(rows[-1][2 * n]) + 1 for n in range(dimensions)][::-1]
    kept = [[float(v) for n, v in enumerate(row) if n >= 2 * dimensions or n % 2] for row in rows]
    return np.reshape(kept, (*shape, -1))


with Scene() as scene:
    from solenoid.files import RunFolder, read

    deck = scene.deck(extra=OUTPUTS, end_time=1, every_time=1)
    run = ["run", deck, "--quiet"]
    for scheme in ("muscl-hancock", "relaxing-tvd"):
        scene.run(*run, "--set", f"solver.scheme={scheme}", "--steps", 60, "--out", scheme,
                  "--threads", 1)
        for number in (0, 15):
            check_tables(scene.folder / scheme, number, read)
    first = scene.folder / "muscl-hancock"
    scene.run(*run, "--set", "run.precision=single", "--steps", 4, "--out", "single")
    single, double = (read(scene.folder / way / "vortex.profile.00001.tab")
                      for way in ("single", "muscl-hancock"))
    check(np.allclose(single["heat_mean"], double["heat_mean"], 1e-5), "single precision")
    check(not np.array_equal(single["heat_mean"], double["heat_mean"]), "single precision is double")
    for name in ("pdf", "histogram", "profile.heat", "profile.vorticity_z"):
        check_exists(first / f"vortex.{name}.png")
    folder = RunFolder(first)
    check(len(folder["pdf"]) == 16 and folder["pdf"][3].step == 12, f"{folder['pdf']}")
    check(athena_tab(first / "vortex.histogram.00003.tab", 2).shape == (12, 16, 4), "athena_read")
    check(athena_tab(first / "vortex.profile.00003.tab", 1).shape == (32, 9), "athena_read")

    # The same bytes for two threads, and behind a checkpoint, where numbers go on.
    scene.run(*run, "--threads", 2, "--steps", 60, "--out", "threads")
    scene.run(*run, "--threads", 1, "--steps", 24, "--out", "restarted")
    scene.run(*run, "--threads", 1, "--steps", 60, "--out", "restarted", "--restart",
              "restarted/vortex.checkpoint.h5")
    tables = sorted(first.glob("*.tab"))
    check(len(tables) == 48, f"{len(tables)} tables")
    for way in ("threads", "restarted"):
        for table in tables:
            same = table.read_bytes() == (scene.folder / way / table.name).read_bytes()
            check(same, f"{way}: {table.name} is another")

    # A field that a program makes, and one of its own.
    scene.run("run", scene.write("program.toml", PROGRAM_TABLES), "--out", "program", "--quiet")
    f = plane_of(scene.folder / "program/program.hdf5.00001.athdf")
    table = read(scene.folder / "program/program.profile.00001.tab")
    mean = np.sum(f["density"] * f["kinetic_energy"], 0) / np.sum(f["density"], 0)
    check_close(table["kinetic_energy_mean"], mean, "a program's profile")

    # Pictures of tables.
    last = first / "vortex.pdf.00015.tab"
    scene.run("plot", first / "vortex.pdf.00001.tab", last, "--log", "--out", "two.png")
    scene.run("plot", first / "vortex.profile.00015.tab", "--field", "heat", "--out", "heat.svg")
    scene.run("plot", first / "vortex.histogram.00015.tab", "--colours", "inferno", "--out", "joint.pdf")
    for name in ("two.png", "heat.svg", "joint.pdf"):
        check_exists(scene.folder / name)
    _, error = scene.run("plot", first / "vortex.profile.00015.tab", "--field", "het", code=2)
    check_error(error, "vortex.profile.00015.tab", "het", "heat")
    _, error = scene.run("plot", last, first / "vortex.hst", code=2)
    check_error(error, "histories, tables and fields do not fit into one picture")
    _, error = scene.run("plot", last, first / "vortex.profile.00015.tab", code=2)
    check_error(error, "they do not fit into one picture")
    broken = scene.write("broken.tab", last.read_text()[:700])
    _, error = scene.run("plot", broken, code=2)
    check_error(error, "broken.tab", "is no table")
