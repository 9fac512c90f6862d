"""The Python package: the programs of docs/python.md run as they stand there, and what they cannot
show: bits of `solenoid run`, Ctrl-C, threads, errors, what a wheel holds."""

import gc
import importlib.util
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
import zipfile
from pathlib import Path

from _page import SOURCE, programs
from _program import PROGRAM, Scene, check

LIBRARY = Path(PROGRAM).parent / "libsolenoid.so"
if not LIBRARY.exists():
    print(f"there is no {LIBRARY}")
    sys.exit(77)
os.environ["SOLENOID_LIBRARY"] = str(LIBRARY)
os.environ["PYTHONPATH"] = str(SOURCE / "src/python")
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
sys.dont_write_bytecode = True
sys.path.insert(0, str(SOURCE / "src/python"))

import numpy  # noqa: E402
import solenoid  # noqa: E402

VORTEX = SOURCE / "inputs/orszag-tang.toml"
SMALL = {"grid.cells": [32, 24]}


def raised(kind, work):
    try:
        work()
    except kind as error:
        return str(error)
    check(False, f"{kind.__name__} was not raised")


def check_bits(scene):
    scene.run("run", VORTEX, "--set", "grid.cells=[32,24]", "--steps", 12, "--quiet", "--no-outputs")
    with solenoid.Simulation(VORTEX, **SMALL) as s:
        s.on(lambda s: s["density"], every_steps=2)
        s.step(5)
        s.step(7)
        s.write_checkpoint(scene.folder / "python.h5")
        density = s["density"]
    ours = solenoid.read(scene.folder / "python.h5")
    theirs = solenoid.read(scene.folder / "runs/orszag-tang/orszag-tang.checkpoint.h5")
    check(ours.fields == theirs.fields and ours.time == theirs.time, "another state")
    for name in ours:
        check(numpy.array_equal(ours[name], theirs[name]), f"{name} differs")
    with solenoid.Simulation(VORTEX, restart=scene.folder / "python.h5", **SMALL) as s:
        check(s.steps == 12 and s.time == ours.time, repr(s))
        check(numpy.array_equal(s["density"], density), "other values")


def check_arrays():
    s = solenoid.Simulation(VORTEX, **{"grid.cells": [6, 5, 4], "run.precision": "single"})
    density = s["density"]
    check(density.shape == s.shape == (4, 5, 6) and density.dtype == numpy.float32,
          f"{density.shape}, {density.dtype}")
    s["density"] = 1 + 0.1 * s.x + 0.01 * s.y + 0.001 * s.z
    expected = (1 + 0.1 * s.x + 0.01 * s.y + 0.001 * s.z).astype("f4")
    check(numpy.allclose(s["density"], expected, rtol=1e-7), "what was set is not there")
    for part in [(1, slice(2, 4)), (slice(None), -1, slice(-3, None)), (3, 2, 1)]:
        check(numpy.array_equal(s[("density", *part)], s["density"][part]), f"the part {part}")
    s["density", 1, 2:4] = numpy.arange(1, 7)
    check(numpy.allclose(s["density"][1, 3], range(1, 7), rtol=1e-6), "a part that was set")
    check(s.max("density") == s["density"].max() and s.min("density") == s["density"].min(), "extremes")
    check(abs(s.sum(("density", 1)) - s["density"][1].sum(dtype=float)) < 1e-6, "a sum")
    check("'colour'; the fields are density, " in raised(KeyError, lambda: s["colour"]), "an unknown field")
    check("'densty', did you mean 'density'?" in raised(KeyError, lambda: s["densty"]), "one that is misspelt")
    raised(IndexError, lambda: s["density", ::2])
    check("density is -1 in cell (0, 0, 0)" in raised(
        solenoid.ArgumentError, lambda: s.__setitem__("density", -1)), "a bad density")
    raised(ValueError, lambda: s.__setitem__("density", numpy.ones(7)))


