// SPDX-License-Identifier: Apache-2.0
/**
 * @file type.hpp
 * The element type of a C++ type.
 *
 * Integers are told by width and sign, reals by the digits of their significand: so `long` and `long long` are both i64,
 * and std::float16_t and std::bfloat16_t are known where the standard library has them. CUDA's __half and __nv_bfloat16
 * are only declared here, which needs no header of CUDA.
 */
#ifndef TCU_CPP_TYPE_HPP
#define TCU_CPP_TYPE_HPP

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <tcu/types.h>

struct __half;        // of cuda_fp16.h
struct __nv_bfloat16; // of cuda_bf16.h

namespace tcu
{
namespace detail
{
constexpr int no_type = -1;

template <class T>
constexpr int integer_type()
{
    constexpr int is_unsigned = std::is_unsigned_v<T> ? 1 : 0;
    return sizeof(T) == 1   ? TCU_TYPE_I8 + is_unsigned
           : sizeof(T) == 2 ? TCU_TYPE_I16 + is_unsigned
           : sizeof(T) == 4 ? TCU_TYPE_I32 + is_unsigned
           : sizeof(T) == 8 ? TCU_TYPE_I64 + is_unsigned
                            : no_type;
}

template <class T>
constexpr int real_type()
{
    constexpr int digits = std::numeric_limits<T>::digits;
    return sizeof(T) == 2 && digits == 11   ? TCU_TYPE_F16
           : sizeof(T) == 2 && digits == 8  ? TCU_TYPE_BF16
           : sizeof(T) == 4 && digits == 24 ? TCU_TYPE_F32
           : sizeof(T) == 8 && digits == 53 ? TCU_TYPE_F64
                                            : no_type;
}

/* The tcu_type of T, or no_type. A bool is no number here, and a std::byte is a u8. */
template <class T>
constexpr int type_number()
{
    using U = std::remove_cv_t<T>;
    if constexpr (std::is_same_v<U, __half>) {
        return TCU_TYPE_F16;
    } else if constexpr (std::is_same_v<U, __nv_bfloat16>) {
        return TCU_TYPE_BF16;
    } else if constexpr (std::is_same_v<U, std::byte>) {
        return TCU_TYPE_U8;
    } else if constexpr (std::is_integral_v<U> && !std::is_same_v<U, bool>) {
        return integer_type<U>();
    } else if constexpr (std::is_floating_point_v<U>) {
        return real_type<U>();
    } else {
        return no_type;
    }
}
} // namespace detail

/** Whether T is an element type: of arrays that operations compute with. Others may be items, which are only moved. */
template <class T>
inline constexpr bool is_element = detail::type_number<T>() != detail::no_type;

/** The tcu_type of an element type; another T does not compile. */
template <class T>
constexpr tcu_type type_of() noexcept
{
    static_assert(is_element<T>,
                  "tcu: this is no element type: those are f16, bf16, float, double and integers of 8 to 64 "
                  "bits");
    return static_cast<tcu_type>(detail::type_number<T>());
}
} // namespace tcu

#endif // TCU_CPP_TYPE_HPP
