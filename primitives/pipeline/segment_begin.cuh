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

} // namespace tcu

#endif /* TCUI_SEGMENT_BEGIN_CUH */
