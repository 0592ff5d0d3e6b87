/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Loads into L2 of what a later block will need. A block that waits for what comes before its tile has no loads of its
 * own in flight; while lines of a later tile are loaded, memory stays busy.
 *
 * To be called behind wait_for_previous_kernel(), as every access to what an earlier kernel may write. An operation may
 * write such arrays in place: lines come into L2 alone, which all multiprocessors read and write through, and not into
 * an L1, where a copy would not see other blocks' stores. (What a kernel writes it must not read by ld.global.nc,
 * whether prefetched or not: load_if() in instructions/global_memory.cuh.)
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
