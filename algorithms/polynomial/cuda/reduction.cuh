/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions over polynomials: the value that is kept of a point, how values are taken into it, and how those of chunks
 * of polynomials become one. A minimum is the maximum of negated values: `sign` flips them.
 */
#ifndef TCUI_POLYNOMIAL_REDUCTION_CUH
#define TCUI_POLYNOMIAL_REDUCTION_CUH

#include <cmath>

#include "points.cuh"
#include "primitives/tile/instructions.cuh"
#include "tuning.h"

namespace tcu
{

/* The largest value; NaN as soon as one is NaN. */
struct keep_largest {
    static constexpr bool has_which = false;
    static constexpr f32 nothing = -INFINITY; /* a value that changes no state */

    template <class Compute>
    struct state {
        Compute value;

        __device__ static __forceinline__ state of(Compute y, uint32_t) { return {y}; }
        __device__ __forceinline__ void clear() { value = static_cast<Compute>(-INFINITY); }
        __device__ __forceinline__ void take(Compute y, uint32_t) { value = largest_or_nan(value, y); }
        /* That of the lane whose number differs by `distance`, a power of two. */
        __device__ __forceinline__ state of_lane(int distance) const
        {
            return {__shfl_xor_sync(all_lanes, value, distance)};
        }
        __device__ __forceinline__ void merge(const state &other) { value = largest_or_nan(value, other.value); }
    };
};

/* And the number of the row that has it, the lowest of equal ones. */
struct keep_largest_row {
    static constexpr bool has_which = true;
    static constexpr f32 nothing = -INFINITY;

    template <class Compute>
    struct state {
        Compute value;
        uint32_t row;

        __device__ static __forceinline__ state of(Compute y, uint32_t number) { return {y, number}; }
        __device__ __forceinline__ void clear()
        {
            value = static_cast<Compute>(-INFINITY);
            row = 0;
        }
        __device__ __forceinline__ void take(Compute y, uint32_t number)
        {
            const bool taken = y > value || (isnan(y) && !isnan(value));
            value = taken ? y : value;
            row = taken ? number : row;
        }
        __device__ __forceinline__ state of_lane(int distance) const
        {
            return {__shfl_xor_sync(all_lanes, value, distance), __shfl_xor_sync(all_lanes, row, distance)};
        }
        __device__ __forceinline__ void merge(const state &other)
        {
            const bool equal = other.value == value || (isnan(other.value) && isnan(value));
            const bool taken = equal ? other.row < row : other.value > value || isnan(other.value);
            value = taken ? other.value : value;
            row = taken ? other.row : row;
        }
    };
};

struct keep_sum {
    static constexpr bool has_which = false;
    static constexpr f32 nothing = 0;

    template <class Compute>
    struct state {
        Compute value;

        __device__ static __forceinline__ state of(Compute y, uint32_t) { return {y}; }
        __device__ __forceinline__ void clear() { value = 0; }
        __device__ __forceinline__ void take(Compute y, uint32_t) { value += y; }
        __device__ __forceinline__ state of_lane(int distance) const
        {
            return {__shfl_xor_sync(all_lanes, value, distance)};
        }
        __device__ __forceinline__ void merge(const state &other) { value += other.value; }
    };
};

/* Where values go: results, or one for each chunk. */
template <class Compute, class Out>
struct reduced_results {
    Out *out; /* or NULL */
    uint64_t *which;
    Compute *chunk_values; /* NULL where there is one chunk: of point i and chunk s number s * n + i */
    uint64_t *chunk_which;
    uint64_t n, rows_a_chunk;
    uint32_t sign;          /* flips signs: of a minimum 2^31, else 0 */
    const uint64_t *length; /* or NULL: of the n points those that there are */

    template <bool Counted>
    __device__ __forceinline__ uint64_t points() const
    {
        return length_now<Counted>(n, length);
    }
};

__device__ __forceinline__ f32 flip_sign(f32 value, uint32_t sign)
{
    return __uint_as_float(__float_as_uint(value) ^ sign);
}

__device__ __forceinline__ f64 flip_sign(f64 value, uint32_t sign)
{
    return __hiloint2double(static_cast<int>(static_cast<uint32_t>(__double2hiint(value)) ^ sign),
                            __double2loint(value));
}

template <class Compute, class Out>
__device__ __forceinline__ void store_reduced_value(const reduced_results<Compute, Out> &results, Compute value,
                                                    uint64_t row, bool has_which, uint64_t i)
{
    if (results.out != nullptr) {
        /* (Terms that cancel are +0 whatever their signs: a minimum of 0 is +0, too.) */
        results.out[i] = from_accumulator<Out>(results.sign != 0 ? Compute(0) - value : value);
    }
    if (has_which && results.which != nullptr) {
        results.which[i] = row;
    }
}

/* The state of point i, if there are more, after the rows of a chunk, which begin at first_row. */
template <class Compute, class Out, class State>
__device__ __forceinline__ void store_reduced(const reduced_results<Compute, Out> &results, const State &state,
                                              uint64_t i, uint64_t points, uint64_t chunk, uint64_t first_row)
{
    constexpr bool has_which = std::is_same_v<State, keep_largest_row::state<Compute>>;
    if (i >= points) {
        return;
    }
    uint64_t row = first_row;
    if constexpr (has_which) {
        row += state.row;
    }
    if (results.chunk_values == nullptr) {
        store_reduced_value(results, state.value, row, has_which, i);
    } else {
        results.chunk_values[chunk * results.n + i] = state.value;
        if (has_which) {
            results.chunk_which[chunk * results.n + i] = row;
        }
    }
}

constexpr int reduce_chunks_threads = TCUI_POLYNOMIAL_REDUCE_THREADS;

/* One thread a point, over the chunks in their order: of equal values the first chunk's stays. Counted: the device knows
 * how many points there are. */
template <class Reduction, class Compute, class Out, bool Counted>
__global__ void __launch_bounds__(reduce_chunks_threads)
    polynomial_reduce_chunks(reduced_results<Compute, Out> results, uint32_t chunks)
{
    const uint64_t i = static_cast<uint64_t>(blockIdx.x) * reduce_chunks_threads + threadIdx.x;
    if (i >= results.template points<Counted>()) {
        return;
    }
    typename Reduction::template state<Compute> state;
    state.clear();
    uint64_t row = Reduction::has_which ? results.chunk_which[i] : 0;
    for (uint32_t s = 0; s < chunks; s++) {
        state.take(results.chunk_values[s * results.n + i], s);
        if constexpr (Reduction::has_which) {
            if (state.row == s) {
                row = results.chunk_which[s * results.n + i];
            }
        }
    }
    store_reduced_value(results, state.value, row, Reduction::has_which, i);
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_REDUCTION_CUH */
