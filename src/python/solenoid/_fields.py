"""Fields of a simulation as arrays."""

import math
from typing import Any, Dict, List, Optional, Tuple, Union

import numpy

from ._boxes import active_axes, box_of
from ._device_array import DeviceArray, device_values
from ._library import Box, Numbers, byref, call, library
from ._local import Local, own_part
from .errors import ArgumentError


class Fields:
    """What of a Simulation is about its fields."""

    _cells: Tuple[int, int, int]
    _dtype: numpy.dtype
    _fields: Dict[str, Tuple[Tuple[int, int, int], bool]]
    _handle: Any
    _do: Any
    synchronise: Any

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
        box = own_part(self._handle)
        return tuple(slice(box.begin[axis], box.begin[axis] + box.count[axis])
                     for axis in active_axes(self._cells))

    @property
    def local(self) -> Local:
        """The part of all fields that this process holds, of several: Local says more."""
        return Local(self)

    def _name(self, key) -> Tuple[str, List[Any]]:
        """The field that a key in brackets means, and its indices."""
        name, *indices = key if isinstance(key, tuple) else (key,)
        if name not in self._fields:
            raise KeyError(f"there is no field {name!r}; the fields are {', '.join(self._fields)}")
        return name, indices

    def _box(self, key) -> Tuple[str, Box, Tuple[int, ...]]:
        """The field, the box and the shape of the array that a key in brackets means."""
        name, indices = self._name(key)
        return name, *box_of(name, indices, self._fields[name][0], active_axes(self._cells))

    def __getitem__(self, key) -> numpy.ndarray:
        """A field, `s["density"]`, or a part of it, `s["density", 10:20, 5]`: a copy, in the precision
        of the run."""
        name, box, shape = self._box(key)
        values = numpy.empty(shape, self._dtype)
        self._do("get", name.encode(), byref(box), self._dtype.itemsize,
             values.ctypes.data)
        return values

    def __setitem__(self, key, values) -> None:
        """Changes a field of the state, or a part of it: the others stay. Changes are taken up
        together by what comes next and asks for the state."""
        name, box, shape = self._box(key)
        function, size, address, _kept = self._given(name, values, shape)
        call(function, self._handle, name.encode(), byref(box), size, address)

    def _given(self, name, values, shape):
        """What takes the values of a box: a function of the library, the size and the address of the
        values, and what keeps them there."""
        if hasattr(values, "__cuda_array_interface__"):
            if not library.solenoid_on_gpu(self._handle):
                raise ArgumentError("the simulation is on the CPU, the array on a GPU: bring it to the "
                                    "host first")
            address, size = device_values(name, values, shape)
            return "set_on_device", size, address, values
        array = numpy.asarray(values)
        if array.dtype not in (numpy.float32, numpy.float64):
            array = array.astype(numpy.float64)
        array = numpy.ascontiguousarray(numpy.broadcast_to(array, shape))
        return "set", array.dtype.itemsize, array.ctypes.data, array

    def device_array(self, key: Any) -> Union[numpy.ndarray, DeviceArray]:
        """A copy of what the brackets take in the memory of the device: of a GPU, a DeviceArray, which
        CuPy, PyTorch and JAX share by `__cuda_array_interface__` or DLPack; of the CPU, as
        s["density"], an array of NumPy. Arrays on the GPU can be assigned as others can."""
        if not library.solenoid_on_gpu(self._handle):
            return self[key]
        name, box, shape = self._box(key)
        array = DeviceArray(shape, self._dtype)
        self._do("get_on_device", name.encode(), byref(box), self._dtype.itemsize, array.pointer)
        self.synchronise()
        return array

    def _is_vector(self, name):
        return name not in self._fields and sum(name == field[:-2] and field[-2:] in ("_x", "_y", "_z")
                                                for field in self._fields) > 1

    def _numbers(self, key):
        if self._is_vector(key[0] if isinstance(key, tuple) else key):
            vector, *indices = key if isinstance(key, tuple) else (key,)
            _, box, _ = self._box((next(f for f in self._fields if f[:-2] == vector), *indices))
            name = vector
        else:
            name, box, _ = self._box(key)
        numbers = Numbers()
        self._do("field_numbers", name.encode(), byref(box), byref(numbers))
        return numbers, math.prod(box.count)

    def min(self, key) -> float:
        """The least value of a field or a part, found without a copy for Python; of a vector, called
        "velocity" where there are velocity_x and so on, that of its length."""
        return self._numbers(key)[0].minimum

    def max(self, key) -> float:
        """The greatest value."""
        return self._numbers(key)[0].maximum

    def sum(self, key) -> float:
        """The sum of all values."""
        return self._numbers(key)[0].sum

    def mean(self, key) -> float:
        """Their mean."""
        numbers, count = self._numbers(key)
        return numbers.sum / count

    def rms(self, key) -> float:
        """The root of the mean of their squares."""
        return self._numbers(key)[0].rms

    def rate(self, key: Any) -> numpy.ndarray:
        """The rate of change of a field of the state or of a part, as the brackets take them: the
        right-hand side of its equation alone, of the scheme finite-difference. float64."""
        name, box, shape = self._box(key)
        values = numpy.empty(shape)
        self._do("get_rate", name.encode(), byref(box), values.ctypes.data)
        return values

    def with_ghosts(self, name: str, layers: Optional[int] = None) -> numpy.ndarray:
        """The boundary conditions alone: a field of the state with layers of ghosts behind all faces
        (as many as there are if it is not said), of the scheme finite-difference. float64."""
        self._box(name)
        if layers is None:
            layers = library.solenoid_ghost_layers(self._handle)
        values = numpy.empty([self._cells[axis] + 2 * layers for axis in active_axes(self._cells)])
        self._do("get_with_ghosts", name.encode(), layers, values.ctypes.data)
        return values
