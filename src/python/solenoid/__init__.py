"""Compressible (magneto)hydrodynamics on uniform grids, stepped from Python.

    import solenoid
    s = solenoid.Simulation("inputs/orszag-tang.toml", **{"grid.cells": [256, 256]})
    s.run(until=0.5)
    print(s["density"].mean(), s.max("mach_number"))

See docs/python.md.
"""

try:
    from ._native import version as _version
except ImportError as error:
    raise ImportError(f"the module of Solenoid for this Python cannot be loaded ({error}): start Python by "
                      "'./solenoid python', or install with 'pip install .'") from error
from ._device_array import DeviceArray
from ._local import Local
from .errors import (ArgumentError, DeckError, FileError, OutOfMemoryError, ProgramError,
                     SolenoidError, StateError)
from .files import Checkpoint, RunFolder, Snapshot, Table, read
from .picture import Picture
from .program import Program
from .runs import Runs
from .simulation import Simulation

__version__ = _version().split()[1]
__all__ = ["ArgumentError", "Checkpoint", "DeckError", "DeviceArray", "FileError", "Local", "OutOfMemoryError", "Picture",
           "Program", "ProgramError", "RunFolder", "Runs", "Simulation", "Snapshot", "SolenoidError", "StateError",
           "Table", "read"]
