// SPDX-License-Identifier: Apache-2.0
/**
 * @file by_key.hpp
 * Reductions, scans and first values of runs of equal keys, and groups of keys in any order: by_key.h for C++.
 *
 * Since only the work finds out how many runs or groups there are, outputs have room for as many as there are keys.
 */
#ifndef TCU_CPP_BY_KEY_HPP
#define TCU_CPP_BY_KEY_HPP

#include <tcu/by_key.h>
#include <tcu/cpp/call.hpp>

namespace tcu
{
/** What is written about each run or group; what is left empty is not wanted. */
struct runs {
    item_view keys = {};         /**< the key of each: room for as many as there are keys */
    view<uint64_t> lengths = {}; /**< how many elements each has: as much room */
    view<int64_t> offsets = {};  /**< where each begins, and the end of the last: room for one more */
    view<uint64_t> count = {};   /**< one value: how many there are */
};

/** Options of operations on runs. */
struct by_key_options {
    tcu_operator op = TCU_OPERATOR_SUM;        /**< of reductions and scans */
    tcu_map map = TCU_MAP_NONE;                /**< of reductions */
    tcu_nan_mode nan_mode = TCU_NAN_PROPAGATE; /**< of minima and maxima */
    value_pointer initial = {};                /**< an element of the type of `out`; default none */
    const uint64_t *count = nullptr;           /**< in the context's memory: how many elements there are; default all */
    bool exclusive = false;                    /**< of scans */

    /** @return the same for C, but for `exclusive`. */
    constexpr tcu_by_key_options c() const noexcept { return {op, map, nan_mode, initial.get(), count, {}}; }
    /** @return `exclusive` for C. */
    constexpr tcu_scan_kind kind() const noexcept { return exclusive ? TCU_SCAN_EXCLUSIVE : TCU_SCAN_INCLUSIVE; }
};

/** Options of group_by(). */
struct group_by_options {
    tcu_nan_mode nan_mode = TCU_NAN_PROPAGATE; /**< of minima and maxima */
    const uint64_t *count = nullptr;           /**< in the context's memory: how many elements there are; default all */

    /** @return the same for C. */
    constexpr tcu_group_by_options c() const noexcept { return {nan_mode, count, {}}; }
};

namespace detail
{
inline tcu_runs read_runs(checks &arguments, const runs &wanted, uint64_t n, std::size_t key_bytes) noexcept
{
    arguments.items("runs.keys", wanted.keys, n, no_type).item_bytes("runs.keys", wanted.keys, key_bytes);
    if (wanted.lengths.data() != nullptr) {
        arguments.length("runs.lengths", wanted.lengths.size(), n, false);
    }
    if (wanted.offsets.data() != nullptr) {
        arguments.length("runs.offsets", wanted.offsets.size(), plus(n, 1), false);
    }
    if (wanted.count.data() != nullptr) {
        arguments.length("runs.count", wanted.count.size(), 1, true);
    }
    return {wanted.keys.data(), wanted.lengths.data(), wanted.offsets.data(), wanted.count.data(), {}};
}
} // namespace detail

/**
 * tcu_reduce_by_key(): the reduction of each run's values.
 *
 * @param keys  items of 1, 2, 4, 8 or 16 bytes.
 * @param in    as many elements.
 * @param out   room for as many results; nullptr if only runs are wanted.
 * @param wanted  of each run.
 */
template <class Context, class Keys, class In, class Out>
outcome_of<Context> reduce_by_key(Context &ctx, const Keys &keys, const In &in, Out &&out, const runs &wanted = {},
                                  const by_key_options &options = detail::no_options<by_key_options>)
{
    const auto k = detail::input(keys);
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    detail::checks checks("reduce_by_key");
    checks.equal("in", x, k.size()).at_least("out", y, k.size());
    if constexpr (detail::is_wanted<decltype(y)>) {
        checks.value("initial", options.initial, y.type());
    }
    const tcu_runs r = detail::read_runs(checks, wanted, k.size(), k.item_bytes());
    const tcu_type y_type = detail::is_wanted<decltype(y)> ? y.type() : x.type();
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_reduce_by_key(c, k.data(), k.item_bytes(), x.data(), x.type(), y.data(), y_type, k.size(), &r,
                                     o);
        },
        [&](auto c, auto bytes) {
            return tcu_reduce_by_key_workspace(c, k.item_bytes(), x.type(), y_type, k.size(), &r, o, bytes);
        });
}

/**
 * tcu_scan_by_key(): scans that start anew at each run.
 *
 * @param keys  items of 1, 2, 4, 8 or 16 bytes.
 * @param in    as many elements.
 * @param out   as many results.
 */
template <class Context, class Keys, class In, class Out>
outcome_of<Context> scan_by_key(Context &ctx, const Keys &keys, const In &in, Out &&out,
                                const by_key_options &options = detail::no_options<by_key_options>)
{
    const auto k = detail::input(keys);
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    detail::checks checks("scan_by_key");
    checks.equal("in", x, k.size()).equal("out", y, k.size()).value("initial", options.initial, y.type());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_scan_by_key(c, options.kind(), k.data(), k.item_bytes(), x.data(), x.type(), y.data(), y.type(),
                                   k.size(), o);
        },
        [&](auto c, auto bytes) {
            return tcu_scan_by_key_workspace(c, k.item_bytes(), x.type(), y.type(), k.size(), o, bytes);
        });
}

