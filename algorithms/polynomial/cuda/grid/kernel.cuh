/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Many polynomials at shared points, baby steps on the matrix unit and giant steps by Horner's scheme:
 *
 *     values = sum over chunks g of (z^(16 K))^g * (A_g B),   A_g: 16 rows x 16 K coefficients, B: 16 K powers x 8 points
 *
 * A block has the packed coefficients of some tiles of rows in shared memory and goes over tiles of points. A warp raises
 * the powers of N times 8 points once, in registers, and multiplies all of the block's rows by them.
 */
#ifndef TCUI_POLYNOMIAL_GRID_KERNEL_CUH
#define TCUI_POLYNOMIAL_GRID_KERNEL_CUH

#include "horner.cuh"
#include "results.cuh"
#include "task.cuh"

namespace tcu
{

/* Chunks in a turn of the loop over them: more would take the registers of tiles that are loaded ahead. */
template <int K>
constexpr int grid_chunks_unrolled = K == 1 ? 1 : 2;

template <class Operands, int K, int N, class Results>
__global__ void __launch_bounds__(grid_threads, TCUI_POLYNOMIAL_GRID_BLOCKS)
    polynomial_grid_kernel(const __grid_constant__ grid_task<typename Operands::compute> task,
                           const __grid_constant__ Results results)
{
    using compute = typename Operands::compute;
    constexpr int W = Results::neighbours;
    static_assert(N % W == 0, "whole vectors of results");
    constexpr int stage_bytes = Results::template stage_bytes<N>;
    /* (opaque(): what the loop over rows needs stays in registers, instead of being computed again for each tile.) */
    const int lane = opaque(threadIdx.x) % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
    unsigned char *const stages = dynamic_shared_memory();
    const uint32_t point_block = blockIdx.x % task.point_blocks, slice = blockIdx.x / task.point_blocks;
    const uint64_t first_tile = slice * task.tiles_a_block;
    const int tiles = static_cast<int>(min(task.tiles_a_block, task.tiles - first_tile));
    const int tile_vectors = task.tiles_k * Operands::vectors;
    row_numbers<compute> *const numbers = reinterpret_cast<row_numbers<compute> *>(stages + grid_warps * stage_bytes);
    uint4 *const coefficients = reinterpret_cast<uint4 *>(numbers + tiles * tile_rows);
    int *const least_of_tile = reinterpret_cast<int *>(coefficients + tiles * tile_vectors);
    for (int v = threadIdx.x; v < tiles * tile_vectors; v += grid_threads) {
        coefficients[v] = task.packed.vectors[first_tile * tile_vectors + v];
    }
    for (int r = threadIdx.x; r < tiles * tile_rows; r += grid_threads) {
        const uint64_t row = first_tile * tile_rows + r;
        numbers[r] = results.numbers_of(task.packed.numbers[row], row < task.rows);
    }
    for (int m = threadIdx.x; m < tiles; m += grid_threads) {
        least_of_tile[m] = task.packed.least[first_tile + m];
    }
    const compute down = power_of_two(compute(), -*task.packed.scale);
    __syncthreads();
    int least_of_block = any_exponent;
    for (int m = 0; m < tiles; m++) {
        least_of_block = max(least_of_block, least_of_tile[m]);
    }
    /* (The last tile of all may have fewer than 16 rows.) */
    const int whole_tiles = opaque(first_tile + tiles > task.rows / tile_rows ? tiles - 1 : tiles);
    const int row_of_lane = opaque(tcui_lane_group(lane));
    coefficient_tiles<Operands, K == 1 && Results::loads_ahead> block_tiles(coefficients, tiles * tile_vectors, lane);

    const int first_count = task.tiles_k - (task.chunks - 1) * K; /* tiles of a row's highest chunk */

    const auto first_point_of = [&](uint32_t p, int of_warp) {
        const uint64_t tile = Results::deals_tiles ? static_cast<uint64_t>(p) * task.point_blocks + point_block
                                                   : static_cast<uint64_t>(point_block) * task.point_tiles_a_block + p;
        return (tile * grid_warps + of_warp) * (tile_points * N);
    };
    typename Operands::point_bits next[N];
    load_columns<W>(next, task, first_point_of(0, warp), lane);
    for (uint32_t p = 0; p < task.point_tiles_a_block; p++) {
        const uint64_t first_point = first_point_of(p, warp);
        /* (Where a block's warps wait for each other, those behind the last point go on, too.) */
        if (first_point - (Results::tiles_in_step > 0 && task.in_step ? warp * (tile_points * N) : 0) >= task.n) {
            break;
        }
        typename Operands::template powers<K> powers[N];
        compute points[N], giant[N][2], t[N][2];
        points_of_bits(points, task, next);
        least_exponent<compute> least_of_lane;
#pragma unroll
        for (int n = 0; n < N; n++) {
            const compute z = points[n] * down;
            least_of_lane.take(z);
            const compute step = powers[n].raise(z, lane);
#pragma unroll
            for (int i = 0; i < 2; i++) {
                /* (The lane whose B column is this column of C.) */
                const int from = 4 * (2 * tcui_lane_in_group(lane) + i);
                giant[n][i] = __shfl_sync(all_lanes, step, from);
                t[n][i] = Operands::first_power > 0 ? __shfl_sync(all_lanes, points[n], from) : 0;
            }
        }
        if (p + 1 < task.point_tiles_a_block) {
            load_columns<W>(next, task, first_point_of(p + 1, warp), lane);
        }
        const int least = least_of_warp(least_of_lane.exponent());
        const bool all = least >= least_of_block;

        typename Results::template state<compute, N> state;
        state.begin(results, task, stages + warp * stage_bytes, first_tile, first_point, lane);
        bool all_done = true;
        for (int m = 0; m < tiles; m++) {
            if constexpr (Results::tiles_in_step > 0) {
                if (task.in_step && m % Results::tiles_in_step == 0) {
                    __syncthreads();
                }
            }
            if (!all && least < least_of_tile[m]) {
                all_done = false;
                block_tiles.skip_to((m + 1) * tile_vectors);
                continue;
            }
            block_tiles.begin_row(m * tile_vectors);
            compute values[N][4];
            const row_numbers<compute> *const two = numbers + row_of_lane + m * tile_rows;
            const row_numbers<compute> of_row[2] = {two[0], two[8]};
            if (!Operands::has_partial_chunks || first_count == K) {
                Operands::template multiply<K, N>(values, block_tiles, powers, giant, true, K);
            } else {
                Operands::template multiply<K, N>(values, block_tiles, powers, giant, true, first_count);
            }
#pragma unroll grid_chunks_unrolled < K>
            for (int g = 1; g < task.chunks; g++) {
                Operands::template multiply<K, N>(values, block_tiles, powers, giant, false, K);
            }
#pragma unroll
            for (int n = 0; n < N; n++) {
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    const row_numbers<compute> &of = of_row[i / 2];
                    values[n][i] = Operands::first_power > 0 ? fma(values[n][i] * of.factor, t[n][i % 2], of.constant)
                                                             : fma(values[n][i], of.factor, of.constant);
                }
            }
            results.template take<false>(state, task, values, first_tile, m, m < whole_tiles, first_point, lane);
        }
        /* (Now that the powers' registers are free.) */
        for (int m = 0; m < tiles && !all_done; m++) {
            if (least >= least_of_tile[m]) {
                continue;
            }
            compute values[N][4];
            evaluate_by_horner<W, typename Operands::point_bits>(values, task, first_row_of(first_tile, m, lane),
                                                                 first_point, lane);
            results.template take<true>(state, task, values, first_tile, m, m < whole_tiles, first_point, lane);
        }
        results.finish(state, task, slice, first_point, lane);
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_KERNEL_CUH */
