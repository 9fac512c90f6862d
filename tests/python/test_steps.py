"""Steps from Python, what is called between them and in them, and their parts."""

import gc
import weakref

import numpy
import pytest
import solenoid

SMALL = {"grid.cells": [32, 24]}


def test_events_change_no_step(vortex):
    s = solenoid.Simulation(vortex, **SMALL)
    plain = solenoid.Simulation(vortex, **SMALL)
    at = []
    s.on(lambda s: at.append(s.time), every_time=0.03)
    s.record(every_steps=4)
    s.run(until=0.1)
    plain.run(until=0.1)
    assert numpy.array_equal(s["density"], plain["density"])
    dt = s.history["dt"].max()
    assert len(at) == 3 and all(0 <= time - 0.03 * n < 1.5 * dt for n, time in enumerate(at, 1)), at
    assert len(s.history["time"]) == 1 + s.steps // 4
    assert s.totals()["mass"] > 0 and s.end_time == plain.end_time
    assert plain.history["mass"].size == 0


def test_what_an_event_raises_ends_the_steps(vortex):
    s = solenoid.Simulation(vortex, **SMALL)
    with pytest.raises(solenoid.ArgumentError):
        s.on(print)

    def stop(_):
        raise StopIteration
    s.on(stop, every_steps=1)
    with pytest.raises(StopIteration):
        s.step(5)
    assert s.steps == 1


def push(s, time):
    if s.end_time < 1:
        raise RuntimeError("no push")
    return time * numpy.sin(2 * numpy.pi * s.x)


def test_a_source_acts_as_its_formula(vortex):
    s = solenoid.Simulation(vortex, sources={"acceleration_x": push}, **SMALL, **{"run.end_time": 2})
    formula = solenoid.Simulation(vortex, **SMALL, **{"source.acceleration_x": "t*sin(2*pi*x)"})
    s.run(until=0.1)
    formula.run(until=0.1)
    assert abs(s["velocity_x"] - formula["velocity_x"]).max() < 1e-13


def test_what_a_source_raises_ends_the_step(vortex):
    s = solenoid.Simulation(vortex, sources={"acceleration_x": push}, **SMALL, **{"run.end_time": 0.2})
    gc.disable()
    try:
        with pytest.raises(RuntimeError, match="no push") as raised:
            s.step()
        assert raised.value.__cause__ is None and raised.value.__context__ is None
        assert raised.traceback[-1].name == "push"
        del raised
        with pytest.raises(solenoid.StateError, match="was not completed"):
            s.step()
        alive = weakref.ref(s)
        del s
        assert alive() is None, "a simulation outlives its last name"
    finally:
        gc.enable()


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, solenoid.StateError("mine")])
def test_whatever_a_source_raises_comes_out(vortex, error):
    def raises(s, time):
        raise error
    s = solenoid.Simulation(vortex, sources={"heating": raises}, **SMALL)
    with pytest.raises(error if isinstance(error, type) else type(error)) as raised:
        s.step()
    assert isinstance(error, type) or raised.value is error


def test_a_source_cannot_ask_for_fields(vortex):
    ask = solenoid.Simulation(vortex, sources={"heating": lambda s, _: s["density"]}, **SMALL)
    with pytest.raises(solenoid.ArgumentError, match="in the middle of a step"):
        ask.step()


@pytest.fixture
def tube():
    """What stands behind a face, and a box at rest."""
    return {"run": {"end_time": 0.1}, "physics": {"equations": "hydrodynamics"},
            "grid": {"cells": [16, 12], "boundary_x": ["fixed", "outflow"]},
            "initial": {"density": 1, "pressure": 1}}


def test_a_boundary_acts_as_its_formula(tube):
    points = []

    def hot(s, time, x, y, z):
        points.append((x.max() < 0, numpy.unique(y).size > 11, z.shape == x.shape == y.shape))
        return 1 + 10 * time * y
    s = solenoid.Simulation(tube, boundaries={"lower_x": {"pressure": hot}})
    formula = solenoid.Simulation(tube, **{"boundary.lower_x.pressure": "1 + 10*t*y"})
    s.run()
    formula.run()
    assert abs(s["pressure"] - formula["pressure"]).max() < 1e-13 and s.max("pressure") > 1.1
    assert points and all(map(all, points)), points[:3]


def test_a_boundary_of_an_unknown_field(tube):
    with pytest.raises(solenoid.DeckError, match="unknown key 'colour'"):
        solenoid.Simulation(tube, boundaries={"lower_x": {"colour": print}})


def test_a_step_is_taken_apart():
    deck = {"run": {"end_time": 1}, "grid": {"cells": [16, 12, 8]}, "solver": {"scheme": "finite-difference"},
            "physics": {"equations": "isothermal", "viscosity": 0.02},
            "initial": {"velocity_x": "sin(2*pi*y)"}}
    s, whole = solenoid.Simulation(deck), solenoid.Simulation(deck)
    dt, seen = s.stable_dt, []
    s.on(lambda s: seen.append(s.steps), every_steps=1)
    for _ in range(s.substeps):
        s.substep(dt)
    whole.step_by(dt)
    assert seen == [1] and numpy.array_equal(s["velocity_x"], whole["velocity_x"])
    all_of_it = s.with_ghosts("velocity_x")
    assert numpy.array_equal(all_of_it, numpy.pad(s["velocity_x"], 3, mode="wrap"))
    assert numpy.array_equal(s.rate("velocity_x")[2, 3], s.rate(("velocity_x", 2, 3)))
    assert abs(s.rms("velocity") - s.rms("velocity_magnitude")) < 1e-14
