/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads into L2 of what a later block will need. A block that waits for what comes before its tile has no loads in
 * flight; with the lines of a later tile on their way meanwhile, memory stays busy.
 */
#ifndef TCUI_PREFETCH_AHEAD_CUH
#define TCUI_PREFETCH_AHEAD_CUH

#include "primitives/tile/instructions.cuh"

namespace tcu
{

/* Elements [first, first + count) of an array of n, as far as it has them; by the whole block of Threads threads. */
template <int Threads>
__device__ __forceinline__ void prefetch_ahead(const void *array, int element_bytes, uint64_t first, uint64_t count,
                                               uint64_t n)
{
    constexpr uint64_t line = 128;
    const char *bytes = static_cast<const char *>(array);
    const uint64_t end = min(first + count, n) * element_bytes;
    for (uint64_t at = first * element_bytes + threadIdx.x * line; at < end; at += Threads * line) {
        prefetch_line(bytes + at);
    }
}

} // namespace tcu

#endif /* TCUI_PREFETCH_AHEAD_CUH */
