# SPDX-License-Identifier: Apache-2.0
"""The protocols by which arrays come and go, by producers that are written by hand: no GPU is needed to see what is asked."""

import ctypes
import gc

import numpy
import pytest
import tcu
from tcu import _tcu


class Interface:
    """An object with nothing but a dictionary, as a library that is not known has it."""

    def __init__(self, values, device):
        self.values = values
        self.__dict__["__cuda_array_interface__" if device else "__array_interface__"] = {
            "data": (values.ctypes.data, False),
            "shape": values.shape,
            "strides": None,
            "typestr": values.dtype.str,
            "version": 3,
        }


def test_dictionaries():
    values = numpy.arange(4.0)
    found = _tcu.import_array(Interface(values, device=True))
    assert (found.device, found.size, found.type, found.address) == (0, 4, 3, values.ctypes.data)
    assert tcu.reduce(Interface(values, device=False)) == 6


class Managed(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
        ("manager", ctypes.c_void_p),
        ("deleter", ctypes.c_void_p),
    ]


class OldProducer:
    """DLPack before version 1, on a device, written by hand: what it is asked, and whether it is given back."""

    DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

    def __init__(self, device_type=2):
        self.asked, self.freed, self.device_type = [], 0, device_type

        def delete(_):
            self.freed += 1

        self.delete = self.DELETER(delete)
        self.shape = (ctypes.c_int64 * 2)(3, 4)
        self.managed = Managed(
            0x1000, device_type, 5, 2, 2, 32, 1, self.shape, None, 16, None, ctypes.cast(self.delete, ctypes.c_void_p)
        )

    def __dlpack_device__(self):
        return (self.device_type, 5)

    def __dlpack__(self, stream=None):
        self.asked.append(stream)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(self.managed), b"dltensor", None)


def test_dlpack_of_a_device():
    producer = OldProducer()
    found = _tcu.import_array(producer, 77)
    assert producer.asked == [77]
    assert (found.device, found.shape, found.type, found.address, found.contiguous) == (5, (3, 4), 2, 0x1010, True)
    del found
    assert producer.freed == 1
    _tcu.import_array(producer, 0)
    assert producer.asked[-1] == 1  # the legacy default stream
    with pytest.raises(TypeError, match="neither"):
        _tcu.import_array(OldProducer(device_type=10), 0)


def test_device_arrays_do_not_go_to_the_host():
    with pytest.raises(tcu.ArgumentError, match="on a GPU"):
        tcu.reduce(OldProducer(), context=tcu.default_context())


def test_memory_of_other_consumers():
    made = _tcu.Memory(tcu.default_context()._native, 0, 2, [3])
    shared = numpy.from_dlpack(made)
    shared[:] = 5
    del made
    gc.collect()
    assert shared.tolist() == [5, 5, 5]
    interface = numpy.asarray(_tcu.Memory(tcu.default_context()._native, 0, 9, [2, 2]))
    assert interface.dtype == numpy.uint32 and interface.shape == (2, 2)
