/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A polynomial for each point: by its number, or the piece of a spline where the point is. Blocks are persistent, as each
 * first brings the table into shared memory: coefficients, and of splines breakpoints and their guide (pieces.cuh).
 * Tables that are too large stay where they are, in reach of L1 and L2.
 */
#ifndef TCUI_POLYNOMIAL_TABLE_KERNEL_CUH
#define TCUI_POLYNOMIAL_TABLE_KERNEL_CUH

#include "algorithms/polynomial/cuda/points.cuh"
#include "algorithms/polynomial/cuda/tuning.h"
#include "pieces.cuh"

namespace tcu
{

template <class In, class Out>
struct table_task {
    const In *points;
    Out *out;
    uint64_t n, out_stride;
    const computed<In> *coefficients;
    uint64_t stride, count, planes, degree;
    variable map;
    bool vectors_in, vectors_out, chebyshev;
    const void *indices;
    tcu_type index_type;
    const In *breakpoints;
    bool nan_outside;
    /* Of each vector of coefficients in shared memory: lanes read the copy of their number, so that neighbours do not
     * meet in a bank. A power of two. */
    uint32_t copies;
};

/* Neighbouring points of a thread, whose results it stores together. */
template <class Out>
constexpr int table_points = results_together<Out, TCUI_POLYNOMIAL_TABLE_POINTS>;

/* Coefficients in shared memory: rows begin at multiples of a vector. */
template <class Compute>
__host__ __device__ constexpr uint64_t shared_row(uint64_t degree)
{
    constexpr uint64_t V = vector_elements<Compute>;
    return (degree / V + 1) * V;
}

/* Negative numbers become large ones, which no table has. */
__device__ __forceinline__ uint64_t load_index(const void *indices, tcu_type type, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_I32:
        return static_cast<uint64_t>(static_cast<int64_t>(static_cast<const int32_t *>(indices)[i]));
    case TCU_TYPE_U32:
        return static_cast<const uint32_t *>(indices)[i];
    default:
        return static_cast<const uint64_t *>(indices)[i];
    }
}

/* One row at one point. Vectors: rows are in shared memory, `copies` of each vector of 16 bytes side by side. */
template <bool Vectors, class Compute>
__device__ __forceinline__ Compute horner_of_row(const Compute *c, uint64_t degree, uint32_t copies, Compute t)
{
    if constexpr (Vectors) {
        constexpr int V = vector_elements<Compute>;
        const int top = static_cast<int>(degree) % V;
        int v = static_cast<int>(degree) / V;
        const auto highest = load_whole<V>(c + v * V * copies);
        Compute b = highest.at(V - 1);
#pragma unroll
        for (int i = V - 2; i >= 0; --i)
            b = i >= top ? highest.at(i) : fma(b, t, highest.at(i));
        while (--v >= 0) {
            const auto values = load_whole<V>(c + v * V * copies);
#pragma unroll
            for (int i = V - 1; i >= 0; --i)
                b = fma(b, t, values.at(i));
        }
        return b;
    } else {
        Compute b = c[degree];
        for (uint64_t k = degree; k-- > 0;)
            b = fma(b, t, c[k]);
        return b;
    }
}

template <class Compute>
__device__ __forceinline__ Compute clenshaw_of_row(const Compute *c, uint64_t degree, uint32_t copies, Compute t)
{
    constexpr int V = vector_elements<Compute>;
    const auto coefficient = [&](uint64_t k) { return c[k / V * V * copies + k % V]; };
    Compute b = coefficient(degree), after = 0;
    for (uint64_t k = degree; k > 1;) {
        const Compute next = fma(2 * t, b, coefficient(--k) - after);
        after = b;
        b = next;
    }
    return degree > 0 ? fma(t, b, coefficient(0) - after) : b;
}

template <bool Spline, bool InShared, class In, class Out>
__global__ void __launch_bounds__(TCUI_POLYNOMIAL_TABLE_THREADS) polynomial_table_kernel(table_task<In, Out> task)
{
    using compute = computed<In>;
    constexpr int V = table_points<Out>;
    /* (Tables in shared memory are found with 32-bit numbers.) */
    using number = std::conditional_t<InShared, uint32_t, uint64_t>;
    const compute *table = task.coefficients;
    number row_stride = static_cast<number>(task.stride);
    piece_search<compute> search;
    unsigned char *shared = dynamic_shared_memory();
    if constexpr (InShared) {
        compute *rows = reinterpret_cast<compute *>(shared);
        row_stride = static_cast<number>(shared_row<compute>(task.degree));
        constexpr int W = vector_elements<compute>;
        const uint32_t numbers = static_cast<uint32_t>(task.planes * task.count * row_stride);
        const uint32_t width = static_cast<uint32_t>(row_stride);
        for (uint32_t i = threadIdx.x; i < numbers; i += TCUI_POLYNOMIAL_TABLE_THREADS) {
            const uint32_t row = i / width, k = i % width;
            const compute c = k <= task.degree ? task.coefficients[row * task.stride + k] : compute(0);
            for (uint32_t copy = 0; copy < task.copies; ++copy)
                rows[(i / W * task.copies + copy) * W + i % W] = c;
        }
        shared += numbers * task.copies * sizeof(compute);
        row_stride *= task.copies;
        table = rows + threadIdx.x % task.copies * W;
    }
    if constexpr (Spline)
        search.template begin<InShared>(task.breakpoints, task.count, shared);
    __syncthreads();

    constexpr uint64_t tile = static_cast<uint64_t>(TCUI_POLYNOMIAL_TABLE_THREADS) * V;
    for (uint64_t first = blockIdx.x * tile + threadIdx.x * V; first < task.n; first += gridDim.x * tile) {
        compute x[V];
        load_points<In>(x, task.points, first, task.n, task.vectors_in);
        number row_of_point[V];
        bool inside[V];
#pragma unroll
        for (int i = 0; i < V; ++i) {
            if constexpr (Spline) {
                const number piece = search.template find<InShared, number>(x[i]);
                inside[i] = x[i] == x[i] && (!task.nan_outside || search.covers(x[i]));
                x[i] -= search.template breakpoint<InShared>(piece);
                row_of_point[i] = piece * row_stride;
            } else {
                const uint64_t index = first + i < task.n ? load_index(task.indices, task.index_type, first + i) : 0;
                inside[i] = index < task.count;
                row_of_point[i] = inside[i] ? static_cast<number>(index) * row_stride : 0;
            }
            x[i] = map_point(x[i], task.map);
        }
        for (uint64_t plane = 0; plane < task.planes; ++plane) {
            const compute *of_plane = table + static_cast<number>(plane * task.count) * row_stride;
            compute y[V];
#pragma unroll
            for (int i = 0; i < V; ++i) {
                const compute *row = of_plane + row_of_point[i];
                y[i] = task.chebyshev ? clenshaw_of_row(row, task.degree, InShared ? task.copies : 1, x[i])
                                      : horner_of_row<InShared>(row, task.degree, task.copies, x[i]);
                if (!inside[i])
                    y[i] = static_cast<compute>(NAN);
            }
            store_results(task.out + plane * task.out_stride, y, first, task.n, task.vectors_out, 1);
        }
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_TABLE_KERNEL_CUH */
