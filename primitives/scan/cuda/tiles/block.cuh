/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Downsweep of a tile by one block: the prefix sums of its rows (row_scan.cuh) plus the carry into each row, from the
 * running sums that block_row_sums left.
 */
#ifndef TCUI_SCAN_CUDA_TILES_BLOCK_CUH
#define TCUI_SCAN_CUDA_TILES_BLOCK_CUH

#include "primitives/tile/row_scan.cuh"
#include "row_sums.cuh"
#include "tcu/scan.h"

namespace tcu
{

template <class Operator, class Out, bool Matrix>
class block_scan
{
    using Acc = typename Operator::acc;
    using loaded = typename Operator::loaded;
    using row_sums = block_row_sums<Operator, Matrix>;

  public:
    struct storage {
        typename row_sums::storage sums;
        alignas(copy_vector_bytes) unsigned char scanned[tile_buffer_bytes<Out>(scan_tile_elements<Acc>)];
    };

    __device__ block_scan(storage &shared, row_sums &sums, const Operator &op) : op(op), shared(shared), sums(sums) {}

    /*
     * Writes out[begin + from ... begin + to), the part of the tile that belongs to segments. `carry_in` is the sum of
     * the first row's segment before the tile. Call after sums.run().
     */
    __device__ __forceinline__ void run(Out *out, tcu_scan_kind kind, Acc carry_in, uint64_t begin, int from, int to)
    {
        Out *scanned = tile_in_buffer(shared.scanned, out + begin);
        for (int tile = threadIdx.x / TCUI_WARP_LANES; tile < sums.tiles(); tile += row_sums::warps) {
            scan_rows(scanned, kind, carry_in, tile);
        }
        __syncthreads();
        copy_tile(out + begin, static_cast<const Out *>(scanned), from, to);
    }

  private:
    __device__ __forceinline__ Acc carry_into(int row, int row_begin, Acc carry_in) const
    {
        if (shared.sums.rows.is_head(row_begin)) {
            return 0;
        }
        const Acc before = row > 0 ? shared.sums.running[row - 1] : Acc(0);
        return row_begin < shared.sums.rows.first_head ? op.combine(carry_in, before) : before;
    }

    __device__ __forceinline__ void scan_rows(Out *scanned, tcu_scan_kind kind, Acc carry_in, int tile)
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES, t = device::lane_in_group(lane);
        row_fragment<loaded> x;
        row_fragment<Acc> y;
        int begin[2], length[2];
        sums.load(x, begin, length, tile);
        row_scan<Matrix, loaded, Acc>(y, x, sums.combine());
#pragma unroll
        for (int h = 0; h < 2; h++) {
            const int row = tile * row_tile_rows + device::group_of(lane) + 8 * h;
            const Acc carry = length[h] > 0 ? carry_into(row, begin[h], carry_in) : Acc(0);
#pragma unroll
            for (int i = 0; i < lane_columns; i++) {
                y[h][i] = op.combine(carry, y[h][i]);
            }
            const Acc left = __shfl_up_sync(all_lanes, y[h][lane_columns - 1], 1, 4);
#pragma unroll
            for (int i = 0; i < lane_columns; i++) {
                const int column = t * lane_columns + i;
                const Acc before = i > 0 ? y[h][i > 0 ? i - 1 : 0] : t > 0 ? left : carry;
                if (column < length[h]) {
                    scanned[begin[h] + column] = op.template result<Out>(kind == TCU_SCAN_INCLUSIVE ? y[h][i] : before);
                }
            }
        }
    }

    const Operator &op;
    storage &shared;
    row_sums &sums;
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_TILES_BLOCK_CUH */
