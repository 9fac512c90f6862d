"""libsolenoid, called through its C interface (solenoid/solenoid.h)."""

import ctypes
import os
from ctypes import POINTER, byref, c_char_p, c_double, c_int, c_long, c_size_t, c_void_p, string_at
from pathlib import Path

from .errors import SolenoidError, error_of

UNLIMITED_STEPS = 2 ** (8 * ctypes.sizeof(c_long) - 1) - 1


SourceFunction = ctypes.CFUNCTYPE(c_int, c_void_p, c_double, POINTER(c_double))


class Source(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("give", SourceFunction), ("user", c_void_p)]


BoundaryFunction = ctypes.CFUNCTYPE(c_int, c_void_p, c_double, c_size_t, POINTER(c_double),
                                    POINTER(c_double), POINTER(c_double), POINTER(c_double))


class Boundary(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("give", BoundaryFunction), ("user", c_void_p)]


class Options(ctypes.Structure):
    _fields_ = [("overrides", c_char_p), ("device", c_char_p), ("restart", c_char_p),
                ("folder", c_char_p), ("threads", c_int), ("sources", POINTER(Source)),
                ("source_count", c_int), ("boundaries", POINTER(Boundary)),
                ("boundary_count", c_int), ("processes", c_int), ("communicator", c_int),
                ("layout", c_char_p), ("transport", c_char_p)]


class Box(ctypes.Structure):
    _fields_ = [("begin", c_int * 3), ("count", c_int * 3), ("own", c_int)]


class Span(ctypes.Structure):
    _fields_ = [("until", c_double), ("past", c_double), ("seconds", c_double), ("steps", c_long)]


class Numbers(ctypes.Structure):
    _fields_ = [(name, c_double) for name in ("minimum", "maximum", "sum", "rms")]


# Of each function what it returns (None: a status, which call() looks at) and what it takes.
FUNCTIONS = {
    "message": (c_char_p, []),
    "version": (c_char_p, []),
    "open": (None, [c_char_p, POINTER(Options), POINTER(c_void_p)]),
    "open_text": (None, [c_char_p, c_char_p, POINTER(Options), POINTER(c_void_p)]),
    "open_program": (None, [c_char_p, c_int * 3, c_double * 3, c_double * 3, POINTER(Options),
                            POINTER(c_void_p)]),
    "close": (None, [c_void_p]),
    "grid": (None, [c_void_p, c_int * 3, c_double * 3, c_double * 3]),
    "deck": (c_char_p, [c_void_p]),
    "run_precision": (c_char_p, [c_void_p]),
    "device": (c_char_p, [c_void_p]),
    "warnings": (c_char_p, [c_void_p]),
    "time": (c_double, [c_void_p]),
    "last_dt": (c_double, [c_void_p]),
    "end_time": (c_double, [c_void_p]),
    "steps": (c_long, [c_void_p]),
    "stable_dt": (None, [c_void_p, POINTER(c_double)]),
    "step": (None, [c_void_p, c_long]),
    "advance": (None, [c_void_p, POINTER(Span), POINTER(c_long)]),
    "step_by": (None, [c_void_p, c_double]),
    "substeps": (c_int, [c_void_p]),
    "substep": (None, [c_void_p, c_double]),
    "ghost_layers": (c_int, [c_void_p]),
    "get_rate": (None, [c_void_p, c_char_p, POINTER(Box), c_void_p]),
    "get_with_ghosts": (None, [c_void_p, c_char_p, POINTER(Box), c_int, c_void_p]),
    "field_count": (None, [c_void_p, POINTER(c_int)]),
    "field": (None, [c_void_p, c_int, POINTER(c_char_p), c_int * 3, POINTER(c_int)]),
    "part": (None, [c_void_p, c_char_p, POINTER(Box)]),
    "fail_in_all": (None, [c_void_p, c_char_p]),
    "get": (None, [c_void_p, c_char_p, POINTER(Box), c_int, c_void_p]),
    "set": (None, [c_void_p, c_char_p, POINTER(Box), c_int, c_void_p]),
    "get_on_device": (None, [c_void_p, c_char_p, POINTER(Box), c_int, c_void_p]),
    "set_on_device": (None, [c_void_p, c_char_p, POINTER(Box), c_int, c_void_p]),
    "on_gpu": (c_int, [c_void_p]),
    "allocate_on_device": (None, [c_int, c_size_t, POINTER(c_void_p)]),
    "free_on_device": (None, [c_int, c_void_p]),
    "field_numbers": (None, [c_void_p, c_char_p, POINTER(Box), POINTER(Numbers)]),
    "history_size": (None, [c_void_p, POINTER(c_int)]),
    "history_label": (c_char_p, [c_void_p, c_int]),
    "history": (None, [c_void_p, POINTER(c_double)]),
    "shell_count": (None, [c_void_p, POINTER(c_int)]),
    "spectrum": (None, [c_void_p, c_char_p, POINTER(c_double)]),
    "write_checkpoint": (None, [c_void_p, c_char_p]),
    "picture": (None, [c_void_p, c_char_p, POINTER(c_double), c_char_p, c_int, c_int, c_double,
                       POINTER(c_void_p), POINTER(c_size_t)]),
    "synchronise": (None, [c_void_p]),
}


def places():
    """Where the library may be: where SOLENOID_LIBRARY says, in this package, beside the share/ folder
    that this package was installed in."""
    if os.environ.get("SOLENOID_LIBRARY"):
        yield Path(os.environ["SOLENOID_LIBRARY"])
        return
    package = Path(__file__).resolve().parent
    for prefix in (package / "prefix", package.parents[3] if len(package.parents) > 3 else package):
        for folder in ("lib", "lib64"):
            yield from sorted((prefix / folder).glob("libsolenoid.so"))
            yield from sorted((prefix / folder).glob("*/libsolenoid.so"))


def load():
    for place in places():
        try:
            library = ctypes.CDLL(str(place))
        except OSError as error:
            raise ImportError(f"cannot load {place}: {error}") from None
        for name, (result, arguments) in FUNCTIONS.items():
            function = getattr(library, "solenoid_" + name)
            function.restype = result or (None if name in ("close", "free_on_device") else c_int)
            function.argtypes = arguments
        return library
    raise ImportError("libsolenoid.so was not found: start Python by './solenoid python', install "
                      "with 'pip install .', or set SOLENOID_LIBRARY to its path")


library = load()
functions = {name: getattr(library, "solenoid_" + name) for name in FUNCTIONS}


def call(name, *arguments):
    """Calls a function that returns a status; raises what went wrong. Other threads of Python run
    meanwhile."""
    status = functions[name](*arguments)
    if status != 0:
        raise error_of(status, library.solenoid_message().decode(errors="replace"))


def text(name, *arguments):
    """Calls a function that returns a text."""
    found = functions[name](*arguments)
    if found is None:
        raise SolenoidError(library.solenoid_message().decode(errors="replace"))
    return found.decode(errors="replace")


__all__ = ["Boundary", "BoundaryFunction", "Box", "Numbers", "Options", "Source", "SourceFunction", "Span", "UNLIMITED_STEPS", "byref", "c_char_p", "c_double",
           "c_int", "c_long", "c_size_t", "c_void_p", "call", "library", "string_at",
           "text"]
