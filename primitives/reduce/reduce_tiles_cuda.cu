/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of segments on the device, in two kernels.
 *
 *     reduce_tiles:  one block a tile. A segment that lies in one tile is finished there. Of a segment that crosses
 *                    tiles, each tile stores its part: the tile where it begins its tail, every later one its head.
 *     add_parts:     for each tile whose last segment goes on: tail + heads of the tiles that follow, in their order.
 *
 * Every input element is read once. No block waits for another, and nothing depends on what the workspace held.
 */
#include "reduce_cuda.h"

#include "block_sum.cuh"
#include "primitives/pipeline/launch.cuh"
#include "reduce_block.cuh"
#include "reduce_tuning.h"

namespace
{

using namespace tcu;

constexpr uint64_t no_segment = ~uint64_t(0);

/* What tiles leave for add_parts. */
template <class Acc>
struct tile_parts {
    Acc *head;              /* sum of the elements before the first segment's begin in the tile */
    Acc *tail;              /* sum of the elements from the last segment's begin on */
    uint64_t *tail_segment; /* the segment that begins in the tile and goes on, or no_segment */
};

template <class In, class Acc, class Out, bool Matrix, int Elements>
__global__ void __launch_bounds__(TCUI_SUM_THREADS)
    reduce_tiles(const In *in, Out *out, const tcui_segments segments, const tile_parts<Acc> parts)
{
    using row_sums = block_row_sums<In, Acc, Matrix, TCUI_SUM_THREADS, Elements>;
    extern __shared__ __align__(copy_vector_bytes) unsigned char dynamic_shared[];
    typename row_sums::storage &shared = *reinterpret_cast<typename row_sums::storage *>(dynamic_shared);
    __shared__ unsigned long long tail_segment;

    const uint64_t begin = static_cast<uint64_t>(blockIdx.x) * Elements;
    const int length = static_cast<int>(min(static_cast<uint64_t>(Elements), segments.n - begin));
    const bool last_tile = blockIdx.x == gridDim.x - 1;
    const uint64_t first = first_segment_from(segments, begin);
    if (threadIdx.x == 0)
        tail_segment = no_segment;
    row_sums sums(shared);
    sums.run(in, segments, first, begin, length);

    const segment_rows<Elements> &rows = shared.rows;
    for (uint64_t k = first + threadIdx.x; k < segments.count; k += blockDim.x) {
        const uint64_t from = segment_begin(segments, k), to = segment_begin(segments, k + 1);
        /* The last tile also owns the empty segments that begin behind the last element. */
        if (from < begin || (from >= begin + length && !last_tile))
            break;
        if (to <= from)
            out[k] = from_accumulator<Out>(Acc(0));
        else if (to <= begin + length)
            out[k] = from_accumulator<Out>(shared.running[rows.row_of(static_cast<int>(to - begin) - 1)]);
        else
            atomicMin(&tail_segment, static_cast<unsigned long long>(k)); /* one only, unless offsets decrease */
    }
    if (gridDim.x == 1)
        return;
    __syncthreads();
    if (threadIdx.x == 0) {
        parts.head[blockIdx.x] = rows.first_head > 0 ? shared.running[rows.row_of(rows.first_head - 1)] : Acc(0);
        parts.tail[blockIdx.x] = shared.running[rows.rows - 1];
        parts.tail_segment[blockIdx.x] = tail_segment;
    }
}

constexpr int add_parts_threads = 256;
/* A segment over more tiles than this is summed by the whole block. */
constexpr uint64_t add_parts_serial = 16;

template <class Acc, class Out>
__global__ void __launch_bounds__(add_parts_threads)
    add_parts(Out *out, const tcui_segments segments, const tile_parts<Acc> parts, uint64_t tiles, int tile_elements)
{
    using Wide = wide_accumulator<Acc>;
    __shared__ Wide warp_sum[TCUI_WARP_LANES];
    __shared__ uint64_t long_tile[add_parts_threads];
    __shared__ int long_tiles;
    if (threadIdx.x == 0)
        long_tiles = 0;
    __syncthreads();

    const auto last_tile_of = [&](uint64_t segment) {
        return (segment_begin(segments, segment + 1) - 1) / tile_elements;
    };
    const uint64_t tile = static_cast<uint64_t>(blockIdx.x) * add_parts_threads + threadIdx.x;
    const uint64_t segment = tile < tiles ? parts.tail_segment[tile] : no_segment;
    if (segment != no_segment) {
        const uint64_t last = last_tile_of(segment);
        if (last - tile > add_parts_serial) {
            long_tile[atomicAdd(&long_tiles, 1)] = tile;
        } else {
            Wide sum = parts.tail[tile];
            for (uint64_t part = tile + 1; part <= last; ++part)
                sum += static_cast<Wide>(parts.head[part]);
            out[segment] = from_accumulator<Out>(sum);
        }
    }
    __syncthreads();
    for (int i = 0; i < long_tiles; ++i) {
        const uint64_t from = long_tile[i], to = last_tile_of(parts.tail_segment[from]);
        Wide sum = 0;
#pragma unroll 4
        for (uint64_t part = from + 1 + threadIdx.x; part <= to; part += add_parts_threads)
            sum += static_cast<Wide>(parts.head[part]);
        sum = block_sum(sum, warp_sum);
        if (threadIdx.x == 0)
            out[parts.tail_segment[from]] = from_accumulator<Out>(static_cast<Wide>(parts.tail[from]) + sum);
    }
}

template <class Acc>
constexpr int tile_elements = sizeof(Acc) == 8 ? TCUI_SUM_ELEMENTS_ACC8 : TCUI_SUM_ELEMENTS_ACC4;

/* Reserves the parts; with a base, also says where they are. */
template <class Acc>
tile_parts<Acc> place_parts(tcui_layout *layout, uint64_t tiles, void *base)
{
    if (tiles < 2)
        return {};
    char *bytes = static_cast<char *>(base);
    const size_t head = tcui_layout_reserve(layout, tiles, sizeof(Acc));
    const size_t tail = tcui_layout_reserve(layout, tiles, sizeof(Acc));
    const size_t tail_segment = tcui_layout_reserve(layout, tiles, sizeof(uint64_t));
    if (base == nullptr)
        return {};
    return {reinterpret_cast<Acc *>(bytes + head), reinterpret_cast<Acc *>(bytes + tail),
            reinterpret_cast<uint64_t *>(bytes + tail_segment)};
}

/* The whole array needs a tile even if it is empty: its sum is written. */
uint64_t tile_count(const tcui_segments &segments, uint64_t elements)
{
    return segments.n == 0 ? 1 : segments.n / elements + (segments.n % elements != 0);
}

template <class In, class Acc, class Out>
tcu_status reduce_typed(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    constexpr int elements = tile_elements<Acc>;
    const uint64_t tiles = tile_count(task->segments, elements);
    tcui_layout layout = {};
    const tile_parts<Acc> parts = place_parts<Acc>(&layout, tiles, workspace);
    Out *out = static_cast<Out *>(task->out);

    const auto run = [&](auto matrix) {
        constexpr bool use_matrix = decltype(matrix)::value && has_matrix_path<In, Acc>;
        return launch(context, reduce_tiles<In, Acc, Out, use_matrix, elements>, tiles, TCUI_SUM_THREADS,
                      sizeof(typename block_row_sums<In, Acc, use_matrix, TCUI_SUM_THREADS, elements>::storage),
                      static_cast<const In *>(task->in), out, task->segments, parts);
    };
    tcu_status status = tcui_sum_uses_matrix(context, task->in_type) ? run(std::true_type()) : run(std::false_type());
    if (status != TCU_SUCCESS || tiles < 2)
        return status;
    return launch(context, add_parts<Acc, Out>, (tiles + add_parts_threads - 1) / add_parts_threads, add_parts_threads,
                  0, out, task->segments, parts, tiles, elements);
}

} // namespace

tcu_status tcui_reduce_tiles_plan(tcu_context *, const tcui_reduce_task *task, tcui_layout *layout)
{
    return dispatch_sum(task->in_type, task->out_type, [&](auto types) {
        using Acc = typename decltype(types)::acc;
        place_parts<Acc>(layout, tile_count(task->segments, tile_elements<Acc>), nullptr);
        return TCU_SUCCESS;
    });
}

tcu_status tcui_reduce_tiles_execute(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    return dispatch_sum(task->in_type, task->out_type, [&](auto types) {
        using type = decltype(types);
        return reduce_typed<typename type::in, typename type::acc, typename type::out>(context, task, workspace);
    });
}
