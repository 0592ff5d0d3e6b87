// SPDX-License-Identifier: Apache-2.0
/**
 * @file polynomial_evaluate.hpp
 * Values of polynomials: polynomial.h for C++.
 */
#ifndef TCU_CPP_POLYNOMIAL_EVALUATE_HPP
#define TCU_CPP_POLYNOMIAL_EVALUATE_HPP

#include <tcu/cpp/polynomial.hpp>

namespace tcu
{
namespace detail
{
/* A leading dimension or a stride: 0 stands for the least. */
constexpr uint64_t stride_or(uint64_t stride, uint64_t least) noexcept
{
    return stride == 0 ? least : stride;
}
} // namespace detail

/**
 * tcu_polynomial_evaluate(): every polynomial at every point.
 *
 * @param out                a matrix of plan.num_rows() rows and points.size() columns.
 * @param order              of `out`.
 * @param leading_dimension  0: without gaps.
 */
template <class Context, class T, class Points, class Out>
outcome_of<Context> polynomial_evaluate(Context &ctx, const polynomial<T> &plan, const Points &points, Out &&out,
                                        tcu_order order = TCU_ORDER_ROW_MAJOR, uint64_t leading_dimension = 0)
{
    const auto x = detail::input(points);
    const auto y = detail::output(out);
    static_assert(x.type() == type_of<T>(), "tcu::polynomial_evaluate: points of another type than the plan's");
    const uint64_t lines = order == TCU_ORDER_ROW_MAJOR ? plan.num_rows() : x.size();
    const uint64_t length = order == TCU_ORDER_ROW_MAJOR ? x.size() : plan.num_rows();
    detail::checks checks("polynomial_evaluate");
    checks.at_least("out", y, detail::extent(lines, length, detail::stride_or(leading_dimension, length)));
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_polynomial_evaluate(c, plan.get(), x.data(), x.size(), y.data(), y.type(), order,
                                           leading_dimension);
        },
        [&](auto c, auto bytes) {
            return tcu_polynomial_evaluate_workspace(c, plan.get(), x.size(), y.type(), bytes);
        });
}

/**
 * tcu_polynomial_evaluate_once(): without a plan, in row-major order.
 *
 * @param coefficients  as of polynomial_create().
 * @param out           (q + 1) * num_polynomials rows of points.size().
 */
template <class Context, class Coefficients, class Points, class Out>
outcome_of<Context> polynomial_evaluate_once(Context &ctx, const Coefficients &coefficients, uint64_t num_polynomials,
                                             uint64_t degree, const Points &points, Out &&out,
                                             const polynomial_options &options = detail::no_options<polynomial_options>)
{
    const auto a = detail::input(coefficients);
    const auto x = detail::input(points);
    const auto y = detail::output(out);
    static_assert(x.type() == a.type(), "tcu::polynomial_evaluate_once: coefficients and points of two types");
    using plan = polynomial<typename decltype(a)::value_type>;
    const uint64_t rows = detail::times(detail::plus(options.derivatives, 1), num_polynomials);
    detail::checks checks("polynomial_evaluate_once");
    checks.at_least("coefficients", a, plan::needed(num_polynomials, degree, options));
    checks.equal("out", y, detail::times(rows, x.size()));
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_polynomial_evaluate_once(c, a.data(), num_polynomials, degree, a.type(), x.data(), x.size(),
                                                y.data(), y.type(), o);
        },
        [&](auto c, auto bytes) {
            return tcu_polynomial_evaluate_once_workspace(c, num_polynomials, degree, a.type(), x.size(), y.type(), o,
                                                          bytes);
        });
}

/**
 * tcu_polynomial_evaluate_batched(): each polynomial at `n` points of its own.
 *
 * @param points        a batch of n for each polynomial.
 * @param out           plan.num_rows() batches of n.
 * @param point_stride  from a batch to the next; 0: n.
 * @param out_stride    likewise.
 */
template <class Context, class T, class Points, class Out>
outcome_of<Context> polynomial_evaluate_batched(Context &ctx, const polynomial<T> &plan, const Points &points,
                                                uint64_t n, Out &&out, uint64_t point_stride = 0,
                                                uint64_t out_stride = 0)
{
    const auto x = detail::input(points);
    const auto y = detail::output(out);
    static_assert(x.type() == type_of<T>(), "tcu::polynomial_evaluate_batched: points of another type than the plan's");
    detail::checks checks("polynomial_evaluate_batched");
    checks.at_least("points", x, detail::extent(plan.num_polynomials(), n, detail::stride_or(point_stride, n)));
    checks.at_least("out", y, detail::extent(plan.num_rows(), n, detail::stride_or(out_stride, n)));
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_polynomial_evaluate_batched(c, plan.get(), x.data(), point_stride, n, y.data(), y.type(),
                                                   out_stride);
        },
        [&](auto c, auto bytes) {
            return tcu_polynomial_evaluate_batched_workspace(c, plan.get(), n, y.type(), bytes);
        });
}

