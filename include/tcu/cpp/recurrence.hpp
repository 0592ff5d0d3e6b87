// SPDX-License-Identifier: Apache-2.0
/**
 * @file recurrence.hpp
 * Linear recurrences: recurrence.h for C++.
 */
#ifndef TCU_CPP_RECURRENCE_HPP
#define TCU_CPP_RECURRENCE_HPP

#include <tcu/cpp/call.hpp>
#include <tcu/recurrence.h>

namespace tcu
{
/** Options of the recurrences. */
struct recurrence_options {
    bool constant_a = false;         /**< every a[i] is the field `a`, and the argument `a` is nullptr */
    double a = 0;                    /**< with constant_a */
    double scale_b = 1;              /**< b[i] counts so many times */
    const uint64_t *count = nullptr; /**< in the context's memory: how many elements there are; default all */

    /** @return the same for C. */
    constexpr tcu_recurrence_options c() const noexcept { return {constant_a ? 1 : 0, a, scale_b, count, {}}; }
};

namespace detail
{
/* Factors and initial values may be nullptr. */
template <class X, class Array>
constexpr void check_recurrence_type(const X &, const Array &) noexcept
{
    if constexpr (is_wanted<Array>) {
        static_assert(X::type() == Array::type(), "tcu: the arrays of a recurrence are of one type");
    }
}
} // namespace detail

/**
 * tcu_linear_recurrence(): x[i] = a[i] x[i - 1] + b[i].
 *
 * @param a        as many elements as b; nullptr with `constant_a`.
 * @param b        any reals.
 * @param initial  x[-1]: a pointer to one element, or an array of one, in the context's memory; nullptr: 0.
 * @param x        as many elements as b; it may be b.
 */
template <class Context, class A, class B, class Initial, class X>
outcome_of<Context> linear_recurrence(Context &ctx, const A &a, const B &b, const Initial &initial, X &&x,
                                      const recurrence_options &options = detail::no_options<recurrence_options>)
{
    const auto factors = detail::input(a);
    const auto terms = detail::input(b);
    const auto first = detail::single_input(initial);
    const auto results = detail::output(x);
    detail::check_recurrence_type(results, factors);
    detail::check_recurrence_type(results, terms);
    detail::check_recurrence_type(results, first);
    detail::checks checks("linear_recurrence");
    checks.equal("a", factors, terms.size()).equal("initial", first, 1).equal("x", results, terms.size());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_linear_recurrence(c, factors.data(), terms.data(), first.data(), results.data(), results.type(),
                                         terms.size(), o);
        },
        [&](auto c, auto bytes) { return tcu_linear_recurrence_workspace(c, results.type(), terms.size(), o, bytes); });
}

/**
 * tcu_segmented_linear_recurrence(): recurrences that start anew every `segment_size` elements.
 *
 * @param initial  an element of each segment, or nullptr.
 */
template <class Context, class A, class B, class Initial, class X>
outcome_of<Context>
segmented_linear_recurrence(Context &ctx, const A &a, const B &b, const Initial &initial, X &&x, uint64_t segment_size,
                            const recurrence_options &options = detail::no_options<recurrence_options>)
{
    const auto factors = detail::input(a);
    const auto terms = detail::input(b);
    const auto first = detail::input(initial);
    const auto results = detail::output(x);
    detail::check_recurrence_type(results, factors);
    detail::check_recurrence_type(results, terms);
    detail::check_recurrence_type(results, first);
    detail::checks checks("segmented_linear_recurrence");
    checks.equal("a", factors, terms.size()).equal("initial", first, detail::segments_of(terms.size(), segment_size));
    checks.equal("x", results, terms.size());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_linear_recurrence(c, factors.data(), terms.data(), first.data(), results.data(),
                                                   results.type(), terms.size(), segment_size, o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_linear_recurrence_workspace(c, results.type(), terms.size(), segment_size, o, bytes);
        });
}

/**
 * tcu_segmented_linear_recurrence_offsets(): recurrences that start anew at every offset.
 *
 * @param initial  an element of each segment, or nullptr.
 */
template <class Context, class A, class B, class Initial, class X, class Offsets>
outcome_of<Context>
segmented_linear_recurrence_offsets(Context &ctx, const A &a, const B &b, const Initial &initial, X &&x,
                                    const Offsets &offsets,
                                    const recurrence_options &options = detail::no_options<recurrence_options>)
{
    const auto factors = detail::input(a);
    const auto terms = detail::input(b);
    const auto first = detail::input(initial);
    const auto results = detail::output(x);
    const auto ends = detail::input(offsets);
    detail::check_recurrence_type(results, factors);
    detail::check_recurrence_type(results, terms);
    detail::check_recurrence_type(results, first);
    const uint64_t segments = detail::segments_by(ends);
    detail::checks checks("segmented_linear_recurrence_offsets");
    checks.equal("a", factors, terms.size()).offsets(ends).equal("initial", first, segments);
    checks.equal("x", results, terms.size());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_linear_recurrence_offsets(c, factors.data(), terms.data(), first.data(),
                                                           results.data(), results.type(), terms.size(),
                                                           detail::as_offsets(ends), segments, o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_linear_recurrence_offsets_workspace(c, results.type(), terms.size(), segments, o,
                                                                     bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_RECURRENCE_HPP
