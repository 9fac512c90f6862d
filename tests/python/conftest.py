"""What the tests of the Python package share: the package of the build that ctest runs them for, a
scratch folder, scripts in a process of their own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

# What all tests of the program share.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "program"))
import _package  # noqa: E402
from _page import SOURCE  # noqa: E402
from _program import Scene  # noqa: E402

sys.path.insert(0, str(_package.FOLDER))
SKIPPED = 77  # by which ctest knows


def pytest_sessionstart():
    if not _package.is_built():
        pytest.exit(f"there is no module solenoid._native in {_package.FOLDER}", SKIPPED)


@pytest.fixture(scope="module")
def scene():
    """A folder for the tests of a file, and the program to run there."""
    with Scene() as made:
        yield made


@pytest.fixture(scope="module")
def run_script(scene):
    """Runs a script in the folder as its users do, and gives what it says."""
    def run(name, text, **variables):
        environment = {**os.environ, **_package.ENVIRONMENT, **variables}
        done = subprocess.run([sys.executable, scene.write(name, text)], capture_output=True, text=True,
                              check=False, cwd=scene.folder, env=environment)
        assert done.returncode == 0, f"{text}\n{done.stdout}{done.stderr}"
        return done.stdout
    return run


@pytest.fixture
def vortex():
    """The deck that most of the tests step."""
    return SOURCE / "inputs/orszag-tang.toml"
