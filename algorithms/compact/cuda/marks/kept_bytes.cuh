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

struct kept_bytes {
    static constexpr int bytes = 8, sets = 1 << bytes;
    uint32_t digits[sets];

    /* By all threads of the block. */
    __device__ __forceinline__ void fill()
    {
        for (int marks = static_cast<int>(threadIdx.x); marks < sets; marks += static_cast<int>(blockDim.x)) {
            uint32_t kept = 0;
            for (int byte = bytes - 1; byte >= 0; byte--) {
                if (marks >> byte & 1) {
                    kept = kept << 4 | static_cast<uint32_t>(byte);
                }
            }
            digits[marks] = kept;
        }
    }
};

} // namespace tcu

#endif /* TCUI_COMPACT_CUDA_MARKS_KEPT_BYTES_CUH */
