// SPDX-License-Identifier: Apache-2.0
/**
 * @file compact.hpp
 * Items that flags keep, partitions by flags, and runs of equal items: compact.h for C++. (compact_if.hpp has comparisons.)
 *
 * Flags are an array of bytes (also of bool), one an item, or tcu::flag_bits, eight items a byte. How many items are kept
 * is one integer of 64 bits without a sign, a pointer or an array of one element, in the context's memory. Since only the
 * work finds out how many items are kept, outputs have room for all.
 */
#ifndef TCU_CPP_COMPACT_HPP
#define TCU_CPP_COMPACT_HPP

#include <tcu/compact.h>
#include <tcu/cpp/call.hpp>

namespace tcu
{
/** Options of compactions and partitions. */
struct compact_options {
    const uint64_t *count = nullptr; /**< in the context's memory: how many items there are; default all */

    /** @return the same for C. */
    constexpr tcu_compact_options c() const noexcept { return {count, {}}; }
};

/** Flags of one bit an item: item i has bit i mod 8 of byte i / 8. */
struct flag_bits {
    view<const unsigned char> bytes; /**< ceil(items / 8) of them, or more */
};

namespace detail
{
struct flags {
    const void *data;
    tcu_flags_format format;
};

template <class Flags>
flags read_flags(checks &arguments, const Flags &argument, uint64_t n) noexcept
{
    if constexpr (std::is_same_v<Flags, flag_bits>) {
        arguments.at_least("flags", argument.bytes, n / 8 + (n % 8 != 0 ? 1 : 0));
        return {argument.bytes.data(), TCU_FLAGS_BITS};
    } else {
        const auto bytes = input(argument);
        static_assert(bytes.item_bytes() == 1, "tcu: flags are bytes, or tcu::flag_bits");
        arguments.equal("flags", bytes, n);
        return {bytes.data(), TCU_FLAGS_BYTES};
    }
}
} // namespace detail

/**
 * tcu_compact(): the items whose flags are set, in their order.
 *
 * @param in     items of any type that is trivially copyable.
 * @param flags  as many bytes, or tcu::flag_bits.
 * @param out    as many items or more; it may be `in`.
 * @param count  how many are kept.
 */
template <class Context, class In, class Flags, class Out, class Count>
outcome_of<Context> compact(Context &ctx, const In &in, const Flags &flags, Out &&out, Count &&count,
                            const compact_options &options = detail::no_options<compact_options>)
{
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    const auto kept = detail::single(count);
    static_assert(x.item_bytes() == y.item_bytes(), "tcu::compact: items of two sizes");
    detail::checks checks("compact");
    const detail::flags f = detail::read_flags(checks, flags, x.size());
    checks.at_least("out", y, x.size()).equal("count", kept, 1);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_compact(c, x.data(), x.item_bytes(), f.data, f.format, y.data(), detail::as_u64(kept), x.size(),
                               o);
        },
        [&](auto c, auto bytes) {
            return tcu_compact_workspace(c, x.item_bytes(), f.format, x.size(), detail::is_in_place(x, y), o, bytes);
        });
}

/**
 * tcu_compact_indices(): the positions of the flagged items.
 *
 * @param flags    n bytes; of tcu::flag_bits there are as many items as `indices` has room for.
 * @param indices  room for n integers without a sign of 32 or 64 bits.
 */
template <class Context, class Flags, class Indices, class Count>
outcome_of<Context> compact_indices(Context &ctx, const Flags &flags, Indices &&indices, Count &&count,
                                    const compact_options &options = detail::no_options<compact_options>)
{
    const auto y = detail::output(indices);
    const auto kept = detail::single(count);
    uint64_t n = y.size();
    if constexpr (!std::is_same_v<Flags, flag_bits>) {
        n = detail::input(flags).size();
    }
    detail::checks checks("compact_indices");
    const detail::flags f = detail::read_flags(checks, flags, n);
    checks.at_least("indices", y, n).equal("count", kept, 1);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_compact_indices(c, f.data, f.format, y.data(), y.type(), detail::as_u64(kept), n, o);
        },
        [&](auto c, auto bytes) { return tcu_compact_indices_workspace(c, f.format, y.type(), n, o, bytes); });
}

/** One array of compact_columns(): made by column(). */
struct compact_column {
    tcu_column column; /**< for C */
    uint64_t num_in;   /**< items that are read */
    uint64_t num_out;  /**< items that there is room for */
};

