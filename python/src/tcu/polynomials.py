# SPDX-License-Identifier: Apache-2.0
"""Values of many polynomials: at shared points, each at points of its own, one picked for each point, splines, extremes.

Coefficients are in ascending order, c[0] + c[1] x + c[2] x^2 + ..., a polynomial a row.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from . import _tcu, _types
from ._call import Call
from ._errors import ArgumentError
from .context import Context, choose

BASES = {"monomial": 0, "chebyshev": 1}
REDUCTIONS = {"max": 0, "min": 1, "sum": 2}


def _options(basis: str, derivatives: int, interval: tuple[float, float] | None) -> Any:
    options = _tcu.PolynomialOptions()
    options.basis, options.derivatives = choose("basis", basis, BASES), derivatives
    if interval is not None:
        options.lower, options.upper = (float(bound) for bound in interval)
    return options


def _shape(source: Any, name: str) -> tuple[int, int]:
    """How many polynomials, of how many coefficients."""
    if len(source.shape) not in (1, 2) or source.shape[-1] < 1:
        raise ArgumentError(f"{name} has the shape {source.shape}; (coefficients,) or (polynomials, coefficients) is wanted")
    return (1, source.shape[0]) if len(source.shape) == 1 else (source.shape[0], source.shape[1])


def polynomial(
    coefficients: Any,
    points: Any,
    *,
    basis: str = "monomial",
    interval: tuple[float, float] | None = None,
    derivatives: int = 0,
    dtype: Any = None,
    out: Any = None,
    copy: bool = False,
    context: Context | None = None,
    stream: Any = None,
) -> Any:
    """All polynomials at all points: of coefficients (P, d + 1) and points of any shape an array (P, *points.shape).

    Of one row of coefficients, (d + 1,), the result has the points' shape. ``derivatives`` q puts an axis of q + 1 before,
    of the values and the first q derivatives. ``basis`` "chebyshev" has Chebyshev polynomials, ``interval`` (lower, upper)
    is what stands for -1 ... 1. Coefficients that come again are faster as a Polynomial.

    >>> tcu.polynomial(numpy.array([[1.0, 2, 0], [0, 0, 1]]), numpy.array([0.0, 1, 2, 3])).tolist()
    [[1.0, 3.0, 5.0, 7.0], [0.0, 1.0, 4.0, 9.0]]
    """
    call = Call(coefficients, "coefficients", context, stream, copy)
    source = call.first
    number = call.element_type(source, "coefficients")
    count, size = _shape(source, "coefficients")
    places = call.array(points, "points")
    call.same_type(places, number, "points")
    result_type = call.result_type(dtype, out, number)
    lead = ((derivatives + 1,) if derivatives else ()) + ((count,) if len(source.shape) == 2 else ())
    result, target = call.output(out, (*lead, *places.shape), result_type)
    _tcu.polynomial_evaluate_once(
        *(call.native, call.stream, source, count, size - 1, number, places, places.size, target, result_type),
        _options(basis, derivatives, interval),
    )
    return call.finish(result)


class Extreme(NamedTuple):
    """The reduction of all polynomials at each point, and which of them has the value (int64; None of sums)."""

    values: Any
    which: Any


class Polynomial:
    """Polynomials whose coefficients were made ready for many evaluations: a plan.

    Arguments are those of polynomial(). It works on the device of its coefficients, with which threads may evaluate it at
    once.

    >>> parabolas = tcu.Polynomial(numpy.array([[1.0, 2, 0], [0, 0, 1]]), derivatives=1)
    >>> values, slopes = parabolas(numpy.array([0.0, 3]))
    >>> values.tolist(), slopes.tolist()
    ([[1.0, 7.0], [0.0, 9.0]], [[2.0, 2.0], [0.0, 6.0]])
    """

    def __init__(
        self,
        coefficients: Any,
        *,
        basis: str = "monomial",
        interval: tuple[float, float] | None = None,
        derivatives: int = 0,
        copy: bool = False,
        context: Context | None = None,
        stream: Any = None,
    ) -> None:
        call = Call(coefficients, "coefficients", context, stream, copy)
        source = call.first
        self._context = context
        self._number = call.element_type(source, "coefficients")
        self._one = len(source.shape) == 1
        self.count, size = _shape(source, "coefficients")
        self.degree = size - 1
        self.derivatives = derivatives
        self._plan = _tcu.polynomial_create(
            *(call.native, call.stream, source, self.count, self.degree, self._number),
            _options(basis, derivatives, interval),
        )

    def _points(self, points: Any, context: Context | None, stream: Any, copy: bool) -> Call:
        call = Call(points, "points", context or self._context, stream, copy)
        call.same_type(call.first, self._number, "points")
        return call

    def _rows(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        return ((self.derivatives + 1,) if self.derivatives else ()) + shape

    def update(self, coefficients: Any, *, copy: bool = False, context: Context | None = None, stream: Any = None) -> None:
        """New coefficients, of the same shape and type."""
        call = Call(coefficients, "coefficients", context or self._context, stream, copy)
        call.same_type(call.first, self._number, "coefficients")
        if call.first.size != self.count * (self.degree + 1):
            raise ArgumentError("coefficients are of another shape than the plan's")
        self._plan.update(call.native, call.stream, call.first)

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
        """All polynomials at all points; shapes are those of polynomial()."""
        call = self._points(points, context, stream, copy)
        places = call.first
        result_type = call.result_type(dtype, out, self._number)
        shape = self._rows((() if self._one else (self.count,)) + places.shape)
        result, target = call.output(out, shape, result_type)
        self._plan.evaluate(call.native, call.stream, places, places.size, target, result_type, 0, 0)
        return call.finish(result)

    def each(
        self,
        points: Any,
        *,
        dtype: Any = None,
        copy: bool = False,
        context: Context | None = None,
        stream: Any = None,
    ) -> Any:
        """Each polynomial at points of its own: points (P, n) give (P, n).

        >>> plan = tcu.Polynomial(numpy.array([[1.0, 2], [0, 3]]))
        >>> plan.each(numpy.array([[0.0, 1], [2, 3]])).tolist()
        [[1.0, 3.0], [6.0, 9.0]]
        """
        call = self._points(points, context, stream, copy)
        places = call.first
        if not places.shape or places.shape[0] != self.count:
            raise ArgumentError(f"points have the shape {places.shape}; the first axis has to be {self.count}")
        size = places.size // self.count if self.count else 0
        result_type = call.result_type(dtype, None, self._number)
        result, target = call.output(None, self._rows(places.shape), result_type)
        self._plan.evaluate_batched(call.native, call.stream, places, 0, size, target, result_type, 0)
        return call.finish(result)

    def at(
        self,
        points: Any,
        indices: Any,
        *,
        dtype: Any = None,
        copy: bool = False,
        context: Context | None = None,
        stream: Any = None,
    ) -> Any:
        """At each point the polynomial whose number the index is; of one that is out of range the value is NaN.

        >>> plan = tcu.Polynomial(numpy.array([[1.0, 2], [0, 3]]))
        >>> plan.at(numpy.array([1.0, 1]), numpy.array([1, 0])).tolist()
        [3.0, 3.0]
        """
        call = self._points(points, context, stream, copy)
        places = call.first
        numbers = call.array(indices, "indices", places.size)
        index_type = call.element_type(numbers, "indices")
        result_type = call.result_type(dtype, None, self._number)
        result, target = call.output(None, self._rows(places.shape), result_type)
        self._plan.evaluate_indexed(
            call.native, call.stream, places, numbers, index_type, places.size, target, result_type, 0
        )
        return call.finish(result)

    def reduce(
        self,
        points: Any,
        op: str = "max",
        *,
        dtype: Any = None,
        copy: bool = False,
        context: Context | None = None,
        stream: Any = None,
    ) -> Extreme:
        """The largest ("max"), the smallest ("min") or the "sum" of all polynomials at each point.

        >>> plan = tcu.Polynomial(numpy.array([[1.0, 2], [0, 3]]))
        >>> best = plan.reduce(numpy.array([0.0, 2]))
        >>> best.values.tolist(), best.which.tolist()
        ([1.0, 6.0], [0, 1])
        """
        call = self._points(points, context, stream, copy)
        places = call.first
        reduction = choose("op", op, REDUCTIONS)
        result_type = call.result_type(dtype, None, self._number)
        shape = self._rows(places.shape)
        result, target = call.output(None, shape, result_type)
        which, which_target = call.output(None, shape, _types.I64) if op != "sum" else (None, None)
        self._plan.reduce(
            call.native, call.stream, reduction, places, places.size, target, result_type, 0, which_target
        )
        return Extreme(call.finish(result), None if which is None else call.finish(which))


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
        self.pieces = Polynomial(
            coefficients, derivatives=derivatives, copy=copy, context=context, stream=stream
        )
        call = self.pieces._points(breakpoints, context, stream, copy)
        if call.first.size != self.pieces.count + 1:
            raise ArgumentError(f"breakpoints are {call.first.size}; there has to be one more than pieces")
        self._breakpoints = call.first
        self._outside = 0 if extrapolate else 1

    @classmethod
    def from_scipy(cls, ppoly: Any, **options: Any) -> Spline:
        """The spline of a scipy.interpolate.PPoly, such as a CubicSpline, of one function."""
        import numpy

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
        call = self.pieces._points(points, context, stream, copy)
        places = call.first
        result_type = call.result_type(dtype, out, self.pieces._number)
        result, target = call.output(out, self.pieces._rows(places.shape), result_type)
        self.pieces._plan.evaluate_spline(
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
