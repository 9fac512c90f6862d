"""Fields of a simulation as arrays."""

import difflib
from typing import Any, Dict, List, Tuple

import numpy

from ._boxes import active_axes, box_of
from ._device_array import device_values
from ._local import Local
from ._native import Box
from ._reading import Reading
from .errors import ArgumentError


class Fields(Reading):
    """What of a Simulation is about its fields."""

    _cells: Tuple[int, int, int]
    _dtype: numpy.dtype
    _fields: Dict[str, Tuple[Tuple[int, int, int], bool]]
    _native: Any

    @property
    def fields(self) -> List[str]:
        """Names of all fields."""
        return list(self._fields)

    @property
    def state_fields(self) -> List[str]:
        """Names of those that define the state, which can be set."""
        return [name for name, (_, is_state) in self._fields.items() if is_state]

    @property
    def part(self) -> Tuple[slice, ...]:
        """The cells that this process holds, slices of whole arrays in the order z, y, x:
        `s["density"][s.part]` has the values of `s.local["density"]`. Of one process that is all."""
        box = self._native.part()
        begin, count = box.begin, box.count
        return tuple(slice(begin[axis], begin[axis] + count[axis])
                     for axis in active_axes(self._cells))

    @property
    def local(self) -> Local:
        """The part of all fields that this process holds, of several: Local says more."""
        return Local(self)

    def _name(self, key, vectors=False) -> Tuple[str, str, List[Any]]:
        """What a key in brackets names, a field that has its shape, and its indices. With `vectors` it may be
        one, "velocity" where there are velocity_x and so on."""
        name, *indices = key if isinstance(key, tuple) else (key,)
        if name in self._fields:
            return name, name, indices
        components = [field for field in self._fields
                      if field[:-2] == name and field[-2:] in ("_x", "_y", "_z")]
        if vectors and len(components) > 1:
            return name, components[0], indices
        guesses = difflib.get_close_matches(str(name), self._fields, 1, 0.8)
        hint = f", did you mean {guesses[0]!r}?" if guesses else f"; the fields are {', '.join(self._fields)}"
        raise KeyError(f"there is no field {name!r}{hint}")

    def _box(self, key, vectors=False) -> Tuple[str, Box, Tuple[int, ...]]:
        name, field, indices = self._name(key, vectors)
        return name, *box_of(field, indices, self._fields[field][0], active_axes(self._cells))

    def __setitem__(self, key, values) -> None:
        """Changes a field of the state, or a part of it: the others stay. Changes are taken up
        together by what comes next and asks for the state."""
        name, box, shape = self._box(key)
        self._set(name, box, self._given(name, values, shape))

    def _given(self, name, values, shape):
        """The values of a box as they are set: an array of this shape on the host or on a GPU."""
        if hasattr(values, "__cuda_array_interface__"):
            if not self._native.on_gpu():
                raise ArgumentError("the simulation is on the CPU, the array on a GPU: bring it to the "
                                    "host first")
            return device_values(name, values, shape)
        array = numpy.asarray(values)
        if array.dtype not in (numpy.float32, numpy.float64):
            array = array.astype(numpy.float64)
        try:
            return numpy.ascontiguousarray(numpy.broadcast_to(array, shape))
        except ValueError:
            raise ArgumentError(f"{name} takes an array of the shape {shape}, or one that NumPy broadcasts to "
                                f"it; this one has {array.shape}") from None

    def _set(self, name, box, values):
        if isinstance(values, numpy.ndarray):
            self._native.set(name, box, values)
        else:
            self._native.set_on_device(name, box, values.address, values.item_bytes)
