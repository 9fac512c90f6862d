"""Compressible (magneto)hydrodynamics on uniform grids, stepped from Python.

    import solenoid
    s = solenoid.Simulation("inputs/orszag-tang.toml", **{"grid.cells": [256, 256]})
    s.run(until=0.5)
    print(s["density"].mean(), s.max("mach_number"))

See docs/python.md.
"""

from ._library import text as _text
from ._device_array import DeviceArray
from ._local import Local
from .errors import (ArgumentError, DeckError, FileError, OutOfMemoryError, ProgramError,
                     SolenoidError, StateError)
from .files import Checkpoint, RunFolder, Snapshot, Table, read
from .picture import Picture
from .program import Program
from .runs import Runs
from .simulation import Simulation

__version__ = _text("version").split()[1]
__all__ = ["ArgumentError", "Checkpoint", "DeckError", "DeviceArray", "FileError", "Local", "OutOfMemoryError", "Picture",
           "Program", "ProgramError", "RunFolder", "Runs", "Simulation", "Snapshot", "SolenoidError", "StateError",
           "Table", "read"]
