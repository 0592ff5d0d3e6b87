# SPDX-License-Identifier: Apache-2.0
"""What arrays may be, what is refused, and that nothing is copied or kept."""

import array
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
