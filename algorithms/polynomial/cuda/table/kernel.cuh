/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A polynomial for each point: by its number, by the piece of a spline where the point is, or by the batch that it is
 * in. Where points are many, blocks first bring the table into shared memory: coefficients (rows.cuh), and of splines
 * breakpoints and their guide (pieces.cuh). What is too large for it stays in global memory, and is read through L1 and
 * L2.
 */
#ifndef TCUI_POLYNOMIAL_TABLE_KERNEL_CUH
#define TCUI_POLYNOMIAL_TABLE_KERNEL_CUH

#include "algorithms/polynomial/cuda/points.cuh"
#include "algorithms/polynomial/cuda/tuning.h"
#include "indices.cuh"
#include "pieces.cuh"
#include "rows.cuh"

namespace tcu
{

/* What names a point's polynomial. */
enum class pick {
    index,
    guide,  /* its piece, by a guide in shared memory */
    search, /* its piece, by a search in global memory */
    batch,
};

template <class In, class Out>
struct table_task {
    const In *points;
    Out *out;
    uint64_t n, out_stride; /* of a batch; splines and indices have one */
    const uint64_t *length; /* or NULL: of the n points those that there are */
    uint64_t point_stride, vectors_a_batch, batches;
    const computed<In> *coefficients;
    uint64_t stride, count, planes;
    uint32_t degree;
    variable map;
    bool vectors_in, vectors_out, chebyshev;
    point_indices indices;
    const In *breakpoints;
    bool nan_outside;
    uint32_t cells; /* of the guide */
    row_layout layout;
};

/* Points that there are, and vectors of them in a batch, one or more. */
struct present_points {
    uint64_t n, vectors_a_batch;
};

template <int V, class In, class Out>
__device__ __forceinline__ present_points present_points_of(const table_task<In, Out> &task)
{
    if (task.length == nullptr) {
        return {task.n, task.vectors_a_batch};
    }
    const uint64_t n = length_now(task.n, task.length);
    return {n, max((n + V - 1) / V, uint64_t{1})};
}

/* Neighbouring points of a thread, whose results it stores together. */
template <class Out>
constexpr int table_points = results_together<Out, TCUI_POLYNOMIAL_TABLE_POINTS>;

/* A thread's points, and where they are. */
template <pick Pick, class In, int V>
struct table_vector {
    computed<In> x[V];
    loaded_indices<V> indices;
    uint64_t batch, first;

    /* Vector number `number` of all. */
    template <class Out>
    __device__ __forceinline__ void load(const table_task<In, Out> &task, const present_points &present,
                                         uint64_t number)
    {
        if constexpr (Pick == pick::batch) {
            batch = number / present.vectors_a_batch;
            first = batch < task.batches ? (number - batch * present.vectors_a_batch) * V : present.n;
        } else {
            batch = 0;
            first = number * V;
        }
        if constexpr (Pick == pick::index) {
            indices.load(task.indices, first, present.n);
        }
        load_points<In>(x, task.points + batch * task.point_stride, first, present.n, task.vectors_in);
    }
};

/* Group: coefficients' vectors of a line in shared memory; 0: they stay in global memory. */
template <pick Pick, int Group, class In, class Out>
__global__ void __launch_bounds__(TCUI_POLYNOMIAL_TABLE_THREADS) polynomial_table_kernel(table_task<In, Out> task)
{
    using compute = computed<In>;
    using rows = table_rows<Group, compute>;
    constexpr int threads = TCUI_POLYNOMIAL_TABLE_THREADS, V = table_points<Out>;
    const uint64_t step = static_cast<uint64_t>(gridDim.x) * threads;
    uint64_t number = static_cast<uint64_t>(blockIdx.x) * threads + threadIdx.x;
    table_vector<Pick, In, V> now, next;
    const present_points present = present_points_of<V>(task);
    next.load(task, present, number);

    rows table;
    std::conditional_t<Pick == pick::guide, guided_search<compute>, global_search<In>> search;
    unsigned char *shared = dynamic_shared_memory();
    table.template begin<threads>(task.coefficients, task.stride, task.planes * task.count, task.layout, shared);
    if constexpr (Pick == pick::guide || Pick == pick::search) {
        search.template begin<threads>(task.breakpoints, task.count, task.cells, shared + task.layout.table_bytes);
    }
    if (Group > 0 || Pick == pick::guide) {
        __syncthreads();
    }

    for (;;) {
        now = next;
        /* (Only divided numbers are worth a register.) */
        const uint64_t batch = Pick == pick::batch ? now.batch : 0;
        const uint64_t first = Pick == pick::batch ? now.first : number * V;
        if (first >= present.n) {
            break;
        }
        number += step;
        next.load(task, present, number);

        compute t[V];
        typename rows::offset row[V];
#pragma unroll
        for (int i = 0; i < V; i++) {
            t[i] = now.x[i];
        }
        if constexpr (Pick == pick::batch) {
#pragma unroll
            for (int i = 0; i < V; i++) {
                row[i] = table.row(batch);
            }
        } else if constexpr (Pick == pick::index) {
#pragma unroll
            for (int i = 0; i < V; i++) {
                const uint64_t index = now.indices.at(task.indices, i);
                row[i] = table.row(index < task.count ? index : 0);
                t[i] = index >= task.count ? static_cast<compute>(NAN) : task.degree > 0 ? t[i] : 0;
            }
        } else {
            typename decltype(search)::piece pieces[V];
            search.find(pieces, t);
            if (task.nan_outside) {
                keep_branch();
#pragma unroll
                for (int i = 0; i < V; i++) {
                    t[i] = search.covers(t[i]) ? t[i] : static_cast<compute>(NAN);
                }
            }
#pragma unroll
            for (int i = 0; i < V; i++) {
                row[i] = table.row(pieces[i].number);
                /* (Of constants only whether it is a number; the difference of infinities is none.) */
                t[i] = task.degree > 0 ? t[i] - pieces[i].begin : t[i];
            }
        }
        if (!task.map.same) {
            keep_branch();
#pragma unroll
            for (int i = 0; i < V; i++) {
                t[i] = map_point(t[i], task.map);
            }
        }
        for (uint64_t plane = 0; plane < task.planes; plane++) {
            compute y[V];
            const typename rows::offset from = table.rows_until(plane * task.count);
            if (Group <= TCUI_POLYNOMIAL_TABLE_MOST_CHEBYSHEV_GROUP && task.chebyshev) {
                evaluate_own_rows<TCU_BASIS_CHEBYSHEV>(y, t, table, row, from, task.degree);
            } else {
                evaluate_own_rows<TCU_BASIS_MONOMIAL>(y, t, table, row, from, task.degree);
            }
            /* (Horner's scheme does not look at t here.) */
            if (Pick != pick::batch && task.degree == 0) {
                keep_branch();
#pragma unroll
                for (int i = 0; i < V; i++) {
                    y[i] = t[i] == t[i] ? y[i] : t[i];
                }
            }
            store_results(task.out + (plane * task.batches + batch) * task.out_stride, y, first, present.n,
                          task.vectors_out, 1);
        }
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_TABLE_KERNEL_CUH */