/**
 * tcu_polynomial_evaluate_indexed(): a polynomial for each point, by its number.
 *
 * @param indices     as many integers of 32 or 64 bits as points.
 * @param out         plan.num_values() batches of points.size().
 * @param out_stride  from a batch to the next; 0: without gaps.
 */
template <class Context, class T, class Points, class Indices, class Out>
outcome_of<Context> polynomial_evaluate_indexed(Context &ctx, const polynomial<T> &plan, const Points &points,
                                                const Indices &indices, Out &&out, uint64_t out_stride = 0)
{
    const auto x = detail::input(points);
    const auto which = detail::input(indices);
    const auto y = detail::output(out);
    static_assert(x.type() == type_of<T>(), "tcu::polynomial_evaluate_indexed: points of another type than the plan's");
    detail::checks checks("polynomial_evaluate_indexed");
    checks.equal("indices", which, x.size());
    checks.at_least("out", y, detail::extent(plan.num_values(), x.size(), detail::stride_or(out_stride, x.size())));
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_polynomial_evaluate_indexed(c, plan.get(), x.data(), which.data(), which.type(), x.size(),
                                                   y.data(), y.type(), out_stride);
        },
        [&](auto c, auto bytes) {
            return tcu_polynomial_evaluate_indexed_workspace(c, plan.get(), which.type(), x.size(), y.type(), bytes);
        });
}

/**
 * tcu_polynomial_evaluate_spline(): piecewise polynomials.
 *
 * @param breakpoints  plan.num_polynomials() + 1 values of the plan's type.
 * @param out          plan.num_values() batches of points.size().
 * @param outside      what points outside the breakpoints give.
 * @param out_stride   from a batch to the next; 0: without gaps.
 */
template <class Context, class T, class Breakpoints, class Points, class Out>
outcome_of<Context> polynomial_evaluate_spline(Context &ctx, const polynomial<T> &plan, const Breakpoints &breakpoints,
                                               const Points &points, Out &&out,
                                               tcu_spline_outside outside = TCU_SPLINE_EXTRAPOLATE,
                                               uint64_t out_stride = 0)
{
    const auto b = detail::input(breakpoints);
    const auto x = detail::input(points);
    const auto y = detail::output(out);
    static_assert(x.type() == type_of<T>() && b.type() == type_of<T>(), "tcu::polynomial_evaluate_spline: points or "
                                                                        "breakpoints of another type than the plan's");
    detail::checks checks("polynomial_evaluate_spline");
    checks.equal("breakpoints", b, detail::plus(plan.num_polynomials(), 1));
    checks.at_least("out", y, detail::extent(plan.num_values(), x.size(), detail::stride_or(out_stride, x.size())));
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_polynomial_evaluate_spline(c, plan.get(), b.data(), x.data(), x.size(), y.data(), y.type(),
                                                  out_stride, outside);
        },
        [&](auto c, auto bytes) {
            return tcu_polynomial_evaluate_spline_workspace(c, plan.get(), x.size(), y.type(), bytes);
        });
}

/**
 * tcu_polynomial_reduce(): the largest, the smallest or the sum of all polynomials at each point.
 *
 * @param out         plan.num_values() batches of points.size(), or nullptr.
 * @param which       as many integers of 64 bits without a sign, or nullptr.
 * @param out_stride  from a batch to the next, of both; 0: without gaps.
 */
template <class Context, class T, class Points, class Out, class Which>
outcome_of<Context> polynomial_reduce(Context &ctx, const polynomial<T> &plan, tcu_polynomial_reduction reduction,
                                      const Points &points, Out &&out, Which &&which, uint64_t out_stride = 0)
{
    const auto x = detail::input(points);
    const auto y = detail::output(out);
    const auto numbers = detail::output(which);
    static_assert(x.type() == type_of<T>(), "tcu::polynomial_reduce: points of another type than the plan's");
    const tcu_type y_type = detail::is_wanted<decltype(y)> ? y.type() : x.type();
    const uint64_t room = detail::extent(plan.num_values(), x.size(), detail::stride_or(out_stride, x.size()));
    detail::checks checks("polynomial_reduce");
    checks.at_least("out", y, room).at_least("which", numbers, room);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_polynomial_reduce(c, plan.get(), reduction, x.data(), x.size(), y.data(), y_type, out_stride,
                                         detail::as_u64(numbers));
        },
        [&](auto c, auto bytes) { return tcu_polynomial_reduce_workspace(c, plan.get(), x.size(), y_type, bytes); });
}
} // namespace tcu

#endif // TCU_CPP_POLYNOMIAL_EVALUATE_HPP