/**
 * tcu_unique_by_key(): the first value of each run.
 *
 * @param keys        items of 1, 2, 4, 8 or 16 bytes.
 * @param values      as many items of any type that is trivially copyable.
 * @param values_out  room for as many.
 * @param wanted      of each run.
 */
template <class Context, class Keys, class Values, class Out>
outcome_of<Context> unique_by_key(Context &ctx, const Keys &keys, const Values &values, Out &&values_out,
                                  const runs &wanted = {},
                                  const by_key_options &options = detail::no_options<by_key_options>)
{
    const auto k = detail::input(keys);
    const auto x = detail::input(values);
    const auto y = detail::output(values_out);
    static_assert(x.item_bytes() == y.item_bytes(), "tcu::unique_by_key: values of two sizes");
    detail::checks checks("unique_by_key");
    checks.equal("values", x, k.size()).at_least("values_out", y, k.size());
    const tcu_runs r = detail::read_runs(checks, wanted, k.size(), k.item_bytes());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_unique_by_key(c, k.data(), k.item_bytes(), x.data(), y.data(), x.item_bytes(), k.size(), &r, o);
        },
        [&](auto c, auto bytes) {
            return tcu_unique_by_key_workspace(c, k.item_bytes(), x.item_bytes(), k.size(), &r, o, bytes);
        });
}

/** A column of group_by(): made by aggregate(). */
struct group_column {
    tcu_group_column column; /**< for C */
    uint64_t num_values;     /**< elements that are read; UINT64_MAX where none are */
    uint64_t num_results;    /**< results that there is room for */
};

/**
 * @return a column of group_by().
 *
 * @param what     what is made of the values. Of TCU_AGGREGATE_FIRST and TCU_AGGREGATE_LAST they are items of any type
 *                 that is trivially copyable, else elements.
 * @param values   as many as there are keys; nullptr for TCU_AGGREGATE_COUNT.
 * @param results  room for as many.
 */
template <class Values, class Results>
group_column aggregate(tcu_aggregate what, const Values &values, Results &&results) noexcept
{
    const auto x = detail::input(values);
    const auto y = detail::output(results);
    using X = typename decltype(x)::value_type;
    using Y = typename decltype(y)::value_type;
    tcu_group_column column = TCU_GROUP_ITEMS_INIT(what, x.data(), y.data(), 0);
    if constexpr (is_element<Y> && (is_element<X> || !detail::is_wanted<decltype(x)>)) {
        column.value_type = detail::is_wanted<decltype(x)> ? x.type() : y.type();
        column.result_type = y.type();
    } else {
        static_assert(std::is_same_v<X, Y>, "tcu::aggregate: items of two types");
        column.item_bytes = x.item_bytes();
    }
    return {column, detail::is_wanted<decltype(x)> ? x.size() : UINT64_MAX, y.size()};
}

/**
 * tcu_group_by(): the groups of equal keys, in ascending order, and results of each column for each group.
 *
 *     tcu::group_by(context, keys, {tcu::aggregate(TCU_AGGREGATE_SUM, values, sums)}, groups);
 *
 * @param keys     any elements.
 * @param columns  0 to TCU_MAX_GROUP_COLUMNS.
 * @param groups   what is wanted of the groups themselves.
 */
template <class Context, class Keys>
outcome_of<Context> group_by(Context &ctx, const Keys &keys, view<const group_column> columns, const runs &groups = {},
                             const group_by_options &options = detail::no_options<group_by_options>)
{
    const auto k = detail::input(keys);
    tcu_group_column of_c[TCU_MAX_GROUP_COLUMNS];
    int number = 0;
    detail::checks checks("group_by");
    checks.at_most("columns", columns.size(), TCU_MAX_GROUP_COLUMNS);
    for (std::size_t i = 0; i < columns.size(); i++) {
        const group_column &column = columns.data()[i];
        if (column.num_values != UINT64_MAX) {
            checks.length("a column's values", column.num_values, k.size(), true);
        }
        checks.length("a column's results", column.num_results, k.size(), false);
        if (number < TCU_MAX_GROUP_COLUMNS) {
            of_c[number++] = column.column;
        }
    }
    const tcu_runs r = detail::read_runs(checks, groups, k.size(), k.item_bytes());
    const detail::c_options o(options);
    return detail::run(
        ctx, checks, [&](auto c) { return tcu_group_by(c, k.data(), k.type(), k.size(), of_c, number, &r, o); },
        [&](auto c, auto bytes) { return tcu_group_by_workspace(c, k.type(), k.size(), of_c, number, &r, o, bytes); });
}
} // namespace tcu

#endif // TCU_CPP_BY_KEY_HPP
