# SPDX-License-Identifier: Apache-2.0
"""Data-parallel primitives for arrays of NumPy, PyTorch, CuPy, JAX and others, on CPUs and NVIDIA GPUs, by the C library tcu.

Functions take arrays as they are, without copies, and give results of the same library on the same device: host memory is
worked on by the CPU, CUDA memory by its GPU, on the current stream of the array's library. Nothing waits for a GPU, but what
has to know a length (``compact``).

Keywords that functions share:

``segment_size``, ``offsets``
    segments of an array, in C order, which are treated one by one: all of one size, the last one shorter; or from
    offsets[k] to offsets[k + 1], int64, one more of them than segments.
``dtype``
    the type of the result: of NumPy, of PyTorch, or a name such as "bfloat16".
``out``
    an array for the result, of its type and size, contiguous.
``count``
    an array of one int64 where the arrays are, such as compact_into() gives: the call is of so many elements, or segments, at
    most; on a GPU nothing waits for it. Results behind them are not written.
``copy``
    True: an array that is not contiguous in C order is copied; else it is an error.
``context``
    a Context; None: the calling thread's own for the array's device.
``stream``
    where on a GPU the work is enqueued: a number, or anything with ``__cuda_stream__``; None: the current one.

What is refused raises tcu.Error with a sentence, which also is a ValueError or a TypeError.
"""

from ._library import load as _load

library = _load()

from . import _tcu  # noqa: E402
from ._errors import ArgumentError, ElementTypeError, Error, OutOfMemoryError  # noqa: E402
from .compaction import (  # noqa: E402
    compact,
    compact_columns,
    compact_if,
    compact_indices,
    compact_into,
)
from .context import Context, default_context  # noqa: E402
from .convolutions import convolution_layer, convolve, convolve_separable, correlate  # noqa: E402
from .gathering import gather, scatter  # noqa: E402
from .groups import group_by, reduce_by_key, scan_by_key, unique_by_key  # noqa: E402
from .histograms import histogram, histogram_channels  # noqa: E402
from .ordering import argsort, merge, search_sorted, sort, sort_pairs  # noqa: E402
from .partitions import partition, partition_if  # noqa: E402
from .polynomials import Polynomial, polynomial  # noqa: E402
from .reductions import dot, extrema, moments, reduce  # noqa: E402
from .runs import run_length_decode, run_length_encode, unique  # noqa: E402
from .scans import adjacent_difference, linear_recurrence, scan  # noqa: E402
from .selection import nth_element, quantile, top_k  # noqa: E402
from .splines import Spline, spline  # noqa: E402
from .stencils import Stencil, finite_difference_weights, stencil  # noqa: E402

_number = _tcu.version()
__version__ = f"{_number // 10000}.{_number // 100 % 100}.{_number % 100}"

__all__ = [
    "ArgumentError",
    "Context",
    "ElementTypeError",
    "Error",
    "OutOfMemoryError",
    "Polynomial",
    "Spline",
    "Stencil",
    "adjacent_difference",
    "argsort",
    "compact",
    "compact_columns",
    "compact_if",
    "compact_indices",
    "compact_into",
    "convolution_layer",
    "convolve",
    "convolve_separable",
    "correlate",
    "default_context",
    "dot",
    "extrema",
    "finite_difference_weights",
    "gather",
    "group_by",
    "histogram",
    "histogram_channels",
    "linear_recurrence",
    "merge",
    "moments",
    "nth_element",
    "partition",
    "partition_if",
    "polynomial",
    "quantile",
    "reduce",
    "reduce_by_key",
    "run_length_decode",
    "run_length_encode",
    "scan",
    "scan_by_key",
    "scatter",
    "search_sorted",
    "sort",
    "sort_pairs",
    "spline",
    "stencil",
    "top_k",
    "unique",
    "unique_by_key",
]
