/* SPDX-License-Identifier: Apache-2.0 */
/* A copy of as many results as there are segments. (The runtime's copies are of lengths that the host knows.) */
#include <algorithm>

#include "copy_results.h"
#include "launch.cuh"
#include "length.cuh"

namespace
{

using namespace tcu;

constexpr int copy_threads = 256;
/* Blocks of a multiprocessor: all threads that it holds at once. */
constexpr uint64_t copy_blocks = 8;

template <class Element>
__global__ void __launch_bounds__(copy_threads)
    copy_elements(Element *to, const Element *from, const tcui_segments segments)
{
    const uint64_t count = segments_now(segments).count, step = static_cast<uint64_t>(gridDim.x) * copy_threads;
    for (uint64_t k = static_cast<uint64_t>(blockIdx.x) * copy_threads + threadIdx.x; k < count; k += step) {
        to[k] = from[k];
    }
}

template <class Element>
tcu_status copy_by(tcu_context *context, void *to, const void *from, const tcui_segments *segments)
{
    const uint64_t blocks =
        std::min<uint64_t>(divide_up(segments->count, copy_threads),
                           copy_blocks * static_cast<uint64_t>(context->properties.multiprocessors));
    return launch(context, copy_elements<Element>, blocks, copy_threads, 0, static_cast<Element *>(to),
                  static_cast<const Element *>(from), *segments);
}

} // namespace

tcu_status tcui_copy_results(tcu_context *context, void *to, const void *from, size_t element_bytes,
                             const tcui_segments *segments)
{
    switch (element_bytes) {
    case 1:
        return copy_by<u8>(context, to, from, segments);
    case 2:
        return copy_by<u16>(context, to, from, segments);
    case 4:
        return copy_by<u32>(context, to, from, segments);
    default:
        return copy_by<u64>(context, to, from, segments);
    }
}
