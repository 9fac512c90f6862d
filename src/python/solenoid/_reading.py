"""What there is to read of fields, of all of a simulation or of a part of it."""

import math
from typing import Any, Optional, Tuple, Union

import numpy

from ._boxes import active_axes
from ._device_array import DeviceArray
from ._native import Box


class Reading:
    """Reads the boxes that _box() finds."""

    _cells: Tuple[int, int, int]
    _dtype: numpy.dtype
    _native: Any

    def _box(self, key: Any, vectors: bool = False) -> Tuple[str, Box, Tuple[int, ...]]:
        """The field, the box and the shape of the array that a key in brackets means; with `vectors` the key
        may name a vector."""
        raise NotImplementedError

    def __getitem__(self, key: Any) -> numpy.ndarray:
        """A field, `s["density"]`, or a part of it, `s["density", 10:20, 5]`: a copy, in the precision
        of the run."""
        name, box, shape = self._box(key)
        values = numpy.empty(shape, self._dtype)
        self._native.get(name, box, values)
        return values

    def get_later(self, key: Any) -> numpy.ndarray:
        """An array for what the brackets take, with the values of now, which are on their way while steps go
        on: they are there when `synchronise()` of the simulation has returned, and not before. Of several
        processes they are there at once."""
        name, box, shape = self._box(key)
        values = numpy.empty(shape, self._dtype)
        self._native.get_later(name, box, values)
        return values

    def device_array(self, key: Any) -> Union[numpy.ndarray, DeviceArray]:
        """A copy of what the brackets take in the memory of the device: of a GPU, a DeviceArray, which
        CuPy, PyTorch and JAX share by `__cuda_array_interface__` or DLPack; of the CPU, as
        s["density"], an array of NumPy. Arrays on the GPU can be assigned as others can."""
        if not self._native.on_gpu():
            return self[key]
        name, box, shape = self._box(key)
        array = DeviceArray(shape, self._dtype)
        self._native.get_on_device(name, box, array.pointer, self._dtype.itemsize)
        return array

    def _numbers(self, key):
        name, box, _ = self._box(key, vectors=True)
        return self._native.numbers(name, box), math.prod(box.count)

    def min(self, key: Any) -> float:
        """The least value of a field or a part, found without a copy for Python; of a vector, called
        "velocity" where there are velocity_x and so on, that of its length."""
        return self._numbers(key)[0].minimum

    def max(self, key: Any) -> float:
        """The greatest value."""
        return self._numbers(key)[0].maximum

    def sum(self, key: Any) -> float:
        """The sum of all values."""
        return self._numbers(key)[0].sum

    def mean(self, key: Any) -> float:
        """Their mean."""
        numbers, count = self._numbers(key)
        return numbers.sum / count if count else math.nan

    def rms(self, key: Any) -> float:
        """The root of the mean of their squares."""
        return self._numbers(key)[0].rms

    def rate(self, key: Any) -> numpy.ndarray:
        """The rate of change of a field of the state or of a part, as the brackets take them: the
        right-hand side of its equation alone, of the scheme finite-difference. float64."""
        name, box, shape = self._box(key)
        values = numpy.empty(shape)
        self._native.rate(name, box, values)
        return values

    def with_ghosts(self, key: Any, layers: Optional[int] = None) -> numpy.ndarray:
        """The boundary conditions alone: a field of the state, or a part, with layers around it (as many as
        there are if it is not said) of what stands there: neighbours' values, and ghosts behind faces. Of the
        scheme finite-difference. float64."""
        name, box, _ = self._box(key)
        if layers is None:
            layers = self._native.ghost_layers()
        count = box.count
        around = 2 * layers if math.prod(count) else 0
        values = numpy.empty([max(0, count[axis] + around) for axis in active_axes(self._cells)])
        self._native.with_ghosts(name, box, layers, values)
        return values
