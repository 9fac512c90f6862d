"""What each process of a simulation of several holds of its fields."""

from typing import TYPE_CHECKING, Any, Tuple

from ._boxes import active_axes, box_of
from ._coordinates import Coordinates
from ._reading import Reading
from .errors import SolenoidError

if TYPE_CHECKING:
    from ._fields import Fields


class Local(Reading, Coordinates):
    """`s.local`: the part of a simulation that this process holds, read and set without the others'.

    `s.local["density"]` is a copy of it as an array of the shape `s.local.shape`, in the precision of
    the run; `s.local["density", :, 0]` is a piece of that, with indices from 0 in the part, which may be
    empty. `s.local["density"] = values` sets it, as `s["density"] = values` does all of the box; min(),
    max(), sum(), mean(), rms(), rate() and with_ghosts() are of it, too. Of a field on faces the face between
    two parts is in the upper one alone.

    All processes read or set the same field at the same time, each its own piece. What one of them
    cannot do is raised in all. Of one process the part is all of the box.
    """

    def __init__(self, simulation: Any) -> None:
        self._simulation: "Fields" = simulation
        self._cells, self._dtype = simulation._cells, simulation._dtype

    @property
    def _native(self):
        return self._simulation._native

    def _own(self, name, indices):
        """The box of this process, and the shape of its array."""
        part = self._native.part(name)
        return box_of(name, indices, part.count, self._axes(), own=part.begin)

    def _axes(self):
        return active_axes(self._cells)

    def _in_all(self, make):
        """What it makes; where it cannot, the other processes, which wait, raise that, too."""
        try:
            return make()
        except Exception as error:
            if tuple(self._native.part().count) == self._cells:
                raise
            why = str(error.args[0]) if error.args else repr(error)
            try:
                self._native.fail_in_all(why)
            except SolenoidError as told:
                raise told from error

    def _box(self, key, vectors=False):
        def find():
            name, field, indices = self._simulation._name(key, vectors)
            return name, *self._own(field, indices)

        return self._in_all(find)

    def __setitem__(self, key: Any, values: Any) -> None:
        simulation = self._simulation

        def find():
            name, field, indices = simulation._name(key)
            box, shape = self._own(field, indices)
            return name, box, simulation._given(name, values, shape)

        simulation._set(*self._in_all(find))

    @property
    def shape(self) -> Tuple[int, ...]:
        """The shape of fields of cells in this part: active directions in the order z, y, x."""
        count = self._native.part().count
        return tuple(count[axis] for axis in self._axes())

    def _coordinate(self, axis):
        whole = self._simulation._coordinate(axis)
        if axis not in self._axes():
            return whole
        return whole[tuple(own if other == axis else slice(None)
                           for other, own in zip(self._axes(), self._simulation.part))]
