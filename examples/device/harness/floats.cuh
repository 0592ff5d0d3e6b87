/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Four neighbouring f32 of a line in global memory: one access of 16 bytes where all lines begin at a multiple of 16
 * bytes and have a multiple of four elements (`Aligned`), else one access an element. What is behind the line's end is
 * 0 when it is read, and is not written.
 */
#ifndef TCU_EXAMPLES_DEVICE_FLOATS_CUH
#define TCU_EXAMPLES_DEVICE_FLOATS_CUH

#include <cstdint>

#include <cuda_runtime.h>

namespace example
{

inline bool lines_of_floats_are_aligned(const void *first, int length)
{
    return reinterpret_cast<uintptr_t>(first) % sizeof(float4) == 0 && length % 4 == 0;
}

template <bool Aligned>
__device__ __forceinline__ void load_four(float (&x)[4], const float *line, int first, int length)
{
    if constexpr (Aligned) {
        const float4 v = first < length ? *reinterpret_cast<const float4 *>(line + first) : make_float4(0, 0, 0, 0);
        x[0] = v.x;
        x[1] = v.y;
        x[2] = v.z;
        x[3] = v.w;
    } else {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            x[i] = first + i < length ? line[first + i] : 0;
        }
    }
}

template <bool Aligned>
__device__ __forceinline__ void store_four(const float (&x)[4], float *line, int first, int length)
{
    if constexpr (Aligned) {
        if (first < length) {
            *reinterpret_cast<float4 *>(line + first) = make_float4(x[0], x[1], x[2], x[3]);
        }
    } else {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            if (first + i < length) {
                line[first + i] = x[i];
            }
        }
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_FLOATS_CUH */
