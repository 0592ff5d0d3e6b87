/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reproducible moments of segments (algorithms/moments/reproducible.h), by the sums of chunks of reproducible sums
 * (primitives/reduce/cuda/sums/chunk_columns.cuh): of each element two f64, the deviation from a shift and its square.
 *
 *     short_moments     a warp for each segment of a chunk at most: its shift, then its sums, of elements that are in
 *                       a cache
 *     find_shifts       a warp for each longer segment, of its first chunk
 *     sum_deviations    a warp for each chunk of these
 *     sum_pairs         a warp for each 4096 sums of a segment, level by level; the last level's is the result
 *
 * Of segments by offsets, sums and shifts lie in slots (primitives/reduce/cuda/kernels/reproducible_offsets.cuh).
 */
#ifndef TCUI_MOMENTS_CUDA_REPRODUCIBLE_CUH
#define TCUI_MOMENTS_CUDA_REPRODUCIBLE_CUH

#include "algorithms/moments/backend.h"
#include "primitives/reduce/cuda/kernels/reproducible_offsets.cuh"

namespace tcu
{

/* The deviation from the first element, of which the shift is made. */
struct distance_term {
    using acc = f64;
    static constexpr bool zero_is_zero = false;
    f64 from;

    template <class In>
    __device__ __forceinline__ f64 operator()(In element) const
    {
        return to_accumulator<f64>(element) - from;
    }
};

/* The deviation from the shift, and its square. */
struct deviation_term {
    using acc = sum_pair;
    static constexpr bool zero_is_zero = false;
    f64 shift;

    template <class In>
    __device__ __forceinline__ sum_pair operator()(In element) const
    {
        const f64 deviation = to_accumulator<f64>(element) - shift;
        return {deviation, __dmul_rn(deviation, deviation)};
    }
};

template <class Out>
struct reproducible_moments {
    uint64_t *count;
    Out *mean, *variance;
    uint64_t correction;

    __device__ __forceinline__ static Out rounded(f64 result)
    {
        const f64 nan = __longlong_as_double(0x7ff8000000000000);
        if constexpr (sizeof(Out) == 8) {
            return result == result ? result : nan;
        } else {
            return result == result ? static_cast<Out>(result) : __uint_as_float(0x7fc00000);
        }
    }

    /* By one lane. */
    __device__ __forceinline__ void store(uint64_t k, uint64_t elements, f64 shift, const sum_pair &sums) const
    {
        const f64 n = static_cast<f64>(elements), nan = __longlong_as_double(0x7ff8000000000000);
        if (count != nullptr) {
            count[k] = elements;
        }
        if (mean != nullptr) {
            mean[k] = rounded(elements > 0 ? shift + sums.first / n : nan);
        }
        if (variance != nullptr) {
            const f64 rest = sums.second - __dmul_rn(sums.first, sums.first) / n;
            variance[k] = rounded(
                elements > correction ? (rest < 0 ? 0.0 : rest) / static_cast<f64>(elements - correction) : nan);
        }
    }
};

/* Columns of a warp's chunk: pairs, or half as much of one number each. */
using pairs_columns = warps_columns<sum_pair>;

/* The shift of a segment of n > 0 elements; by a whole warp, the same in all lanes. */
template <class In>
__device__ __forceinline__ f64 shift_of(const In *in, uint64_t n, cache_policy policy, sum_pair *columns)
{
    const f64 first = to_accumulator<f64>(in[0]);
    const f64 sum =
        chunk_columns<In, distance_term>::sum({in, n, 0}, {first}, policy, reinterpret_cast<f64 *>(columns));
    const f64 shift = first + sum / static_cast<f64>(min(n, static_cast<uint64_t>(TCUI_REPRODUCIBLE_CHUNK)));
    return isfinite(shift) ? shift : 0.0;
}

template <class In, class Out>
__global__ void __launch_bounds__(reproducible_threads)
    short_moments(const In *in, const tcui_segments segments, const reproducible_moments<Out> results)
{
    __shared__ pairs_columns columns;
    sum_pair *const of_warp = columns[threadIdx.x / TCUI_WARP_LANES];
    const uint64_t segment = warp_of_grid();
    const cache_policy policy = evict_first_if(false);
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (!has_segment(segments, segment)) {
        return;
    }
    const tcui_segments now = with_length(segments);
    const uint64_t begin = segment_begin(now, segment), end = segment_begin(now, segment + 1);
    const uint64_t n = end > begin ? end - begin : 0;
    if (n > TCUI_REPRODUCIBLE_CHUNK) {
        return;
    }
    f64 shift = 0;
    sum_pair sums = {};
    if (n > 0) {
        shift = shift_of(in + begin, n, policy, of_warp);
        sums = chunk_columns<In, deviation_term>::sum({in + begin, n, 0}, {shift}, policy, of_warp);
    }
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        results.store(segment, n, shift, sums);
    }
}

