// SPDX-License-Identifier: Apache-2.0
/**
 * @file scan.hpp
 * Prefix sums and other scans: scan.h for C++.
 */
#ifndef TCU_CPP_SCAN_HPP
#define TCU_CPP_SCAN_HPP

#include <tcu/cpp/call.hpp>
#include <tcu/scan.h>

namespace tcu
{
/** Options of the scans. */
struct scan_options {
    bool exclusive = false;                    /**< out[i] is of the elements before i; default: of i, too */
    tcu_operator op = TCU_OPERATOR_SUM;        /**< the operator */
    tcu_nan_mode nan_mode = TCU_NAN_PROPAGATE; /**< of minima and maxima */
    value_pointer initial = {};                /**< an element of the type of `out`; default none */
    const uint64_t *count = nullptr;           /**< in the context's memory: how many elements there are; default all */
    tcu_sum_mode sum_mode = TCU_SUM_FASTEST;   /**< of sums of reals: in which order */

    /** @return the same for C, but for `exclusive`. */
    constexpr tcu_scan_options c() const noexcept { return {op, nan_mode, initial.get(), count, sum_mode, {}}; }
    /** @return `exclusive` for C. */
    constexpr tcu_scan_kind kind() const noexcept { return exclusive ? TCU_SCAN_EXCLUSIVE : TCU_SCAN_INCLUSIVE; }
};

/**
 * tcu_scan(): out[i] = in[0] + ... + in[i]; exclusive: up to in[i - 1].
 *
 * @param in   any elements.
 * @param out  as many.
 */
template <class Context, class In, class Out>
outcome_of<Context> scan(Context &ctx, const In &in, Out &&out,
                         const scan_options &options = detail::no_options<scan_options>)
{
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    detail::checks checks("scan");
    checks.equal("out", y, x.size()).value("initial", options.initial, y.type());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) { return tcu_scan(c, options.kind(), x.data(), x.type(), y.data(), y.type(), x.size(), o); },
        [&](auto c, auto bytes) { return tcu_scan_workspace(c, x.type(), y.type(), x.size(), o, bytes); });
}

/** tcu_segmented_scan(): scans that start anew every `segment_size` elements. */
template <class Context, class In, class Out>
outcome_of<Context> segmented_scan(Context &ctx, const In &in, Out &&out, uint64_t segment_size,
                                   const scan_options &options = detail::no_options<scan_options>)
{
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    detail::checks checks("segmented_scan");
    checks.equal("out", y, x.size()).value("initial", options.initial, y.type());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_scan(c, options.kind(), x.data(), x.type(), y.data(), y.type(), x.size(), segment_size,
                                      o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_scan_workspace(c, x.type(), y.type(), x.size(), segment_size, o, bytes);
        });
}

/**
 * tcu_segmented_scan_offsets(): scans that start anew at every offset.
 *
 * @param offsets  one or more integers of 64 bits with a sign.
 */
template <class Context, class In, class Out, class Offsets>
outcome_of<Context> segmented_scan_offsets(Context &ctx, const In &in, Out &&out, const Offsets &offsets,
                                           const scan_options &options = detail::no_options<scan_options>)
{
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    const auto ends = detail::input(offsets);
    const uint64_t segments = detail::segments_by(ends);
    detail::checks checks("segmented_scan_offsets");
    checks.equal("out", y, x.size()).offsets(ends).value("initial", options.initial, y.type());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_scan_offsets(c, options.kind(), x.data(), x.type(), y.data(), y.type(), x.size(),
                                              detail::as_offsets(ends), segments, o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_scan_offsets_workspace(c, x.type(), y.type(), x.size(), segments, o, bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_SCAN_HPP
