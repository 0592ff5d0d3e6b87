// SPDX-License-Identifier: Apache-2.0
/**
 * @file selection.hpp
 * The key at one place of the order, and quantiles: selection.h for C++. (top_k.hpp has the best k.)
 */
#ifndef TCU_CPP_SELECTION_HPP
#define TCU_CPP_SELECTION_HPP

#include <tcu/cpp/call.hpp>
#include <tcu/selection.h>

namespace tcu
{
/** Options of nth_element(). */
struct nth_element_options {
    bool descending = false;         /**< rank 0 is the largest key; default: the smallest */
    const uint64_t *count = nullptr; /**< in the context's memory: how many keys there are; default all */
    uint64_t *num_out = nullptr;     /**< in the context's memory: how many results were written, 0 or 1 */

    /** @return the same for C. */
    constexpr tcu_nth_element_options c() const noexcept { return {descending ? 1 : 0, count, num_out, {}}; }
};

/** Options of quantiles(). */
struct quantiles_options {
    tcu_quantile_method method = TCU_QUANTILE_LINEAR;            /**< between two keys */
    tcu_quantile_nan_mode nan_mode = TCU_QUANTILE_NAN_PROPAGATE; /**< what becomes of NaNs */
    const uint64_t *count = nullptr; /**< in the context's memory: how many keys there are; default all */
    uint64_t *num_nans = nullptr;    /**< in the context's memory: how many keys are NaN */

    /** @return the same for C. */
    constexpr tcu_quantiles_options c() const noexcept { return {method, nan_mode, count, num_nans, {}}; }
};

/**
 * tcu_nth_element(): the key before which `rank` others come, and its position.
 *
 * @param keys       any elements, which stay as they are.
 * @param key_out    one of the same type, or nullptr.
 * @param index_out  one integer of 32 or 64 bits without a sign, or nullptr.
 */
template <class Context, class Keys, class KeyOut, class Index>
outcome_of<Context> nth_element(Context &ctx, const Keys &keys, uint64_t rank, KeyOut &&key_out, Index &&index_out,
                                const nth_element_options &options = detail::no_options<nth_element_options>)
{
    const auto x = detail::input(keys);
    const auto y = detail::single(key_out);
    const auto at = detail::single(index_out);
    if constexpr (detail::is_wanted<decltype(y)>) {
        static_assert(x.type() == y.type(), "tcu::nth_element: keys of two types");
    }
    detail::checks checks("nth_element");
    checks.equal("key_out", y, 1).equal("index_out", at, 1);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_nth_element(c, x.data(), x.size(), rank, x.type(), y.data(), at.data(), at.type(), o);
        },
        [&](auto c, auto bytes) {
            return tcu_nth_element_workspace(c, x.size(), rank, x.type(), at.type(), o, bytes);
        });
}

/**
 * tcu_quantiles(): out[j] is the quantile q[j] of the keys.
 *
 * @param keys  any elements.
 * @param q     numbers from 0 to 1 in host memory, also as a list in braces.
 * @param out   as many results of double or of the keys' type.
 */
template <class Context, class Keys, class Out>
outcome_of<Context> quantiles(Context &ctx, const Keys &keys, view<const double> q, Out &&out,
                              const quantiles_options &options = detail::no_options<quantiles_options>)
{
    const auto x = detail::input(keys);
    const auto y = detail::output(out);
    detail::checks checks("quantiles");
    checks.equal("out", y, q.size());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_quantiles(c, x.data(), x.size(), x.type(), q.data(), q.size(), y.data(), y.type(), o);
        },
        [&](auto c, auto bytes) {
            return tcu_quantiles_workspace(c, x.size(), x.type(), q.size(), y.type(), o, bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_SELECTION_HPP
