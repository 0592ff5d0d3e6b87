// SPDX-License-Identifier: Apache-2.0
/**
 * @file top_k.hpp
 * The best k keys, of an array or of each segment: selection.h for C++. An output that is not wanted is nullptr.
 */
#ifndef TCU_CPP_TOP_K_HPP
#define TCU_CPP_TOP_K_HPP

#include <tcu/cpp/call.hpp>
#include <tcu/selection.h>

namespace tcu
{
/** Options of top-k. */
struct top_k_options {
    bool smallest = false;           /**< the k smallest keys; default: the largest */
    bool input_order = false;        /**< results in the order of their positions; default: best first */
    bool indices_in_segment = false; /**< positions begin with 0 in each segment; default: within the array */
    const uint64_t *count = nullptr; /**< in the context's memory: how many keys there are; default all */
    view<uint64_t> num_out = {};     /**< how many results each segment has; a whole array is one */

    /** @return the same for C. */
    constexpr tcu_top_k_options c() const noexcept
    {
        return {smallest ? 1 : 0, input_order ? 1 : 0, indices_in_segment ? 1 : 0, count, num_out.data(), {}};
    }
};

namespace detail
{
/* Checks what all forms have: keys of one type, and room for the results and their numbers. */
template <class X, class Y, class Z>
void check_top_k(checks &arguments, const X &, const Y &keys_out, const char *name, const Z &others, uint64_t room,
                 const top_k_options &options, uint64_t segments) noexcept
{
    if constexpr (is_wanted<Y>) {
        static_assert(X::type() == Y::type(), "tcu: keys of two types");
    }
    arguments.at_least("keys_out", keys_out, room).at_least(name, others, room);
    if (options.num_out.data() != nullptr) {
        arguments.length("options.num_out", options.num_out.size(), segments, true);
    }
}

constexpr uint64_t lesser(uint64_t a, uint64_t b) noexcept
{
    return a < b ? a : b;
}
} // namespace detail

/**
 * tcu_top_k(): the k best keys and their positions.
 *
 * @param keys         any elements.
 * @param keys_out     room for min(k, keys.size()) of the same type, or nullptr.
 * @param indices_out  room for as many integers of 32 or 64 bits without a sign, or nullptr.
 */
template <class Context, class Keys, class KeysOut, class Indices>
outcome_of<Context> top_k(Context &ctx, const Keys &keys, uint64_t k, KeysOut &&keys_out, Indices &&indices_out,
                          const top_k_options &options = detail::no_options<top_k_options>)
{
    const auto x = detail::input(keys);
    const auto y = detail::output(keys_out);
    const auto at = detail::output(indices_out);
    detail::checks checks("top_k");
    detail::check_top_k(checks, x, y, "indices_out", at, detail::lesser(k, x.size()), options, 1);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) { return tcu_top_k(c, x.data(), x.size(), k, x.type(), y.data(), at.data(), at.type(), o); },
        [&](auto c, auto bytes) { return tcu_top_k_workspace(c, x.size(), k, x.type(), at.type(), o, bytes); });
}

/**
 * tcu_top_k_pairs(): the same with values instead of positions.
 *
 * @param values      as many as keys, of any type that is trivially copyable.
 * @param values_out  room for min(k, keys.size()).
 */
template <class Context, class Keys, class Values, class KeysOut, class ValuesOut>
outcome_of<Context> top_k_pairs(Context &ctx, const Keys &keys, const Values &values, uint64_t k, KeysOut &&keys_out,
                                ValuesOut &&values_out,
                                const top_k_options &options = detail::no_options<top_k_options>)
{
    const auto x = detail::input(keys);
    const auto v = detail::input(values);
    const auto y = detail::output(keys_out);
    const auto w = detail::output(values_out);
    static_assert(v.item_bytes() == w.item_bytes(), "tcu::top_k_pairs: values of two sizes");
    detail::checks checks("top_k_pairs");
    checks.equal("values", v, x.size());
    detail::check_top_k(checks, x, y, "values_out", w, detail::lesser(k, x.size()), options, 1);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_top_k_pairs(c, x.data(), v.data(), x.size(), k, x.type(), v.item_bytes(), y.data(), w.data(), o);
        },
        [&](auto c, auto bytes) {
            return tcu_top_k_pairs_workspace(c, x.size(), k, x.type(), v.item_bytes(), o, bytes);
        });
}

/**
 * tcu_segmented_top_k(): the k best of each segment of `segment_size` keys, in rows of k.
 *
 * @param keys_out,indices_out  room for k results of each segment, or nullptr.
 */
