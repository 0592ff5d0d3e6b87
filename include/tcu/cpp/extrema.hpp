// SPDX-License-Identifier: Apache-2.0
/**
 * @file extrema.hpp
 * Minima and maxima with their positions: extrema.h for C++. An output that is not wanted is nullptr.
 */
#ifndef TCU_CPP_EXTREMA_HPP
#define TCU_CPP_EXTREMA_HPP

#include <tcu/cpp/call.hpp>
#include <tcu/extrema.h>

namespace tcu
{
/** Options of the extrema. */
struct extrema_options {
    tcu_nan_mode nan_mode = TCU_NAN_PROPAGATE; /**< what becomes of NaNs */
    const uint64_t *count = nullptr;           /**< in the context's memory: how many elements there are; default all */

    /** @return the same for C. */
    constexpr tcu_extrema_options c() const noexcept { return {nan_mode, count, {}}; }
};

namespace detail
{
template <class X, class Value>
constexpr void check_extremum_type(const X &, const Value &) noexcept
{
    if constexpr (is_wanted<Value>) {
        static_assert(X::type() == Value::type(), "tcu: min and max are of the type of the elements");
    }
}
} // namespace detail

/**
 * tcu_reduce_extrema(): the least and the greatest element, and their positions.
 *
 * @param min,max        one element of the type of `in` each, or nullptr.
 * @param argmin,argmax  one integer of 64 bits with a sign each, or nullptr.
 */
template <class Context, class In, class Min, class Argmin, class Max, class Argmax>
outcome_of<Context> reduce_extrema(Context &ctx, const In &in, Min &&min, Argmin &&argmin, Max &&max, Argmax &&argmax,
                                   const extrema_options &options = detail::no_options<extrema_options>)
{
    const auto x = detail::input(in);
    const auto least = detail::single(min);
    const auto least_at = detail::single(argmin);
    const auto greatest = detail::single(max);
    const auto greatest_at = detail::single(argmax);
    detail::check_extremum_type(x, least);
    detail::check_extremum_type(x, greatest);
    detail::checks checks("reduce_extrema");
    checks.equal("min", least, 1)
        .equal("argmin", least_at, 1)
        .equal("max", greatest, 1)
        .equal("argmax", greatest_at, 1);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_reduce_extrema(c, x.data(), x.type(), least.data(), detail::as_i64(least_at), greatest.data(),
                                      detail::as_i64(greatest_at), x.size(), o);
        },
        [&](auto c, auto bytes) { return tcu_reduce_extrema_workspace(c, x.type(), x.size(), o, bytes); });
}

/** tcu_segmented_reduce_extrema(): those of each segment of `segment_size` elements. */
template <class Context, class In, class Min, class Argmin, class Max, class Argmax>
outcome_of<Context> segmented_reduce_extrema(Context &ctx, const In &in, Min &&min, Argmin &&argmin, Max &&max,
                                             Argmax &&argmax, uint64_t segment_size,
                                             const extrema_options &options = detail::no_options<extrema_options>)
{
    const auto x = detail::input(in);
    const auto least = detail::output(min);
    const auto least_at = detail::output(argmin);
    const auto greatest = detail::output(max);
    const auto greatest_at = detail::output(argmax);
    detail::check_extremum_type(x, least);
    detail::check_extremum_type(x, greatest);
    const uint64_t segments = detail::segments_of(x.size(), segment_size);
    detail::checks checks("segmented_reduce_extrema");
    checks.equal("min", least, segments).equal("argmin", least_at, segments);
    checks.equal("max", greatest, segments).equal("argmax", greatest_at, segments);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_reduce_extrema(c, x.data(), x.type(), least.data(), detail::as_i64(least_at),
                                                greatest.data(), detail::as_i64(greatest_at), x.size(), segment_size,
                                                o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_reduce_extrema_workspace(c, x.type(), x.size(), segment_size, o, bytes);
        });
}

/** tcu_segmented_reduce_extrema_offsets(): those of each segment by offsets. */
template <class Context, class In, class Min, class Argmin, class Max, class Argmax, class Offsets>
outcome_of<Context>
segmented_reduce_extrema_offsets(Context &ctx, const In &in, Min &&min, Argmin &&argmin, Max &&max, Argmax &&argmax,
                                 const Offsets &offsets,
                                 const extrema_options &options = detail::no_options<extrema_options>)
{
    const auto x = detail::input(in);
    const auto least = detail::output(min);
    const auto least_at = detail::output(argmin);
    const auto greatest = detail::output(max);
    const auto greatest_at = detail::output(argmax);
    const auto ends = detail::input(offsets);
    detail::check_extremum_type(x, least);
    detail::check_extremum_type(x, greatest);
    const uint64_t segments = detail::segments_by(ends);
    detail::checks checks("segmented_reduce_extrema_offsets");
    checks.offsets(ends).equal("min", least, segments).equal("argmin", least_at, segments);
    checks.equal("max", greatest, segments).equal("argmax", greatest_at, segments);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_reduce_extrema_offsets(c, x.data(), x.type(), least.data(), detail::as_i64(least_at),
                                                        greatest.data(), detail::as_i64(greatest_at), x.size(),
                                                        detail::as_offsets(ends), segments, o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_reduce_extrema_offsets_workspace(c, x.type(), x.size(), segments, o, bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_EXTREMA_HPP