/* Of segments of one size: that of each; by offsets (level 0 of `search`): of each slot that is a segment's first one. */
template <class In, bool ByOffsets>
__global__ void __launch_bounds__(reproducible_threads)
    find_shifts(const In *in, const slot_search search, uint64_t count, f64 *shifts)
{
    __shared__ pairs_columns columns;
    const uint64_t warp = warp_of_grid();
    const cache_policy policy = evict_first_if(false);
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (warp >= count) {
        return;
    }
    const tcui_segments now = with_length(search.segments);
    level_segment segment = {warp, 0, 0};
    if constexpr (ByOffsets) {
        segment = segment_of_slot(search, 0, warp);
        if (segment.count <= TCUI_REPRODUCIBLE_CHUNK || warp != tcui_reproducible_slot(segment.begin)) {
            return;
        }
    } else {
        segment.begin = segment_begin(now, warp);
        segment.count = segment_begin(now, warp + 1) - segment.begin;
        if (segment.count == 0) {
            return;
        }
    }
    const f64 shift = shift_of(in + segment.begin, segment.count, policy, columns[threadIdx.x / TCUI_WARP_LANES]);
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        shifts[warp] = shift;
    }
}

/* Of segments of one size `chunks` each; of offsets each slot has one. */
template <class In, bool ByOffsets>
__global__ void __launch_bounds__(reproducible_threads)
    sum_deviations(const In *in, const slot_search search, uint64_t count, uint64_t chunks, bool evict_first,
                   const f64 *shifts, sum_pair *sums)
{
    __shared__ pairs_columns columns;
    const uint64_t warp = warp_of_grid();
    const cache_policy policy = evict_first_if(evict_first);
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (warp >= count) {
        return;
    }
    const tcui_segments now = with_length(search.segments);
    level_segment segment = {};
    uint64_t first, of_shift;
    if constexpr (ByOffsets) {
        segment = segment_of_slot(search, 0, warp);
        of_shift = tcui_reproducible_slot(segment.begin);
        first = (warp - of_shift) * TCUI_REPRODUCIBLE_CHUNK;
        if (segment.count <= TCUI_REPRODUCIBLE_CHUNK || first >= segment.count) {
            return;
        }
    } else {
        of_shift = warp / chunks;
        segment.begin = segment_begin(now, of_shift);
        segment.count = segment_begin(now, of_shift + 1) - segment.begin;
        first = (warp - of_shift * chunks) * TCUI_REPRODUCIBLE_CHUNK;
    }
    sum_pair sum = {};
    if (first < segment.count) {
        sum = chunk_columns<In, deviation_term>::sum({in + segment.begin, segment.count, first}, {shifts[of_shift]},
                                                     policy, columns[threadIdx.x / TCUI_WARP_LANES]);
    }
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        sums[warp] = sum;
    }
}

