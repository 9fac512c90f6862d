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
from ._native import UNLIMITED_STEPS, Options, Simulation as Native
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
            self._open(Native.from_text, [_toml.deck(deck), "deck.toml"], device, threads, restart, folder,
                       overrides, sources, boundaries, several)
        else:
            self._open(Native.from_file, [os.fsencode(deck)], device, threads, restart, folder, overrides, sources,
                       boundaries, several)

    @classmethod
    def from_text(cls, deck: str, name: str = "deck.toml", *, device: str = "", threads: int = 0,
                  restart: Union[str, os.PathLike] = "", folder: Union[str, os.PathLike] = "",
                  processes: Any = None, layout: str = "", transport: str = "",
                  **overrides: Any) -> "Simulation":
        """From the text of a deck; `name` stands for its file in messages and names outputs."""
        made = cls.__new__(cls)
        made._open(Native.from_text, [deck, name], device, threads, restart, folder, overrides,
                   several=Processes(processes, layout, transport))
        return made

    def _open(self, make, words, device, threads, restart, folder, overrides, sources=None,
              boundaries=None, several=None):
        options = Options()
        options.overrides, options.device, options.threads = _toml.overrides(overrides), device, threads
        options.restart, options.folder = os.fsencode(restart), os.fsencode(folder)
        (several or Processes()).tell(options)
        self._functions = Functions(self, sources or {}, boundaries or {})
        self._native = make(*words, options, self._functions)
        self._close = weakref.finalize(self, self._native.close)
        self._events: List[Event] = []
        self._rows: List[List[float]] = []
        self._labels: List[str] = []
        self._cells, self._lower, self._upper = (
            self._native.cells(), self._native.lower(), self._native.upper())
        self._dtype = numpy.dtype("f4" if self.precision == "single" else "f8")
        self._fields = {field.name: (tuple(field.shape), field.is_state)
                        for field in self._native.fields()}

    def close(self) -> None:
        """Gives its memory back; it cannot be used any more."""
        self._close()

    def __enter__(self) -> "Simulation":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __repr__(self) -> str:
        cells = " x ".join(map(str, self._cells))
        if not self._native.is_open:
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
        return self._native.deck()

    @property
    def precision(self) -> str:
        """"single", "double" or "extended"."""
        return self._native.precision()

    @property
    def device(self) -> str:
        """What it runs on."""
        return self._native.device()

    @property
    def warnings(self) -> List[str]:
        """What looks wrong in the deck and may be meant."""
        return self._native.warnings()

    # Steps

    @property
    def time(self) -> float:
        """In the deck's unit of time."""
        return self._native.time()

    @property
    def steps(self) -> int:
        """Steps since the very start."""
        return self._native.steps()

    @property
    def dt(self) -> float:
        """Length of the last step; 0 before the first."""
        return self._native.last_dt()

    @property
    def end_time(self) -> float:
        """Of the deck."""
        return self._native.end_time()

    @property
    def stable_dt(self) -> float:
        """The longest stable step of the present state."""
        return self._native.stable_dt()

    def step(self, count: int = 1) -> None:
        """Takes steps of the deck's run: those that `solenoid run` takes, which end at end_time;
        behind that as long as is stable. Ctrl-C stops between two of them."""
        if count == 1 and not self._events:
            self._native.step(1)
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
        left = steps
        while True:
            most, past, step = left, math.inf, 0
            if self._events:
                step = self.steps
                most = min([most, *(event.steps_left(step) for event in self._events)])
                past = min(event.past for event in self._events)
            taken = self._native.advance(until, past, most, LONGEST_CALL)
            left -= taken
            if self._events and taken:
                self._attend()
            if once or left <= 0 or self.time >= until:
                return steps - left

    def step_by(self, dt: float) -> None:
        """Takes one step of this length, for which the caller vouches, as where another code shares the
        steps: s.stable_dt is the longest stable one."""
        self._native.step_by(dt)
        self._attend()

    @property
    def substeps(self) -> int:
        """Substeps of a step of finite-difference; 0 of other schemes."""
        return self._native.substeps()

    def substep(self, dt: float) -> None:
        """Takes the next substep of a step of length dt, of the scheme finite-difference. Between the
        first and the last one fields of the state can be read and set, and nothing else be done. The
        last one ends the step."""
        steps = self.steps
        self._native.substep(dt)
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
        return dict(self._native.history())

    def _row(self):
        row = self._native.history()
        self._labels = [label for label, _ in row]
        return [value for _, value in row]

    def record(self, *, every_time: Optional[float] = None,
               every_steps: Optional[int] = None) -> None:
        """Keeps a row of the history as of now, and one as often as on() would call."""
        self.on(lambda simulation: simulation._rows.append(simulation._row()),
                every_time=every_time, every_steps=every_steps)
        self._rows.append(self._row())

    @property
    def history(self) -> Dict[str, numpy.ndarray]:
        """What record() has kept: an array for each quantity, in the order of time."""
        if not self._labels:
            self._row()
        columns = numpy.array(self._rows).T if self._rows else [[] for _ in self._labels]
        return {label: numpy.array(column) for label, column in zip(self._labels, columns)}

    def spectrum(self, name: str) -> numpy.ndarray:
        """The power of a field, of a vector such as "velocity", or of "kinetic" or "magnetic", by shells
        of wave numbers 0, 1, ... (docs/outputs.md, "Power spectra"), of a periodic box."""
        return numpy.array(self._native.spectrum(name))

    def write_checkpoint(self, file: Union[str, os.PathLike]) -> None:
        """Writes a checkpoint, from which `Simulation(deck, restart=file)` and `solenoid run DECK
        --restart FILE` go on bit for bit."""
        self._native.write_checkpoint(os.fsencode(file))

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
        picture = Picture(self._native.picture(
            field, None if range is None else tuple(range), colours, bool(logarithmic),
            ("xyz".index(axis), float(position)) if axis else None))
        if file is not None:
            picture.save(file)
        return picture

    def synchronise(self) -> None:
        """Waits until all work on the device, and all that is being written, is done."""
        self._native.synchronise()
