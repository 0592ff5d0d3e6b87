// SPDX-License-Identifier: Apache-2.0
/**
 * @file view.hpp
 * What operations take as arrays: anything contiguous.
 *
 * That is whatever std::data() and std::size() take (arrays of C, std::array, std::vector, std::span), also where data()
 * is a pointer of a class with a member get() (thrust::device_vector, cuda::std::span, thrust::device_ptr), and
 * tcu::view, a pointer and a count.
 */
#ifndef TCU_CPP_VIEW_HPP
#define TCU_CPP_VIEW_HPP

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <type_traits>
#include <utility>

#include <tcu/cpp/type.hpp>

namespace tcu
{
namespace detail
{
template <class T>
constexpr T *raw_pointer(T *pointer) noexcept
{
    return pointer;
}

template <class Pointer>
constexpr auto raw_pointer(const Pointer &pointer) noexcept -> decltype(pointer.get())
{
    return pointer.get();
}

/* What a pointer, of the language or of a class, points to. */
template <class Pointer>
using pointee = std::remove_pointer_t<decltype(raw_pointer(std::declval<const std::decay_t<Pointer> &>()))>;

template <class Array>
using element_of = std::remove_pointer_t<decltype(raw_pointer(std::data(std::declval<Array &>())))>;

template <class Array, class = void>
inline constexpr bool is_contiguous = false;
template <class Array>
inline constexpr bool
    is_contiguous<Array, std::void_t<element_of<Array>, decltype(std::size(std::declval<Array &>()))>> = true;

template <class Pointer, class = void>
inline constexpr bool is_pointer = false;
template <class Pointer>
inline constexpr bool is_pointer<Pointer, std::void_t<pointee<Pointer>>> =
    !is_contiguous<std::remove_reference_t<Pointer>> &&
    std::is_pointer_v<decltype(raw_pointer(std::declval<const std::decay_t<Pointer> &>()))>;
} // namespace detail

/**
 * Neighbouring elements of a context's memory: a pointer and a count. It owns nothing. Where the standard library has
 * std::span that does as well.
 *
 *     tcu::reduce(context, tcu::view(pointer, count), &sum);
 */
template <class T>
class view
{
  public:
    using element_type = T;                 /**< with its const, if it has one */
    using value_type = std::remove_cv_t<T>; /**< without */

    /** No elements. */
    constexpr view() noexcept = default;

    /** `count` elements from `data` on; `data` may be NULL where only the count matters, as in a workspace_query. */
    constexpr view(T *data, std::size_t count) noexcept : first_(data), size_(count) {}

    /** The same from a pointer of a class on. */
    template <class Pointer, std::enable_if_t<std::is_class_v<Pointer> && detail::is_pointer<Pointer>, int> = 0>
    constexpr view(const Pointer &data, std::size_t count) noexcept : first_(detail::raw_pointer(data)), size_(count)
    {
    }

    /** All elements of something contiguous. */
    template <class Array,
              std::enable_if_t<
                  detail::is_contiguous<std::remove_reference_t<Array>> && !std::is_same_v<std::decay_t<Array>, view> &&
                      std::is_convertible_v<detail::element_of<std::remove_reference_t<Array>> (*)[], T (*)[]>,
                  int> = 0>
    constexpr view(Array &&array) noexcept
        : first_(detail::raw_pointer(std::data(array))), size_(static_cast<std::size_t>(std::size(array)))
    {
    }

    /** The elements of a list in braces, which live until the end of the statement. */
    template <class U = T, std::enable_if_t<std::is_const_v<U>, int> = 0>
    constexpr view(std::initializer_list<std::remove_cv_t<U>> list) noexcept : size_(list.size())
    {
        first_ = list.begin(); // (As an initialiser GCC warns of the list's end.)
    }

    /** @return the first element's address. */
    constexpr T *data() const noexcept { return first_; }
    /** @return how many elements there are. */
    constexpr std::size_t size() const noexcept { return size_; }

  private:
    T *first_ = nullptr;
    std::size_t size_ = 0;
};

/** @cond */
template <class Pointer>
view(const Pointer &, std::size_t) -> view<detail::pointee<Pointer>>;
template <class Array>
view(Array &&) -> view<detail::element_of<std::remove_reference_t<Array>>>;
/** @endcond */

/**
 * One element in host memory, with its type: what fields of options such as `initial` take. It holds the address, so the
 * element has to live until the call returns.
 */
class value_pointer
{
  public:
    /** None. */
    constexpr value_pointer() noexcept = default;
    /** None. */
    constexpr value_pointer(std::nullptr_t) noexcept {}
    /** @param value  the element. */
    template <class T>
    constexpr value_pointer(const T *value) noexcept : value_(value), type_(type_of<T>())
    {
    }

    /** @return the address, or NULL. */
    constexpr const void *get() const noexcept { return value_; }
    /** @return the type; of no value it means nothing. */
    constexpr tcu_type type() const noexcept { return type_; }

  private:
    const void *value_ = nullptr;
    tcu_type type_ = TCU_TYPE_F32;
};

/** An array of items of any type that is written: what fields of options such as `ends` and of tcu::runs take. */
class item_view
{
  public:
    /** None. */
    constexpr item_view() noexcept = default;
    /** None. */
    constexpr item_view(std::nullptr_t) noexcept {}

    /** All elements of something contiguous that is not const. */
    template <class Array, std::enable_if_t<detail::is_contiguous<std::remove_reference_t<Array>> &&
                                                !std::is_const_v<detail::element_of<std::remove_reference_t<Array>>>,
                                            int> = 0>
    constexpr item_view(Array &&array) noexcept
        : first_(detail::raw_pointer(std::data(array))), size_(static_cast<std::size_t>(std::size(array))),
          item_bytes_(sizeof(detail::element_of<std::remove_reference_t<Array>>)),
          type_(detail::type_number<detail::element_of<std::remove_reference_t<Array>>>())
    {
    }

    /** @return the first item's address, or NULL. */
    constexpr void *data() const noexcept { return first_; }
    /** @return how many items there are. */
    constexpr std::size_t size() const noexcept { return size_; }
    /** @return the bytes of an item; 0 of none. */
    constexpr std::size_t item_bytes() const noexcept { return item_bytes_; }
    /** @return the tcu_type of an item, or -1 where it is no element. */
    constexpr int type() const noexcept { return type_; }

  private:
    void *first_ = nullptr;
    std::size_t size_ = 0;
    std::size_t item_bytes_ = 0;
    int type_ = detail::no_type;
};
} // namespace tcu

#endif // TCU_CPP_VIEW_HPP
