"""Simulations of equations that are written where they are used."""

import os
import tempfile
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Union

import numpy

from . import _toml
from .errors import ArgumentError
from .simulation import Simulation


class Program(Simulation):
    """Equations in the stencil language (docs/stencil-language.md) on a grid of the shape of arrays.

    `text`: the program. `fields`: its fields that evolve, by name: arrays of one shape in the order z,
    y, x, or numbers and formulas such as "sin(2*pi*x)"; those left out are 0. `lower`, `upper`: the
    ends of the box along x, y, z (by default of length 1). `time_step`: fixed, where the program has no reductions to find one
    by. `keys`: other keys of a deck, as {"grid.boundary_x": "symmetric", "run.precision": "single"}.
    What is named besides are the program's uniforms. There is no end: `run` is told one.

    The program is compiled when it is first used, which takes seconds, and kept.
    """

    def __init__(self, text: str, fields: Mapping[str, Any], *,
                 lower: Optional[Sequence[float]] = None, upper: Optional[Sequence[float]] = None,
                 time_step: Optional[float] = None, keys: Optional[Mapping[str, Any]] = None,
                 device: str = "", threads: int = 0, restart: Union[str, os.PathLike] = "",
                 name: str = "program", **uniforms: Any) -> None:
        arrays = {field: numpy.asarray(values) for field, values in fields.items()
                  if not isinstance(values, (str, int, float))}
        shapes = {array.shape for array in arrays.values()}
        if len(shapes) != 1:
            raise ArgumentError("the arrays of fields have one shape, which is the grid's; found " +
                                (", ".join(map(str, sorted(shapes))) or "no array"))
        grid = {"cells": list(shapes.pop()[::-1])}
        ends = {"lower": lower, "upper": upper}
        grid.update({end: list(values) for end, values in ends.items() if values is not None})
        solver = {"scheme": "finite-difference"}
        if time_step is not None:
            solver["time_step"] = time_step
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"{name}.stencil"
            file.write_text(text, encoding="utf-8")
            deck = {"run": {"end_time": 1e300}, "physics": {"program": str(file), **uniforms},
                    "grid": grid, "solver": solver,
                    "initial": {field: 0 if field in arrays else values
                                for field, values in fields.items()}}
            self._open("open_text", [_toml.deck(deck), f"{name}.toml"], device, threads, restart, "",
                       keys or {})
        if not os.fspath(restart):
            for field, array in arrays.items():
                self[field] = array
