// SPDX-License-Identifier: Apache-2.0
/**
 * @file run_length.hpp
 * Items as often as lengths say: run_length.h for C++.
 */
#ifndef TCU_CPP_RUN_LENGTH_HPP
#define TCU_CPP_RUN_LENGTH_HPP

#include <tcu/cpp/call.hpp>
#include <tcu/run_length.h>

namespace tcu
{
/** Options of run_length_decode(). */
struct run_length_options {
    const uint64_t *count = nullptr; /**< in the context's memory: how many runs there are; default all */

    /** @return the same for C. */
    constexpr tcu_run_length_options c() const noexcept { return {count, {}}; }
};

/**
 * tcu_run_length_decode(): of each run k, lengths[k] times items[k] and k. The capacity is the room of the outputs.
 *
 * @param lengths  integers of 32 or 64 bits without a sign.
 * @param items    as many items, or nullptr.
 * @param out      room for items, nullptr with `items` alone.
 * @param runs     room for as many integers of 32 or 64 bits without a sign, or nullptr.
 * @param count    how many elements there are in all: one integer of 64 bits without a sign, or nullptr.
 */
template <class Context, class Lengths, class Items, class Out, class Runs, class Count>
outcome_of<Context> run_length_decode(Context &ctx, const Lengths &lengths, const Items &items, Out &&out, Runs &&runs,
                                      Count &&count,
                                      const run_length_options &options = detail::no_options<run_length_options>)
{
    const auto l = detail::input(lengths);
    const auto x = detail::input(items);
    const auto y = detail::output(out);
    const auto numbers = detail::output(runs);
    const auto total = detail::single(count);
    static_assert(x.item_bytes() == y.item_bytes(),
                  "tcu::run_length_decode: items of two sizes, or one of items and out is "
                  "nullptr alone");
    const uint64_t capacity = detail::is_wanted<decltype(y)> ? y.size() : numbers.size();
    detail::checks checks("run_length_decode");
    checks.equal("items", x, l.size()).equal("runs", numbers, capacity).equal("count", total, 1);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_run_length_decode(c, l.data(), l.type(), l.size(), x.data(), y.data(), y.item_bytes(),
                                         numbers.data(), numbers.type(), detail::as_u64(total), capacity, o);
        },
        [&](auto c, auto bytes) {
            return tcu_run_length_decode_workspace(c, l.type(), l.size(), y.item_bytes(), capacity, o, bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_RUN_LENGTH_HPP
