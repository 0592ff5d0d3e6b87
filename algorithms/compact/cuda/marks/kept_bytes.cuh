/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which of eight bytes are kept, for each set of marks of them: their numbers from low to high, as digits for
 * permute_bytes(). In shared memory, so that each lane can look up its own.
 */
#ifndef TCUI_COMPACT_CUDA_MARKS_KEPT_BYTES_CUH
#define TCUI_COMPACT_CUDA_MARKS_KEPT_BYTES_CUH

#include <cstdint>

#include "primitives/tile/instructions.cuh"

namespace tcu
{

constexpr int kept_bytes_sets = 1 << 8;

/* The digits as they are in the program: to compute them takes a short kernel longer than to load them. */
struct kept_bytes_digits {
    uint32_t of[kept_bytes_sets];

    constexpr kept_bytes_digits() : of{}
    {
        for (int marks = 0; marks < kept_bytes_sets; marks++) {
            for (int byte = 7; byte >= 0; byte--) {
                if (marks >> byte & 1) {
                    of[marks] = of[marks] << 4 | static_cast<uint32_t>(byte);
                }
            }
        }
    }
};

static __device__ const kept_bytes_digits all_kept_bytes;

struct kept_bytes {
    uint32_t digits[kept_bytes_sets];

    /* By all threads of the block. */
    __device__ __forceinline__ void fill()
    {
#pragma unroll 1
        for (int marks = static_cast<int>(threadIdx.x); marks < kept_bytes_sets;
             marks += static_cast<int>(blockDim.x)) {
            digits[marks] = all_kept_bytes.of[marks];
        }
    }
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_MARKS_KEPT_BYTES_CUH */
