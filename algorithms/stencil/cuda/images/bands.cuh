/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Weights as pairs of halves, in the matrix unit's layout: w * 2^s = high + low, with s such that the largest finite weight
 * is just below 2^14. The lower half of a weight has all of its 11 bits from 2^-16 of the largest one on.
 */
#ifndef TCUI_STENCIL_IMAGES_BANDS_CUH
#define TCUI_STENCIL_IMAGES_BANDS_CUH

#include "primitives/tile/mma.cuh"
#include "task.cuh"

namespace tcu
{

template <class Shape>
struct image_bands {
    uint32_t high[Shape::columns][2], low[Shape::columns][2];
    f32 scale;    /* 2^-s */
    f32 most;     /* 255 * 2^s: larger sums are saturated */
    bool has_low; /* some lower half is not 0 */

    __device__ __forceinline__ explicit image_bands(const image_task &task)
    {
        const int lane = static_cast<int>(threadIdx.x % 32), n = lane / 4, t = lane % 4;
        const int count = task.rows * Shape::columns;
        unsigned largest = 0;
        for (int i = lane; i < count; i += 32) {
            const unsigned bits = __float_as_uint(task.weights[i]) & 0x7fffffffu;
            largest = bits < 0x7f800000u ? max(largest, bits) : largest;
        }
        largest = __reduce_max_sync(~0u, largest);
        const int exponent = static_cast<int>(largest >> 23) - 127;
        const int shift = min(13 - exponent, 118); /* (so that `most` is finite) */
        const f32 up = __uint_as_float(static_cast<uint32_t>(shift + 127) << 23);
        scale = __uint_as_float(static_cast<uint32_t>(127 - shift) << 23);
        most = 255 * up;
        uint32_t some_low = 0;
#pragma unroll
        for (int x = 0; x < Shape::columns; ++x)
#pragma unroll
            for (int r = 0; r < 2; ++r) {
                f16 highs[2], lows[2];
#pragma unroll
                for (int j = 0; j < 2; ++j) {
                    const int i = 2 * t + j + 8 * r - n;
                    f32 weight = 0;
                    if (i >= 0 && i < task.rows) {
                        const int tap = i * Shape::columns + x;
                        weight = task.weights[task.is_reversed ? count - 1 - tap : tap] * up;
                    }
                    highs[j] = __float2half_rn(weight);
                    lows[j] = __float2half_rn(isfinite(weight) ? weight - __half2float(highs[j]) : 0.0f);
                }
                high[x][r] = pack(highs[0], highs[1]);
                low[x][r] = pack(lows[0], lows[1]);
                some_low |= low[x][r] & 0x7fff7fffu;
            }
        has_low = __any_sync(~0u, some_low != 0);
    }
};

} // namespace tcu

#endif /* TCUI_STENCIL_IMAGES_BANDS_CUH */
