# SPDX-License-Identifier: Apache-2.0
"""Convolutions and correlations of signals and images, and the convolution layer of neural networks."""

from __future__ import annotations

import math
from typing import Any

from . import _tcu, _types
from ._call import Call
from ._errors import ArgumentError
from .context import Context, choose
from .stencils import BOUNDARIES

MODES = {"valid": 0, "same": 1, "full": 2}


def _two(value: Any, name: str) -> tuple[int, int]:
    both = (value, value) if isinstance(value, int) else tuple(value)
    if len(both) != 2:
        raise ArgumentError(f"{name} is {value!r}; one number or two are wanted")
    return both


def _convolve(
    x: Any,
    weights: Any,
    kind: int,
    mode: str,
    stride: int | tuple[int, int],
    boundary: str,
    constant: float,
    out: Any,
    copy: bool,
    context: Context | None,
    stream: Any,
) -> Any:
    call = Call(x, "x", context, stream, copy)
    source = call.first
    number = call.element_type(source, "x")
    kernel = call.array(weights, "weights")
    call.same_type(kernel, _types.F64 if number == _types.F64 else _types.F32, "weights")
    axes = len(kernel.shape)
    if axes not in (1, 2) or len(source.shape) < axes:
        raise ArgumentError(f"weights have {axes} axes and x has {len(source.shape)}: signals have one, images two")
    before, extents = source.shape[: len(source.shape) - axes], source.shape[len(source.shape) - axes :]
    desc = _tcu.ConvolutionDesc()
    desc.type, desc.batch, desc.width = number, math.prod(before), extents[-1]
    desc.height = extents[0] if axes == 2 else 1
    strides = _two(stride, "stride") if axes == 2 else (1, stride)
    desc.stride_y, desc.stride_x = strides
    desc.padding, desc.kind = choose("mode", mode, MODES), kind
    desc.boundary, desc.constant = choose("boundary", boundary, BOUNDARIES), constant
    kernel_height, kernel_width = kernel.shape if axes == 2 else (1, kernel.shape[0])
    height, width = _tcu.convolve_shape(desc, kernel_height, kernel_width)
    result, target = call.output(out, (*before, *((height, width) if axes == 2 else (width,))), number)
    if math.prod(before) == 0:
        return call.finish(result)
    if axes == 2:
        _tcu.convolve_2d(call.native, call.stream, desc, source, kernel, kernel_height, kernel_width, target, None)
    else:
        _tcu.convolve_1d(call.native, call.stream, desc, source, kernel, kernel_width, target, None)
    return call.finish(result)


def convolve(
    x: Any,
    weights: Any,
    mode: str = "full",
    *,
    stride: int | tuple[int, int] = 1,
    boundary: str = "zero",
    constant: float = 0.0,
    out: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """The convolution of signals with weights of one axis, or of images with weights of two; the kernel is turned over.

    The last axes of `x` are the signal's or the image's, those before a batch. ``mode`` is "valid", "same" (as
    scipy.signal has it) or "full"; ``boundary`` what lies outside, as of Stencil. Weights are of float64 for float64, else
    of float32.

    >>> tcu.convolve(numpy.array([1.0, 2, 3]), numpy.array([0.0, 1, 0.5])).tolist()
    [0.0, 1.0, 2.5, 4.0, 1.5]
    """
    return _convolve(x, weights, 0, mode, stride, boundary, constant, out, copy, context, stream)


def correlate(
    x: Any,
    weights: Any,
    mode: str = "valid",
    *,
    stride: int | tuple[int, int] = 1,
    boundary: str = "zero",
    constant: float = 0.0,
    out: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """As convolve(), with the kernel as it is.

    >>> tcu.correlate(numpy.array([1.0, 2, 3]), numpy.array([0.0, 1, 0.5])).tolist()
    [3.5]
    """
    return _convolve(x, weights, 1, mode, stride, boundary, constant, out, copy, context, stream)


def convolve_separable(
    x: Any,
    column_weights: Any,
    row_weights: Any,
    mode: str = "full",
    *,
    boundary: str = "zero",
    constant: float = 0.0,
    out: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """The convolution of images with a kernel that is a product, column_weights[i] row_weights[j]; else as convolve().

    >>> tcu.convolve_separable(numpy.ones((3, 3)), numpy.array([1.0, 1]), numpy.array([1.0, 2]), "valid").tolist()
    [[6.0, 6.0], [6.0, 6.0]]
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    number = call.element_type(source, "x")
    columns, rows = call.array(column_weights, "column_weights"), call.array(row_weights, "row_weights")
    for kernel, name in ((columns, "column_weights"), (rows, "row_weights")):
        call.same_type(kernel, _types.F64 if number == _types.F64 else _types.F32, name)
    if len(source.shape) < 2:
        raise ArgumentError(f"x has the shape {source.shape}; an image has two axes")
    *before, rows_in, columns_in = source.shape
    desc = _tcu.ConvolutionDesc()
    desc.type, desc.batch, desc.height, desc.width = number, math.prod(before), rows_in, columns_in
    desc.padding = choose("mode", mode, MODES)
    desc.boundary, desc.constant = choose("boundary", boundary, BOUNDARIES), constant
    height, width = _tcu.convolve_shape(desc, columns.size, rows.size)
    result, target = call.output(out, (*before, height, width), number)
    if math.prod(before):
        _tcu.convolve_2d_separable(call.native, call.stream, desc, source, columns, columns.size, rows, rows.size, target, None)
    return call.finish(result)


def convolution_layer(
    x: Any,
    filters: Any,
    bias: Any = None,
    *,
    stride: int | tuple[int, int] = 1,
    padding: int | tuple[int, int] = 0,
    dilation: int | tuple[int, int] = 1,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """The layer of neural networks, as torch.nn.functional.conv2d(): x (N, C, H, W), filters (K, C, R, S), bias (K,).

    All are of float16, bfloat16 or float32; sums are formed in float32. The result is (N, K, P, Q).

    >>> x = numpy.arange(9, dtype=numpy.float32).reshape(1, 1, 3, 3)
    >>> tcu.convolution_layer(x, numpy.ones((1, 1, 2, 2), numpy.float32)).tolist()
    [[[[8.0, 12.0], [20.0, 24.0]]]]
    """
    call = Call(x, "x", context, stream, copy)
    source = call.first
    number = call.element_type(source, "x")
    kernels = call.array(filters, "filters")
    call.same_type(kernels, number, "filters")
    if len(source.shape) != 4 or len(kernels.shape) != 4 or kernels.shape[1] != source.shape[1]:
        raise ArgumentError(f"x is {source.shape} and filters are {kernels.shape}; (N, C, H, W) and (K, C, R, S) are wanted")
    added = None
    if bias is not None:
        added = call.array(bias, "bias", kernels.shape[0])
        call.same_type(added, number, "bias")
    desc = _tcu.ConvolutionLayerDesc()
    desc.type = number
    desc.batch, desc.in_channels, desc.height, desc.width = source.shape
    desc.out_channels, _, desc.kernel_height, desc.kernel_width = kernels.shape
    desc.stride_y, desc.stride_x = _two(stride, "stride")
    desc.padding_y, desc.padding_x = _two(padding, "padding")
    desc.dilation_y, desc.dilation_x = _two(dilation, "dilation")
    height, width = _tcu.convolution_layer_shape(desc)
    result, target = call.output(None, (source.shape[0], kernels.shape[0], height, width), number)
    _tcu.convolution_layer(call.native, call.stream, desc, source, kernels, added, target, None)
    return call.finish(result)
