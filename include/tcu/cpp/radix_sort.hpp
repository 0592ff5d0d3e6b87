// SPDX-License-Identifier: Apache-2.0
/**
 * @file radix_sort.hpp
 * Sorts of keys, of keys with values, and of positions: radix_sort.h for C++. Outputs may be the inputs.
 */
#ifndef TCU_CPP_RADIX_SORT_HPP
#define TCU_CPP_RADIX_SORT_HPP

#include <tcu/cpp/call.hpp>
#include <tcu/radix_sort.h>

namespace tcu
{
/** Options of the sorts. */
struct sort_options {
    bool descending = false;                /**< largest key first; default: smallest */
    int begin_bit = 0;                      /**< the lowest bit that is compared */
    int end_bit = 0;                        /**< the bit behind the highest; 0: the key's bits */
    tcu_ranking ranking = TCU_RANKING_AUTO; /**< how equal digits keep their order */
    const uint64_t *count = nullptr;        /**< in the context's memory: how many elements there are; default all */

    /** @return the same for C. */
    constexpr tcu_sort_options c() const noexcept
    {
        return {descending ? 1 : 0, begin_bit, end_bit, ranking, count, {}};
    }
};

/**
 * tcu_radix_sort(): keys in order.
 *
 * @param keys_in   any elements.
 * @param keys_out  as many, of the same type.
 */
template <class Context, class In, class Out>
outcome_of<Context> radix_sort(Context &ctx, const In &keys_in, Out &&keys_out,
                               const sort_options &options = detail::no_options<sort_options>)
{
    const auto x = detail::input(keys_in);
    const auto y = detail::output(keys_out);
    static_assert(x.type() == y.type(), "tcu::radix_sort: keys of two types");
    detail::checks checks("radix_sort");
    checks.equal("keys_out", y, x.size());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks, [&](auto c) { return tcu_radix_sort(c, x.data(), y.data(), x.type(), x.size(), o); },
        [&](auto c, auto bytes) {
            return tcu_radix_sort_workspace(c, x.type(), x.size(), detail::is_in_place(x, y), o, bytes);
        });
}

/**
 * tcu_radix_sort_pairs(): keys in order, and the values that belong to them.
 *
 * @param values_in   as many items as keys, of any type that is trivially copyable.
 * @param values_out  as many.
 */
template <class Context, class In, class Out, class ValuesIn, class ValuesOut>
outcome_of<Context> radix_sort_pairs(Context &ctx, const In &keys_in, Out &&keys_out, const ValuesIn &values_in,
                                     ValuesOut &&values_out,
                                     const sort_options &options = detail::no_options<sort_options>)
{
    const auto x = detail::input(keys_in);
    const auto y = detail::output(keys_out);
    const auto v = detail::input(values_in);
    const auto w = detail::output(values_out);
    static_assert(x.type() == y.type(), "tcu::radix_sort_pairs: keys of two types");
    static_assert(v.item_bytes() == w.item_bytes(), "tcu::radix_sort_pairs: values of two sizes");
    detail::checks checks("radix_sort_pairs");
    checks.equal("keys_out", y, x.size()).equal("values_in", v, x.size()).equal("values_out", w, x.size());
    const int in_place = detail::is_in_place(x, y) | detail::is_in_place(v, w);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_radix_sort_pairs(c, x.data(), y.data(), x.type(), v.data(), w.data(), v.item_bytes(), x.size(),
                                        o);
        },
        [&](auto c, auto bytes) {
            return tcu_radix_sort_pairs_workspace(c, x.type(), v.item_bytes(), x.size(), in_place, o, bytes);
        });
}

/**
 * tcu_argsort(): the positions of the keys in order.
 *
 * @param indices  as many integers of 32 or 64 bits without a sign.
 */
template <class Context, class Keys, class Indices>
outcome_of<Context> argsort(Context &ctx, const Keys &keys, Indices &&indices,
                            const sort_options &options = detail::no_options<sort_options>)
{
    const auto x = detail::input(keys);
    const auto y = detail::output(indices);
    detail::checks checks("argsort");
    checks.equal("indices", y, x.size());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks, [&](auto c) { return tcu_argsort(c, x.data(), x.type(), y.data(), y.type(), x.size(), o); },
        [&](auto c, auto bytes) { return tcu_argsort_workspace(c, x.type(), y.type(), x.size(), o, bytes); });
}

namespace detail
{
/* The call of both forms of radix_sort_buffers(). */
template <class Context, class Keys>
tcu::outcome_of<Context, int> sort_buffers(Context &ctx, const checks &checks, tcu_sort_buffers &buffers,
                                           const Keys &keys, const sort_options &options)
{
    using errors = typename Context::errors;
    const c_options o(options);
    if constexpr (is_query<Context>) {
        return run(
            ctx, checks, [](auto) { return TCU_SUCCESS; },
            [&](auto c, auto bytes) {
                return tcu_radix_sort_buffers_workspace(c, keys.type(), buffers.value_bytes, keys.size(), o, bytes);
            });
    } else {
        const auto call = [&](tcu_context *c) {
            return tcu_radix_sort_buffers(c, &buffers, keys.type(), keys.size(), o);
        };
        const result<void> done = checked_call(ctx.get(), checks, call);
        return errors::finish(done, std::move(buffers.current));
    }
}
} // namespace detail

/**
 * tcu_radix_sort_buffers() of keys alone, between two arrays.
 *
 * @param current  0 or 1: which array holds the keys.
 * @return which array holds the result, or will when the work is done.
 */
template <class Context, class Keys, class Other>
outcome_of<Context, int> radix_sort_buffers(Context &ctx, Keys &&keys, Other &&other_keys, int current,
                                            const sort_options &options = detail::no_options<sort_options>)
{
    const auto x = detail::output(keys);
    const auto y = detail::output(other_keys);
    static_assert(x.type() == y.type(), "tcu::radix_sort_buffers: keys of two types");
    detail::checks checks("radix_sort_buffers");
    checks.equal("other_keys", y, x.size());
    tcu_sort_buffers buffers = TCU_SORT_BUFFERS_INIT(x.data(), y.data());
    buffers.current = current;
    return detail::sort_buffers(ctx, checks, buffers, x, options);
}

/** tcu_radix_sort_buffers() of keys and values of any type that is trivially copyable; see above. */
template <class Context, class Keys, class OtherKeys, class Values, class OtherValues>
outcome_of<Context, int> radix_sort_buffers(Context &ctx, Keys &&keys, OtherKeys &&other_keys, Values &&values,
                                            OtherValues &&other_values, int current,
                                            const sort_options &options = detail::no_options<sort_options>)
{
    const auto x = detail::output(keys);
    const auto y = detail::output(other_keys);
    const auto v = detail::output(values);
    const auto w = detail::output(other_values);
    static_assert(x.type() == y.type(), "tcu::radix_sort_buffers: keys of two types");
    static_assert(v.item_bytes() == w.item_bytes(), "tcu::radix_sort_buffers: values of two sizes");
    detail::checks checks("radix_sort_buffers");
    checks.equal("other_keys", y, x.size()).equal("values", v, x.size()).equal("other_values", w, x.size());
    tcu_sort_buffers buffers = TCU_SORT_BUFFERS_PAIRS_INIT(x.data(), y.data(), v.data(), w.data(), v.item_bytes());
    buffers.current = current;
    return detail::sort_buffers(ctx, checks, buffers, x, options);
}
} // namespace tcu

#endif // TCU_CPP_RADIX_SORT_HPP
