/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where a lane's values go: every value to memory, or one of each point kept for a reduction. Values are taken 16 rows at
 * a time, of which a lane has rows `row` and row + 8.
 */
#ifndef TCUI_POLYNOMIAL_GRID_RESULTS_CUH
#define TCUI_POLYNOMIAL_GRID_RESULTS_CUH

#include "algorithms/polynomial/cuda/reduction.cuh"
#include "task.cuh"

namespace tcu
{

/* Writes every value. */
template <class Out>
struct written_results {
    static constexpr int neighbours = 16 / static_cast<int>(sizeof(Out)) / 2;
    using out = Out;

    Out *out_begin;
    uint64_t row_step, point_step;
    bool whole_vectors;

    template <class Compute, int N>
    struct state {
        __device__ __forceinline__ void clear() {}
    };

    /* Rows `row` and row + 8, as the lane has them. `Late`: rows of higher numbers may have come before. */
    template <bool Late, class Compute, int N>
    __device__ __forceinline__ void take(state<Compute, N> &, const grid_task<Compute> &task,
                                         const Compute (&values)[N][4], uint64_t row, uint32_t, uint64_t first_point,
                                         int lane) const
    {
        constexpr int W = neighbours;
        const bool inside = whole_vectors && first_point + 8 * N <= task.n;
#pragma unroll
        for (int half = 0; half < 2; half++) {
            if (row + 8 * half >= task.rows) {
                break;
            }
#pragma unroll
            for (int group = 0; group < N; group += W) {
                Out results[2 * W];
#pragma unroll
                for (int n = 0; n < W; n++) {
#pragma unroll
                    for (int i = 0; i < 2; i++) {
                        results[2 * n + i] = from_accumulator<Out>(values[group + n][2 * half + i]);
                    }
                }
                const uint64_t point = first_point + point_of<W>(group, 2 * tcui_lane_in_group(lane));
                Out *to = out_begin + (row + 8 * half) * row_step + point * point_step;
                if (inside) {
                    element_vector<Out, 2 * W> v;
                    memcpy(v.words, results, sizeof v.words);
                    store_result_vector(to, v);
                } else {
#pragma unroll
                    for (int i = 0; i < 2 * W; i++) {
                        if (point + i < task.n) {
                            to[i * point_step] = results[i];
                        }
                    }
                }
            }
        }
    }

    template <class Compute, int N>
    __device__ __forceinline__ void finish(const state<Compute, N> &, const grid_task<Compute> &, uint64_t, uint64_t,
                                           int) const
    {
    }
};

/* Keeps one value a point. */
template <class Reduction, class Compute, class Out>
struct kept_results {
    static constexpr int neighbours = 1;

    reduced_results<Compute, Out> results;

    template <class, int N>
    struct state {
        typename Reduction::template state<Compute> of[N][2];

        __device__ __forceinline__ void clear()
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
                                         const Compute (&values)[N][4], uint64_t row, uint32_t number, uint64_t,
                                         int) const
    {
#pragma unroll
        for (int half = 0; half < 2; half++) {
            if (row + 8 * half >= task.rows) {
                break;
            }
#pragma unroll
            for (int n = 0; n < N; n++) {
#pragma unroll
                for (int i = 0; i < 2; i++) {
                    const Compute y = flip_sign(values[n][2 * half + i], results.sign);
                    if constexpr (Late) {
                        kept.of[n][i].merge(Reduction::template state<Compute>::of(y, number + 8 * half));
                    } else {
                        kept.of[n][i].take(y, number + 8 * half);
                    }
                }
            }
        }
    }

    template <int N>
    __device__ __forceinline__ void finish(state<Compute, N> &kept, const grid_task<Compute> &, uint64_t slice,
                                           uint64_t first_point, int lane) const
    {
        const uint64_t first_row = slice * results.rows_a_slice;
#pragma unroll
        for (int n = 0; n < N; n++) {
#pragma unroll
            for (int i = 0; i < 2; i++) {
                for (int distance = 4; distance < TCUI_WARP_LANES; distance *= 2) {
                    kept.of[n][i].merge(kept.of[n][i].of_lane(distance));
                }
                if (tcui_lane_group(lane) == 0) {
                    store_reduced(results, kept.of[n][i],
                                  first_point + point_of<1>(n, 2 * tcui_lane_in_group(lane) + i), slice, first_row);
                }
            }
        }
    }
};

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_RESULTS_CUH */
