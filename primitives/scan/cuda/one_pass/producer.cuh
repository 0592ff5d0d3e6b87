/* SPDX-License-Identifier: Apache-2.0 */
/* The warp that fills stages of the one-pass scan by bulk loads. */
#ifndef TCUI_SCAN_CUDA_ONE_PASS_PRODUCER_CUH
#define TCUI_SCAN_CUDA_ONE_PASS_PRODUCER_CUH

#include "block.cuh"

namespace tcu
{

template <class Block>
class one_pass_producer
{
    using In = typename Block::in_type;
    using layout = typename Block::layout;
    static constexpr int consumers = layout::consumers;

  public:
    __device__ __forceinline__ explicit one_pass_producer(const Block &block) : block(block) {}

    __device__ __forceinline__ void run(int from, int to)
    {
        for (int i = from; i < to; i++) {
            block.shared.tiles.wait_empty(i);
            if (block.is_edge(i)) {
                load_edge(i);
            } else {
                load(i);
            }
        }
    }

  private:
    __device__ __forceinline__ void load(int iteration)
    {
        barrier &full = block.shared.tiles.full_of(iteration);
        if (block.lane == 0) {
            full.arrive_expect(layout::slice_bytes * consumers);
        }
        __syncwarp();
        if (block.pitch == layout::slice_bytes) {
            if (block.lane == 0) {
                bulk_load(block.slice_in_stage(iteration, 0), block.task.in + block.slice_begin(iteration, 0),
                          layout::slice_bytes * consumers, full);
            }
        } else if (block.lane < consumers) {
            bulk_load(block.slice_in_stage(iteration, block.lane),
                      block.task.in + block.slice_begin(iteration, block.lane), layout::slice_bytes, full);
        }
    }

    /* Elements [from, to) of a slice are in the array; [bulk_from, bulk_to) are whole multiples of 16 bytes. */
    struct extent {
        int from, to, bulk_from, bulk_to;
    };

    __device__ __forceinline__ extent extent_of(int iteration, int slice) const
    {
        constexpr int per_16 = 16 / static_cast<int>(sizeof(In));
        const int64_t begin = block.slice_begin(iteration, slice);
        extent e;
        e.from = block.in_slice(-begin);
        e.to = block.in_slice(block.n - begin);
        e.bulk_from = (e.from + per_16 - 1) / per_16 * per_16;
        e.bulk_to = max(e.to / per_16 * per_16, e.bulk_from);
        return e;
    }

    /*
     * The whole 16 bytes inside the array by a bulk load; single elements and neutral ones by ordinary stores, which have a
     * barrier of their own.
     */
    __device__ __forceinline__ void load_edge(int iteration)
    {
#pragma unroll 1
        for (int slice = 0; slice < consumers; slice++) {
            const extent e = extent_of(iteration, slice);
            const int64_t begin = block.slice_begin(iteration, slice);
            In *elements = block.slice_in_stage(iteration, slice);
            constexpr int per_16 = 16 / static_cast<int>(sizeof(In));
            uint4 *vectors = reinterpret_cast<uint4 *>(elements);
            /* The ragged ends, and neutral elements as vectors. */
            const int front = e.from / per_16, back = (e.to + per_16 - 1) / per_16;
#pragma unroll 1
            for (int i = block.lane; i < layout::slice_elements / per_16; i += TCUI_WARP_LANES) {
                if (i < front || i >= back) {
                    vectors[i] = outside_vector();
                }
            }
            const int ragged = block.lane < per_16 ? front * per_16 + block.lane : e.bulk_to + block.lane - per_16;
            const int ragged_end = block.lane < per_16 ? e.bulk_from : back * per_16;
            if (block.lane < 2 * per_16 && ragged < ragged_end) {
                elements[ragged] =
                    ragged >= e.from && ragged < e.to ? block.task.in[begin + ragged] : block.op().outside();
            }
        }
        /* The stage is written by bulk copies again. */
        fence_before_bulk_copy();
        block.shared.edge[edges++].arrive();
        extent own = {};
        if (block.lane < consumers) {
            own = extent_of(iteration, block.lane);
        }
        const unsigned bytes = (own.bulk_to - own.bulk_from) * static_cast<unsigned>(sizeof(In));
        const unsigned all_bytes = __reduce_add_sync(all_lanes, bytes);
        if (block.lane == 0) {
            block.shared.tiles.full_of(iteration).arrive_expect(all_bytes);
        }
        __syncwarp();
        if (bytes > 0) {
            bulk_load(block.slice_in_stage(iteration, block.lane) + own.bulk_from,
                      block.task.in + block.slice_begin(iteration, block.lane) + own.bulk_from, bytes,
                      block.shared.tiles.full_of(iteration));
        }
    }

    /* 16 bytes of elements that change nothing. */
    __device__ __forceinline__ uint4 outside_vector() const
    {
        if constexpr (Block::operator_type::is_plain) {
            return make_uint4(0, 0, 0, 0);
        } else {
            In elements[16 / sizeof(In)];
#pragma unroll
            for (In &element : elements) {
                element = block.op().outside();
            }
            uint4 vector;
            memcpy(&vector, elements, sizeof vector);
            return vector;
        }
    }

    const Block &block;
    int edges = 0; /* met so far */
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_ONE_PASS_PRODUCER_CUH */
