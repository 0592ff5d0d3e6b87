/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sums of a tile's rows and their running sums within segments, by one block.
 *
 *     upsweep:  each warp forms the totals of 16 rows at a time (row_totals.cuh)
 *     spine:    segmented inclusive scan of the row totals over the block
 *
 * Afterwards the sum of a segment's part in the tile is the running sum at that part's last row, and a scan's carry
 * into a row is the running sum at the row before. The order of additions depends on the tile alone, so results are
 * bitwise reproducible.
 */
#ifndef TCUI_SCAN_CUDA_TILES_ROW_SUMS_CUH
#define TCUI_SCAN_CUDA_TILES_ROW_SUMS_CUH

#include "primitives/pipeline/tile_copy.cuh"
#include "primitives/scan/cuda/tuning.h"
#include "primitives/tile/row_totals.cuh"
#include "segment_rows.cuh"

namespace tcu
{

constexpr int scan_tile_threads = TCUI_SCAN_TILE_THREADS;

/* Shared memory holds a running sum for each element in the worst case. */
template <class Acc>
constexpr int scan_tile_elements = TCUI_SCAN_TILE_ELEMENTS / (sizeof(Acc) == 8 ? 2 : 1);

template <class Operator, bool Matrix>
class block_row_sums
{
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    using loaded = typename Operator::loaded;

  public:
    static constexpr int elements_at_most = scan_tile_elements<Acc>, warps = scan_tile_threads / TCUI_WARP_LANES;
    static_assert(elements_at_most <= 32768, "elements are counted in 16 bits");

    struct storage {
        alignas(copy_vector_bytes) unsigned char elements[tile_buffer_bytes<In>(elements_at_most)];
        segment_rows<elements_at_most> rows;
        Acc running[elements_at_most]; /* row totals, then their running sums within segments */
        Acc warp_sum[warps];
        bool warp_has_head[warps];
    };

    __device__ block_row_sums(storage &shared, const Operator &op) : op(op), shared(shared) {}

    /*
     * Loads elements [begin, begin + length) of `in` and forms all sums. `first` is the first segment that begins at
     * `begin` or later. Ends with a barrier.
     */
    __device__ __forceinline__ void run(const In *in, const tcui_segments &segments, uint64_t first, uint64_t begin,
                                        int length)
    {
        elements = tile_in_buffer(shared.elements, in + begin);
        copy_tile(elements, in + begin, 0, length);
        shared.rows.build(segments, first, begin, length);
        upsweep();
        __syncthreads();
        spine();
        __syncthreads();
    }

    /* + or what stands for it. */
    __device__ __forceinline__ auto combine() const
    {
        return [this](Acc a, Acc b) { return op.combine(a, b); };
    }

    /* The lane's columns of rows 16 tile + g and + 8, zero beyond a row's end; lengths of the two rows. */
    __device__ __forceinline__ void load(row_fragment<loaded> &x, int (&begin)[2], int (&length)[2], int tile) const
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES;
#pragma unroll
        for (int h = 0; h < 2; h++) {
            const int row = tile * row_tile_rows + device::group_of(lane) + 8 * h;
            begin[h] = row < shared.rows.rows ? shared.rows.row_begin[row] : 0;
            length[h] = row < shared.rows.rows ? shared.rows.row_begin[row + 1] - begin[h] : 0;
#pragma unroll
            for (int i = 0; i < lane_columns; i++) {
                const int column = device::lane_in_group(lane) * lane_columns + i;
                x[h][i] = column < length[h] ? op.load(elements[begin[h] + column]) : loaded();
            }
        }
    }

    __device__ __forceinline__ int tiles() const { return (shared.rows.rows + row_tile_rows - 1) / row_tile_rows; }

  private:
    __device__ __forceinline__ void upsweep()
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        for (int tile = threadIdx.x / TCUI_WARP_LANES; tile < tiles(); tile += warps) {
            row_fragment<loaded> x;
            int begin[2], length[2];
            load(x, begin, length, tile);
            Acc total[2];
            row_totals<Matrix, loaded, Acc>(total, x, combine());
            const int row = tile * row_tile_rows + device::group_of(lane);
            if (device::lane_in_group(lane) == 0 && row < shared.rows.rows) {
                shared.running[row] = total[0];
            }
            if (device::lane_in_group(lane) == 0 && row + 8 < shared.rows.rows) {
                shared.running[row + 8] = total[1];
            }
        }
    }

    __device__ __forceinline__ bool begins_segment(int row) const
    {
        return shared.rows.is_head(shared.rows.row_begin[row]);
    }

    /* Each thread scans a run of neighbouring rows, then the runs' sums are scanned over warp and block. */
    __device__ __forceinline__ void spine()
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
        const int per_thread = (shared.rows.rows + scan_tile_threads - 1) / scan_tile_threads;
        const int begin = min(static_cast<int>(threadIdx.x) * per_thread, shared.rows.rows);
        const int end = min(begin + per_thread, shared.rows.rows);

        Acc sum = 0;
        bool has_head = false;
        for (int row = begin; row < end; row++) {
            const bool head = begins_segment(row);
            sum = head || row == begin ? shared.running[row] : op.combine(sum, shared.running[row]);
            has_head |= head;
            shared.running[row] = sum;
        }
        const bool own_head = has_head;
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            const Acc left = __shfl_up_sync(all_lanes, sum, distance);
            const bool left_has_head = __shfl_up_sync(all_lanes, has_head, distance);
            if (lane >= distance) {
                sum = has_head ? sum : op.combine(left, sum);
                has_head |= left_has_head;
            }
        }
        if (lane == TCUI_WARP_LANES - 1) {
            shared.warp_sum[warp] = sum;
            shared.warp_has_head[warp] = has_head;
        }
        /* What the lanes before this one add to its first rows. */
        Acc carry = __shfl_up_sync(all_lanes, sum, 1);
        bool carry_has_head = __shfl_up_sync(all_lanes, has_head, 1);
        if (lane == 0) {
            carry = 0;
            carry_has_head = false;
        }
        __syncthreads();
        Acc before_warp = 0;
        for (int w = 0; w < warp; w++) {
            before_warp = shared.warp_has_head[w] ? shared.warp_sum[w] : op.combine(before_warp, shared.warp_sum[w]);
        }
        if (!carry_has_head) {
            carry = op.combine(before_warp, carry);
        }
        for (int row = begin; row < end && !(own_head && begins_segment(row)); row++) {
            shared.running[row] = op.combine(carry, shared.running[row]);
        }
    }

    const Operator &op;
    storage &shared;
    In *elements;
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_TILES_ROW_SUMS_CUH */
