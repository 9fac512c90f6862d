"""The package works from where pip or `cmake --install` put it, with the library that was installed
along."""

import importlib.util
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from _page import SOURCE
from _program import PROGRAM

BUILD = Path(PROGRAM).parent
CHECK = """
import solenoid, sys
s = solenoid.Simulation({"run": {"end_time": 1}, "grid": {"cells": [16]}, "initial": {"density": 1, "pressure": 1}})
s.step(3)
print(s.steps, solenoid.__version__, solenoid._native.__file__)
print(*{line.split()[-1] for line in open("/proc/self/maps") if "libsolenoid.so" in line})
"""


@pytest.fixture(scope="module")
def backend():
    where = importlib.util.spec_from_file_location("backend", SOURCE / "src/python/build_backend.py")
    module = importlib.util.module_from_spec(where)
    where.loader.exec_module(module)
    return module


def says(folder, package):
    """The lines that a Python says which knows this folder alone."""
    environment = {**os.environ, "PYTHONPATH": str(package)}
    done = subprocess.run([sys.executable, "-c", CHECK], capture_output=True, text=True, check=False,
                          env=environment, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def test_wheel(scene, backend):
    name = backend.wheel_of(BUILD, scene.folder)
    site = scene.folder / "site"
    with zipfile.ZipFile(scene.folder / name) as wheel:
        wheel.extractall(site)
        names = wheel.namelist()
    here = f"cp{sys.version_info.major}{sys.version_info.minor}"
    assert f"-{here}-{here}-linux_" in name
    assert len(names) == len(set(names)) and sum("libsolenoid.so" in file for file in names) == 1
    assert not any("share/solenoid/python" in file for file in names)
    steps, library = says(scene.folder, site)
    assert steps.startswith(f"3 {backend.version()} {site}/solenoid/_native."), steps
    assert library.startswith(f"{site}/solenoid/prefix/"), library


def test_installed_prefix(scene):
    prefix = scene.folder / "prefix"
    subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
    moved = prefix.rename(scene.folder / "moved")
    package = moved / "share/solenoid/python"
    steps, library = says(scene.folder, package)
    assert str(package) in steps and library.startswith(f"{moved}/lib"), (steps, library)
