// SPDX-License-Identifier: Apache-2.0
/**
 * @file gather.hpp
 * Items from where indices say, or to there: gather.h for C++.
 */
#ifndef TCU_CPP_GATHER_HPP
#define TCU_CPP_GATHER_HPP

#include <tcu/cpp/call.hpp>
#include <tcu/gather.h>

namespace tcu
{
/** Options of gathers and scatters. */
struct gather_options {
    const uint64_t *count = nullptr;  /**< in the context's memory: how many indices there are; default all */
    uint64_t *out_of_range = nullptr; /**< in the context's memory: how many were out of range; default: not counted */

    /** @return the same for C. */
    constexpr tcu_gather_options c() const noexcept { return {count, out_of_range, {}}; }
};

/**
 * tcu_gather(): out[i] = source[indices[i]].
 *
 * @param source   items of any type that is trivially copyable.
 * @param indices  integers of 32 or 64 bits.
 * @param out      as many items as there are indices.
 */
template <class Context, class Source, class Indices, class Out>
outcome_of<Context> gather(Context &ctx, const Source &source, const Indices &indices, Out &&out,
                           const gather_options &options = detail::no_options<gather_options>)
{
    const auto x = detail::input(source);
    const auto where = detail::input(indices);
    const auto y = detail::output(out);
    static_assert(x.item_bytes() == y.item_bytes(), "tcu::gather: items of two sizes");
    detail::checks checks("gather");
    checks.equal("out", y, where.size());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_gather(c, x.data(), x.size(), where.data(), where.type(), y.data(), y.item_bytes(), where.size(),
                              o);
        },
        [&](auto c, auto bytes) {
            return tcu_gather_workspace(c, x.size(), where.type(), y.item_bytes(), where.size(), o, bytes);
        });
}

/**
 * tcu_scatter(): out[indices[i]] = items[i].
 *
 * @param items    items of any type that is trivially copyable.
 * @param indices  as many integers of 32 or 64 bits.
 * @param out      any number of items.
 */
template <class Context, class Items, class Indices, class Out>
outcome_of<Context> scatter(Context &ctx, const Items &items, const Indices &indices, Out &&out,
                            const gather_options &options = detail::no_options<gather_options>)
{
    const auto x = detail::input(items);
    const auto where = detail::input(indices);
    const auto y = detail::output(out);
    static_assert(x.item_bytes() == y.item_bytes(), "tcu::scatter: items of two sizes");
    detail::checks checks("scatter");
    checks.equal("indices", where, x.size());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_scatter(c, x.data(), where.data(), where.type(), y.data(), y.size(), y.item_bytes(), x.size(),
                               o);
        },
        [&](auto c, auto bytes) {
            return tcu_scatter_workspace(c, where.type(), y.size(), y.item_bytes(), x.size(), o, bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_GATHER_HPP