/** @return a column of compact_columns(): n items, and room for as many. */
template <class In, class Out>
compact_column column(const In &in, Out &&out) noexcept
{
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    static_assert(x.item_bytes() == y.item_bytes(), "tcu::column: items of two sizes");
    return {{x.data(), y.data(), x.item_bytes()}, x.size(), y.size()};
}

/**
 * tcu_compact_columns(): several arrays compacted by one set of flags.
 *
 *     tcu::compact_columns(context, {tcu::column(x, x_out), tcu::column(y, y_out)}, flags, count);
 *
 * @param columns  1 to TCU_MAX_COLUMNS, of as many items each.
 * @param flags    as many bytes, or tcu::flag_bits.
 */
template <class Context, class Flags, class Count>
outcome_of<Context> compact_columns(Context &ctx, view<const compact_column> columns, const Flags &flags, Count &&count,
                                    const compact_options &options = detail::no_options<compact_options>)
{
    const auto kept = detail::single(count);
    const uint64_t n = columns.size() == 0 ? 0 : columns.data()->num_in;
    tcu_column of_c[TCU_MAX_COLUMNS];
    int number = 0;
    detail::checks checks("compact_columns");
    checks.at_most("columns", columns.size(), TCU_MAX_COLUMNS);
    for (std::size_t i = 0; i < columns.size(); i++) {
        const compact_column &column = columns.data()[i];
        checks.length("a column", column.num_in, n, true).length("a column's out", column.num_out, n, false);
        if (number < TCU_MAX_COLUMNS) {
            of_c[number++] = column.column;
        }
    }
    const detail::flags f = detail::read_flags(checks, flags, n);
    checks.equal("count", kept, 1);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) { return tcu_compact_columns(c, of_c, number, f.data, f.format, detail::as_u64(kept), n, o); },
        [&](auto c, auto bytes) { return tcu_compact_columns_workspace(c, number, f.format, n, o, bytes); });
}

/**
 * tcu_partition(): all items, the flagged ones first.
 *
 * @param out    as many items as `in` has, elsewhere.
 * @param count  how many are flagged.
 */
template <class Context, class In, class Flags, class Out, class Count>
outcome_of<Context> partition(Context &ctx, const In &in, const Flags &flags, Out &&out, Count &&count,
                              const compact_options &options = detail::no_options<compact_options>)
{
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    const auto kept = detail::single(count);
    static_assert(x.item_bytes() == y.item_bytes(), "tcu::partition: items of two sizes");
    detail::checks checks("partition");
    const detail::flags f = detail::read_flags(checks, flags, x.size());
    checks.equal("out", y, x.size()).equal("count", kept, 1);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_partition(c, x.data(), x.item_bytes(), f.data, f.format, y.data(), detail::as_u64(kept),
                                 x.size(), o);
        },
        [&](auto c, auto bytes) { return tcu_partition_workspace(c, x.item_bytes(), f.format, x.size(), o, bytes); });
}

/**
 * tcu_unique(): the first item of each run of equal items.
 *
 * @param out          room for as many items as `in` has; it may be `in`.
 * @param run_lengths  room for as many integers of 64 bits without a sign, or nullptr.
 * @param count        how many runs there are.
 */
template <class Context, class In, class Out, class Lengths, class Count>
outcome_of<Context> unique(Context &ctx, const In &in, Out &&out, Lengths &&run_lengths, Count &&count,
                           const compact_options &options = detail::no_options<compact_options>)
{
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    const auto lengths = detail::output(run_lengths);
    const auto kept = detail::single(count);
    static_assert(x.item_bytes() == y.item_bytes(), "tcu::unique: items of two sizes");
    detail::checks checks("unique");
    checks.at_least("out", y, x.size()).at_least("run_lengths", lengths, x.size()).equal("count", kept, 1);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_unique(c, x.data(), x.item_bytes(), y.data(), detail::as_u64(lengths), detail::as_u64(kept),
                              x.size(), o);
        },
        [&](auto c, auto bytes) {
            return tcu_unique_workspace(c, x.item_bytes(), detail::is_wanted<decltype(lengths)> ? 1 : 0, x.size(),
                                        detail::is_in_place(x, y), o, bytes);
        });
}
} // namespace tcu

#endif // TCU_CPP_COMPACT_HPP