template <class Context, class Keys, class KeysOut, class Indices>
outcome_of<Context> segmented_top_k(Context &ctx, const Keys &keys, uint64_t segment_size, uint64_t k,
                                    KeysOut &&keys_out, Indices &&indices_out,
                                    const top_k_options &options = detail::no_options<top_k_options>)
{
    const auto x = detail::input(keys);
    const auto y = detail::output(keys_out);
    const auto at = detail::output(indices_out);
    const uint64_t segments = detail::segments_of(x.size(), segment_size);
    detail::checks checks("segmented_top_k");
    detail::check_top_k(checks, x, y, "indices_out", at, detail::times(segments, k), options, segments);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_top_k(c, x.data(), x.size(), segment_size, k, x.type(), y.data(), at.data(), at.type(),
                                       o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_top_k_workspace(c, x.size(), segment_size, k, x.type(), at.type(), o, bytes);
        });
}

/** tcu_segmented_top_k_pairs(): the same with values instead of positions. */
template <class Context, class Keys, class Values, class KeysOut, class ValuesOut>
outcome_of<Context> segmented_top_k_pairs(Context &ctx, const Keys &keys, const Values &values, uint64_t segment_size,
                                          uint64_t k, KeysOut &&keys_out, ValuesOut &&values_out,
                                          const top_k_options &options = detail::no_options<top_k_options>)
{
    const auto x = detail::input(keys);
    const auto v = detail::input(values);
    const auto y = detail::output(keys_out);
    const auto w = detail::output(values_out);
    static_assert(v.item_bytes() == w.item_bytes(), "tcu::segmented_top_k_pairs: values of two sizes");
    const uint64_t segments = detail::segments_of(x.size(), segment_size);
    detail::checks checks("segmented_top_k_pairs");
    checks.equal("values", v, x.size());
    detail::check_top_k(checks, x, y, "values_out", w, detail::times(segments, k), options, segments);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_top_k_pairs(c, x.data(), v.data(), x.size(), segment_size, k, x.type(), v.item_bytes(),
                                             y.data(), w.data(), o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_top_k_pairs_workspace(c, x.size(), segment_size, k, x.type(), v.item_bytes(), o,
                                                       bytes);
        });
}

/** tcu_segmented_top_k_offsets(): the k best of each segment by offsets, in rows of k. */
template <class Context, class Keys, class Offsets, class KeysOut, class Indices>
outcome_of<Context> segmented_top_k_offsets(Context &ctx, const Keys &keys, const Offsets &offsets, uint64_t k,
                                            KeysOut &&keys_out, Indices &&indices_out,
                                            const top_k_options &options = detail::no_options<top_k_options>)
{
    const auto x = detail::input(keys);
    const auto ends = detail::input(offsets);
    const auto y = detail::output(keys_out);
    const auto at = detail::output(indices_out);
    const uint64_t segments = detail::segments_by(ends);
    detail::checks checks("segmented_top_k_offsets");
    checks.offsets(ends);
    detail::check_top_k(checks, x, y, "indices_out", at, detail::times(segments, k), options, segments);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_top_k_offsets(c, x.data(), x.size(), detail::as_offsets(ends), segments, k, x.type(),
                                               y.data(), at.data(), at.type(), o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_top_k_offsets_workspace(c, x.size(), segments, k, x.type(), at.type(), o, bytes);
        });
}

/** tcu_segmented_top_k_pairs_offsets(): the same with values instead of positions. */
template <class Context, class Keys, class Values, class Offsets, class KeysOut, class ValuesOut>
outcome_of<Context> segmented_top_k_pairs_offsets(Context &ctx, const Keys &keys, const Values &values,
                                                  const Offsets &offsets, uint64_t k, KeysOut &&keys_out,
                                                  ValuesOut &&values_out,
                                                  const top_k_options &options = detail::no_options<top_k_options>)
{
    const auto x = detail::input(keys);
    const auto v = detail::input(values);
    const auto ends = detail::input(offsets);
    const auto y = detail::output(keys_out);
    const auto w = detail::output(values_out);
    static_assert(v.item_bytes() == w.item_bytes(), "tcu::segmented_top_k_pairs_offsets: values of two sizes");
    const uint64_t segments = detail::segments_by(ends);
    detail::checks checks("segmented_top_k_pairs_offsets");
    checks.equal("values", v, x.size());
    checks.offsets(ends);
    detail::check_top_k(checks, x, y, "values_out", w, detail::times(segments, k), options, segments);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_top_k_pairs_offsets(c, x.data(), v.data(), x.size(), detail::as_offsets(ends),
                                                     segments, k, x.type(), v.item_bytes(), y.data(), w.data(), o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_top_k_pairs_offsets_workspace(c, x.size(), segments, k, x.type(), v.item_bytes(), o,
                                                               bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_TOP_K_HPP
