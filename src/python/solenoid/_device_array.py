"""Arrays in the memory of a simulation's device, which other libraries share without a copy."""

import ctypes
import weakref
from typing import Any, Tuple

import numpy

from ._library import byref, c_size_t, c_void_p, call, library
from .errors import ArgumentError

CUDA = 2  # of DLPack


class _Tensor(ctypes.Structure):
    """DLManagedTensor of DLPack."""
    _fields_ = [("data", c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("byte_offset", ctypes.c_uint64),
                ("manager_ctx", c_void_p), ("deleter", c_void_p)]


_FLOAT = 2
_Deleter = ctypes.CFUNCTYPE(None, c_void_p)
_kept = {}  # what tensors point to, by their address, until their users delete them


@_Deleter
def _let_go(address):
    _kept.pop(address, None)


@ctypes.CFUNCTYPE(None, c_void_p)
def _let_go_of_capsule(capsule):
    # Of one that nobody took, and so renamed.
    if _is_capsule(capsule, b"dltensor"):
        _let_go(_pointer_of(capsule, b"dltensor"))


_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, [c_void_p, ctypes.c_char_p, c_void_p]
_is_capsule = ctypes.pythonapi.PyCapsule_IsValid
_is_capsule.restype, _is_capsule.argtypes = ctypes.c_int, [c_void_p, ctypes.c_char_p]
_pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
_pointer_of.restype, _pointer_of.argtypes = c_void_p, [c_void_p, ctypes.c_char_p]


class DeviceArray:
    """Values in the memory of a GPU: `cupy.asarray(a)`, `torch.as_tensor(a, device="cuda")` and
    `jax.dlpack.from_dlpack(a)` share its memory, which lives as long as any of them. `shape` as of
    NumPy; compact, the last direction fastest."""

    def __init__(self, shape: Tuple[int, ...], dtype: Any) -> None:
        self.shape, self.dtype = tuple(shape), numpy.dtype(dtype)
        self.size = int(numpy.prod(self.shape, dtype=int))
        memory = c_void_p()
        call("allocate_on_device", 1, c_size_t(max(1, self.size * self.dtype.itemsize)), byref(memory))
        self.pointer = memory.value
        weakref.finalize(self, library.solenoid_free_on_device, 1, memory)

    @property
    def __cuda_array_interface__(self):
        return {"shape": self.shape, "typestr": self.dtype.str, "data": (self.pointer, False),
                "version": 3, "strides": None, "stream": None}

    def __dlpack_device__(self) -> Tuple[int, int]:
        return CUDA, 0

    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None,
                   copy: Any = None) -> Any:
        shape = (ctypes.c_int64 * len(self.shape))(*self.shape)
        tensor = _Tensor(self.pointer, *self.__dlpack_device__(), len(self.shape), _FLOAT,
                         8 * self.dtype.itemsize, 1, shape, None, 0, None,
                         ctypes.cast(_let_go, c_void_p))
        address = ctypes.addressof(tensor)
        _kept[address] = (self, tensor, shape)
        return _new_capsule(address, b"dltensor", ctypes.cast(_let_go_of_capsule, c_void_p))

    def __repr__(self) -> str:
        return f"<solenoid.DeviceArray {self.shape}, {self.dtype}, on a GPU>"


def device_values(name: str, values: Any, shape: Tuple[int, ...]) -> Tuple[int, int]:
    """The address and the bytes of a value of an array on a GPU, which has to be of this shape."""
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
    return interface["data"][0], dtype.itemsize
