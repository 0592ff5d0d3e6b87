/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Polynomials at 16-bit points, of which there are only 65536: one kernel writes a row's values at all of them, by
 * Horner's (Clenshaw's) scheme, into a table of 128 KB; a second one has the table in shared memory and looks results
 * up. So a result costs one load from shared memory, whatever the degree, and is what Horner's scheme gives, bit for
 * bit.
 */
#ifndef TCUI_POLYNOMIAL_VALUES_KERNEL_CUH
#define TCUI_POLYNOMIAL_VALUES_KERNEL_CUH

#include "algorithms/polynomial/cuda/coefficients.cuh"
#include "algorithms/polynomial/cuda/tuning.h"

namespace tcu
{

constexpr uint32_t values_of_row = 1 << 16;
constexpr uint32_t values_bytes = values_of_row * sizeof(uint16_t);
constexpr int values_threads = TCUI_POLYNOMIAL_VALUES_THREADS, values_points = TCUI_POLYNOMIAL_VALUES_POINTS,
              values_vectors = TCUI_POLYNOMIAL_VALUES_VECTORS;
constexpr uint32_t values_parts = values_of_row / (values_threads * values_points); /* blocks of a row */

template <class T>
__device__ __forceinline__ T number_of_bits(uint16_t bits)
{
    T x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* tables[row][bits of x] = p_row(x), a part of a row a block. */
template <tcu_basis Basis, class T>
__global__ void __launch_bounds__(values_threads)
    polynomial_values_kernel(staged_rows<f32> staged, variable map, T *tables, uint64_t first_row)
{
    f32 *shared = reinterpret_cast<f32 *>(dynamic_shared_memory());
    const uint64_t row = first_row + blockIdx.x / values_parts;
    const uint32_t first = blockIdx.x % values_parts * (values_threads * values_points) + threadIdx.x;
    let_next_kernel_begin();
    series<Basis, f32, values_points> series;
#pragma unroll
    for (int r = 0; r < values_points; r++) {
        series.t[r] = to_accumulator<f32>(number_of_bits<T>(static_cast<uint16_t>(first + r * values_threads)));
    }
    map_points(series.t, map);
    stage_whole_rows(staged, shared, row, 1);
    evaluate_row(series, staged, shared, row, 0);
#pragma unroll
    for (int r = 0; r < values_points; r++) {
        tables[row * values_of_row + first + r * values_threads] = from_accumulator<T>(series.b[r]);
    }
}

struct lookup_task {
    const uint16_t *points, *tables;
    uint16_t *out;
    uint64_t n, rows;
    const uint64_t *length; /* or NULL: of the n points those that there are */
    /* Row r has batch r mod batches of points; batches is 0 where all rows have the same. */
    uint64_t batches, point_stride;
    uint64_t row_step, point_step; /* elements of out from a row, a point, to the next */
    bool vectors;                  /* points and results are whole vectors of 16 bytes */
    uint64_t tiles;                /* of a row */
};

constexpr int lookup_threads = TCUI_POLYNOMIAL_LOOKUP_THREADS;
constexpr uint32_t lookup_tile = lookup_threads * values_vectors * vector_elements<uint16_t>;

/*
 * Where in the table values are of the two numbers in a word: bits 1 to 5, which choose a bank, are combined with the
 * higher ones. Otherwise numbers with zeros in their low bits, such as integers, would meet in few banks.
 */
__device__ __forceinline__ uint32_t spread_over_banks(uint32_t numbers)
{
    constexpr uint32_t bank_bits = 0x003e003e;
    return numbers ^ ((numbers >> 5) & bank_bits) ^ ((numbers >> 10) & bank_bits);
}

__device__ __forceinline__ uint32_t look_up(const uint16_t *table, uint32_t numbers)
{
    const uint32_t places = spread_over_banks(numbers);
    return table[places & 0xffff] | static_cast<uint32_t>(table[places >> 16]) << 16;
}

/* The row's table. (Two neighbouring values share a word wherever that is.) Called by all threads. */
__device__ __forceinline__ void stage_values(uint32_t *shared, const uint16_t *values)
{
    constexpr uint32_t V = vector_elements<uint16_t>;
#pragma unroll 4
    for (uint32_t v = threadIdx.x; v < values_of_row / V; v += lookup_threads) {
        const auto vector = load_whole<V>(values + v * V);
#pragma unroll
        for (uint32_t w = 0; w < V / 2; w++) {
            shared[spread_over_banks(v * V + 2 * w) / 2] = vector.words[w];
        }
    }
}

using lookup_vectors = element_vector<uint16_t>[values_vectors];

__device__ __forceinline__ void load_lookup_tile(lookup_vectors &x, const uint16_t *points)
{
    constexpr int V = vector_elements<uint16_t>;
#pragma unroll
    for (int v = 0; v < values_vectors; v++) {
        x[v] = load_whole<V>(points + (v * lookup_threads + threadIdx.x) * V);
    }
}

__device__ __forceinline__ void store_lookup_tile(uint16_t *out, const uint16_t *table, const lookup_vectors &x)
{
    constexpr int V = vector_elements<uint16_t>;
#pragma unroll
    for (int v = 0; v < values_vectors; v++) {
        element_vector<uint16_t> y;
#pragma unroll
        for (int w = 0; w < V / 2; w++) {
            y.words[w] = look_up(table, x[v].words[w]);
        }
        store_result_vector(out + (v * lookup_threads + threadIdx.x) * V, y);
    }
}

/* Persistent blocks, each with some neighbouring tiles of all rows' tiles, as many as the others or one more. */
__global__ void __launch_bounds__(lookup_threads) polynomial_lookup_kernel(lookup_task task)
{
    unsigned char *shared = dynamic_shared_memory();
    const uint16_t *table = reinterpret_cast<const uint16_t *>(shared);
    /* (The kernel before makes tables alone: points, and how many there are, it does not write.) */
    const uint64_t n = length_now(task.n, task.length);
    const uint64_t tiles_of_row = task.length == nullptr ? task.tiles : (n + lookup_tile - 1) / lookup_tile;
    const uint64_t tiles = tiles_of_row * task.rows;
    uint64_t tile = tiles * blockIdx.x / gridDim.x;
    const uint64_t last = tiles * (blockIdx.x + 1) / gridDim.x;
    while (tile < last) {
        const uint64_t row = tile / tiles_of_row, first_tile = row * tiles_of_row;
        const uint64_t end = min(last, first_tile + tiles_of_row);
        const uint64_t batch = task.batches > 0 ? row % task.batches : 0;
        const uint16_t *points = task.points + batch * task.point_stride;
        uint16_t *out = task.out + row * task.row_step;
        const auto first_of = [&](uint64_t t) { return (t - first_tile) * lookup_tile; };
        const auto is_whole = [&](uint64_t t) { return task.vectors && t < end && first_of(t) + lookup_tile <= n; };
        lookup_vectors x;
        if (is_whole(tile)) {
            load_lookup_tile(x, points + first_of(tile));
        }
        wait_for_previous_kernel();
        __syncthreads();
        stage_values(reinterpret_cast<uint32_t *>(shared), task.tables + row * values_of_row);
        __syncthreads();
        for (; tile < end; tile++) {
            const uint64_t first = first_of(tile);
            if (is_whole(tile)) {
                lookup_vectors next;
                if (is_whole(tile + 1)) {
                    load_lookup_tile(next, points + first_of(tile + 1));
                }
                store_lookup_tile(out + first, table, x);
                memcpy(x, next, sizeof x);
            } else {
                const uint32_t count = static_cast<uint32_t>(min(n - first, uint64_t{lookup_tile}));
                for (uint32_t i = threadIdx.x; i < count; i += lookup_threads) {
                    out[(first + i) * task.point_step] = static_cast<uint16_t>(look_up(table, points[first + i]));
                }
            }
        }
    }
    /* (Blocks without a tile wait, too: when this kernel is done, all before it have to be.) */
    wait_for_previous_kernel();
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_VALUES_KERNEL_CUH */
