"""A simulation in this process."""

import math
import os
import sys
import time as clock
import weakref
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

import numpy

from . import _toml
from ._events import Event
from ._boxes import active_axes
from ._coordinates import Coordinates
from ._fields import Fields
from ._functions import Functions
from ._library import (Options, Span, UNLIMITED_STEPS, byref, c_char_p, c_double, c_int, c_long,
                       c_size_t, c_void_p, call, library, string_at, text)
from ._processes import Processes
from .errors import ArgumentError
from .picture import Picture

# Seconds of steps after which Python has a look at signals.
LONGEST_CALL = 0.05


class Simulation(Fields, Coordinates):
    """A deck's state, which steps, is read and is changed.

    `deck`: the file of a deck, or a deck as a dict of sections. Keys of the deck are overridden by
    name: `Simulation("deck.toml", **{"grid.cells": [256, 256]})`.

    `device`: "cpu", "gpu", or the GPU where there is one. `threads` of the CPU: all simulations of a
    process have those of the first. `restart`: the checkpoint to go on from. `folder`: where the
    deck's outputs are written as the simulation reaches them; without it none are.

    `sources`: functions in place of expressions of [source], as {"acceleration_x": f}: f(s, time)
    returns a number or an array of the box. It is called in every step for its middle, or in every
    substep, and can ask `s` for coordinates, not for fields. What it raises ends the step, after which
    the state has to be set anew; of several processes each is asked for its part, `s.local`, and what one
    raises ends the step in all. `boundaries`: the same for what stands behind fixed faces, as
    {"lower_x": {"velocity_y": f}}: f(s, time, x, y, z) returns a number or an array for the points
    behind the face, of which x, y and z are one array each.

    `processes`: those that compute the simulation in parts: "launched", all that mpirun or srun has
    started, or a communicator of mpi4py. All of them make the simulation and call the same in the same
    order; what process 0 is told counts, and all get what comes of it. `layout`: "1x2x2" parts along x,
    y and z; `transport` as of `solenoid run --transport`.

    Arrays have the active directions of the grid alone, in the order z, y, x.
    """

    def __init__(self, deck: Union[str, os.PathLike, Mapping[str, Any]], *, device: str = "",
                 threads: int = 0, restart: Union[str, os.PathLike] = "",
                 folder: Union[str, os.PathLike] = "",
                 sources: Optional[Mapping[str, Callable[["Simulation", float], Any]]] = None,
                 boundaries: Optional[Mapping[str, Mapping[str, Callable[..., Any]]]] = None,
                 processes: Any = None, layout: str = "", transport: str = "",
                 **overrides: Any) -> None:
        several = Processes(processes, layout, transport)
        if isinstance(deck, Mapping):
            self._open("open_text", [_toml.deck(deck), "deck.toml"], device, threads, restart, folder,
                       overrides, sources, boundaries, several)
        else:
            self._open("open", [os.fspath(deck)], device, threads, restart, folder, overrides, sources,
                       boundaries, several)

    @classmethod
    def from_text(cls, deck: str, name: str = "deck.toml", *, device: str = "", threads: int = 0,
                  restart: Union[str, os.PathLike] = "", folder: Union[str, os.PathLike] = "",
                  processes: Any = None, layout: str = "", transport: str = "",
                  **overrides: Any) -> "Simulation":
        """From the text of a deck; `name` stands for its file in messages and names outputs."""
        made = cls.__new__(cls)
        made._open("open_text", [deck, name], device, threads, restart, folder, overrides,
                   several=Processes(processes, layout, transport))
        return made

    def _open(self, function, words, device, threads, restart, folder, overrides, sources=None,
              boundaries=None, several=None):
        several = several or Processes()
        self._functions = Functions(self, sources or {}, boundaries or {})
        options = Options(_toml.overrides(overrides).encode(), device.encode(),
                          os.fspath(restart).encode(), os.fspath(folder).encode(), threads,
                          self._functions.sources, len(self._functions.sources),
                          self._functions.boundaries, len(self._functions.boundaries),
                          *several.options())
        handle = c_void_p()
        words = [word.encode() if isinstance(word, str) else word for word in words]
        call(function, *words, byref(options), byref(handle))
        self._open_handle = handle
        self._close = weakref.finalize(self, library.solenoid_close, handle)
        self._events: List[Event] = []
        self._rows: List[List[float]] = []
        cells, lower, upper = (c_int * 3)(), (c_double * 3)(), (c_double * 3)()
        call("grid", handle, cells, lower, upper)
        self._cells, self._lower, self._upper = tuple(cells), tuple(lower), tuple(upper)
        self._dtype = numpy.dtype("f4" if self.precision == "single" else "f8")
        self._fields = self._read_fields()

    def _read_fields(self):
        count = c_int()
        call("field_count", self._handle, byref(count))
        fields = {}
        for number in range(count.value):
            name, shape, is_state = c_char_p(), (c_int * 3)(), c_int()
            call("field", self._handle, number, byref(name), shape, byref(is_state))
            fields[name.value.decode()] = (tuple(shape), bool(is_state.value))
        return fields

    def _do(self, name, *arguments):
        """Calls what may ask for sources; raises what they raised."""
        self._functions.call(name, self._handle, *arguments)

    def close(self) -> None:
        """Gives its memory back; it cannot be used any more."""
        self._close()
        self._open_handle = None

    @property
    def _handle(self):
        if self._open_handle is None:
            raise ArgumentError("the simulation is closed")
        return self._open_handle

    def __enter__(self) -> "Simulation":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        cells = " x ".join(map(str, self._cells))
        if self._open_handle is None:
            return f"<solenoid.Simulation: {cells} cells, closed>"
        return f"<solenoid.Simulation: {cells} cells, step {self.steps}, time {self.time:.9g}>"

    # What it is

    @property
    def cells(self) -> Tuple[int, int, int]:
        """Cells along x, y and z; 1 along inactive directions."""
        return self._cells

    @property
    def lower(self) -> Tuple[float, float, float]:
        """The lower corner of the box, x, y, z."""
        return self._lower

    @property
    def upper(self) -> Tuple[float, float, float]:
        """The upper corner of the box, x, y, z."""
        return self._upper

    @property
    def shape(self) -> Tuple[int, ...]:
        """The shape of fields of cells: active directions in the order z, y, x."""
        return tuple(self._cells[axis] for axis in active_axes(self._cells))

    def _coordinate(self, axis):
        count = self._cells[axis]
        width = (self._upper[axis] - self._lower[axis]) / count
        centres = self._lower[axis] + (numpy.arange(count) + 0.5) * width
        shape = [count if other == axis else 1 for other in active_axes(self._cells)]
        return centres.reshape(shape) if self._cells[axis] > 1 else centres[0]

    @property
    def deck(self) -> str:
        """The resolved deck, with all defaults, as TOML."""
        return text("deck", self._handle)

    @property
    def precision(self) -> str:
        """"single", "double" or "extended"."""
        return text("run_precision", self._handle)

    @property
    def device(self) -> str:
        """What it runs on."""
        return text("device", self._handle)

    @property
    def warnings(self) -> List[str]:
        """What looks wrong in the deck and may be meant."""
        return text("warnings", self._handle).splitlines()

    # Steps

    @property
    def time(self) -> float:
        """In the deck's unit of time."""
        return library.solenoid_time(self._handle)

    @property
    def steps(self) -> int:
        """Steps since the very start."""
        return library.solenoid_steps(self._handle)

    @property
    def dt(self) -> float:
        """Length of the last step; 0 before the first."""
        return library.solenoid_last_dt(self._handle)

    @property
    def end_time(self) -> float:
        """Of the deck."""
        return library.solenoid_end_time(self._handle)

    @property
    def stable_dt(self) -> float:
        """The longest stable step of the present state."""
        dt = c_double()
        self._do("stable_dt", byref(dt))
        return dt.value

    def step(self, count: int = 1) -> None:
        """Takes steps of the deck's run: those that `solenoid run` takes, which end at end_time;
        behind that as long as is stable. Ctrl-C stops between two of them."""
        if count == 1 and not self._events:
            self._do("step", 1)
            return
        if count < 0:
            raise ArgumentError(f"cannot take {count} steps")
        while count > 0:
            until = self.end_time if self.time < self.end_time else math.inf
            count -= self._advance(until, count)

    def run(self, until: Optional[float] = None, progress: bool = False) -> None:
        """Steps until this very time, by default the deck's end_time, where outputs and a checkpoint
        are written if there is a folder for them. Ctrl-C stops between two steps."""
        until = self.end_time if until is None else float(until)
        begin, shown = self.time, clock.monotonic()
        while True:
            self._advance(until, UNLIMITED_STEPS, once=True)
            done = self.time >= until
            if progress and (done or clock.monotonic() - shown > 0.5):
                shown = clock.monotonic()
                part = (self.time - begin) / (until - begin) if until > begin else 1
                print(f"\r{part:4.0%}  time {self.time:.6g}  step {self.steps}",
                      end="\n" if done else "", file=sys.stderr, flush=True)
            if done:
                return

    def _advance(self, until, steps, once=False):
        """Steps until that time, at most so many; with `once` only as long as one call lasts. Returns
        how many."""
        taken, left = c_long(), steps
        while True:
            most, past, step = left, math.inf, 0
            if self._events:
                step = self.steps
                most = min([most, *(event.steps_left(step) for event in self._events)])
                past = min(event.past for event in self._events)
            span = Span(until, past, LONGEST_CALL, most)
            self._do("advance", byref(span), byref(taken))
            left -= taken.value
            if self._events and taken.value:
                self._attend()
            if once or left <= 0 or self.time >= until:
                return steps - left

    def step_by(self, dt: float) -> None:
        """Takes one step of this length, for which the caller vouches, as where another code shares the
        steps: s.stable_dt is the longest stable one."""
        self._do("step_by", dt)
        self._attend()

    @property
    def substeps(self) -> int:
        """Substeps of a step of finite-difference; 0 of other schemes."""
        return library.solenoid_substeps(self._handle)

    def substep(self, dt: float) -> None:
        """Takes the next substep of a step of length dt, of the scheme finite-difference. Between the
        first and the last one fields of the state can be read and set, and nothing else be done. The
        last one ends the step."""
        steps = self.steps
        self._do("substep", dt)
        if self.steps > steps:
            self._attend()

    def _attend(self):
        time, step = self.time, self.steps
        for event in list(self._events):
            if event.is_due(time, step):
                event.schedule(time)
                event.do(self)

    def on(self, do: Callable[["Simulation"], Any], *, every_time: Optional[float] = None,
           every_steps: Optional[int] = None) -> Callable[["Simulation"], Any]:
        """Calls do(simulation) after the first step at or behind each multiple of `every_time`, and
        after each step whose number is a multiple of `every_steps`. No step changes by that. What it
        raises ends the steps."""
        if every_time is None and every_steps is None:
            raise ArgumentError("say when: every_time=... or every_steps=...")
        if (every_time is not None and not every_time > 0) or (
                every_steps is not None and every_steps < 1):
            raise ArgumentError("every_time and every_steps are greater than 0")
        event = Event(do, every_time, every_steps)
        event.schedule(self.time)
        self._events.append(event)
        return do

    # What is kept of it

    def totals(self) -> Dict[str, float]:
        """A row of a history as of now: time, dt, and what docs/outputs.md lists."""
        return dict(zip(self._labels(), self._row()))

    def _labels(self):
        size = c_int()
        call("history_size", self._handle, byref(size))
        return [text("history_label", self._handle, number) for number in range(size.value)]

    def _row(self):
        size = c_int()
        call("history_size", self._handle, byref(size))
        row = (c_double * size.value)()
        self._do("history", row)
        return list(row)

    def record(self, *, every_time: Optional[float] = None,
               every_steps: Optional[int] = None) -> None:
        """Keeps a row of the history as of now, and one as often as on() would call."""
        self.on(lambda simulation: simulation._rows.append(simulation._row()),
                every_time=every_time, every_steps=every_steps)
        self._rows.append(self._row())

    @property
    def history(self) -> Dict[str, numpy.ndarray]:
        """What record() has kept: an array for each quantity, in the order of time."""
        columns = numpy.array(self._rows).T if self._rows else [[] for _ in self._labels()]
        return {label: numpy.array(column) for label, column in zip(self._labels(), columns)}

    def spectrum(self, name: str) -> numpy.ndarray:
        """The power of a field, of a vector such as "velocity", or of "kinetic" or "magnetic", by shells
        of wave numbers 0, 1, ... (docs/outputs.md, "Power spectra"), of a periodic box."""
        count = c_int()
        call("shell_count", self._handle, byref(count))
        power = (c_double * count.value)()
        self._do("spectrum", name.encode(), power)
        return numpy.array(power)

    def write_checkpoint(self, file: Union[str, os.PathLike]) -> None:
        """Writes a checkpoint, from which `Simulation(deck, restart=file)` and `solenoid run DECK
        --restart FILE` go on bit for bit."""
        self._do("write_checkpoint", os.fspath(file).encode())

    def plot(self, field: str, file: Optional[Union[str, os.PathLike]] = None, *,
             range: Optional[Sequence[float]] = None, colours: str = "viridis",
             logarithmic: bool = False,
             slice: Optional[Mapping[str, float]] = None) -> Picture:
        """A picture of a field, which a notebook shows; also written to a file if one is named.

        `range`: the two ends of the scale. `colours`: viridis, inferno, grey or balance. `slice`: the
        plane to show, as {"x": 0.25}; of three directions the middle of z if none is given."""
        axis, position = next(iter(slice.items())) if slice else ("", 0.0)
        if axis not in ("", "x", "y", "z"):
            raise ArgumentError(f"the axis of the slice is {axis!r}; expected x, y or z")
        ends = (c_double * 2)(*range) if range is not None else None
        data, size = c_void_p(), c_size_t()
        self._do("picture", field.encode(), ends, colours.encode(), int(logarithmic),
             "xyz".index(axis) if axis else -1, float(position), byref(data), byref(size))
        picture = Picture(string_at(data, size.value))
        if file is not None:
            picture.save(file)
        return picture

    def synchronise(self) -> None:
        """Waits until all work on the device, and all that is being written, is done."""
        self._do("synchronise")
