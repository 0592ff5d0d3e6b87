// SPDX-License-Identifier: Apache-2.0
/**
 * @file compact_if.hpp
 * Items that a comparison keeps, and partitions by one: compact.h for C++. Results are as in compact.hpp.
 */
#ifndef TCU_CPP_COMPACT_IF_HPP
#define TCU_CPP_COMPACT_IF_HPP

#include <tcu/cpp/compact.hpp>

namespace tcu
{
/** Which items are kept: those for which the comparison holds. Made by keep_if() and keep_if_device(). */
template <class T>
struct predicate {
    tcu_comparison comparison; /**< with `value`, of ranges also with `upper` */
    T value;                   /**< an item, or where one lies */
    T upper;                   /**< likewise */
};

/** @return the predicate that compares with a value, or of ranges with two, of the type of the items. */
template <class T>
constexpr predicate<T> keep_if(tcu_comparison comparison, const T &value) noexcept
{
    return {comparison, value, value};
}
/** @return the predicate of a range. */
template <class T>
constexpr predicate<T> keep_if(tcu_comparison comparison, const T &value, const T &upper) noexcept
{
    return {comparison, value, upper};
}
/** @return the predicate that compares with values in the context's memory, read when the work runs. */
template <class T>
constexpr predicate<const T *> keep_if_device(tcu_comparison comparison, const T *value,
                                              const T *upper = nullptr) noexcept
{
    return {comparison, value, upper};
}

namespace detail
{
template <class Item, class T>
tcu_predicate read_predicate(const predicate<T> &which) noexcept
{
    tcu_predicate read = TCU_PREDICATE_INIT(which.comparison, nullptr);
    if constexpr (std::is_pointer_v<T>) {
        static_assert(type_of<std::remove_pointer_t<T>>() == type_of<Item>(), "tcu: the predicate is of another type");
        read.in_context_memory = 1;
        read.value = which.value;
        read.upper = which.upper;
    } else {
        static_assert(type_of<T>() == type_of<Item>(), "tcu: the predicate is of another type than the items");
        read.value = &which.value;
        read.upper = &which.upper;
    }
    return read;
}
} // namespace detail

/**
 * tcu_compact_if(): the elements that a comparison keeps.
 *
 *     tcu::compact_if(context, in, tcu::keep_if(TCU_COMPARE_GREATER, 0.5f), out, count);
 */
template <class Context, class In, class T, class Out, class Count>
outcome_of<Context> compact_if(Context &ctx, const In &in, const predicate<T> &which, Out &&out, Count &&count,
                               const compact_options &options = detail::no_options<compact_options>)
{
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    const auto kept = detail::single(count);
    static_assert(x.type() == y.type(), "tcu::compact_if: in and out are of two types");
    const tcu_predicate p = detail::read_predicate<typename decltype(x)::value_type>(which);
    detail::checks checks("compact_if");
    checks.at_least("out", y, x.size()).equal("count", kept, 1);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) { return tcu_compact_if(c, x.data(), x.type(), &p, y.data(), detail::as_u64(kept), x.size(), o); },
        [&](auto c, auto bytes) {
            return tcu_compact_if_workspace(c, x.type(), x.size(), detail::is_in_place(x, y), o, bytes);
        });
}

/** tcu_partition_if(): all elements, those that a comparison keeps first. */
template <class Context, class In, class T, class Out, class Count>
outcome_of<Context> partition_if(Context &ctx, const In &in, const predicate<T> &which, Out &&out, Count &&count,
                                 const compact_options &options = detail::no_options<compact_options>)
{
    const auto x = detail::input(in);
    const auto y = detail::output(out);
    const auto kept = detail::single(count);
    static_assert(x.type() == y.type(), "tcu::partition_if: in and out are of two types");
    const tcu_predicate p = detail::read_predicate<typename decltype(x)::value_type>(which);
    detail::checks checks("partition_if");
    checks.equal("out", y, x.size()).equal("count", kept, 1);
    const detail::c_options o(options);
    return detail::run(
        ctx, checks,
        [&](auto c) {
            return tcu_partition_if(c, x.data(), x.type(), &p, y.data(), detail::as_u64(kept), x.size(), o);
        },
        [&](auto c, auto bytes) { return tcu_partition_if_workspace(c, x.type(), x.size(), o, bytes); });
}
} // namespace tcu

#endif // TCU_CPP_COMPACT_IF_HPP
