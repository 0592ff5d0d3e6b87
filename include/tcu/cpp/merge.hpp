// SPDX-License-Identifier: Apache-2.0
/**
 * @file merge.hpp
 * Sorted arrays merged, and places of values found in them: merge.h for C++.
 */
#ifndef TCU_CPP_MERGE_HPP
#define TCU_CPP_MERGE_HPP

#include <tcu/cpp/call.hpp>
#include <tcu/merge.h>

namespace tcu
{
/** Options of the merges. */
struct merge_options {
    bool descending = false;           /**< of all arrays; default: ascending */
    const uint64_t *a_count = nullptr; /**< in the context's memory: how many elements a has; default all */
    const uint64_t *b_count = nullptr; /**< likewise of b */

    /** @return the same for C. */
    constexpr tcu_merge_options c() const noexcept { return {descending ? 1 : 0, a_count, b_count, {}}; }
};

/** Options of searches. */
struct search_options {
    bool upper = false;                     /**< behind equal keys; default: in front of them */
    bool descending = false;                /**< of the sorted array; default: ascending */
    bool values_sorted = false;             /**< promises that values are sorted, too */
    const uint64_t *count = nullptr;        /**< in the context's memory: how many values there are; default all */
    const uint64_t *sorted_count = nullptr; /**< likewise of the sorted array */

    /** @return the same for C. */
    constexpr tcu_search_options c() const noexcept
    {
        return {upper ? 1 : 0, descending ? 1 : 0, values_sorted ? 1 : 0, count, sorted_count, {}};
    }
};

/**
 * tcu_merge(): the keys of two sorted arrays in one order.
 *
 * @param a,b       any elements of one type.
 * @param keys_out  as many as both have.
 */
template <class Context, class A, class B, class Out>
outcome_of<Context> merge(Context &ctx, const A &a, const B &b, Out &&keys_out,
                          const merge_options &options = detail::no_options<merge_options>)
{
    const auto first = detail::input(a);
    const auto second = detail::input(b);
    const auto y = detail::output(keys_out);
    static_assert(first.type() == second.type() && first.type() == y.type(), "tcu::merge: keys of two types");
    detail::checks checks("merge");
    checks.equal("keys_out", y, detail::plus(first.size(), second.size()));
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_merge(c, first.data(), first.size(), second.data(), second.size(), y.data(), y.type(), o);
        },
        [&](auto c, auto bytes) { return tcu_merge_workspace(c, first.size(), second.size(), y.type(), o, bytes); });
}

/**
 * tcu_merge_pairs(): the same with values.
 *
 * @param a_values,b_values  as many values as keys, of 1, 2, 4, 8 or 16 bytes.
 * @param values_out         as many as both have.
 */
template <class Context, class A, class AValues, class B, class BValues, class Out, class ValuesOut>
outcome_of<Context> merge_pairs(Context &ctx, const A &a, const AValues &a_values, const B &b, const BValues &b_values,
                                Out &&keys_out, ValuesOut &&values_out,
                                const merge_options &options = detail::no_options<merge_options>)
{
    const auto first = detail::input(a);
    const auto first_values = detail::input(a_values);
    const auto second = detail::input(b);
    const auto second_values = detail::input(b_values);
    const auto y = detail::output(keys_out);
    const auto w = detail::output(values_out);
    static_assert(first.type() == second.type() && first.type() == y.type(), "tcu::merge_pairs: keys of two types");
    static_assert(first_values.item_bytes() == w.item_bytes() && second_values.item_bytes() == w.item_bytes(),
                  "tcu::merge_pairs: values of two sizes");
    const uint64_t n = detail::plus(first.size(), second.size());
    detail::checks checks("merge_pairs");
    checks.equal("a_values", first_values, first.size()).equal("b_values", second_values, second.size());
    checks.equal("keys_out", y, n).equal("values_out", w, n);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_merge_pairs(c, first.data(), first_values.data(), first.size(), second.data(),
                                   second_values.data(), second.size(), y.data(), w.data(), y.type(), w.item_bytes(),
                                   o);
        },
        [&](auto c, auto bytes) {
            return tcu_merge_pairs_workspace(c, first.size(), second.size(), y.type(), w.item_bytes(), o, bytes);
        });
}

/**
 * tcu_search_sorted(): where values belong in a sorted array.
 *
 * @param sorted   any elements, sorted.
 * @param values   any number of the same type.
 * @param indices  as many integers of 32 or 64 bits without a sign.
 */
template <class Context, class Sorted, class Values, class Indices>
outcome_of<Context> search_sorted(Context &ctx, const Sorted &sorted, const Values &values, Indices &&indices,
                                  const search_options &options = detail::no_options<search_options>)
{
    const auto x = detail::input(sorted);
    const auto v = detail::input(values);
    const auto y = detail::output(indices);
    static_assert(x.type() == v.type(), "tcu::search_sorted: keys of two types");
    detail::checks checks("search_sorted");
    checks.equal("indices", y, v.size());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_search_sorted(c, x.data(), x.size(), v.data(), v.size(), x.type(), y.data(), y.type(), o);
        },
        [&](auto c, auto bytes) {
            return tcu_search_sorted_workspace(c, x.size(), v.size(), x.type(), y.type(), o, bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_MERGE_HPP