def check_events():
    s = solenoid.Simulation(VORTEX, **SMALL)
    plain = solenoid.Simulation(VORTEX, **SMALL)
    at = []
    s.on(lambda s: at.append(s.time), every_time=0.03)
    s.record(every_steps=4)
    s.run(until=0.1)
    plain.run(until=0.1)
    check(numpy.array_equal(s["density"], plain["density"]), "what looks on changes steps")
    dt = s.history["dt"].max()
    check(len(at) == 3 and all(0 <= time - 0.03 * n < 1.5 * dt for n, time in enumerate(at, 1)),
          f"called at {at}")
    check(len(s.history["time"]) == 1 + s.steps // 4, str(s.history["time"]))
    check(s.totals()["mass"] > 0 and s.end_time == plain.end_time, str(s.totals()))
    raised(solenoid.ArgumentError, lambda: s.on(print))

    def stop(_):
        raise StopIteration
    s.on(stop, every_steps=1)
    step = s.steps
    raised(StopIteration, lambda: s.step(5))
    check(s.steps == step + 1, "what a function raises ends the steps")


def check_sources():
    """Functions act as the formulas do that they stand for; what they raise ends the step."""
    def push(s, time):
        if s.end_time < 1:
            raise RuntimeError("no push")
        return time * numpy.sin(2 * numpy.pi * s.x)

    s = solenoid.Simulation(VORTEX, sources={"acceleration_x": push}, **SMALL, **{"run.end_time": 2})
    formula = solenoid.Simulation(VORTEX, **SMALL, **{"source.acceleration_x": "t*sin(2*pi*x)"})
    s.run(until=0.1)
    formula.run(until=0.1)
    check(abs(s["velocity_x"] - formula["velocity_x"]).max() < 1e-13, "another force")
    s = solenoid.Simulation(VORTEX, sources={"acceleration_x": push}, **SMALL, **{"run.end_time": 0.2})
    gc.disable()
    check("no push" in raised(RuntimeError, s.step), "")
    check("was not completed" in raised(solenoid.StateError, s.step), "a broken state is stepped")
    alive = weakref.ref(s)
    del s
    gc.enable()
    check(alive() is None, "a simulation outlives its last name")
    ask = solenoid.Simulation(VORTEX, sources={"heating": lambda s, _: s["density"]}, **SMALL)
    check("in the middle of a step" in raised(solenoid.ArgumentError, ask.step), "")


def check_boundaries():
    """A face between what stands behind it and a box at rest."""
    deck = {"run": {"end_time": 0.1}, "physics": {"equations": "hydrodynamics"},
            "grid": {"cells": [16, 12], "boundary_x": ["fixed", "outflow"]},
            "initial": {"density": 1, "pressure": 1}}
    points = []

    def hot(s, time, x, y, z):
        points.append((x.max() < 0, numpy.unique(y).size > 11, z.shape == x.shape == y.shape))
        return 1 + 10 * time * y
    s = solenoid.Simulation(deck, boundaries={"lower_x": {"pressure": hot}})
    formula = solenoid.Simulation(deck, **{"boundary.lower_x.pressure": "1 + 10*t*y"})
    s.run()
    formula.run()
    check(abs(s["pressure"] - formula["pressure"]).max() < 1e-13 and s.max("pressure") > 1.1, "others")
    check(points and all(map(all, points)), str(points[:3]))
    check("unknown key 'colour'" in raised(solenoid.DeckError, lambda: solenoid.Simulation(
        deck, boundaries={"lower_x": {"colour": hot}})), "")


def check_parts():
    deck = {"run": {"end_time": 1}, "grid": {"cells": [16, 12, 8]}, "solver": {"scheme": "finite-difference"},
            "physics": {"equations": "isothermal", "viscosity": 0.02},
            "initial": {"velocity_x": "sin(2*pi*y)"}}
    s, whole = solenoid.Simulation(deck), solenoid.Simulation(deck)
    dt, seen = s.stable_dt, []
    s.on(lambda s: seen.append(s.steps), every_steps=1)
    for _ in range(s.substeps):
        s.substep(dt)
    whole.step_by(dt)
    check(seen == [1] and numpy.array_equal(s["velocity_x"], whole["velocity_x"]), "other substeps")
    all_of_it = s.with_ghosts("velocity_x")
    check(numpy.array_equal(all_of_it, numpy.pad(s["velocity_x"], 3, mode="wrap")), "other ghosts")
    check(numpy.array_equal(s.rate("velocity_x")[2, 3], s.rate(("velocity_x", 2, 3))), "a part")
    check(abs(s.rms("velocity") - s.rms("velocity_magnitude")) < 1e-14, "a vector")
    check(numpy.array_equal(s.device_array(("velocity_x", 1)), s["velocity_x", 1]), "a CPU's device")


def check_errors(scene):
    deck = scene.write("two.toml", "[grid]\ncells = [8]\ncolour = 1\n[solver]\ncfl = -1\n")
    try:
        solenoid.Simulation(deck)
        check(False, "a bad deck is taken")
    except solenoid.DeckError as error:
        check(len(error.problems) > 2 and f"{deck}:3: unknown key 'colour'" in error.problems[3],
              str(error))
    check("expected cpu or gpu" in raised(
        solenoid.ArgumentError, lambda: solenoid.Simulation(VORTEX, device="abacus")), "a device that is none")
    check("is at time 0" in raised(
        solenoid.ArgumentError, lambda: solenoid.Simulation(VORTEX, **SMALL).run(until=-1)), "a time that is past")


def check_files(scene):
    deck = {"run": {"end_time": 0.05}, "grid": {"cells": [16, 16]},
            "initial": {"density": "1 + 0.1*cos(2*pi*(x + 2*y))", "pressure": 1},
            "output": [{"type": "spectrum", "every_steps": 2, "fields": ["density"]},
                       {"type": "hdf5", "name": "box", "slice": {"y": 0.3}}]}
    folder = scene.folder / "runs/files"
    with solenoid.Simulation(deck, folder=folder) as s:
        s.run()
        row, now = s["density"][4], s.spectrum("density")
        check("no spectrum of 'x'" in raised(solenoid.ArgumentError, lambda: s.spectrum("x")), "")
    check("is closed" in raised(solenoid.ArgumentError, lambda: s.time), "a closed simulation steps")
    run = solenoid.read(folder)
    time, shells, power = run.spectrum("density")
    check(time[0] == 0 and power.shape == (len(time), len(shells)), str(power.shape))
    check(power[0].argsort()[-2:].tolist() == [2, 0], str(power[0]))  # |(1, 2)| is nearest to 2
    check(abs(power[0, 0] - 1) < 1e-12 and abs(power[0, 2] - 0.005) < 1e-12, str(power[0]))
    check(numpy.array_equal(now, power[-1]), "another spectrum than that of the output")
    check(numpy.array_equal(run.at("box", 1)["density"], row), "another slice")
    check("it has those of density" in raised(solenoid.ArgumentError, lambda: run.spectrum("x")), "")
    check("no field 'rho'" in raised(KeyError, lambda: run["box"][0]["rho"]), "a field is missing")


class FakeXarray:
    """What of xarray is called, where it is not installed."""

    class Dataset:
        def __init__(self, variables, coords, attrs):
            for dims, values in variables.values():
                check(len(dims) == values.ndim, f"{dims} of an array of {values.shape}")
            self.variables, self.coords, self.attrs = variables, coords, attrs


def check_runs(scene):
    deck = {"run": {"end_time": 0.05}, "grid": {"cells": [16, 8]}, "output": [{"type": "hdf5"}, {"type": "history"}],
            "initial": {"density": "1 + 0.1*cos(2*pi*x)", "pressure": 1}}
    for cfl in (0.2, 0.4):
        for limiter in ("minmod", "van-leer"):
            solenoid.Simulation(deck, folder=scene.folder / f"scan/{limiter}-{cfl}",
                                **{"solver.cfl": cfl, "solver.limiter": limiter}).run()
    runs = solenoid.Runs(scene.folder / "scan")
    check(runs.names == ["minmod-0.2", "minmod-0.4", "van-leer-0.2", "van-leer-0.4"], str(runs.names))
    check(runs.parameters == ["solver.cfl", "solver.limiter"], str(runs.parameters))
    check(runs["solver.cfl"].tolist() == [0.2, 0.4, 0.2, 0.4] and runs["time"].tolist() == [0.05] * 4, "")
    check(runs["grid.cells"][0] == [16, 8, 1] and runs[1].parameters["physics.equations"] == "mhd", "")
    check(runs[0]["hdf5"][-1].time == 0.05 and len(repr(runs).splitlines()) == 5, repr(runs))
    check(len(solenoid.Runs(str(scene.folder / "scan/minmod*"))) == 2, "a pattern")
    check("no run folders" in raised(solenoid.ArgumentError, lambda: solenoid.Runs("nowhere/*")), "")
    check("have 'solver.speed'" in raised(KeyError, lambda: runs["solver.speed"]), "")
    if importlib.util.find_spec("xarray") is None:
        sys.modules["xarray"] = FakeXarray
    data = runs[0].xarray("hdf5", "density")
    check(list(data.coords) == ["y", "x", "time"] and data.attrs["folder"].endswith("minmod-0.2"), "")
    data = runs[0]["hdf5"][0].xarray()
    check("pressure" in data.variables and "time" in data.coords, "no dataset")


def check_interrupt():
    """Ctrl-C ends at a step, and other threads run meanwhile."""
    s = solenoid.Simulation(VORTEX, **{"grid.cells": [128, 128], "run.end_time": 1000})
    ticks = []

    def tick():
        for _ in range(6):
            time.sleep(0.05)
            ticks.append(s.steps)
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=tick).start()
    raised(KeyboardInterrupt, s.run)
    check(len(ticks) == 6, "other threads stood still")
    step = s.steps
    s.step()
    check(s.steps == step + 1, "it does not go on")


