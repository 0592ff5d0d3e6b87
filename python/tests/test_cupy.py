# SPDX-License-Identifier: Apache-2.0
"""CuPy's arrays, on a GPU: results are CuPy's, on its current stream."""

import cupy
import numpy
import tcu

if cupy.cuda.is_available():

    def test_results_are_arrays_of_cupy():
        x = cupy.arange(1000, dtype=cupy.float32)
        assert isinstance(tcu.scan(x), cupy.ndarray)
        assert tcu.scan(x).get().tolist() == numpy.cumsum(numpy.arange(1000.0)).tolist()
        assert tcu.compact(x, x > 997).get().tolist() == [998, 999]
        assert tcu.scan(x[::2], copy=True).get().tolist() == numpy.cumsum(numpy.arange(0.0, 1000, 2)).tolist()
        assert tcu.group_by(x.astype(cupy.int32) % 2, ("sum", x)).columns[0].get().tolist() == [249500, 250000]

    def test_streams_and_capture():
        x = cupy.ones(1 << 20, dtype=cupy.float32)
        tcu.scan(x)
        stream = cupy.cuda.Stream(non_blocking=True)
        cupy.cuda.Device().synchronize()
        with stream:
            found = tcu.scan(x)
        stream.synchronize()
        assert float(found[-1]) == 1 << 20
        out = cupy.empty_like(x)
        with stream:
            stream.begin_capture()
            tcu.scan(x, out=out)
            graph = stream.end_capture()
        x.fill(2)
        cupy.cuda.Device().synchronize()
        graph.launch(stream)
        stream.synchronize()
        assert float(out[-1]) == 2 << 20
