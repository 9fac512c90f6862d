"""What runs leave behind, read from Python."""

import importlib.util
import sys

import numpy
import pytest
import solenoid


def test_outputs_of_a_simulation(scene):
    deck = {"run": {"end_time": 0.05}, "grid": {"cells": [16, 16]},
            "initial": {"density": "1 + 0.1*cos(2*pi*(x + 2*y))", "pressure": 1},
            "output": [{"type": "spectrum", "every_steps": 2, "fields": ["density"]},
                       {"type": "hdf5", "name": "box", "slice": {"y": 0.3}}]}
    folder = scene.folder / "runs/files"
    with solenoid.Simulation(deck, folder=folder) as s:
        s.run()
        row, now = s["density"][4], s.spectrum("density")
        with pytest.raises(solenoid.ArgumentError, match="no spectrum of 'x'"):
            s.spectrum("x")
    with pytest.raises(solenoid.ArgumentError, match="is closed"):
        s.time
    run = solenoid.read(folder)
    time, shells, power = run.spectrum("density")
    assert time[0] == 0 and power.shape == (len(time), len(shells))
    assert power[0].argsort()[-2:].tolist() == [2, 0]  # |(1, 2)| is nearest to 2
    assert abs(power[0, 0] - 1) < 1e-12 and abs(power[0, 2] - 0.005) < 1e-12
    assert numpy.array_equal(now, power[-1])
    assert numpy.array_equal(run.at("box", 1)["density"], row)
    with pytest.raises(solenoid.ArgumentError, match="it has those of density"):
        run.spectrum("x")
    with pytest.raises(KeyError, match="no field 'rho'"):
        run["box"][0]["rho"]


@pytest.fixture(scope="module")
def runs(scene):
    """A scan of two keys."""
    deck = {"run": {"end_time": 0.05}, "grid": {"cells": [16, 8]}, "output": [{"type": "hdf5"}, {"type": "history"}],
            "initial": {"density": "1 + 0.1*cos(2*pi*x)", "pressure": 1}}
    for cfl in (0.2, 0.4):
        for limiter in ("minmod", "van-leer"):
            solenoid.Simulation(deck, folder=scene.folder / f"scan/{limiter}-{cfl}",
                                **{"solver.cfl": cfl, "solver.limiter": limiter}).run()
    return solenoid.Runs(scene.folder / "scan")


def test_a_table_of_runs(scene, runs):
    assert runs.names == ["minmod-0.2", "minmod-0.4", "van-leer-0.2", "van-leer-0.4"]
    assert runs.parameters == ["solver.cfl", "solver.limiter"]
    assert runs["solver.cfl"].tolist() == [0.2, 0.4, 0.2, 0.4] and runs["time"].tolist() == [0.05] * 4
    assert runs["grid.cells"][0] == [16, 8, 1] and runs[1].parameters["physics.equations"] == "mhd"
    assert runs[0]["hdf5"][-1].time == 0.05 and len(repr(runs).splitlines()) == 5
    assert len(solenoid.Runs(str(scene.folder / "scan/minmod*"))) == 2
    with pytest.raises(solenoid.ArgumentError, match="no run folders"):
        solenoid.Runs("nowhere/*")
    with pytest.raises(KeyError, match="have 'solver.speed'"):
        runs["solver.speed"]


class FakeXarray:
    """What of xarray is called, where it is not installed."""

    class Dataset:
        def __init__(self, variables, coords, attrs):
            for dims, values in variables.values():
                assert len(dims) == values.ndim, f"{dims} of an array of {values.shape}"
            self.variables, self.coords, self.attrs = variables, coords, attrs


def test_datasets_of_xarray(runs, monkeypatch):
    if importlib.util.find_spec("xarray") is None:
        monkeypatch.setitem(sys.modules, "xarray", FakeXarray)
    data = runs[0].xarray("hdf5", "density")
    assert list(data.coords) == ["y", "x", "time"] and data.attrs["folder"].endswith("minmod-0.2")
    data = runs[0]["hdf5"][0].xarray()
    assert "pressure" in data.variables and "time" in data.coords
