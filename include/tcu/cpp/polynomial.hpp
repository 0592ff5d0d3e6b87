// SPDX-License-Identifier: Apache-2.0
/**
 * @file polynomial.hpp
 * Plans of polynomials and their values: polynomial.h for C++.
 */
#ifndef TCU_CPP_POLYNOMIAL_HPP
#define TCU_CPP_POLYNOMIAL_HPP

#include <tcu/cpp/plan.hpp>
#include <tcu/polynomial.h>

namespace tcu
{
/** Options of polynomials. */
struct polynomial_options {
    tcu_basis basis = TCU_BASIS_MONOMIAL; /**< of the coefficients */
    uint32_t derivatives = 0;             /**< q: evaluations give the value and the first q derivatives */
    uint64_t coefficient_stride = 0;      /**< from a polynomial's first coefficient to the next one's; 0: degree + 1 */
    double lower = 0;                     /**< x where t = -1; both 0: t is x */
    double upper = 0;                     /**< x where t = 1 */
    const uint64_t *count = nullptr;      /**< in the context's memory: how many points evaluations have; default all */

    /** @return the same for C. */
    constexpr tcu_polynomial_options c() const noexcept
    {
        return {basis, derivatives, coefficient_stride, lower, upper, count, {}};
    }
};

/** A plan: P polynomials of one degree, of coefficients and points of type T. It is made by polynomial_create(). */
template <class T>
class polynomial : public detail::plan<tcu_polynomial, tcu_polynomial_destroy>
{
  public:
    /** None, to be assigned to. */
    polynomial() noexcept = default;
    /** A plan that owns `handle`, of polynomials of this degree with these options. */
    polynomial(tcu_polynomial *handle, uint64_t num_polynomials, uint64_t degree,
               const polynomial_options &options) noexcept
        : plan(handle), num_polynomials_(num_polynomials), derivatives_(options.derivatives),
          num_coefficients_(needed(num_polynomials, degree, options))
    {
    }

    /** @return P. */
    uint64_t num_polynomials() const noexcept { return num_polynomials_; }
    /** @return (q + 1) P: values and derivatives of a point. */
    uint64_t num_rows() const noexcept { return detail::times(detail::plus(derivatives_, 1), num_polynomials_); }
    /** @return q + 1: the batches of what gives a value of each point. */
    uint64_t num_values() const noexcept { return detail::plus(derivatives_, 1); }
    /** @return the elements that coefficients reach over. */
    uint64_t num_coefficients() const noexcept { return num_coefficients_; }

    /** @return the elements that the coefficients of such polynomials reach over. */
    static uint64_t needed(uint64_t num_polynomials, uint64_t degree, const polynomial_options &options) noexcept
    {
        const uint64_t length = detail::plus(degree, 1);
        return detail::extent(num_polynomials, length,
                              options.coefficient_stride == 0 ? length : options.coefficient_stride);
    }

  private:
    uint64_t num_polynomials_ = 0;
    uint64_t derivatives_ = 0;
    uint64_t num_coefficients_ = 0;
};

/**
 * tcu_polynomial_create(): a plan.
 *
 * @param coefficients  (num_polynomials - 1) * stride + degree + 1 reals in ascending order.
 */
template <class Errors, class Coefficients>
auto polynomial_create(basic_context<Errors> &ctx, const Coefficients &coefficients, uint64_t num_polynomials,
                       uint64_t degree, const polynomial_options &options = detail::no_options<polynomial_options>)
{
    const auto x = detail::input(coefficients);
    using plan = polynomial<typename decltype(x)::value_type>;
    detail::checks checks("polynomial_create");
    checks.at_least("coefficients", x, plan::needed(num_polynomials, degree, options));
    const detail::c_options o(options);
    tcu_polynomial *handle = nullptr;
    const auto call = [&](tcu_context *c) {
        return tcu_polynomial_create(c, x.data(), num_polynomials, degree, x.type(), o, &handle);
    };
    const result<void> done = detail::checked_call(ctx.get(), checks, call);
    return Errors::finish(done, plan(handle, num_polynomials, degree, options));
}

/** tcu_polynomial_update(): other coefficients, as many, of the same degree. */
template <class Errors, class T, class Coefficients>
outcome_of<basic_context<Errors>> polynomial_update(basic_context<Errors> &ctx, polynomial<T> &plan,
                                                    const Coefficients &coefficients)
{
    const auto x = detail::input(coefficients);
    static_assert(x.type() == type_of<T>(), "tcu::polynomial_update: coefficients of another type than the plan's");
    detail::checks checks("polynomial_update");
    checks.at_least("coefficients", x, plan.num_coefficients());
    const auto call = [&](tcu_context *c) { return tcu_polynomial_update(c, plan.get(), x.data()); };
    return Errors::finish(detail::checked_call(ctx.get(), checks, call));
}

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

#endif // TCU_CPP_POLYNOMIAL_HPP
