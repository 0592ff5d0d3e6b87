/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements of f32 on the matrix unit: x 2^e = high + low, two halves of 22 bits together. With weights that are sums of
 * two halves too
 *
 *     sum of w x = 2^-e (sum of high w high x + low w high x + high w low x)
 *
 * within 2^-22 |w x|, the product of the low parts left out (after Ootomo, Yokota: "Recovering single precision
 * accuracy from Tensor Cores while surpassing the FP32 theoretical peak performance", IJHPCA 2022). Halves end at
 * 2^-24, so e follows the largest magnitude of the elements that are multiplied together: smaller elements are off by
 * up to 2^-35 of it.
 */
#ifndef TCUI_STENCIL_MATRIX_SPLIT_CUH
#define TCUI_STENCIL_MATRIX_SPLIT_CUH

#include "algorithms/stencil/cuda/grid.cuh"
#include "primitives/tile/fragment.h"

namespace tcu
{

/* Whether elements are multiplied as sums of two halves. */
template <class T>
constexpr bool is_split = std::is_same_v<T, f32>;

/* Registers of two elements. */
template <class T>
constexpr int words_of_pair = sizeof(T) / sizeof(f16);

/* 0 below the least normal number, infinite above the largest one. */
__device__ __forceinline__ f32 power_of_two(int exponent)
{
    return __uint_as_float(static_cast<unsigned>(max(min(exponent, 128), -127) + 127) << 23);
}

/* The largest finite magnitude of a warp's elements. */
class window_magnitude
{
  public:
    __device__ __forceinline__ void add(uint4 elements)
    {
        add(elements.x), add(elements.y), add(elements.z), add(elements.w);
    }

    /* In bits, which are in the numbers' order. */
    __device__ __forceinline__ uint32_t of_warp() const { return __reduce_max_sync(all_lanes, most); }

  private:
    static constexpr uint32_t sign = 1u << 31, infinite = 0x7f800000;

    __device__ __forceinline__ void add(uint32_t element)
    {
        const uint32_t magnitude = element & ~sign;
        most = max(most, magnitude < infinite ? magnitude : 0);
    }

    uint32_t most = 0;
};

/* The power of two of a warp. */
class window_scale
{
  public:
    /* Lets it follow a row of windows. Returns what sums of the rows before have to be multiplied with. */
    template <int Lines, int N>
    __device__ __forceinline__ f32 follow(const uint32_t (&elements)[Lines][N])
    {
        f32 most = 0;
#pragma unroll
        for (int line = 0; line < Lines; line++) {
#pragma unroll
            for (int i = 0; i < N; i++) {
                most = fmaxf(most, fabsf(__uint_as_float(elements[line][i])));
            }
        }
        uint32_t bits = largest_of_warp(most);
        if (bits >= infinite_bits) {
            most = 0;
#pragma unroll
            for (int line = 0; line < Lines; line++) {
#pragma unroll
                for (int i = 0; i < N; i++) {
                    most = fmaxf(most, finite_magnitude(__uint_as_float(elements[line][i])));
                }
            }
            bits = largest_of_warp(most);
        }
        return set(bits);
    }

    /* The same of a tile's elements alone. */
    __device__ __forceinline__ void set_to(const window_magnitude &largest) { set(largest.of_warp()); }

    /* Elements as words of halves. */
    template <int N>
    __device__ __forceinline__ void split(const uint32_t (&elements)[2 * N], uint32_t (&high)[N],
                                          uint32_t (&low)[N]) const
    {
        const f32 scale = power_of_two(exponent);
#pragma unroll
        for (int i = 0; i < N; i++) {
            const f32 x = __uint_as_float(elements[2 * i]) * scale, y = __uint_as_float(elements[2 * i + 1]) * scale;
            const f16 high_x = __float2half_rn(x), high_y = __float2half_rn(y);
            high[i] = pack(high_x, high_y);
            low[i] = pack(__float2half_rn(x - __half2float(high_x)), __float2half_rn(y - __half2float(high_y)));
        }
    }

    /* What sums have to be multiplied with in the end. */
    __device__ __forceinline__ f32 inverse() const { return power_of_two(-exponent); }

  private:
    /* The largest element is scaled to below 2^15, and while rows grow smaller to 2^10 or more. */
    static constexpr int scaled_exponent = 14, slack = 4, most_exponent = 100;
    static constexpr uint32_t infinite_bits = 0x7f800000;

    __device__ __forceinline__ static f32 finite_magnitude(f32 x)
    {
        return __float_as_uint(fabsf(x)) < infinite_bits ? fabsf(x) : 0;
    }

    __device__ __forceinline__ static uint32_t largest_of_warp(f32 most)
    {
        return __reduce_max_sync(all_lanes, __float_as_uint(most));
    }

    __device__ __forceinline__ f32 set(uint32_t most)
    {
        const int wanted = min(scaled_exponent + 127 - static_cast<int>(most >> 23), most_exponent);
        if (most == 0 || (wanted >= exponent && wanted <= exponent + slack)) {
            return 1;
        }
        const int change = wanted - exponent;
        exponent = wanted;
        return power_of_two(change);
    }

    int exponent = most_exponent;
};

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_SPLIT_CUH */
