"""Arrays on a device: what other libraries are shown of them. Where there is no GPU their memory is the
host's, and NumPy stands for such a library."""

import threading

import numpy
import pytest
import solenoid
from solenoid._device_array import device_values

HOST = (1, 0)  # what DLPack calls it


class Shared:
    """What a library that shares arrays is given: one of `shape` from 0 on, in memory of the device."""

    def __init__(self, shape, dtype):
        self.array = solenoid.DeviceArray(shape, dtype)

    def __dlpack_device__(self):
        return HOST

    def __dlpack__(self, **_):
        return self.array._memory.dlpack(self.array.shape, HOST, self.array.dtype.itemsize)


@pytest.fixture
def simulation(vortex):
    with solenoid.Simulation(vortex, **{"grid.cells": [8, 8]}) as s:
        yield s


@pytest.fixture
def on_host(simulation):
    if simulation._native.on_gpu():
        pytest.skip("NumPy cannot share memory of a GPU")


def test_there_is_none_before_the_first_simulation(run_script):
    assert run_script("early.py", """
import solenoid
try:
    solenoid.DeviceArray((100,), "f8")
except solenoid.ArgumentError as error:
    print(error)
""") == "there is no memory of a GPU to be had before the first simulation\n"


@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_what_is_shown(simulation, dtype):
    array = solenoid.DeviceArray((3, 4), dtype)
    shown = array.__cuda_array_interface__
    assert shown["shape"] == (3, 4) and shown["typestr"] == numpy.dtype(dtype).str
    assert shown["data"] == (array.pointer, False) and array.pointer != 0
    assert shown["strides"] is None and shown["version"] == 3
    assert array.__dlpack_device__() == (2, 0) and array.size == 12
    assert "dltensor" in repr(array.__dlpack__())  # which nobody takes


@pytest.mark.parametrize("shape", [(), (5,), (3, 4), (2, 0, 3), (2, 3, 4)])
@pytest.mark.parametrize("dtype", ["f4", "f8"])
def test_memory_is_shared(on_host, shape, dtype):
    shared = Shared(shape, dtype)
    one, other = numpy.from_dlpack(shared), numpy.from_dlpack(shared)
    assert one.shape == shape and one.dtype == numpy.dtype(dtype)
    assert one.size == 0 or address_of(one) == shared.array.pointer
    with_values = numpy.arange(one.size).reshape(shape)
    numpy.copyto(view_of(one), with_values)
    assert numpy.array_equal(other, with_values)


def address_of(array):
    return array.__array_interface__["data"][0]


def view_of(array):
    """The same memory to write to: NumPy takes what it is shared as read-only."""
    class Same:
        __array_interface__ = {**array.__array_interface__, "data": (address_of(array), False)}
        owner = array
    return numpy.asarray(Same())


def test_memory_lives_as_long_as_who_shares_it(on_host):
    shared = Shared((1000, 100), "f8")
    taken = [numpy.from_dlpack(shared)]
    view_of(taken[0])[...] = 7
    del shared
    unused = [Shared((1000, 100), "f8") for _ in range(4)]  # which would be where it was
    for other in unused:
        view_of(numpy.from_dlpack(other))[...] = 1
    assert (taken[0] == 7).all()
    thread = threading.Thread(target=taken.clear)
    thread.start()
    thread.join()
    assert not taken


def test_values_go_to_the_device_and_back(on_host, vortex):
    s = solenoid.Simulation(vortex, **{"grid.cells": [8, 6]})
    box = s._box("density")[1]
    array = solenoid.DeviceArray(s.shape, "f4")
    s._native.get_on_device("density", box, array.pointer, 4)
    assert numpy.array_equal(numpy.from_dlpack(shared_of(array)), s["density"].astype("f4"))
    view_of(numpy.from_dlpack(shared_of(array)))[...] = 0.5
    s._set("density", box, device_values("density", array, s.shape))
    assert (s["density"] == 0.5).all()


def shared_of(array):
    shared = Shared.__new__(Shared)
    shared.array = array
    return shared


@pytest.mark.parametrize("changes, words", [
    ({"shape": (3, 2)}, "takes an array of (2, 3), float32 or float64; on the GPU there is one of (3, 2)"),
    ({"typestr": "<i8"}, "on the GPU there is one of (2, 3), int64"),
    ({"strides": (48, 16)}, "compact arrays of a GPU"),
])
def test_arrays_that_cannot_be_taken(changes, words):
    class Array:
        __cuda_array_interface__ = {"shape": (2, 3), "typestr": "<f8", "data": (16, False), "version": 3, **changes}
    with pytest.raises(solenoid.ArgumentError) as raised:
        device_values("density", Array(), (2, 3))
    assert words in str(raised.value)


def test_python_may_end_before_who_shares_it(run_script, vortex):
    """A reference that nothing gives back is left to the end of the process."""
    assert run_script("ends.py", f"""
import solenoid, sys
solenoid.Simulation("{vortex}", **{{"grid.cells": [8, 8]}})
array = solenoid.DeviceArray((100,), "f8")
sys.solenoid_capsules = [array.__dlpack__(), array, [array.__dlpack__()]]
sys.solenoid_capsules.append(sys.solenoid_capsules)
print("ends")
""") == "ends\n"
