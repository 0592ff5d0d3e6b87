/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a lane's values go: every value to memory (rows that are no whole vectors, and columns: elements.cuh), or one
 * of each point kept for a reduction. Values are taken 16 rows at a time, of which a lane has two, 8 apart.
 */
#ifndef TCUI_POLYNOMIAL_GRID_RESULTS_CUH
#define TCUI_POLYNOMIAL_GRID_RESULTS_CUH

#include "algorithms/polynomial/cuda/reduction.cuh"
#include "task.cuh"

namespace tcu
{

/* A lane's results that make 16 bytes: of products `group` to group + W - 1, its first row (half 0) or its second. */
template <class Out, int W, class Compute, int N>
__device__ __forceinline__ element_vector<Out, 2 * W> results_of_row(const Compute (&values)[N][4], int group, int half)
{
    Out results[2 * W];
#pragma unroll
    for (int n = 0; n < W; n++) {
#pragma unroll
        for (int i = 0; i < 2; i++) {
            results[2 * n + i] = from_accumulator<Out>(values[group + n][2 * half + i]);
        }
    }
    element_vector<Out, 2 * W> v;
    memcpy(v.words, results, sizeof v.words);
    return v;
}

/* What is the same wherever every value is written. */
struct written_results {
    template <class Numbers>
    __device__ __forceinline__ static Numbers numbers_of(const Numbers &numbers, bool)
    {
        return numbers;
    }

    template <class State, class Task>
    __device__ __forceinline__ static void finish(const State &, const Task &, uint64_t, uint64_t, int)
    {
    }
};

/* Writes every value, where all rows are whole vectors. */
template <class Out>
struct written_vectors : written_results {
    static constexpr int neighbours = results_together<Out, 8> / 2;
    static constexpr bool loads_ahead = true;
    static constexpr bool deals_tiles = false;
    static constexpr int tiles_in_step = TCUI_POLYNOMIAL_GRID_TILES_IN_STEP;
    template <int N>
    static constexpr int stage_bytes = 0;

    Out *out_begin;
    uint64_t row_step;

    template <class Compute, int N>
    struct state {
        Out *of_block; /* the lane's first result in its first row of the block */
        bool is_inside;

        __device__ __forceinline__ void begin(const written_vectors &results, const grid_task<Compute> &,
                                              unsigned char *, uint64_t first_tile, uint64_t first_point, uint64_t end,
                                              int lane)
        {
            of_block = results.out_begin + first_row_of(first_tile, 0, lane) * results.row_step + first_point +
                       point_of<neighbours>(0, 2 * device::lane_in_group(lane));
            is_inside = first_point + tile_points * N <= end;
        }
    };

    /* The lane's two rows of the block's tile m; `whole`: all 16 are rows. `Late`: rows of higher numbers may have come
     * before. */
    template <bool Late, class Compute, bool Counted, int N>
    __device__ __forceinline__ void take(const state<Compute, N> &state, const grid_call<Compute, Counted> &task,
                                         const Compute (&values)[N][4], uint64_t first_tile, int m, bool whole,
                                         uint64_t first_point, int lane) const
    {
        constexpr int W = neighbours;
        Out *const first = state.of_block + m * tile_rows * row_step;
        if (whole && state.is_inside) {
#pragma unroll
            for (int half = 0; half < 2; half++) {
#pragma unroll
                for (int group = 0; group < N; group += W) {
                    store_result_vector(first + half * 8 * row_step + point_of<W>(group, 0),
                                        results_of_row<Out, W>(values, group, half));
                }
            }
            return;
        }
        const uint64_t row = first_row_of(first_tile, m, lane), end = task.points_now();
#pragma unroll
        for (int half = 0; half < 2; half++) {
            if (row + 8 * half >= task.rows) {
                break;
            }
#pragma unroll
            for (int group = 0; group < N; group += W) {
                const element_vector<Out, 2 *W> v = results_of_row<Out, W>(values, group, half);
                const int column = point_of<W>(group, 0);
                const uint64_t point = first_point + point_of<W>(group, 2 * device::lane_in_group(lane));
#pragma unroll
                for (int i = 0; i < 2 * W; i++) {
                    if (point + i < end) {
                        first[half * 8 * row_step + column + i] = v.at(i);
                    }
                }
            }
        }
    }
};

/* Keeps one value a point. */
template <class Reduction, class Compute, class Out>
struct kept_results {
    static constexpr int neighbours = 1;
    static constexpr bool loads_ahead = true;
    static constexpr bool deals_tiles = false;
    static constexpr int tiles_in_step = 0;
    template <int N>
    static constexpr int stage_bytes = 0;

    reduced_results<Compute, Out> results;

    /* A row's numbers, with the sign flipped for a minimum; for rows behind the last a factor of 0 and a constant that
     * changes no reduction. */
    __device__ __forceinline__ row_numbers<Compute> numbers_of(const row_numbers<Compute> &numbers, bool is_row) const
    {
        if (!is_row) {
            return {0, Reduction::nothing};
        }
        return {flip_sign(numbers.factor, results.sign), flip_sign(numbers.constant, results.sign)};
    }

    template <class, int N>
    struct state {
        typename Reduction::template state<Compute> of[N][2];

        __device__ __forceinline__ void begin(const kept_results &, const grid_task<Compute> &, unsigned char *,
                                              uint64_t, uint64_t, uint64_t, int)
        {
#pragma unroll
            for (int n = 0; n < N; n++) {
#pragma unroll
                for (int i = 0; i < 2; i++) {
                    of[n][i].clear();
                }
            }
        }
    };

    template <bool Late, int N>
    __device__ __forceinline__ void take(state<Compute, N> &kept, const grid_task<Compute> &task,
                                         const Compute (&values)[N][4], uint64_t first_tile, int m, bool, uint64_t,
                                         int lane) const
    {
#pragma unroll
        for (int half = 0; half < 2; half++) {
            const uint32_t number = static_cast<uint32_t>(m * tile_rows + 8 * half + device::group_of(lane));
            if (Late && first_row_of(first_tile, m, lane) + 8 * half >= task.rows) {
                break;
            }
#pragma unroll
            for (int n = 0; n < N; n++) {
#pragma unroll
                for (int i = 0; i < 2; i++) {
                    const Compute y = values[n][2 * half + i];
                    if constexpr (Late) {
                        kept.of[n][i].merge(Reduction::template state<Compute>::of(flip_sign(y, results.sign), number));
                    } else {
                        kept.of[n][i].take(y, number);
                    }
                }
            }
        }
    }

    template <bool Counted, int N>
    __device__ __forceinline__ void finish(state<Compute, N> &kept, const grid_call<Compute, Counted> &, uint64_t chunk,
                                           uint64_t first_point, int lane) const
    {
        const uint64_t first_row = chunk * results.rows_a_chunk, end = results.template points<Counted>();
#pragma unroll
        for (int n = 0; n < N; n++) {
#pragma unroll
            for (int i = 0; i < 2; i++) {
                for (int distance = 4; distance < TCUI_WARP_LANES; distance *= 2) {
                    kept.of[n][i].merge(kept.of[n][i].of_lane(distance));
                }
                if (device::group_of(lane) == 0) {
                    store_reduced(results, kept.of[n][i],
                                  first_point + point_of<1>(n, 2 * device::lane_in_group(lane) + i), end, chunk,
                                  first_row);
                }
            }
        }
    }
};

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_RESULTS_CUH */
