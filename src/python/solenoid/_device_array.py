"""Arrays in the memory of a simulation's device, which other libraries share without a copy."""

from typing import Any, NamedTuple, Tuple

import numpy

from ._native import DeviceMemory
from .errors import ArgumentError

CUDA = 2  # of DLPack


class DeviceArray:
    """Values in the memory of a GPU: `cupy.asarray(a)`, `torch.as_tensor(a, device="cuda")` and
    `jax.dlpack.from_dlpack(a)` share its memory, which lives as long as any of them. `shape` as of
    NumPy; compact, the last direction fastest."""

    def __init__(self, shape: Tuple[int, ...], dtype: Any) -> None:
        self.shape, self.dtype = tuple(shape), numpy.dtype(dtype)
        self.size = int(numpy.prod(self.shape, dtype=int))
        self._memory = DeviceMemory(self.size * self.dtype.itemsize)
        self.pointer = self._memory.address

    @property
    def __cuda_array_interface__(self):
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self.pointer, False),
                "version": 3, "strides": None, "stream": None}

    def __dlpack_device__(self) -> Tuple[int, int]:
        return CUDA, 0

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None,
                   copy: Any = None) -> Any:
        return self._memory.dlpack(self.shape, self.__dlpack_device__(), self.dtype.itemsize)

    def __repr__(self) -> str:
        return f"<solenoid.DeviceArray {self.shape}, {self.dtype}, on a GPU>"


class DeviceValues(NamedTuple):
    """Compact values on a GPU."""

    address: int
    item_bytes: int
    owner: Any  # keeps them there


def device_values(name: str, values: Any, shape: Tuple[int, ...]) -> DeviceValues:
    """Those of an array on a GPU, which has to be of this shape."""
    interface = values.__cuda_array_interface__
    dtype = numpy.dtype(interface["typestr"])
    if tuple(interface["shape"]) != tuple(shape) or dtype not in (numpy.float32, numpy.float64):
        raise ArgumentError(f"{name} takes an array of {shape}, float32 or float64; on the GPU there "
                            f"is one of {tuple(interface['shape'])}, {dtype}")
    compact, stride = [], dtype.itemsize
    for count in reversed(shape):
        compact.insert(0, stride)
        stride *= count
    if interface.get("strides") not in (None, tuple(compact)):
        raise ArgumentError(f"{name} takes compact arrays of a GPU: make a copy of this one first")
    return DeviceValues(interface["data"][0], dtype.itemsize, values)
