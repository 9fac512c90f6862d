"""Simulations of equations that are written where they are used."""

import os
from typing import Any, Mapping, Optional, Sequence, Union

import numpy

from ._native import Simulation as Native
from ._processes import Processes
from .errors import ArgumentError
from .simulation import Simulation


class Program(Simulation):
    """Equations in the stencil language (docs/stencil-language.md) on a grid of the shape of arrays.

    `text`: the program. `fields`: its fields that evolve, by name: arrays of one shape in the order z,
    y, x, or numbers and formulas such as "sin(2*pi*x)"; those left out are 0. `lower`, `upper`: the
    ends of the box along x, y, z (by default of length 1). `time_step`: fixed, where the program has no reductions to find one
    by. `keys`: other keys of a deck, as {"grid.boundary_x": "symmetric", "run.precision": "single"}.
    `sources`, `boundaries`: functions in place of expressions; `processes`, `layout`, `transport`: of
    several processes (see Simulation for all of these). What is named besides are the program's uniforms. There is no end: `run` is told one.

    The program is compiled when it is first used, which takes seconds, and kept.
    """

    def __init__(self, text: str, fields: Mapping[str, Any], *,
                 lower: Optional[Sequence[float]] = None, upper: Optional[Sequence[float]] = None,
                 time_step: Optional[float] = None, keys: Optional[Mapping[str, Any]] = None,
                 device: str = "", threads: int = 0, restart: Union[str, os.PathLike] = "",
                 sources: Optional[Mapping[str, Any]] = None,
                 boundaries: Optional[Mapping[str, Mapping[str, Any]]] = None, processes: Any = None,
                 layout: str = "", transport: str = "", **uniforms: Any) -> None:
        arrays = {field: numpy.asarray(values) for field, values in fields.items()
                  if not isinstance(values, (str, int, float))}
        shapes = {array.shape for array in arrays.values()}
        if len(shapes) != 1:
            raise ArgumentError("the arrays of fields have one shape, which is the grid's; found " +
                                (", ".join(map(str, sorted(shapes))) or "no array"))
        cells = shapes.pop()[::-1]
        if len(cells) > 3:
            raise ArgumentError(f"a grid has up to three directions, not {len(cells)}")
        none = range(3 - len(cells))
        ends = [[*(given or [default] * len(cells)), *(default for _ in none)]
                for given, default in ((lower, 0.0), (upper, 1.0))]
        overrides = {f"physics.{uniform}": value for uniform, value in uniforms.items()}
        if time_step is not None:
            overrides["solver.time_step"] = time_step
        overrides.update({f"initial.{field}": values for field, values in fields.items()
                          if field not in arrays})
        overrides.update(keys or {})
        self._open(Native.from_program, [text, [*cells, *(1 for _ in none)], *ends], device,
                   threads, restart, "", overrides, sources, boundaries,
                   Processes(processes, layout, transport))
        if not os.fspath(restart):
            for field, array in arrays.items():
                self[field] = array
