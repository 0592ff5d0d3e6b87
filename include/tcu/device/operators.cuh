/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file operators.cuh
 * The operators of plain collectives (<tcu/device/plain.cuh>): associative, commutative, each with its neutral
 * element, which is the result of no elements. They work on accumulator_t<T>.
 */
#ifndef TCU_DEVICE_OPERATORS_CUH
#define TCU_DEVICE_OPERATORS_CUH

#include <limits>
#include <tcu/device/collective_types.cuh>
#include <tcu/device/instructions.cuh>

namespace tcu
{
namespace device
{
namespace detail
{

template <class Acc>
constexpr Acc greatest =
    std::is_floating_point_v<Acc> ? std::numeric_limits<Acc>::infinity() : std::numeric_limits<Acc>::max();
template <class Acc>
constexpr Acc least =
    std::is_floating_point_v<Acc> ? -std::numeric_limits<Acc>::infinity() : std::numeric_limits<Acc>::lowest();

} // namespace detail

namespace plain
{

/** a + b; integers wrap modulo 2^32. Neutral: 0. */
struct sum {
    /** @return a and b combined. */
    template <class Acc>
    __device__ __forceinline__ Acc operator()(Acc a, Acc b) const
    {
        return detail::add(a, b);
    }
    /** @return what changes no other value. */
    template <class Acc>
    __device__ __forceinline__ static Acc neutral()
    {
        return Acc(0);
    }
};

/** The lesser; a NaN propagates, and -0 is less than +0. Neutral: infinity, of integers the greatest one. */
struct minimum {
    /** @return a and b combined. */
    template <class Acc>
    __device__ __forceinline__ Acc operator()(Acc a, Acc b) const
    {
        if constexpr (std::is_floating_point_v<Acc>) {
            return min_nan(a, b);
        } else {
            return a < b ? a : b;
        }
    }
    /** @return what changes no other value. */
    template <class Acc>
    __device__ __forceinline__ static Acc neutral()
    {
        return detail::greatest<Acc>;
    }
};

/** The greater; a NaN propagates, and +0 is greater than -0. Neutral: -infinity, of integers the least one. */
struct maximum {
    /** @return a and b combined. */
    template <class Acc>
    __device__ __forceinline__ Acc operator()(Acc a, Acc b) const
    {
        if constexpr (std::is_floating_point_v<Acc>) {
            return max_nan(a, b);
        } else {
            return a < b ? b : a;
        }
    }
    /** @return what changes no other value. */
    template <class Acc>
    __device__ __forceinline__ static Acc neutral()
    {
        return detail::least<Acc>;
    }
};

} // namespace plain

namespace detail
{

template <class Operator>
constexpr bool is_operator = std::is_same_v<Operator, plain::sum> || std::is_same_v<Operator, plain::minimum> ||
                             std::is_same_v<Operator, plain::maximum>;

} // namespace detail
} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_OPERATORS_CUH */
