/* SPDX-License-Identifier: Apache-2.0 */
/* The consumer warps of the one-pass scan: they scan and store slices, once the carry into them is known. */
#ifndef TCUI_SCAN_CUDA_ONE_PASS_CONSUMER_CUH
#define TCUI_SCAN_CUDA_ONE_PASS_CONSUMER_CUH

#include "heads.cuh"
#include "primitives/pipeline/segment_begin.cuh"
#include "shift.cuh"

namespace tcu
{

template <class Block>
class one_pass_consumer
{
    using Operator = typename Block::operator_type;
    using In = typename Block::in_type;
    using Acc = typename Block::acc_type;
    using Out = typename Block::out_type;
    using layout = typename Block::layout;
    using heads_of_slices = slice_heads<Block, Block::head_place>;
    static constexpr int V = Block::vector;
    static constexpr int together = Block::together;
    using vector = element_vector<In, V>;
    using results = element_vector<Out, V>;

  public:
    __device__ __forceinline__ explicit one_pass_consumer(const Block &block)
        : block(block), exclusive(block.task.kind == TCU_SCAN_EXCLUSIVE), heads(block), out_begin(0), out_end(block.n)
    {
        if (Block::head_place == head_places::elements && block.task.segments.offsets != nullptr) {
            out_begin = static_cast<int64_t>(segment_begin(block.task.segments, 0));
            out_end = static_cast<int64_t>(segment_begin(block.task.segments, segment_count(block.task.segments)));
        }
    }

    __device__ __forceinline__ void run()
    {
        int edges = 0;
        for (int i = 0; i < block.iterations; i++) {
            block.shared.tiles.wait_full(i);
            if (block.is_edge(i)) {
                block.wait_edge(edges++);
            }
            scan_slice(i);
        }
        if (block.lane == 0) {
            bulk_store_wait_all();
        }
    }

  private:
    /* The stage is free when its results have been stored from it. */
    __device__ __forceinline__ void release_stage(int iteration) const
    {
        if (iteration >= 0 && block.lane == 0) {
            bulk_store_wait_read<0>();
            block.shared.tiles.release(iteration);
        }
    }

    __device__ __forceinline__ void scan_slice(int iteration)
    {
        const int entry = iteration % layout::ring;
        const vector *vectors = reinterpret_cast<const vector *>(block.slice_in_stage(iteration, block.warp));
        Out *to;
        if constexpr (layout::in_stage) {
            to = reinterpret_cast<Out *>(reinterpret_cast<char *>(block.slice_in_stage(iteration, block.warp)) +
                                         block.shift);
        } else {
            unsigned char *buffers = block.dynamic + layout::stages * layout::stage_bytes;
            const int buffer = block.warp * layout::out_buffers + iteration % layout::out_buffers;
            to = reinterpret_cast<Out *>(buffers + buffer * layout::out_pitch + block.shift);
            if (block.lane == 0) {
                bulk_store_wait_read<layout::out_buffers - 1>();
            }
            __syncwarp();
        }
        auto walk = heads.next_walk(iteration);
        block.shared.carries.wait_carried(iteration);
        Acc base = block.shared.slice_carry[entry][block.warp];
        if (block.shared.tile_carry_counts[entry][block.warp]) {
            base = block.op().combine(block.shared.tile_carry[entry], base);
        }
        const uint32_t summary = Block::segmented ? block.shared.slice_heads[entry][block.warp] : 0u;
        const bool rows = rows_are_safe(block.shared.slice_sum[entry][block.warp]);
        if (block.shift != 0) {
            scan_batches<true, false>(iteration, vectors, to, walk, summary, base);
        } else if (rows) {
            scan_batches<false, Block::matrix_rows>(iteration, vectors, to, walk, summary, base);
        } else {
            scan_batches<false, false>(iteration, vectors, to, walk, summary, base);
        }
        if constexpr (!layout::in_stage) {
            __syncwarp();
            if (block.lane == 0) {
                block.shared.tiles.release(iteration);
            }
        }
        store_slice(to, iteration);
    }

    /*
     * A zero of the triangle times an infinity or a NaN is a NaN, in columns before it. The sum of a slice is finite
     * only if its elements are. (Segmented slices, whose sum leaves elements out, are checked pair by pair.)
     */
    __device__ __forceinline__ static bool rows_are_safe(Acc slice_sum)
    {
        if constexpr (Block::matrix_rows && !Block::segmented && std::is_floating_point_v<Acc>) {
            return isfinite(slice_sum);
        }
        return Block::matrix_rows;
    }

    static constexpr bool whole_vectors = results::bytes == 16;

