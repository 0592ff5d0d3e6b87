/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A reproducible scan of an array (primitives/scan/reproducible.h), which reads every element once and writes every result
 * once. A block takes the next chunk of 32 rows. A warp has some rows, which it loads at once; a lane has the group of 8
 * elements of each:
 *
 *     groups   each lane: prefixes in its groups
 *     rows     each warp: what comes before each group in its row, and the rows' totals
 *     chunk    the first warp: what comes before each row, and the chunk's total, which it publishes
 *     carry    a warp for each level: what comes before the chunk (slots.cuh)
 *     results  each lane: (((carry + before its row) + before its group) + prefix)
 */
#ifndef TCUI_SCAN_CUDA_REPRODUCIBLE_KERNEL_CUH
#define TCUI_SCAN_CUDA_REPRODUCIBLE_KERNEL_CUH

#include "primitives/pipeline/length.cuh"
#include "primitives/pipeline/prefetch_ahead.cuh"
#include "primitives/scan/cuda/tuning.h"
#include "primitives/tile/element_vector.cuh"
#include "slots.cuh"
#include "tcu/scan.h"

namespace tcu
{

constexpr int reproducible_scan_warps = TCUI_SCAN_REPRODUCIBLE_WARPS;
constexpr int reproducible_scan_threads = reproducible_scan_warps * TCUI_WARP_LANES;
constexpr int warp_rows = TCUI_SCAN_FAN / reproducible_scan_warps;

template <class In, class Out>
struct scan_arrays {
    const In *in;
    Out *out;
    uint64_t n;
    const uint64_t *length; /* how many elements there are, if fewer; or nullptr */
    bool has_whole_vectors; /* of `in`, at multiples of 16 bytes; and of `out` */
    bool stores_whole_vectors;
    bool is_exclusive, has_initial;
    Out initial, nan;
    uint64_t ahead; /* chunks by which a block loads into L2 what a later one reads */
};

template <class Acc>
struct reproducible_scan_shared {
    uint32_t chunk;
    Acc of_row[TCUI_SCAN_FAN]; /* totals, then what comes before each row */
    Acc of_level[TCUI_SCAN_LEVELS];
};

/* A group of 8 from element `first` on; +0 behind the n-th. */
template <class In, class Acc>
__device__ __forceinline__ void load_group(Acc (&x)[TCUI_SCAN_GROUP], const In *in, uint64_t first, uint64_t n,
                                           bool has_whole_vectors)
{
    constexpr int V = TCUI_SCAN_GROUP * sizeof(In) < 16 ? TCUI_SCAN_GROUP : vector_elements<In>;
    if (has_whole_vectors && first + TCUI_SCAN_GROUP <= n) {
#pragma unroll
        for (int i = 0; i < TCUI_SCAN_GROUP; i += V) {
            const auto vector = load_whole<V>(in + first + i);
#pragma unroll
            for (int j = 0; j < V; j++) {
                x[i + j] = to_accumulator<Acc>(vector.at(j));
            }
        }
    } else {
#pragma unroll
        for (int i = 0; i < TCUI_SCAN_GROUP; i++) {
            x[i] = first + i < n ? to_accumulator<Acc>(in[first + i]) : Acc(0);
        }
    }
}

template <class In, class Acc, class Out>
__device__ __forceinline__ Out scan_result(const scan_arrays<In, Out> &arrays, Acc before, Acc prefix)
{
    Acc sum = before + prefix;
    if (arrays.has_initial) {
        sum = to_accumulator<Acc>(arrays.initial) + sum;
    }
    return sum == sum ? from_accumulator<Out>(sum) : arrays.nan;
}

/* The results of a group, before which `before` comes. */
template <class In, class Acc, class Out>
__device__ __forceinline__ void store_group(const scan_arrays<In, Out> &arrays, const Acc (&prefix)[TCUI_SCAN_GROUP],
                                            Acc before, uint64_t first, uint64_t n)
{
    Out results[TCUI_SCAN_GROUP];
#pragma unroll
    for (int i = 0; i < TCUI_SCAN_GROUP; i++) {
        const Acc behind = i > 0 ? prefix[i > 0 ? i - 1 : 0] : Acc(0);
        results[i] = scan_result<In, Acc, Out>(arrays, before, arrays.is_exclusive ? behind : prefix[i]);
    }
    if (arrays.stores_whole_vectors && first + TCUI_SCAN_GROUP <= n) {
        element_vector<Out, TCUI_SCAN_GROUP> vector;
        memcpy(vector.words, results, sizeof vector.words);
        store_whole(arrays.out + first, vector);
    } else {
#pragma unroll
        for (int i = 0; i < TCUI_SCAN_GROUP; i++) {
            if (first + i < n) {
                arrays.out[first + i] = results[i];
            }
        }
    }
}

template <class In, class Acc, class Out>
__global__ void __launch_bounds__(reproducible_scan_threads)
    scan_chunks(const __grid_constant__ scan_arrays<In, Out> arrays, const __grid_constant__ scan_slots<Acc> slots,
                uint32_t *next_chunk)
{
    __shared__ reproducible_scan_shared<Acc> shared;
    const int lane = threadIdx.x % TCUI_WARP_LANES, warp = threadIdx.x / TCUI_WARP_LANES;
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (threadIdx.x == 0) {
        shared.chunk = slots.chunks > 1 ? atomicAdd(next_chunk, 1u) : 0u;
    }
    __syncthreads();
    const uint64_t chunk = shared.chunk, n = length_now(arrays.n, arrays.length);
    if (chunk * TCUI_SCAN_CHUNK >= n) { /* and no chunk that has elements is behind this one */
        return;
    }
    prefetch_ahead<reproducible_scan_threads>(arrays.in, sizeof(In), (chunk + arrays.ahead) * TCUI_SCAN_CHUNK,
                                              TCUI_SCAN_CHUNK, n);
    const uint64_t first = chunk * TCUI_SCAN_CHUNK + warp * warp_rows * TCUI_SCAN_ROW + lane * TCUI_SCAN_GROUP;
    Acc x[warp_rows][TCUI_SCAN_GROUP];
#pragma unroll
    for (int r = 0; r < warp_rows; r++) {
        load_group<In, Acc>(x[r], arrays.in, first + r * TCUI_SCAN_ROW, n, arrays.has_whole_vectors);
    }
    Acc of_group[warp_rows];
#pragma unroll
    for (int r = 0; r < warp_rows; r++) {
        x[r][0] = Acc(0) + x[r][0];
#pragma unroll
        for (int i = 1; i < TCUI_SCAN_GROUP; i++) {
            x[r][i] = x[r][i - 1] + x[r][i];
        }
        const Acc up_to = scan_lanes(x[r][TCUI_SCAN_GROUP - 1]);
        of_group[r] = before_lane(up_to);
        if (lane == TCUI_WARP_LANES - 1) {
            shared.of_row[warp * warp_rows + r] = up_to;
        }
    }
    __syncthreads();
    if (warp == 0) {
        const Acc up_to = scan_lanes(shared.of_row[lane]);
        if (lane == TCUI_WARP_LANES - 1 && slots.chunks > 1) {
            slots.publish_total(chunk, up_to);
        }
        shared.of_row[lane] = before_lane(up_to);
    }
    for (int level = warp; slots.chunks > 1 && level < slots.levels; level += reproducible_scan_warps) {
        const Acc before = slots.before(chunk, level);
        if (lane == 0) {
            shared.of_level[level] = before;
        }
    }
    __syncthreads();
    Acc carry = 0;
    for (int level = slots.levels - 1; slots.chunks > 1 && level >= 0; level--) {
        carry = carry + shared.of_level[level];
    }
#pragma unroll
    for (int r = 0; r < warp_rows; r++) {
        const Acc before = (carry + shared.of_row[warp * warp_rows + r]) + of_group[r];
        store_group<In, Acc, Out>(arrays, x[r], before, first + r * TCUI_SCAN_ROW, n);
    }
}

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_REPRODUCIBLE_KERNEL_CUH */
