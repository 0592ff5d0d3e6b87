// SPDX-License-Identifier: Apache-2.0
/**
 * @file dot.hpp
 * Dot products: dot.h for C++.
 */
#ifndef TCU_CPP_DOT_HPP
#define TCU_CPP_DOT_HPP

#include <tcu/cpp/call.hpp>
#include <tcu/dot.h>

namespace tcu
{
/** Options of the dot products. */
struct dot_options {
    const uint64_t *count = nullptr; /**< in the context's memory: how many elements there are; default all */

    /** @return the same for C. */
    constexpr tcu_dot_options c() const noexcept { return {count, {}}; }
};

/**
 * tcu_dot(): out[0] = x[0] y[0] + x[1] y[1] + ...
 *
 * @param x    any elements.
 * @param y    as many, of the same type.
 * @param out  one result: a pointer, or an array of one element.
 */
template <class Context, class X, class Y, class Out>
outcome_of<Context> dot(Context &ctx, const X &x, const Y &y, Out &&out,
                        const dot_options &options = detail::no_options<dot_options>)
{
    const auto a = detail::input(x);
    const auto b = detail::input(y);
    const auto sum = detail::single(out);
    static_assert(a.type() == b.type(), "tcu::dot: x and y are of two types");
    detail::checks checks("dot");
    checks.equal("y", b, a.size()).equal("out", sum, 1);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) { return tcu_dot(c, a.data(), b.data(), a.type(), sum.data(), sum.type(), a.size(), o); },
        [&](auto c, auto bytes) { return tcu_dot_workspace(c, a.type(), sum.type(), a.size(), o, bytes); });
}

/** tcu_segmented_dot(): a product of each segment of `segment_size` elements, ceil(x.size() / segment_size) of them. */
template <class Context, class X, class Y, class Out>
outcome_of<Context> segmented_dot(Context &ctx, const X &x, const Y &y, Out &&out, uint64_t segment_size,
                                  const dot_options &options = detail::no_options<dot_options>)
{
    const auto a = detail::input(x);
    const auto b = detail::input(y);
    const auto sums = detail::output(out);
    static_assert(a.type() == b.type(), "tcu::segmented_dot: x and y are of two types");
    detail::checks checks("segmented_dot");
    checks.equal("y", b, a.size()).equal("out", sums, detail::segments_of(a.size(), segment_size));
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_dot(c, a.data(), b.data(), a.type(), sums.data(), sums.type(), a.size(), segment_size,
                                     o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_dot_workspace(c, a.type(), sums.type(), a.size(), segment_size, o, bytes);
        });
}

/** tcu_segmented_dot_offsets(): a product of each segment by offsets, offsets.size() - 1 of them. */
template <class Context, class X, class Y, class Out, class Offsets>
outcome_of<Context> segmented_dot_offsets(Context &ctx, const X &x, const Y &y, Out &&out, const Offsets &offsets,
                                          const dot_options &options = detail::no_options<dot_options>)
{
    const auto a = detail::input(x);
    const auto b = detail::input(y);
    const auto sums = detail::output(out);
    const auto ends = detail::input(offsets);
    static_assert(a.type() == b.type(), "tcu::segmented_dot_offsets: x and y are of two types");
    const uint64_t segments = detail::segments_by(ends);
    detail::checks checks("segmented_dot_offsets");
    checks.equal("y", b, a.size()).offsets(ends).equal("out", sums, segments);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_dot_offsets(c, a.data(), b.data(), a.type(), sums.data(), sums.type(), a.size(),
                                             detail::as_offsets(ends), segments, o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_dot_offsets_workspace(c, a.type(), sums.type(), a.size(), segments, o, bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_DOT_HPP
