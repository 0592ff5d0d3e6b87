/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reproducible sums (primitives/reduce/reproducible.h) of segments of one size, the whole array among them; and of short
 * segments, by offsets too:
 *
 *     sum_matrices   a warp for each chunk of a segment; level by level, as the chunks' sums are the next level's elements
 *     sum_columns    segments of a row at most: a few lanes each, which have its columns in registers; by offsets also
 *                    those of one chunk, each by the whole warp
 *
 * No block waits for another, and which warp sums what decides nothing about how it is summed.
 */
#ifndef TCUI_REDUCE_CUDA_KERNELS_REPRODUCIBLE_CUH
#define TCUI_REDUCE_CUDA_KERNELS_REPRODUCIBLE_CUH

#include "primitives/pipeline/launch.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/reduce/cuda/sums/chunk_columns.cuh"
#include "primitives/reduce/cuda/sums/reproducible_result.cuh"

namespace tcu
{

constexpr int reproducible_warps = TCUI_REDUCE_REPRODUCIBLE_WARPS;
constexpr int reproducible_threads = reproducible_warps * TCUI_WARP_LANES;

/* The chunks' columns of a block's warps. */
template <class Acc>
using warps_columns = Acc[reproducible_warps][TCUI_REPRODUCIBLE_COLUMNS];

__device__ __forceinline__ uint64_t warp_of_grid()
{
    return static_cast<uint64_t>(blockIdx.x) * reproducible_warps + threadIdx.x / TCUI_WARP_LANES;
}

/* A level of segments of one size. */
template <class In>
struct matrix_level {
    const In *in;
    tcui_segments segments; /* of the array */
    uint64_t size;          /* elements of a segment at this level, and its chunks */
    uint64_t chunks;
    bool of_sums; /* elements are sums: all of them are there, those of no elements as +0 */
    bool evict_first;
};

/* parts: of each chunk, segment by segment; or nullptr, where a segment has one chunk, whose sum is the result. */
template <class In, class Acc, bool Mapped>
__global__ void __launch_bounds__(reproducible_threads)
    sum_matrices(const matrix_level<In> level, mapped_term<Acc, Mapped> term, Acc *parts,
                 const reproducible_result result)
{
    __shared__ warps_columns<Acc> columns;
    const uint64_t warp = warp_of_grid();
    const uint64_t segment = level.chunks == 1 ? warp : warp / level.chunks;
    const uint64_t first = (warp - segment * level.chunks) * TCUI_REPRODUCIBLE_CHUNK;
    const cache_policy policy = evict_first_if(level.evict_first);
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (!has_segment(level.segments, segment)) {
        return;
    }
    const uint64_t begin = segment * level.size;
    uint64_t length = level.size;
    if (!level.of_sums) {
        const uint64_t n = length_now(level.segments.n, level.segments.length);
        length = begin < n ? min(level.size, n - begin) : 0;
    }
    Acc sum = 0;
    if (first < length) {
        sum = chunk_columns<In, mapped_term<Acc, Mapped>>::sum({level.in + begin, length, first}, term, policy,
                                                               columns[threadIdx.x / TCUI_WARP_LANES]);
    }
    if (threadIdx.x % TCUI_WARP_LANES != 0) {
        return;
    }
    if (parts != nullptr) {
        parts[warp] = sum;
    } else {
        result.store(segment, sum);
    }
}

/* Columns of a lane, of segments that share a warp. */
constexpr int lane_columns = TCUI_REDUCE_REPRODUCIBLE_LANE_COLUMNS;

/* The sum of n elements of a segment, n <= lanes * lane_columns, by a group of so many lanes. */
template <class Acc, bool Mapped, class In>
__device__ __forceinline__ Acc sum_of_row(const In *in, int n, int lanes, mapped_term<Acc, Mapped> term)
{
    const int lane = static_cast<int>(threadIdx.x) & (lanes - 1);
    Acc x[lane_columns];
#pragma unroll
    for (int i = 0; i < lane_columns; i++) {
        const int column = lane + i * lanes;
        x[i] = column < n ? Acc(0) + term(in[column]) : Acc(0);
    }
    return add_halves(x, lanes);
}

/* `lanes` for each segment, a power of two. Segments that are too long for these are left to the whole warp, and those of
 * more than a chunk to other kernels. */
template <class In, class Acc, bool Mapped>
__global__ void __launch_bounds__(reproducible_threads)
    sum_columns(const In *in, const tcui_segments segments, int lanes, bool evict_first, mapped_term<Acc, Mapped> term,
                const reproducible_result result)
{
    __shared__ warps_columns<Acc> columns;
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    const uint64_t segment = warp_of_grid() * (TCUI_WARP_LANES / lanes) + lane / lanes;
    const cache_policy policy = evict_first_if(evict_first);
    wait_for_previous_kernel();
    let_next_kernel_begin();
    uint64_t begin = 0, n = 0;
    const bool exists = has_segment(segments, segment);
    if (exists) {
        const tcui_segments now = with_length(segments);
        begin = segment_begin(now, segment);
        const uint64_t end = segment_begin(now, segment + 1);
        n = end > begin ? end - begin : 0;
    }
    const bool is_row = n <= static_cast<uint64_t>(lanes) * lane_columns;
    const Acc sum = sum_of_row<Acc, Mapped>(in + begin, is_row ? static_cast<int>(n) : 0, lanes, term);
    if (exists && is_row && (lane & (lanes - 1)) == 0) {
        result.store(segment, sum);
    }
    unsigned left = __ballot_sync(all_lanes, !is_row && n <= TCUI_REPRODUCIBLE_CHUNK && (lane & (lanes - 1)) == 0);
    for (; left != 0; left &= left - 1) {
        const int of = __ffs(static_cast<int>(left)) - 1;
        const uint64_t from = __shfl_sync(all_lanes, begin, of), length = __shfl_sync(all_lanes, n, of);
        const Acc of_chunk = chunk_columns<In, mapped_term<Acc, Mapped>>::sum({in + from, length, 0}, term, policy,
                                                                              columns[threadIdx.x / TCUI_WARP_LANES]);
        if (lane == of) {
            result.store(segment, of_chunk);
        }
    }
}

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_KERNELS_REPRODUCIBLE_CUH */
