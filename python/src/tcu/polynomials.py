# SPDX-License-Identifier: Apache-2.0
"""Values of many polynomials: at shared points, each at points of its own, one picked for each point, extremes.

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
        self.number = call.element_type(source, "coefficients")
        self._one = len(source.shape) == 1
        self.count, size = _shape(source, "coefficients")
        self.degree = size - 1
        self.derivatives = derivatives
        self.plan = _tcu.polynomial_create(
            *(call.native, call.stream, source, self.count, self.degree, self.number),
            _options(basis, derivatives, interval),
        )

    def points(self, points: Any, context: Context | None, stream: Any, copy: bool) -> Call:
        """A call on points, which have to be of the plan's type."""
        call = Call(points, "points", context or self._context, stream, copy)
        call.same_type(call.first, self.number, "points")
        return call

    def rows(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """The shape of results, with the axis of derivatives."""
        return ((self.derivatives + 1,) if self.derivatives else ()) + shape

    def update(self, coefficients: Any, *, copy: bool = False, context: Context | None = None, stream: Any = None) -> None:
        """New coefficients, of the same shape and type."""
        call = Call(coefficients, "coefficients", context or self._context, stream, copy)
        call.same_type(call.first, self.number, "coefficients")
        if call.first.size != self.count * (self.degree + 1):
            raise ArgumentError("coefficients are of another shape than the plan's")
        self.plan.update(call.native, call.stream, call.first)

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
        call = self.points(points, context, stream, copy)
        places = call.first
        result_type = call.result_type(dtype, out, self.number)
        shape = self.rows((() if self._one else (self.count,)) + places.shape)
        result, target = call.output(out, shape, result_type)
        self.plan.evaluate(call.native, call.stream, places, places.size, target, result_type, 0, 0)
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
        call = self.points(points, context, stream, copy)
        places = call.first
        if not places.shape or places.shape[0] != self.count:
            raise ArgumentError(f"points have the shape {places.shape}; the first axis has to be {self.count}")
        size = places.size // self.count if self.count else 0
        result_type = call.result_type(dtype, None, self.number)
        result, target = call.output(None, self.rows(places.shape), result_type)
        self.plan.evaluate_batched(call.native, call.stream, places, 0, size, target, result_type, 0)
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
        call = self.points(points, context, stream, copy)
        places = call.first
        numbers = call.array(indices, "indices", places.size)
        index_type = call.element_type(numbers, "indices")
        result_type = call.result_type(dtype, None, self.number)
        result, target = call.output(None, self.rows(places.shape), result_type)
        self.plan.evaluate_indexed(call.native, call.stream, places, numbers, index_type, places.size, target, result_type, 0)
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
        call = self.points(points, context, stream, copy)
        places = call.first
        reduction = choose("op", op, REDUCTIONS)
        result_type = call.result_type(dtype, None, self.number)
        shape = self.rows(places.shape)
        result, target = call.output(None, shape, result_type)
        which, which_target = call.output(None, shape, _types.I64) if op != "sum" else (None, None)
        self.plan.reduce(call.native, call.stream, reduction, places, places.size, target, result_type, 0, which_target)
        return Extreme(call.finish(result), None if which is None else call.finish(which))