def check_wheel(scene):
    """What pip installs holds the library and works from where it is."""
    where = importlib.util.spec_from_file_location("backend", SOURCE / "src/python/build_backend.py")
    backend = importlib.util.module_from_spec(where)
    where.loader.exec_module(backend)
    name = backend.wheel_of(Path(PROGRAM).parent, scene.folder)
    site = scene.folder / "site"
    with zipfile.ZipFile(scene.folder / name) as wheel:
        wheel.extractall(site)
    environment = {key: value for key, value in os.environ.items() if key != "SOLENOID_LIBRARY"}
    environment["PYTHONPATH"] = str(site)
    out = subprocess.run(
        [sys.executable, "-c", "import solenoid; print(solenoid.__file__, solenoid.__version__)"],
        capture_output=True, text=True, check=False, env=environment, cwd=scene.folder)
    check(out.returncode == 0 and out.stdout.startswith(str(site)), out.stdout + out.stderr)


def check_program():
    """A stencil program that the library compiles, that of the page, finds what it needs in it."""
    page = next(page for page in programs("docs/python.md", "python") if "solenoid.Program" in page)
    text = page.split('"""')[1]
    V = numpy.zeros((48, 48))
    U = 0.5 + V
    s = solenoid.Program(text, {"U": U, "V": V}, feed=0.5, kill=0, time_step=0.01, upper=[1, 3])
    check(numpy.array_equal(s["U"], U) and s.upper[1] == 3, "another state")
    s.run(until=1)
    check(abs(s["U"] - (1 - 0.5 * numpy.exp(-0.5))).max() < 1e-8, str(s["U"]))
    check("found (3,), (4,)" in raised(solenoid.ArgumentError, lambda: solenoid.Program(
        text, {"U": numpy.ones(3), "V": numpy.ones(4)})), "arrays of two shapes")
    check("did you mean 'feed'" in raised(solenoid.DeckError, lambda: solenoid.Program(
        text, {"U": U}, feeed=0.5, kill=0, time_step=1)), "an unknown uniform")


def check_page(scene):
    (scene.folder / "inputs").symlink_to(SOURCE / "inputs")
    said = []
    for number, program in enumerate(programs("docs/python.md", "python") + programs("README.md", "python")):
        script = scene.write(f"page_{number}.py", program)
        done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False,
                              cwd=scene.folder)
        check(done.returncode == 0, f"{program}\n{done.stdout}{done.stderr}")
        said.append(done.stdout)
    check("a pressure jump at 0.8" in said[1], said[1])
    check(any("did you mean 'cells'?" in text for text in said), str(said))
    check((scene.folder / "density.png").read_bytes()[1:4] == b"PNG", "no picture")


with Scene() as scene:
    check_bits(scene)
    check_arrays()
    check_events()
    check_sources()
    check_boundaries()
    check_parts()
    check_errors(scene)
    check_files(scene)
    check_runs(scene)
    check_interrupt()
    os.environ["SOLENOID_CACHE"] = scene.kept_modules("python")["SOLENOID_CACHE"]
    check_program()
    check_wheel(scene)
    check_page(scene)
