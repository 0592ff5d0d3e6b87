/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file collective_types.cuh
 * What the collectives of warps and blocks (<tcu/device/collectives.cuh>) have in common: which thread has which element,
 * the two kinds of prefixes, and the type that sums are formed in.
 *
 * **Threads.** Thread p of a block is threadIdx.x + blockDim.x (threadIdx.y + blockDim.y threadIdx.z), the order in which
 * CUDA makes warps of threads, so blocks may have one, two or three dimensions.
 */
#ifndef TCU_DEVICE_COLLECTIVE_TYPES_CUH
#define TCU_DEVICE_COLLECTIVE_TYPES_CUH

#include <tcu/device/layout.cuh>
#include <tcu/device/types.cuh>
#include <type_traits>

namespace tcu
{
namespace device
{

/**
 * Which elements a thread has, of those that N threads hold together (N = 32 of a warp), Items each:
 *   - blocked: thread p has elements p Items ... p Items + Items - 1, in order;
 *   - striped: element i of thread p is element i N + p.
 */
enum class layout { blocked, striped };

/** Whether a prefix holds its own element: inclusive x[0] + ... + x[i], exclusive x[0] + ... + x[i - 1]. */
enum class scan_kind { inclusive, exclusive };

namespace detail
{

template <class T>
struct accumulator_of {
    static_assert(sizeof(T) == 0, "collectives take __half, __nv_bfloat16, float, double, int8_t, uint8_t, int32_t and "
                                  "uint32_t");
};
template <>
struct accumulator_of<__half> {
    using type = float;
};
template <>
struct accumulator_of<__nv_bfloat16> {
    using type = float;
};
template <>
struct accumulator_of<float> {
    using type = float;
};
template <>
struct accumulator_of<double> {
    using type = double;
};
template <>
struct accumulator_of<int8_t> {
    using type = int32_t;
};
template <>
struct accumulator_of<uint8_t> {
    using type = uint32_t;
};
template <>
struct accumulator_of<int32_t> {
    using type = int32_t;
};
template <>
struct accumulator_of<uint32_t> {
    using type = uint32_t;
};

} // namespace detail

/** What elements of type T are added in, and what results are: float of f16, bf16 and float; double of double; int32_t of
 * int8_t and int32_t; uint32_t of uint8_t and uint32_t. Integers wrap modulo 2^32. */
template <class T>
using accumulator_t = typename detail::accumulator_of<T>::type;

namespace detail
{

constexpr unsigned all_lanes = 0xffffffffu;
constexpr int most_items = 16;

/* Lane 4 g + t of a warp is lane t of group g: the fragments of mma.sync put a row or a column into each group. */
constexpr int group_lanes = 4;

/* p. */
__device__ __forceinline__ int thread_index()
{
    return static_cast<int>(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z));
}

__device__ __forceinline__ int warp_index()
{
    return static_cast<int>(static_cast<unsigned>(thread_index()) / warp_size);
}

template <class T>
__device__ __forceinline__ accumulator_t<T> to_accumulator(T x)
{
    if constexpr (std::is_same_v<T, __half>) {
        return __half2float(x);
    } else if constexpr (std::is_same_v<T, __nv_bfloat16>) {
        return __bfloat162float(x);
    } else {
        return static_cast<accumulator_t<T>>(x);
    }
}

/* (Integers wrap, which signed ones are not allowed to.) */
template <class Acc>
__device__ __forceinline__ Acc add(Acc a, Acc b)
{
    if constexpr (std::is_same_v<Acc, int32_t>) {
        return static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
    } else {
        return a + b;
    }
}

/* What lanes before this one come to, and all of a segment's lanes. */
template <class Acc>
struct lane_prefix {
    Acc before, total;
};

} // namespace detail

} // namespace device
} // namespace tcu

#endif /* TCU_DEVICE_COLLECTIVE_TYPES_CUH */
