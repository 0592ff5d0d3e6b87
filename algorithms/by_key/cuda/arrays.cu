/* SPDX-License-Identifier: Apache-2.0 */
/* Picks: a thread an item; loads from anywhere in an array are what takes time. */
#include "arrays.h"

#include <algorithm>

#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"
#include "tuning.h"

namespace
{

using namespace tcu;

constexpr int threads = TCUI_BY_KEY_ARRAY_THREADS;

/* Where element k of the keys' order is. */
template <class Index>
__device__ __forceinline__ uint64_t place_of(const Index *index, uint64_t k)
{
    return index == nullptr ? k : static_cast<uint64_t>(index[k]);
}

/* Runs in turn: how many there are the device alone knows. */
template <class Item, class Index>
__global__ void __launch_bounds__(threads) pick_items(const tcui_pick pick)
{
    const uint64_t count = *pick.count, stride = static_cast<uint64_t>(gridDim.x) * threads;
    const Item *from = static_cast<const Item *>(pick.from);
    const Index *index = static_cast<const Index *>(pick.index);
    Item *out = static_cast<Item *>(pick.out);
    for (uint64_t k = static_cast<uint64_t>(blockIdx.x) * threads + threadIdx.x; k < count; k += stride) {
        const int64_t first = pick.offsets[k], behind = pick.offsets[k + 1];
        if (pick.what == TCUI_PICK_LENGTH) {
            out[k] = static_cast<Item>(behind - first);
        } else {
            out[k] = from[place_of(index, static_cast<uint64_t>(pick.what == TCUI_PICK_FIRST ? first : behind - 1))];
        }
    }
}

__global__ void end_offsets(int64_t *offsets, const uint64_t *count, uint64_t n, const uint64_t *length)
{
    offsets[*count] = static_cast<int64_t>(length_now(n, length));
}

/* function(Item(), Index()) of these widths. */
template <class Function>
tcu_status dispatch_items(size_t item_bytes, size_t index_bytes, Function function)
{
    const auto with_index = [&](auto item) {
        return index_bytes == 4 ? function(item, uint32_t()) : function(item, uint64_t());
    };
    switch (item_bytes) {
    case 1:
        return with_index(uint8_t());
    case 2:
        return with_index(uint16_t());
    case 4:
        return with_index(uint32_t());
    default:
        return with_index(uint64_t());
    }
}

} // namespace

tcu_status tcui_by_key_cuda_pick(tcu_context *context, const tcui_pick *p)
{
    const uint64_t most = static_cast<uint64_t>(tcui_stream_multiprocessors(context)) * TCUI_BY_KEY_PICK_BLOCKS;
    return dispatch_items(p->item_bytes, p->index_bytes, [&](auto item, auto index) {
        return launch(context, pick_items<decltype(item), decltype(index)>, std::min(most, divide_up(p->n, threads)),
                      threads, 0, *p);
    });
}

tcu_status tcui_by_key_cuda_end_offsets(tcu_context *context, int64_t *offsets, const uint64_t *count, uint64_t n,
                                        const uint64_t *length)
{
    return launch(context, end_offsets, 1, 1, 0, offsets, count, n, length);
}
