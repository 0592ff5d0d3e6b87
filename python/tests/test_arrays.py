# SPDX-License-Identifier: Apache-2.0
"""What arrays may be, what is refused, and that nothing is copied or kept."""

import array
import ctypes
import gc
import os
import subprocess
import sys
import threading
import weakref

import numpy
import pytest
import tcu
from conftest import draw
from tcu import _tcu


def test_contiguity():
    x = numpy.arange(20.0).reshape(4, 5)
    for slanted in (x.T, x[:, ::2], x[::-1]):
        with pytest.raises(tcu.ArgumentError, match="copy=True"):
            tcu.scan(slanted)
        assert tcu.scan(slanted, copy=True).tolist() == numpy.cumsum(slanted).reshape(slanted.shape).tolist()
    assert tcu.reduce(x[1:3]) == x[1:3].sum()  # a slice of rows is contiguous
    with pytest.raises(tcu.ArgumentError, match="contiguous"):
        tcu.scan(x[0], out=numpy.empty(10)[::2])


def test_read_only():
    x = numpy.arange(5.0)
    x.flags.writeable = False
    assert tcu.reduce(x) == 10
    with pytest.raises(tcu.ArgumentError, match="read only"):
        tcu.scan(x, out=x)


def test_buffers():
    assert tcu.reduce(array.array("d", [1, 2])) == 3
    assert tcu.reduce(b"\x01\x02") == 3
    assert tcu.reduce(memoryview(bytearray(b"\x01\x02"))) == 3
    out = array.array("d", [0, 0])
    assert tcu.scan(numpy.ones(2), out=out) is out and out.tolist() == [1, 2]


@pytest.mark.parametrize("wrong", [[1, 2], 3, "text", None, object()])
def test_no_arrays(wrong):
    with pytest.raises(TypeError):
        tcu.reduce(wrong)


def test_masks_are_not_lost():
    masked = numpy.ma.masked_greater(numpy.arange(5), 2)
    with pytest.raises(tcu.ElementTypeError, match="mask"):
        tcu.reduce(masked)
    assert tcu.reduce(masked.compressed()) == 3


def test_types_that_are_refused():
    for dtype in ("complex64", "bool", "S3", ">f4", "datetime64[s]"):
        with pytest.raises(tcu.ElementTypeError):
            tcu.sort(numpy.zeros(3, dtype))
    with pytest.raises(tcu.ElementTypeError, match="dtype"):
        tcu.reduce(numpy.zeros(3), dtype="complex64")
    with pytest.raises(tcu.ElementTypeError, match="float32"):
        tcu.dot(numpy.zeros(3, "float32"), numpy.zeros(3))


def test_sizes_that_are_refused():
    x = numpy.zeros(10)
    for call in (
        lambda: tcu.scan(x, out=numpy.zeros(9)),
        lambda: tcu.dot(x, numpy.zeros(9)),
        lambda: tcu.sort_pairs(x, numpy.zeros(11)),
        lambda: tcu.compact(x, numpy.zeros(9, bool)),
        lambda: tcu.group_by(x, ("sum", numpy.zeros(11))),
        lambda: tcu.reduce(x, segment_size=0),
        lambda: tcu.reduce(x, segment_size=2, offsets=[0, 10]),
        lambda: tcu.reduce(x, offsets=[0, 11]),
        lambda: tcu.reduce(x, offsets=[5, 2]),
        lambda: tcu.reduce(x, "median"),
        lambda: tcu.Stencil([1.0], (3,), dtype="float64")(x),
    ):
        with pytest.raises(ValueError):
            call()
    assert (x == 0).all()


def test_errors_have_the_sentence():
    with pytest.raises(tcu.Error, match="offsets") as caught:
        tcu.reduce(numpy.zeros(4), offsets=[0, 3, 2])
    assert caught.value.status == 10
    assert isinstance(caught.value, ValueError)


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


def test_nothing_is_kept():
    x = numpy.arange(1000.0)
    before = sys.getrefcount(x)
    for _ in range(10):
        tcu.scan(x)
        tcu.group_by(x, ("sum", x))
    assert sys.getrefcount(x) == before
    plan = tcu.Polynomial(x[:3].copy())
    watched = weakref.ref(plan)
    del plan
    gc.collect()
    assert watched() is None


def test_memory_of_other_consumers():
    made = _tcu.Memory(tcu.default_context()._native, 0, 2, [3])
    shared = numpy.from_dlpack(made)
    shared[:] = 5
    del made
    gc.collect()
    assert shared.tolist() == [5, 5, 5]
    interface = numpy.asarray(_tcu.Memory(tcu.default_context()._native, 0, 9, [2, 2]))
    assert interface.dtype == numpy.uint32 and interface.shape == (2, 2)


def test_threads():
    context = tcu.Context("host", threads=1)
    failures = []

    def work(seed, where):
        try:
            for _ in range(20):
                x = draw("float64", 5000, seed)
                assert tcu.scan(x, context=where).tolist() == numpy.cumsum(x).tolist()
                assert tcu.sort(x, context=where).tolist() == numpy.sort(x).tolist()
        except BaseException as error:  # noqa: BLE001
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed, context if seed % 2 else None)) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_child_goes_on():
    tcu.sort(draw("float64", 10**6))  # by several threads, which the child does not have
    child = os.fork()
    if child == 0:
        os._exit(0 if tcu.reduce(numpy.ones(10**6)) == 10**6 else 1)
    assert os.waitpid(child, 0)[1] == 0


def test_contexts():
    reference = tcu.Context("reference")
    assert reference.properties.backend == "reference"
    assert tcu.scan(numpy.arange(5), context=reference).tolist() == [0, 1, 3, 6, 10]
    assert reference.last_call.operation == "scan"
    with pytest.raises(tcu.ArgumentError, match="backend"):
        tcu.Context("gpu")
    with pytest.raises(tcu.ArgumentError):
        tcu.Context("host", threads=-1)


def test_debugging_allocator_and_leaks():
    """A process of its own: Python's allocator checks every block, and a loop of calls must not grow."""
    program = """
import gc, resource, numpy, tcu
x = numpy.arange(1000.0)
def calls():
    for _ in range(300):
        tcu.scan(x); tcu.sort(x); tcu.group_by(x, ("sum", x)); tcu.compact(x, x > 5)
        tcu.Polynomial(x[:4].copy())(x); tcu.Stencil([1.0, 2.0], (1000,), dtype="float64")(x)
        try:
            tcu.reduce(x, offsets=[3, 1])
        except tcu.Error:
            pass
calls()
gc.collect()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
for _ in range(4):
    calls()
gc.collect()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    environment = {**os.environ, "PYTHONMALLOC": "debug", "OMP_NUM_THREADS": "1"}
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "leaked" not in done.stderr
    assert int(done.stdout) < 1024  # KiB
