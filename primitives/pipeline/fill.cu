/* SPDX-License-Identifier: Apache-2.0 */
/* Equal elements in device memory. (CUDA's runtime sets bytes only.) */
#include <algorithm>

#include "fill.h"
#include "launch.cuh"

namespace
{

using namespace tcu;

constexpr int fill_threads = 256;
/* Blocks of a multiprocessor: all threads that it holds at once. */
constexpr uint64_t fill_blocks = 8;

template <class Element>
__global__ void __launch_bounds__(fill_threads) fill_elements(Element *to, Element element, uint64_t count)
{
    const uint64_t step = static_cast<uint64_t>(gridDim.x) * fill_threads;
    for (uint64_t i = static_cast<uint64_t>(blockIdx.x) * fill_threads + threadIdx.x; i < count; i += step) {
        to[i] = element;
    }
}

template <class Element>
tcu_status fill_by(tcu_context *context, void *to, uint64_t element, uint64_t count)
{
    const uint64_t blocks = std::min<uint64_t>(
        divide_up(count, fill_threads), fill_blocks * static_cast<uint64_t>(tcui_stream_multiprocessors(context)));
    return launch(context, fill_elements<Element>, blocks, fill_threads, 0, static_cast<Element *>(to),
                  static_cast<Element>(element), count);
}

} // namespace

tcu_status tcui_fill_elements(tcu_context *context, void *to, uint64_t element, size_t element_bytes, uint64_t count)
{
    return element_bytes == 2   ? fill_by<u16>(context, to, element, count)
           : element_bytes == 4 ? fill_by<u32>(context, to, element, count)
                                : fill_by<u64>(context, to, element, count);
}
