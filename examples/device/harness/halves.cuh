/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Eight neighbouring f16 of a line in global memory, as four registers of two: one access of 16 bytes where all lines
 * begin at a multiple of 16 bytes and have a multiple of eight elements (`Aligned`), else one access an element. What
 * is behind the line's end is 0 when it is read, and is not written.
 */
#ifndef TCU_EXAMPLES_DEVICE_HALVES_CUH
#define TCU_EXAMPLES_DEVICE_HALVES_CUH

#include <cstdint>

#include <cuda_fp16.h>

namespace example
{

constexpr int eight = 8; /* elements of 16 bytes */

inline bool lines_are_aligned(const void *first, int length)
{
    return reinterpret_cast<uintptr_t>(first) % (eight * sizeof(__half)) == 0 && length % eight == 0;
}

/* Element 2 i + j of the line is in the low (j = 0) or the high half of word i. */
__device__ __forceinline__ float half_of(uint32_t word, int j)
{
    return __half2float(__ushort_as_half(static_cast<uint16_t>(word >> 16 * j)));
}

__device__ __forceinline__ uint32_t word_of(__half low, __half high)
{
    return static_cast<uint32_t>(__half_as_ushort(high)) << 16 | __half_as_ushort(low);
}

template <bool Aligned>
__device__ __forceinline__ void load_eight(uint32_t (&words)[4], const __half *line, int first, int length)
{
    if constexpr (Aligned) {
        const uint4 v = first < length ? *reinterpret_cast<const uint4 *>(line + first) : make_uint4(0, 0, 0, 0);
        words[0] = v.x;
        words[1] = v.y;
        words[2] = v.z;
        words[3] = v.w;
    } else {
        const __half zero = __ushort_as_half(0);
#pragma unroll
        for (int i = 0; i < 4; i++) {
            const int at = first + 2 * i;
            words[i] = word_of(at < length ? line[at] : zero, at + 1 < length ? line[at + 1] : zero);
        }
    }
}

/* Several eights, `Stride` elements apart: all reads are in flight together. */
template <bool Aligned, int Stride, int Count>
__device__ __forceinline__ void load_eights(uint32_t (&words)[Count][4], const __half *line, int first, int length)
{
#pragma unroll
    for (int i = 0; i < Count; i++) {
        load_eight<Aligned>(words[i], line, first + i * Stride, length);
    }
}

template <bool Aligned>
__device__ __forceinline__ void store_eight(const uint32_t (&words)[4], __half *line, int first, int length)
{
    if constexpr (Aligned) {
        if (first < length) {
            *reinterpret_cast<uint4 *>(line + first) = make_uint4(words[0], words[1], words[2], words[3]);
        }
    } else {
#pragma unroll
        for (int i = 0; i < eight; i++) {
            if (first + i < length) {
                line[first + i] = __ushort_as_half(static_cast<uint16_t>(words[i / 2] >> 16 * (i % 2)));
            }
        }
    }
}

} // namespace example

#endif /* TCU_EXAMPLES_DEVICE_HALVES_CUH */
