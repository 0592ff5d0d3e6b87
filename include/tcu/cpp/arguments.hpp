// SPDX-License-Identifier: Apache-2.0
/**
 * @file arguments.hpp
 * What operations make of their arguments: views of arrays, outputs and single results, with their types. Nothing here is
 * for users.
 */
#ifndef TCU_CPP_ARGUMENTS_HPP
#define TCU_CPP_ARGUMENTS_HPP

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <tcu/cpp/view.hpp>
#include <tcu/types.h>

namespace tcu::detail
{
/* ------------------------------------------------------------------------------------------------------ arrays --- */

/* What the argument nullptr is: an array that is not wanted. */
struct nothing {
};
using no_view = view<nothing>;

template <class Array>
inline constexpr bool is_wanted = !std::is_same_v<typename Array::element_type, nothing>;

/* An array as calls take it. Where it is not wanted type() is only to be a valid one. */
template <class T>
struct operand : view<T> {
    constexpr explicit operand(view<T> elements) noexcept : view<T>(elements) {}

    static constexpr tcu_type type() noexcept
    {
        if constexpr (std::is_same_v<T, nothing>) {
            return TCU_TYPE_U64;
        } else {
            return type_of<T>();
        }
    }
    static constexpr std::size_t item_bytes() noexcept { return std::is_same_v<T, nothing> ? 0 : sizeof(T); }
};

template <class Argument>
constexpr auto array(Argument &&argument) noexcept
{
    using A = std::remove_reference_t<Argument>;
    if constexpr (std::is_same_v<std::decay_t<A>, std::nullptr_t>) {
        return no_view();
    } else {
        static_assert(is_contiguous<A>, "tcu: an array is what has data() and size(), an array of C, or "
                                        "tcu::view(pointer, count)");
        return view<element_of<A>>(argument);
    }
}

template <class T>
constexpr operand<T> checked(view<T> items) noexcept
{
    static_assert(std::is_trivially_copyable_v<T>,
                  "tcu: items are copied byte by byte, so their type has to be trivially "
                  "copyable");
    return operand<T>(items);
}

/* An array that is read. */
template <class Argument>
constexpr auto input(const Argument &argument) noexcept
{
    return checked(array(argument));
}

/* An array that is written. */
template <class Argument>
constexpr auto output(Argument &&argument) noexcept
{
    const auto elements = checked(array(argument));
    using T = typename decltype(elements)::element_type;
    static_assert(!std::is_const_v<T>, "tcu: an output is const");
    return elements;
}

/* One result: a pointer, or an array of one element. */
template <class Argument>
constexpr auto single(Argument &&argument) noexcept
{
    if constexpr (is_pointer<Argument>) {
        return output(view<pointee<Argument>>(argument, 1));
    } else {
        return output(argument);
    }
}

template <class Argument>
constexpr auto single_input(const Argument &argument) noexcept
{
    if constexpr (is_pointer<Argument>) {
        return input(view<pointee<Argument>>(argument, 1));
    } else {
        return input(argument);
    }
}

template <class Integer, class T>
constexpr Integer *as_integers(const view<T> &integers) noexcept
{
    if constexpr (std::is_same_v<T, nothing>) {
        return nullptr;
    } else {
        static_assert(type_of<T>() == type_of<Integer>(),
                      "tcu: counts and lengths are of u64, offsets and positions of i64");
        return reinterpret_cast<Integer *>(integers.data());
    }
}

/* Counts, lengths, offsets and positions, which the library has as uint64_t and int64_t. */
template <class T>
constexpr uint64_t *as_u64(const view<T> &integers) noexcept
{
    return as_integers<uint64_t>(integers);
}
template <class T>
constexpr int64_t *as_i64(const view<T> &integers) noexcept
{
    return as_integers<int64_t>(integers);
}
template <class T>
constexpr const int64_t *as_offsets(const view<T> &integers) noexcept
{
    return as_integers<const int64_t>(integers);
}

/* Whether an output is the input: workspace queries ask. */
template <class A, class B>
constexpr int is_in_place(const view<A> &in, const view<B> &out) noexcept
{
    return in.data() != nullptr && static_cast<const void *>(in.data()) == static_cast<const void *>(out.data()) ? 1
                                                                                                                 : 0;
}
} // namespace tcu::detail

#endif // TCU_CPP_ARGUMENTS_HPP
