/* SPDX-License-Identifier: Apache-2.0 */
/* Where segments begin, however they are given. */
#ifndef TCUI_SEGMENT_BEGIN_CUH
#define TCUI_SEGMENT_BEGIN_CUH

#include <cstdint>

#include "primitives/context/segments.h"

namespace tcu
{

/* First element of segment k <= count; offsets are clamped, so that bad ones never lead outside the input. */
__device__ __forceinline__ uint64_t segment_begin(const tcui_segments &segments, uint64_t k)
{
    if (segments.offsets == nullptr) {
        return min(k * segments.size, segments.n);
    }
    const int64_t offset = segments.offsets[k];
    return offset < 0 ? 0 : min(static_cast<uint64_t>(offset), segments.n);
}

/* How many segments there are. */
__device__ __forceinline__ uint64_t segment_count(const tcui_segments &segments)
{
    return segments.count_on_device == nullptr ? segments.count : min(*segments.count_on_device, segments.count);
}

/* The elements before the end of the last segment that there is: where the device knows how many there are, no others
 * are read. */
__device__ __forceinline__ uint64_t end_of_segments(const tcui_segments &segments)
{
    const uint64_t count = segment_count(segments);
    return count > 0 ? segment_begin(segments, count) : 0;
}

} // namespace tcu

#endif /* TCUI_SEGMENT_BEGIN_CUH */
