"""What each process of a simulation of several holds of its fields."""

from typing import TYPE_CHECKING, Any, Tuple

import numpy

from ._boxes import active_axes, box_of
from ._coordinates import Coordinates
from ._library import Box, byref, call
from .errors import SolenoidError

if TYPE_CHECKING:
    from ._fields import Fields


def own_part(handle, name=None):
    """The box of cells, or of the values of a field, that this process holds."""
    part = Box()
    call("part", handle, name and name.encode(), byref(part))
    return part


class Local(Coordinates):
    """`s.local`: the part of a simulation that this process holds, read and set without the others'.

    `s.local["density"]` is a copy of it as an array of the shape `s.local.shape`, in the precision of
    the run; `s.local["density", :, 0]` is a piece of that, with indices from 0 in the part, which may be
    empty. `s.local["density"] = values` sets it, as `s["density"] = values` does all of the box. Of a
    field on faces the face between two parts is in the upper one alone.

    All processes read or set the same field at the same time, each its own piece. What one of them
    cannot do is raised in all. Of one process the part is all of the box.
    """

    def __init__(self, simulation: Any) -> None:
        self._simulation: "Fields" = simulation

    def _own(self, name, indices):
        """The box of this process, and the shape of its array."""
        part = own_part(self._simulation._handle, name)
        box, shape = box_of(name, indices, tuple(part.count), self._axes(), may_be_empty=True)
        for axis in range(3):
            box.begin[axis] += part.begin[axis]
        box.own = 1
        return box, shape

    def _axes(self):
        return active_axes(self._simulation._cells)

    def _in_all(self, make):
        """What it makes; where it cannot, the other processes, which wait, raise that, too."""
        try:
            return make()
        except Exception as error:
            cells = self._simulation._cells
            if tuple(own_part(self._simulation._handle).count) == tuple(cells):
                raise
            why = str(error.args[0]) if error.args else repr(error)
            try:
                call("fail_in_all", self._simulation._handle, why.encode())
            except SolenoidError as told:
                raise told from error

    def __getitem__(self, key: Any) -> numpy.ndarray:
        simulation = self._simulation

        def find():
            name, indices = simulation._name(key)
            return name, *self._own(name, indices)

        name, box, shape = self._in_all(find)
        values = numpy.empty(shape, simulation._dtype)
        simulation._do("get", name.encode(), byref(box), simulation._dtype.itemsize, values.ctypes.data)
        return values

    def __setitem__(self, key: Any, values: Any) -> None:
        simulation = self._simulation

        def find():
            name, indices = simulation._name(key)
            box, shape = self._own(name, indices)
            return name, box, simulation._given(name, values, shape)

        name, box, (function, size, address, _kept) = self._in_all(find)
        call(function, simulation._handle, name.encode(), byref(box), size, address)

    @property
    def shape(self) -> Tuple[int, ...]:
        """The shape of fields of cells in this part: active directions in the order z, y, x."""
        return tuple(own_part(self._simulation._handle).count[axis] for axis in self._axes())

    def _coordinate(self, axis):
        whole = self._simulation._coordinate(axis)
        if axis not in self._axes():
            return whole
        return whole[tuple(own if other == axis else slice(None)
                           for other, own in zip(self._axes(), self._simulation.part))]
