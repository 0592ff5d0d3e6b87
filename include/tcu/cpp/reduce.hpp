// SPDX-License-Identifier: Apache-2.0
/**
 * @file reduce.hpp
 * Reductions: reduce.h for C++.
 */
#ifndef TCU_CPP_REDUCE_HPP
#define TCU_CPP_REDUCE_HPP

#include <tcu/cpp/call.hpp>
#include <tcu/reduce.h>

namespace tcu
{
/** Options of the reductions. */
struct reduce_options {
    tcu_reduce_algorithm algorithm = TCU_REDUCE_ALGORITHM_AUTO; /**< others are of plain sums alone */
    tcu_operator op = TCU_OPERATOR_SUM;                         /**< the operator */
    tcu_map map = TCU_MAP_NONE;                                 /**< what becomes of each element before */
    tcu_nan_mode nan_mode = TCU_NAN_PROPAGATE;                  /**< of minima and maxima */
    value_pointer initial = {};                                 /**< an element of the type of `out`; default none */
    const uint64_t *count = nullptr;         /**< in the context's memory: how many elements there are; default all */
    tcu_sum_mode sum_mode = TCU_SUM_FASTEST; /**< of sums of reals: in which order */

    /** @return the same for C. */
    constexpr tcu_reduce_options c() const noexcept
    {
        return {algorithm, op, map, nan_mode, initial.get(), count, sum_mode, {}};
    }
};

/**
 * tcu_reduce(): out[0] = in[0] + in[1] + ...
 *
 * @param ctx  as of all operations a context, or a workspace_query.
 * @param in       any elements.
 * @param out      one result: a pointer, or an array of one element.
 * @param options  none: the defaults.
 */
template <class Context, class In, class Out>
outcome_of<Context> reduce(Context &ctx, const In &in, Out &&out,
                           const reduce_options &options = detail::no_options<reduce_options>)
{
    const auto x = detail::input(in);
    const auto y = detail::single(out);
    detail::checks checks("reduce");
    checks.equal("out", y, 1).value("initial", options.initial, y.type());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks, [&](auto c) { return tcu_reduce(c, x.data(), x.type(), y.data(), y.type(), x.size(), o); },
        [&](auto c, auto bytes) { return tcu_reduce_workspace(c, x.type(), y.type(), x.size(), o, bytes); });
}

/**
 * tcu_segmented_reduce(): a result of each segment of `segment_size` elements.
 *
 * @param out  ceil(in.size() / segment_size) results.
 */
template <class Context, class In, class Out>
outcome_of<Context> segmented_reduce(Context &ctx, const In &in, Out &&out, uint64_t segment_size,
                                     const reduce_options &options = detail::no_options<reduce_options>)
{
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    detail::checks checks("segmented_reduce");
    checks.equal("out", y, detail::segments_of(x.size(), segment_size)).value("initial", options.initial, y.type());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_reduce(c, x.data(), x.type(), y.data(), y.type(), x.size(), segment_size, o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_reduce_workspace(c, x.type(), y.type(), x.size(), segment_size,
                                                  detail::is_in_place(x, y), o, bytes);
        });
}

/**
 * tcu_segmented_reduce_offsets(): a result of each segment offsets[k] <= i < offsets[k + 1].
 *
 * @param out      offsets.size() - 1 results.
 * @param offsets  one or more integers of 64 bits with a sign.
 */
template <class Context, class In, class Out, class Offsets>
outcome_of<Context> segmented_reduce_offsets(Context &ctx, const In &in, Out &&out, const Offsets &offsets,
                                             const reduce_options &options = detail::no_options<reduce_options>)
{
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    const auto ends = detail::input(offsets);
    const uint64_t segments = detail::segments_by(ends);
    detail::checks checks("segmented_reduce_offsets");
    checks.offsets(ends).equal("out", y, segments).value("initial", options.initial, y.type());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_reduce_offsets(c, x.data(), x.type(), y.data(), y.type(), x.size(),
                                                detail::as_offsets(ends), segments, o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_reduce_offsets_workspace(c, x.type(), y.type(), x.size(), segments,
                                                          detail::is_in_place(x, y), o, bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_REDUCE_HPP
