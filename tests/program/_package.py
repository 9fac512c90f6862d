"""The Python package as it is built, for tests that run scripts."""

from pathlib import Path

from _program import PROGRAM

FOLDER = Path(PROGRAM).parent / "python"
ENVIRONMENT = {"PYTHONPATH": str(FOLDER), "PYTHONDONTWRITEBYTECODE": "1"}


def is_built():
    return any(FOLDER.glob("solenoid/_native.*"))
