# SPDX-License-Identifier: Apache-2.0
"""Piecewise polynomials."""

from __future__ import annotations

from typing import Any

import numpy

from ._errors import ArgumentError
from .context import Context
from .polynomials import Polynomial


class Spline:
    """A piecewise polynomial: piece p, coefficients[p] of x - breakpoints[p], is from breakpoints[p] to breakpoints[p + 1].

    `breakpoints` (P + 1,) do not decrease; `coefficients` (P, d + 1) are ascending. Outside of the breakpoints the first and
    the last piece go on, or with ``extrapolate=False`` the value is NaN.

    >>> line = tcu.Spline(numpy.array([0.0, 1, 2]), numpy.array([[0.0, 1], [1, -1]]))
    >>> line(numpy.array([0.5, 1.5])).tolist()
    [0.5, 0.5]
    """

    def __init__(
        self,
        breakpoints: Any,
        coefficients: Any,
        *,
        derivatives: int = 0,
        extrapolate: bool = True,
        copy: bool = False,
        context: Context | None = None,
        stream: Any = None,
    ) -> None:
        self.pieces = Polynomial(coefficients, derivatives=derivatives, copy=copy, context=context, stream=stream)
        call = self.pieces.points(breakpoints, context, stream, copy)
        if call.first.size != self.pieces.count + 1:
            raise ArgumentError(f"breakpoints are {call.first.size}; there has to be one more than pieces")
        self._breakpoints = call.first
        self._outside = 0 if extrapolate else 1

    @classmethod
    def from_scipy(cls, ppoly: Any, **options: Any) -> Spline:
        """The spline of a scipy.interpolate.PPoly, such as a CubicSpline, of one function."""
        return cls(numpy.ascontiguousarray(ppoly.x), numpy.ascontiguousarray(ppoly.c[::-1].T), **options)

    def __call__(
        self,
        points: Any,
        *,
        dtype: Any = None,
        out: Any = None,
        copy: bool = False,
        context: Context | None = None,
        stream: Any = None,
    ) -> Any:
        """The values at points of any shape, in any order; with derivatives q an axis of q + 1 before."""
        call = self.pieces.points(points, context, stream, copy)
        places = call.first
        result_type = call.result_type(dtype, out, self.pieces.number)
        result, target = call.output(out, self.pieces.rows(places.shape), result_type)
        self.pieces.plan.evaluate_spline(
            *(call.native, call.stream, self._breakpoints, places, places.size, target, result_type, 0, self._outside)
        )
        return call.finish(result)


def spline(
    breakpoints: Any,
    coefficients: Any,
    points: Any,
    *,
    derivatives: int = 0,
    extrapolate: bool = True,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """The values of a Spline at points, in one call.

    >>> tcu.spline(numpy.array([0.0, 1, 2]), numpy.array([[0.0, 1], [1, -1]]), numpy.array([1.5])).tolist()
    [0.5]
    """
    made = Spline(
        breakpoints,
        coefficients,
        derivatives=derivatives,
        extrapolate=extrapolate,
        copy=copy,
        context=context,
        stream=stream,
    )
    return made(points, copy=copy, context=context, stream=stream)
