/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Writes every value where rows of results are no whole vectors, or results of a point are neighbours.
 *
 * A product leaves a lane pairs of neighbours, so that lanes that store single elements leave gaps between them: each
 * sector of L2 is written in parts by several instructions, and some leave L2 in between. So a warp brings 8 rows to
 * shared memory, and stores each by neighbouring lanes. (1000 polynomials at 2^20 - 3 points, H200, ms straight from
 * the products, so, and by Horner's scheme: f64, d = 63: 10.7, 4.0, 5.1; f32 6.0, 2.4, 3.1; f16 to f32 7.1, 1.9, 3.1.)
 */
#ifndef TCUI_POLYNOMIAL_GRID_ELEMENTS_CUH
#define TCUI_POLYNOMIAL_GRID_ELEMENTS_CUH

#include "results.cuh"

namespace tcu
{

template <class Out>
struct written_elements : written_results {
    static constexpr int neighbours = written_vectors<Out>::neighbours;
    static constexpr bool loads_ahead = false;
    /* Blocks that run together write neighbouring parts of a row, whose sectors at the ends they share. (f64, d = 31:
     * 3.4 ms, 4.6 without; f16 to f32 1.8, 2.4.) */
    static constexpr bool deals_tiles = true;
    static constexpr int tiles_in_step = 1;
    /* Bytes of a row in shared memory: lanes of two rows, which store 64 bytes of each at once, meet in no bank. */
    template <int N>
    static constexpr int pitch = (8 * N * static_cast<int>(sizeof(Out))) | 64;
    /* Of a warp. */
    template <int N>
    static constexpr int stage_bytes = 8 * pitch<N>;

    Out *out_begin;
    uint64_t row_step, point_step;

    template <class Compute, int N>
    struct state {
        unsigned char *stage;
        uint64_t end; /* of the points that there are */

        __device__ __forceinline__ void begin(const written_elements &, const grid_task<Compute> &,
                                              unsigned char *of_warp, uint64_t, uint64_t, uint64_t end_of_points, int)
        {
            stage = of_warp;
            end = end_of_points;
        }
    };

    template <bool Late, class Compute, int N>
    __device__ __forceinline__ void take(state<Compute, N> &state, const grid_task<Compute> &task,
                                         const Compute (&values)[N][4], uint64_t first_tile, int m, bool whole,
                                         uint64_t first_point, int lane) const
    {
        const uint64_t row = first_row_of(first_tile, m, lane);
#pragma unroll
        for (int half = 0; half < 2; half++) {
            if (point_step == 1) {
                store_rows(state, task, values, row - device::group_of(lane) + 8 * half, half, first_point, lane);
            } else if (whole || row + 8 * half < task.rows) {
                store_columns(state, values, row + 8 * half, half, first_point, lane);
            }
        }
    }

  private:
    template <class Compute, int N>
    __device__ __forceinline__ void store_rows(const state<Compute, N> &state, const grid_task<Compute> &task,
                                               const Compute (&values)[N][4], uint64_t first_row, int half,
                                               uint64_t first_point, int lane) const
    {
        constexpr int W = neighbours, columns = 8 * N;
        __syncwarp();
#pragma unroll
        for (int group = 0; group < N; group += W) {
            Out *const to = reinterpret_cast<Out *>(state.stage + device::group_of(lane) * pitch<N>);
            store_whole(to + point_of<W>(group, 2 * device::lane_in_group(lane)),
                        results_of_row<Out, W>(values, group, half));
        }
        __syncwarp();
#pragma unroll
        for (int i = lane; i < 8 * columns; i += TCUI_WARP_LANES) {
            const int row = i / columns, column = i % columns;
            if (first_row + row < task.rows && first_point + column < state.end) {
                out_begin[(first_row + row) * row_step + first_point + column] =
                    reinterpret_cast<const Out *>(state.stage + row * pitch<N>)[column];
            }
        }
    }

    /* Lanes of one column have 8 neighbouring rows. */
    template <class Compute, int N>
    __device__ __forceinline__ void store_columns(const state<Compute, N> &state, const Compute (&values)[N][4],
                                                  uint64_t row, int half, uint64_t first_point, int lane) const
    {
        constexpr int W = neighbours;
#pragma unroll
        for (int group = 0; group < N; group += W) {
            const element_vector<Out, 2 *W> v = results_of_row<Out, W>(values, group, half);
            const uint64_t point = first_point + point_of<W>(group, 2 * device::lane_in_group(lane));
#pragma unroll
            for (int i = 0; i < 2 * W; i++) {
                if (point + i < state.end) {
                    out_begin[row * row_step + (point + i) * point_step] = v.at(i);
                }
            }
        }
    }
};

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_ELEMENTS_CUH */
