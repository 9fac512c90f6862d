"""Simulations from Python: the bits of `solenoid run`, fields as arrays, what is wrong with a call, how
they end."""

import gc
import os
import signal
import subprocess
import sys
import threading
import time
import weakref

import numpy
import pytest
import solenoid

from _page import SOURCE

SMALL = {"grid.cells": [32, 24]}
SINGLE = {"grid.cells": [6, 5, 4], "run.precision": "single"}


def test_bits_are_those_of_the_program(scene, vortex):
    scene.run("run", vortex, "--set", "grid.cells=[32,24]", "--steps", 12, "--quiet", "--no-outputs")
    with solenoid.Simulation(vortex, **SMALL) as s:
        s.on(lambda s: s["density"], every_steps=2)
        s.step(5)
        s.step(7)
        s.write_checkpoint(scene.folder / "python.h5")
        density = s["density"]
    ours = solenoid.read(scene.folder / "python.h5")
    theirs = solenoid.read(scene.folder / "runs/orszag-tang/orszag-tang.checkpoint.h5")
    assert ours.fields == theirs.fields and ours.time == theirs.time
    for name in ours:
        assert numpy.array_equal(ours[name], theirs[name]), name
    with solenoid.Simulation(vortex, restart=scene.folder / "python.h5", **SMALL) as s:
        assert s.steps == 12 and s.time == ours.time
        assert numpy.array_equal(s["density"], density)


def test_a_field_is_set_and_read(vortex):
    s = solenoid.Simulation(vortex, **SINGLE)
    density = s["density"]
    assert density.shape == s.shape == (4, 5, 6) and density.dtype == numpy.float32
    s["density"] = 1 + 0.1 * s.x + 0.01 * s.y + 0.001 * s.z
    expected = (1 + 0.1 * s.x + 0.01 * s.y + 0.001 * s.z).astype("f4")
    assert numpy.allclose(s["density"], expected, rtol=1e-7)
    s["density", 1, 2:4] = numpy.arange(1, 7)
    assert numpy.allclose(s["density"][1, 3], range(1, 7), rtol=1e-6)
    assert s.max("density") == s["density"].max() and s.min("density") == s["density"].min()
    assert abs(s.sum(("density", 1)) - s["density"][1].sum(dtype=float)) < 1e-6


@pytest.mark.parametrize("part", [(1, slice(2, 4)), (slice(None), -1, slice(-3, None)), (3, 2, 1)])
def test_a_part_of_a_field_is_read(vortex, part):
    s = solenoid.Simulation(vortex, **SINGLE)
    assert numpy.array_equal(s[("density", *part)], s["density"][part])


@pytest.mark.parametrize("kind, words, work", [
    (KeyError, "'colour'; the fields are density, ", lambda s: s["colour"]),
    (KeyError, "'densty', did you mean 'density'?", lambda s: s["densty"]),
    (IndexError, "one value after the other", lambda s: s["density", ::2]),
    (IndexError, "density has no number 4 along z: there are 4", lambda s: s["density", 4]),
    (solenoid.ArgumentError, "density is -1 in cell (0, 0, 0)", lambda s: s.__setitem__("density", -1)),
    (solenoid.ArgumentError, "density takes an array of the shape (4, 5, 6)", lambda s: s.__setitem__("density", numpy.ones(7))),
    (solenoid.ArgumentError, "is at time 0", lambda s: s.run(until=-1)),
    (solenoid.ArgumentError, "no spectrum of 'x'", lambda s: s.spectrum("x")),
    (solenoid.ArgumentError, "expected x, y or z", lambda s: s.plot("density", slice={"w": 0})),
])
def test_what_is_wrong_is_said(vortex, kind, words, work):
    s = solenoid.Simulation(vortex, **SINGLE)
    with pytest.raises(kind) as raised:
        work(s)
    assert words in str(raised.value)


def test_a_deck_with_mistakes_lists_them_all(scene):
    deck = scene.write("two.toml", "[grid]\ncells = [8]\ncolour = 1\n[solver]\ncfl = -1\n")
    with pytest.raises(solenoid.DeckError) as raised:
        solenoid.Simulation(deck)
    problems = raised.value.problems
    assert len(problems) > 2 and f"{deck}:3: unknown key 'colour'" in problems[3]


def test_a_device_that_is_none(vortex):
    with pytest.raises(solenoid.ArgumentError, match="expected cpu or gpu"):
        solenoid.Simulation(vortex, device="abacus")


@pytest.mark.parametrize("name, said", [("маëlström.toml", "маëlström.toml"), (os.fsdecode(b"\xff.toml"), "\ufffd.toml")])
def test_names_of_files_are_of_any_alphabet(scene, name, said):
    with pytest.raises(solenoid.DeckError, match=f"{said}: cannot read the deck"):
        solenoid.Simulation(scene.folder / name)


@pytest.mark.parametrize("array", [numpy.empty(3), numpy.empty(120, int), numpy.empty((120, 2))[:, 0]],
                         ids=["too few", "integers", "apart"])
def test_the_library_gets_arrays_that_fit(vortex, array):
    """Which the package makes sure of."""
    s = solenoid.Simulation(vortex, **SINGLE)
    box = s._box("density")[1]
    with pytest.raises(ValueError):
        s._native.get("density", box, array)
    with pytest.raises(ValueError):
        s._native.set("density", box, array)