    /* Results that are shifted element by element run into the next batch's elements, so those are read before. */
    template <bool Shifted, bool Rows>
    __device__ __forceinline__ void scan_batches(int iteration, const vector *vectors, Out *to,
                                                 typename heads_of_slices::walk &walk, uint32_t summary, Acc base)
    {
        vector x[together], next[together];
        load(x, vectors, 0);
        vector_shift shift(block.shift);
        uint4 *places = reinterpret_cast<uint4 *>(reinterpret_cast<char *>(to) - block.shift) + block.lane;
#pragma unroll 1
        for (int g = 0; g < Block::groups; g += together) {
            if (g + together < Block::groups) {
                load(next, vectors, g + together);
            }
            uint32_t bits[together];
#pragma unroll
            for (int h = 0; h < together; h++) {
                bits[h] = walk.next();
            }
            results y[together];
            if (!(Rows && scan_by_rows(y, x, base, bits))) {
                scan_by_lanes(y, x, base, bits, summary, g / together);
            }
            if (Shifted && !whole_vectors) {
                __syncwarp();
            }
#pragma unroll
            for (int h = 0; h < together; h++) {
                if constexpr (Shifted && whole_vectors) {
                    places[(g + h) * TCUI_WARP_LANES] = shift.next(y[h].words);
                } else {
                    write<Shifted>(to + (g + h) * Block::group + block.lane * V, y[h]);
                }
                x[h] = next[h];
            }
            /* By now the last slice's bulk store has had time to read its stage. */
            if (layout::in_stage && g == 0) {
                release_stage(iteration - 1);
            }
        }
        if (Shifted && whole_vectors && block.lane == 0) {
            places[Block::groups * TCUI_WARP_LANES] = shift.end();
        }
    }

    __device__ __forceinline__ void load(vector (&x)[together], const vector *vectors, int g) const
    {
#pragma unroll
        for (int h = 0; h < together; h++) {
            x[h] = vectors[(g + h) * TCUI_WARP_LANES + block.lane];
        }
    }

    /* Batches of bytes without a head take a shorter path. */
    __device__ __forceinline__ void scan_by_lanes(results (&y)[together], const vector (&x)[together], Acc &base,
                                                  const uint32_t (&bits)[together], uint32_t summary, int batch) const
    {
        if constexpr (Block::head_place == head_places::elements && V == 16) {
            if (!head_survey::batch_has_heads(summary, batch)) {
                scan_groups_by_lanes<head_places::none, Operator, Out>(y, x, base, bits, exclusive, no_constants(),
                                                                       block.op());
                return;
            }
        }
        scan_groups_by_lanes<Block::head_place, Operator, Out>(y, x, base, bits, exclusive, block.shared, block.op());
    }

    /* A pair of groups on the matrix unit; false, and nothing done, where it has heads or is not finite. */
    __device__ __forceinline__ bool scan_by_rows(results (&y)[together], const vector (&x)[together], Acc &base,
                                                 const uint32_t (&bits)[together])
    {
        if constexpr (Block::matrix_rows) {
            static_assert(together == 2, "a pair is a tile of rows");
            if (Block::segmented && __any_sync(all_lanes, (bits[0] | bits[1]) != 0)) {
                return false;
            }
            row_fragment<In, V> rows;
            row_fragment<Acc, V> sums;
#pragma unroll
            for (int h = 0; h < 2; h++) {
#pragma unroll
                for (int i = 0; i < V; i++) {
                    rows[h][i] = x[h].at(i);
                }
            }
            Acc next = base;
            scan_pair_by_rows<In, Acc, V>(sums, rows, next, exclusive);
            if constexpr (Block::segmented && std::is_floating_point_v<Acc>) {
                if (!isfinite(next)) {
                    return false;
                }
            }
            base = next;
#pragma unroll
            for (int h = 0; h < 2; h++) {
                y[h] = pack_results<Out>(sums[h]);
            }
            return true;
        }
        return false;
    }

    template <bool Shifted>
    __device__ __forceinline__ static void write(Out *to, const results &y)
    {
        if constexpr (Shifted) {
#pragma unroll
            for (int i = 0; i < V; i++) {
                to[i] = y.at(i);
            }
        } else {
            store_whole(to, y);
        }
    }

    /* Whole slices that are aligned leave in one bulk store; others with single elements at their ends. */
    __device__ __forceinline__ void store_slice(const Out *from_shared, int iteration)
    {
        const int64_t begin = block.slice_begin(iteration, block.warp);
        const int from = Block::in_slice(out_begin - begin), to = max(Block::in_slice(out_end - begin), from);
        Out *out = block.task.out + begin;
        constexpr int per_16 = 16 / static_cast<int>(sizeof(Out));
        const int misaligned = static_cast<int>(reinterpret_cast<uintptr_t>(out + from) % 16 / sizeof(Out));
        const int bulk_from = min(from + (per_16 - misaligned) % per_16, to);
        const int bulk_to = bulk_from + (to - bulk_from) / per_16 * per_16;
        fence_before_bulk_copy();
        __syncwarp();
        if (block.lane == 0) {
            if (bulk_to > bulk_from) {
                bulk_store(out + bulk_from, from_shared + bulk_from,
                           (bulk_to - bulk_from) * static_cast<unsigned>(sizeof(Out)));
            }
            bulk_store_commit();
        }
        if (from + block.lane < bulk_from) {
            out[from + block.lane] = from_shared[from + block.lane];
        }
        if (bulk_to + block.lane < to) {
            out[bulk_to + block.lane] = from_shared[bulk_to + block.lane];
        }
        __syncwarp();
    }

    const Block &block;
    const bool exclusive;
    heads_of_slices heads;
    int64_t out_begin, out_end; /* outputs that belong to segments */
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_ONE_PASS_CONSUMER_CUH */
