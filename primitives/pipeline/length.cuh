/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many elements there are, where a call has a count in the device's memory (its option `count`): kernels are launched
 * by the n that the host knows, and find out at their beginning how many of the n there are. A kernel may read the count
 * once the kernel before it is done (wait_for_previous_kernel()), which may have written it. All threads read the same
 * address: one load a warp, which the L2 answers, and which calls without a count do not make.
 */
#ifndef TCUI_LENGTH_CUH
#define TCUI_LENGTH_CUH

#include <cstdint>

#include "primitives/context/segments.h"

namespace tcu
{

/* Of n elements those that there are; length: the option `count`, or nullptr. */
__device__ __forceinline__ uint64_t length_now(uint64_t n, const uint64_t *length)
{
    return length == nullptr ? n : min(n, *length);
}

/* The segments that there are: of those elements; by offsets, so many of them. */
__device__ __forceinline__ tcui_segments segments_now(tcui_segments segments)
{
    const uint64_t *const length = segments.size > 0 ? segments.length : segments.count_on_device;
    if (length != nullptr) {
        tcui_segments_shorten(&segments, *length);
    }
    return segments;
}

} // namespace tcu

#endif /* TCUI_LENGTH_CUH */
