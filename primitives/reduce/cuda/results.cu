/* SPDX-License-Identifier: Apache-2.0 */
/* Copies and fills of as many results as there are segments when the work runs. (The runtime's are of lengths that the host
 * knows.) */
#include <algorithm>

#include "paths.h"
#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"

namespace
{

using namespace tcu;

constexpr int results_threads = 256;
/* Blocks of a multiprocessor: all threads that it holds at once. */
constexpr uint64_t results_blocks = 8;

/* from: results; nullptr: each is `element`. */
template <class Element>
__global__ void __launch_bounds__(results_threads)
    write_results(Element *to, const Element *from, Element element, const tcui_segments segments)
{
    const uint64_t count = segments_now(segments).count, step = static_cast<uint64_t>(gridDim.x) * results_threads;
    for (uint64_t k = static_cast<uint64_t>(blockIdx.x) * results_threads + threadIdx.x; k < count; k += step) {
        to[k] = from != nullptr ? from[k] : element;
    }
}

template <class Element>
tcu_status write_by(tcu_context *context, void *to, const void *from, uint64_t element, const tcui_segments *segments)
{
    const uint64_t blocks =
        std::min<uint64_t>(divide_up(segments->count, results_threads),
                           results_blocks * static_cast<uint64_t>(tcui_stream_multiprocessors(context)));
    return launch(context, write_results<Element>, blocks, results_threads, 0, static_cast<Element *>(to),
                  static_cast<const Element *>(from), static_cast<Element>(element), *segments);
}

} // namespace

tcu_status tcui_reduce_write_results(tcu_context *context, void *to, const void *from, uint64_t element,
                                     size_t element_bytes, const tcui_segments *segments)
{
    switch (element_bytes) {
    case 1:
        return write_by<u8>(context, to, from, element, segments);
    case 2:
        return write_by<u16>(context, to, from, element, segments);
    case 4:
        return write_by<u32>(context, to, from, element, segments);
    default:
        return write_by<u64>(context, to, from, element, segments);
    }
}
