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

template <class Operands, int K, int N, class Results>
__global__ void __launch_bounds__(grid_threads, TCUI_POLYNOMIAL_GRID_BLOCKS)
    polynomial_grid_kernel(const __grid_constant__ grid_task<typename Operands::compute> task,
                           const __grid_constant__ Results results)
{
    using compute = typename Operands::compute;
    constexpr int W = Results::neighbours;
    static_assert(N % W == 0, "whole vectors of results");
    constexpr int stage_bytes = Results::template stage_bytes<N>;
    const int lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
    unsigned char *const stages = dynamic_shared_memory();
    uint4 *const coefficients = reinterpret_cast<uint4 *>(stages + grid_warps * stage_bytes);
    const uint32_t point_block = blockIdx.x % task.point_blocks, slice = blockIdx.x / task.point_blocks;
    const uint64_t first_tile = slice * task.tiles_a_block;
    const int tiles = static_cast<int>(min(task.tiles_a_block, task.tiles - first_tile));
    const int tile_vectors = task.chunks * K * Operands::vectors;
    for (int v = threadIdx.x; v < tiles * tile_vectors; v += grid_threads) {
        coefficients[v] = task.packed.vectors[first_tile * tile_vectors + v];
    }
    row_numbers<compute> *numbers = reinterpret_cast<row_numbers<compute> *>(coefficients + tiles * tile_vectors);
    int *least_of_tile = reinterpret_cast<int *>(numbers + tiles * tile_rows);
    for (int r = threadIdx.x; r < tiles * tile_rows; r += grid_threads) {
        numbers[r] = results.signed_numbers(task.packed.numbers[first_tile * tile_rows + r]);
    }
    for (int m = threadIdx.x; m < tiles; m += grid_threads) {
        least_of_tile[m] = task.packed.least[first_tile + m];
    }
    const compute down = power_of_two(compute(), -*task.packed.scale);
    __syncthreads();

    const auto first_point_of = [&](uint32_t p, int of_warp) {
        const uint64_t tile = Results::deals_tiles ? static_cast<uint64_t>(p) * task.point_blocks + point_block
                                                   : static_cast<uint64_t>(point_block) * task.point_tiles_a_block + p;
        return (tile * grid_warps + of_warp) * (tile_points * N);
    };
    point_bits<compute> next[N];
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
        int least = no_exponent;
#pragma unroll
        for (int n = 0; n < N; n++) {
            const compute z = points[n] * down;
            if (first_point + point_of<W>(n, tcui_lane_group(lane)) < task.n) {
                least = min(least, exponent_of(z));
            }
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
        least = least_of_warp(least);

        typename Results::template state<compute, N> state;
        state.begin(stages + warp * stage_bytes);
        bool all_done = true;
        for (int m = 0; m < tiles; m++) {
            if constexpr (Results::tiles_in_step > 0) {
                if (task.in_step && m % Results::tiles_in_step == 0) {
                    __syncthreads();
                }
            }
            if (least < least_of_tile[m]) {
                all_done = false;
                continue;
            }
            compute values[N][4];
            const uint4 *a = coefficients + m * tile_vectors + lane;
            int g = task.chunks - 1;
            Operands::template multiply<K, N>(values, a + g * K * Operands::vectors, powers, giant, true);
            while (--g >= 0) {
                Operands::template multiply<K, N>(values, a + g * K * Operands::vectors, powers, giant, false);
            }
            const int number = m * tile_rows + tcui_lane_group(lane);
            const row_numbers<compute> of_row[2] = {numbers[number], numbers[number + 8]};
#pragma unroll
            for (int n = 0; n < N; n++) {
#pragma unroll
                for (int i = 0; i < 4; i++) {
                    values[n][i] *= of_row[i / 2].factor;
                    if (Operands::first_power > 0) {
                        values[n][i] = fma(values[n][i], t[n][i % 2], of_row[i / 2].constant);
                    }
                }
            }
            results.template take<false>(state, task, values, first_tile * tile_rows + number, number, first_point,
                                         lane);
        }
        /* (Now that the powers' registers are free.) */
        for (int m = 0; m < tiles && !all_done; m++) {
            if (least >= least_of_tile[m]) {
                continue;
            }
            compute values[N][4];
            const int number = m * tile_rows + tcui_lane_group(lane);
            evaluate_by_horner<W>(values, task, first_tile * tile_rows + number, first_point, lane);
            results.template take<true>(state, task, values, first_tile * tile_rows + number, number, first_point,
                                        lane);
        }
        results.finish(state, task, slice, first_point, lane);
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_KERNEL_CUH */