/* The sum of up to 4096 sums, by a whole warp. */
__device__ __forceinline__ sum_pair sum_of_pairs(const sum_pair *from, uint64_t count)
{
    constexpr int of_lane = TCUI_REPRODUCIBLE_COLUMNS / TCUI_WARP_LANES;
    const int lane = static_cast<int>(threadIdx.x % TCUI_WARP_LANES), most = static_cast<int>(count);
    sum_pair x[of_lane] = {};
    for (int row = 0; row < most; row += TCUI_REPRODUCIBLE_COLUMNS) {
#pragma unroll
        for (int i = 0; i < of_lane; i++) {
            const int at = row + lane + i * TCUI_WARP_LANES;
            if (at < most) {
                x[i] = x[i] + from[at];
            }
        }
    }
    return add_halves(x, TCUI_WARP_LANES);
}

/* `size` sums of each segment, `chunks` of the next level, which are stored there, or, where it is one, are the result. */
template <class Out>
__global__ void __launch_bounds__(reproducible_threads)
    sum_pairs(const sum_pair *from, const tcui_segments segments, uint64_t size, uint64_t chunks, const f64 *shifts,
              sum_pair *to, const reproducible_moments<Out> results)
{
    const uint64_t warp = warp_of_grid(), segment = warp / chunks;
    const uint64_t first = (warp - segment * chunks) * TCUI_REPRODUCIBLE_CHUNK;
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (!has_segment(segments, segment)) {
        return;
    }
    const sum_pair sum =
        sum_of_pairs(from + segment * size + first, min(size - first, static_cast<uint64_t>(TCUI_REPRODUCIBLE_CHUNK)));
    if (threadIdx.x % TCUI_WARP_LANES != 0) {
        return;
    }
    if (chunks > 1) {
        to[warp] = sum;
    } else {
        const tcui_segments now = with_length(segments);
        const uint64_t begin = segment_begin(now, segment);
        results.store(segment, segment_begin(now, segment + 1) - begin, shifts[segment], sum);
    }
}

/* The sums of level `level`, whose elements are those of the level before. (A template, as are the others: it is in a
 * header.) */
template <class Out>
__global__ void __launch_bounds__(reproducible_threads)
    sum_slot_pairs(const sum_pair *from, const slot_search search, int level, uint64_t count, sum_pair *to)
{
    const uint64_t slot = warp_of_grid();
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (slot >= count) {
        return;
    }
    const level_segment segment = segment_of_slot(search, level, slot);
    const uint64_t first = (slot - tcui_reproducible_slot(segment.begin)) * TCUI_REPRODUCIBLE_CHUNK;
    if (segment.count <= TCUI_REPRODUCIBLE_CHUNK || first >= segment.count) {
        return;
    }
    const sum_pair sum = sum_of_pairs(from + segment.begin + first,
                                      min(segment.count - first, static_cast<uint64_t>(TCUI_REPRODUCIBLE_CHUNK)));
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        to[slot] = sum;
    }
}

/* The results of segments whose slots of `level` are no more than a chunk, as finish_slots(). */
template <class Out>
__global__ void __launch_bounds__(reproducible_threads)
    finish_pair_slots(const sum_pair *slots, const slot_search search, int level, uint64_t count, const f64 *shifts,
                      const reproducible_moments<Out> results)
{
    const uint64_t slot = warp_of_grid();
    wait_for_previous_kernel();
    let_next_kernel_begin();
    if (slot >= count) {
        return;
    }
    const level_segment segment = segment_of_slot(search, level, slot);
    const uint64_t sums = tcui_reproducible_chunks(segment.count);
    if (sums < 2 || sums > TCUI_REPRODUCIBLE_CHUNK || slot != tcui_reproducible_slot(segment.begin)) {
        return;
    }
    const sum_pair sum = sum_of_pairs(slots + slot, sums);
    if (threadIdx.x % TCUI_WARP_LANES == 0) {
        const uint64_t begin = segment_begin(search.segments, segment.index);
        results.store(segment.index, segment_begin(search.segments, segment.index + 1) - begin,
                      shifts[tcui_reproducible_slot(begin)], sum);
    }
}

} // namespace tcu

#endif /* TCUI_MOMENTS_CUDA_REPRODUCIBLE_CUH */
