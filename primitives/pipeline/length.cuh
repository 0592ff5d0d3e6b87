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

#include "segment_begin.cuh"

namespace tcu
{

/* Of n elements those that there are; length: the option `count`, or nullptr. */
__device__ __forceinline__ uint64_t length_now(uint64_t n, const uint64_t *length)
{
    return length == nullptr ? n : min(n, *length);
}

/* In a kernel that is made twice: for calls with a count, and for calls without one (Counted is false), where n stays a
 * parameter, which takes no register of a thread. */
template <bool Counted>
__device__ __forceinline__ uint64_t length_now(uint64_t n, const uint64_t *length)
{
    return Counted ? length_now(n, length) : n;
}

/* The same segments, but of those elements: the ones behind begin and end where these end. */
__device__ __forceinline__ tcui_segments with_length(tcui_segments segments)
{
    segments.n = length_now(segments.n, segments.length);
    return segments;
}

/* The same for kernels that read elements of no segment, too: by offsets those behind the last segment do not count. */
__device__ __forceinline__ tcui_segments with_end(tcui_segments segments)
{
    segments.n =
        segments.count_on_device == nullptr ? length_now(segments.n, segments.length) : end_of_segments(segments);
    return segments;
}

/* Of `most` neighbouring segments of `size` elements each, the first of which begins at element `begin`, how many have
 * elements before the n-th. Together they have fewer than 2^31. */
__device__ __forceinline__ int segments_before(uint64_t n, uint64_t begin, int size, int most)
{
    const int left = begin < n ? static_cast<int>(min(n - begin, static_cast<uint64_t>(most * size))) : 0;
    return (left + size - 1) / size;
}

/* Whether segment k is there. (Their number would take a division of 64 bits, which is a call of a function.) */
__device__ __forceinline__ bool has_segment(const tcui_segments &segments, uint64_t k)
{
    if (segments.size == 0) {
        return k < segment_count(segments);
    }
    return k < segments.count && (segments.length == nullptr || segments.whole || k * segments.size < *segments.length);
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