def test_a_closed_simulation(vortex):
    s = solenoid.Simulation(vortex, **SMALL)
    s.step()
    s.close()
    s.close()
    assert "closed" in repr(s) and s.shape == (24, 32)
    for work in (lambda: s.time, s.step, lambda: s["density"], lambda: s.__setitem__("density", 1), lambda: s.local.shape):
        with pytest.raises(solenoid.ArgumentError, match="the simulation is closed"):
            work()


def test_a_simulation_ends_with_its_last_name(vortex):
    """At once, also if a step has failed; where its own function refers to it, with the next collection."""
    gc.disable()
    try:
        s = solenoid.Simulation(vortex, **SMALL)
        s.record(every_steps=1)
        s.step(2)
        alive = weakref.ref(s)
        del s
        assert alive() is None
    finally:
        gc.enable()
    s = solenoid.Simulation(vortex, sources={"heating": lambda _, time: 0 * s.x}, **SMALL)
    s.step()
    alive = weakref.ref(s)
    del s
    gc.collect()
    assert alive() is None


def test_closed_while_another_thread_steps(vortex):
    """The other thread ends its call; what it calls next is refused."""
    s = solenoid.Simulation(vortex, **{"grid.cells": [64, 64], "run.end_time": 1000})
    said = []

    def steps():
        try:
            s.run()
        except solenoid.ArgumentError as error:
            said.append(str(error))
    thread = threading.Thread(target=steps)
    thread.start()
    while s.steps == 0:
        time.sleep(0.001)
    s.close()
    thread.join()
    assert said == ["the simulation is closed"]


def test_ctrl_c_ends_at_a_step_and_other_threads_run_meanwhile(vortex):
    s = solenoid.Simulation(vortex, **{"grid.cells": [128, 128], "run.end_time": 1000})
    ticks = []

    def tick():
        for _ in range(6):
            time.sleep(0.05)
            ticks.append(s.steps)
        os.kill(os.getpid(), signal.SIGINT)
    threading.Thread(target=tick).start()
    with pytest.raises(KeyboardInterrupt):
        s.run()
    assert len(ticks) == 6
    step = s.steps
    s.step()
    assert s.steps == step + 1


def test_python_ends_while_a_thread_steps(run_script, vortex):
    said = run_script("daemon.py", f"""
import threading, time, solenoid
s = solenoid.Simulation({str(vortex)!r}, **{{"grid.cells": [64, 64], "run.end_time": 1000}})
threading.Thread(target=s.run, daemon=True).start()
while s.steps < 5:
    time.sleep(0.001)
print("ends")
""")
    assert said == "ends\n"


def test_the_end_of_python_awaits_a_step(run_script, vortex):
    """What was registered before the package is called behind that, as the end of a GPU's driver."""
    said = run_script("awaited.py", f"""
import atexit, threading, time
atexit.register(lambda: print(*said))
import solenoid
said, begun = [], threading.Event()
def push(s, time_):
    begun.set()
    time.sleep(0.3)
    said.append("asked")
    return 0
s = solenoid.Simulation({str(vortex)!r}, sources={{"acceleration_x": push}}, **{{"grid.cells": [8, 8]}})
threading.Thread(target=s.step, daemon=True).start()
begun.wait()
""")
    assert said == "asked\n"


@pytest.mark.parametrize("precision", ["single", "double"])
def test_values_that_are_on_their_way_are_those_of_then(vortex, precision):
    s = solenoid.Simulation(vortex, **SMALL, **{"run.precision": precision})
    keys = ["density", ("velocity_x", slice(3, 9)), "mach_number", ("pressure", 4, slice(2, 5))]
    taken = []
    for _ in range(4):
        s.step(2)
        taken += [(s[key], s.get_later(key)) for key in keys]
    s.step()
    s["density"] = 2
    s.synchronise()
    assert all(later.dtype == now.dtype and numpy.array_equal(now, later) for now, later in taken)
    assert not numpy.array_equal(taken[0][0], taken[4][0])
    with pytest.raises(KeyError):
        s.get_later("colour")
    now, later = s["density"], s.get_later("density")
    s.close()
    assert numpy.array_equal(now, later)


def test_arrays_on_a_device_are_refused_on_the_host(vortex):
    class OnGpu:
        __cuda_array_interface__ = {"shape": (24, 32), "typestr": "<f8", "data": (0, False), "version": 3}
    s = solenoid.Simulation(vortex, device="cpu", **SMALL)
    with pytest.raises(solenoid.ArgumentError, match="bring it to the host first"):
        s["density"] = OnGpu()
    assert numpy.array_equal(s.device_array(("density", 1)), s["density", 1])


def test_a_python_without_the_module_says_how_to_get_it(scene):
    package = scene.folder / "without/solenoid"
    package.mkdir(parents=True)
    for source in (SOURCE / "src/python/solenoid").glob("*.py"):
        (package / source.name).symlink_to(source)
    done = subprocess.run([sys.executable, "-c", "import solenoid"], capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(package.parent)})
    assert "(No module named 'solenoid._native')" in done.stderr
    assert "start Python by './solenoid python', or install with 'pip install .'" in done.stderr
