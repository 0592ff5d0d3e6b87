// SPDX-License-Identifier: Apache-2.0
/**
 * @file segmented_sort.hpp
 * Sorts of each segment of an array: radix_sort.h for C++. Outputs may be the inputs.
 */
#ifndef TCU_CPP_SEGMENTED_SORT_HPP
#define TCU_CPP_SEGMENTED_SORT_HPP

#include <tcu/cpp/radix_sort.hpp>

namespace tcu
{
/** tcu_segmented_sort(): keys in order within each segment of `segment_size` keys. */
template <class Context, class In, class Out>
outcome_of<Context> segmented_sort(Context &ctx, const In &keys_in, Out &&keys_out, uint64_t segment_size,
                                   const sort_options &options = detail::no_options<sort_options>)
{
    const auto x = detail::input(keys_in);
    const auto y = detail::output(keys_out);
    static_assert(x.type() == y.type(), "tcu::segmented_sort: keys of two types");
    detail::checks checks("segmented_sort");
    checks.equal("keys_out", y, x.size());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) { return tcu_segmented_sort(c, x.data(), y.data(), x.type(), x.size(), segment_size, o); },
        [&](auto c, auto bytes) {
            return tcu_segmented_sort_workspace(c, x.type(), x.size(), segment_size, detail::is_in_place(x, y), o,
                                                bytes);
        });
}

/** tcu_segmented_sort_pairs(): the same with as many values, of any type that is trivially copyable. */
template <class Context, class In, class Out, class ValuesIn, class ValuesOut>
outcome_of<Context> segmented_sort_pairs(Context &ctx, const In &keys_in, Out &&keys_out, const ValuesIn &values_in,
                                         ValuesOut &&values_out, uint64_t segment_size,
                                         const sort_options &options = detail::no_options<sort_options>)
{
    const auto x = detail::input(keys_in);
    const auto y = detail::output(keys_out);
    const auto v = detail::input(values_in);
    const auto w = detail::output(values_out);
    static_assert(x.type() == y.type(), "tcu::segmented_sort_pairs: keys of two types");
    static_assert(v.item_bytes() == w.item_bytes(), "tcu::segmented_sort_pairs: values of two sizes");
    detail::checks checks("segmented_sort_pairs");
    checks.equal("keys_out", y, x.size()).equal("values_in", v, x.size()).equal("values_out", w, x.size());
    const int in_place = detail::is_in_place(x, y) | detail::is_in_place(v, w);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_sort_pairs(c, x.data(), y.data(), x.type(), v.data(), w.data(), v.item_bytes(),
                                            x.size(), segment_size, o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_sort_pairs_workspace(c, x.type(), v.item_bytes(), x.size(), segment_size, in_place, o,
                                                      bytes);
        });
}

/** tcu_segmented_sort_offsets(): keys in order within each segment by offsets. */
template <class Context, class In, class Out, class Offsets>
outcome_of<Context> segmented_sort_offsets(Context &ctx, const In &keys_in, Out &&keys_out, const Offsets &offsets,
                                           const sort_options &options = detail::no_options<sort_options>)
{
    const auto x = detail::input(keys_in);
    const auto y = detail::output(keys_out);
    const auto ends = detail::input(offsets);
    static_assert(x.type() == y.type(), "tcu::segmented_sort_offsets: keys of two types");
    const uint64_t segments = detail::segments_by(ends);
    detail::checks checks("segmented_sort_offsets");
    checks.equal("keys_out", y, x.size()).offsets(ends);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_sort_offsets(c, x.data(), y.data(), x.type(), x.size(), detail::as_offsets(ends),
                                              segments, o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_sort_offsets_workspace(c, x.type(), x.size(), segments, detail::is_in_place(x, y), o,
                                                        bytes);
        });
}

/** tcu_segmented_sort_pairs_offsets(): the same with as many values, of any type that is trivially copyable. */
template <class Context, class In, class Out, class ValuesIn, class ValuesOut, class Offsets>
outcome_of<Context> segmented_sort_pairs_offsets(Context &ctx, const In &keys_in, Out &&keys_out,
                                                 const ValuesIn &values_in, ValuesOut &&values_out,
                                                 const Offsets &offsets,
                                                 const sort_options &options = detail::no_options<sort_options>)
{
    const auto x = detail::input(keys_in);
    const auto y = detail::output(keys_out);
    const auto v = detail::input(values_in);
    const auto w = detail::output(values_out);
    const auto ends = detail::input(offsets);
    static_assert(x.type() == y.type(), "tcu::segmented_sort_pairs_offsets: keys of two types");
    static_assert(v.item_bytes() == w.item_bytes(), "tcu::segmented_sort_pairs_offsets: values of two sizes");
    const uint64_t segments = detail::segments_by(ends);
    detail::checks checks("segmented_sort_pairs_offsets");
    checks.equal("keys_out", y, x.size())
        .equal("values_in", v, x.size())
        .equal("values_out", w, x.size())
        .offsets(ends);
    const int in_place = detail::is_in_place(x, y) | detail::is_in_place(v, w);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_segmented_sort_pairs_offsets(c, x.data(), y.data(), x.type(), v.data(), w.data(), v.item_bytes(),
                                                    x.size(), detail::as_offsets(ends), segments, o);
        },
        [&](auto c, auto bytes) {
            return tcu_segmented_sort_pairs_offsets_workspace(c, x.type(), v.item_bytes(), x.size(), segments, in_place,
                                                              o, bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_SEGMENTED_SORT_HPP
