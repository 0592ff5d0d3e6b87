/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sum of a chunk in the order of primitives/reduce/reproducible.h, by a warp. Vectors are loaded at multiples of 16
 * bytes, wherever the chunk begins: element j of a lane's vector is in the same column in every row, and has a sum of its
 * own in a register. These go through shared memory once a chunk, to their columns, which the lanes then add by halves.
 *
 * Where the chunk begins behind a multiple of 16 bytes, its rows are seen that many elements earlier, and there is one row
 * more; what a vector has outside the chunk is made +0, which changes no sum.
 */
#ifndef TCUI_REDUCE_CUDA_SUMS_CHUNK_COLUMNS_CUH
#define TCUI_REDUCE_CUDA_SUMS_CHUNK_COLUMNS_CUH

#include "primitives/reduce/cuda/sums/vectors.cuh"
#include "primitives/reduce/cuda/tuning.h"
#include "primitives/reduce/reproducible.h"

namespace tcu
{

/*
 * What is added up of elements: a class with `acc`, the type of sums, and `acc operator()(In)`. Zero bits of acc are
 * neutral, and zero_is_zero says whether they are the term of an element 0. Here an element in type Acc, mapped where
 * Mapped: squared, or its absolute value.
 */
template <class Acc, bool Mapped>
struct mapped_term {
    using acc = Acc;
    static constexpr bool zero_is_zero = true;
    bool square;

    template <class In>
    __device__ __forceinline__ Acc operator()(In element) const
    {
        const Acc x = to_accumulator<Acc>(element);
        if constexpr (!Mapped) {
            return x;
        } else if constexpr (sizeof(Acc) == 4) {
            return square ? __fmul_rn(x, x) : fabsf(x);
        } else {
            return square ? __dmul_rn(x, x) : fabs(x);
        }
    }
};

/* Sums of two numbers side by side, for terms of two. */
struct sum_pair {
    f64 first, second;
};

__device__ __forceinline__ sum_pair operator+(const sum_pair &a, const sum_pair &b)
{
    return {a.first + b.first, a.second + b.second};
}

template <class Acc>
__device__ __forceinline__ Acc exchange_lanes(const Acc &sum, int distance)
{
    if constexpr (std::is_same_v<Acc, sum_pair>) {
        return {__shfl_xor_sync(all_lanes, sum.first, distance), __shfl_xor_sync(all_lanes, sum.second, distance)};
    } else {
        return __shfl_xor_sync(all_lanes, sum, distance);
    }
}

/* The sum of what `lanes` lanes, a power of two, have in their columns: halves are added until one is left. */
template <class Acc, int Count>
__device__ __forceinline__ Acc add_halves(Acc (&of_column)[Count], int lanes)
{
#pragma unroll
    for (int half = Count / 2; half > 0; half /= 2) {
#pragma unroll
        for (int c = 0; c < half; c++) {
            of_column[c] = of_column[c] + of_column[c + half];
        }
    }
    Acc sum = of_column[0];
    for (int half = lanes / 2; half > 0; half /= 2) {
        sum = sum + exchange_lanes(sum, half);
    }
    return sum;
}

/* Of a chunk's columns in shared memory, by a whole warp. */
template <class Acc>
__device__ __forceinline__ Acc total_of_columns(const Acc *columns)
{
    constexpr int of_lane = TCUI_REPRODUCIBLE_COLUMNS / TCUI_WARP_LANES;
    const int lane = static_cast<int>(threadIdx.x % TCUI_WARP_LANES);
    Acc x[of_lane];
#pragma unroll
    for (int i = 0; i < of_lane; i++) {
        x[i] = columns[lane + i * TCUI_WARP_LANES];
    }
    return add_halves(x, TCUI_WARP_LANES);
}

/* A segment's elements, and the chunk of it that begins at `first`. */
template <class In>
struct segment_chunk {
    const In *in; /* of the segment */
    uint64_t length;
    uint64_t first;
};

template <class In, class Term>
class chunk_columns
{
    using Acc = typename Term::acc;
    static constexpr int columns = TCUI_REPRODUCIBLE_COLUMNS;
    /* Elements of a vector: 16 bytes; of bytes 8, since a warp's vectors are a part of a row. */
    static constexpr int row_share = columns / TCUI_WARP_LANES;
    static constexpr int V = vector_elements<In> < row_share ? vector_elements<In> : row_share;
    using vector = element_vector<In, V>;
    static constexpr int per_row = columns / (TCUI_WARP_LANES * V);  /* vectors of a lane */
    static constexpr int rows = TCUI_REDUCE_CHUNK_VECTORS / per_row; /* whose vectors are in flight together */
    static_assert(per_row * TCUI_WARP_LANES * V == columns && rows * per_row == TCUI_REDUCE_CHUNK_VECTORS,
                  "whole rows");

  public:
    /* By a whole warp; the same in all lanes. `shared`: a column's sum each, of the warp alone. */
    __device__ __forceinline__ static Acc sum(const segment_chunk<In> &chunk, const Term &term, cache_policy policy,
                                              Acc *shared)
    {
        chunk_columns of_lane;
        const In *const in = chunk.in + chunk.first;
        const int phase = static_cast<int>(reinterpret_cast<uintptr_t>(in) % vector::bytes / sizeof(In));
        const uint64_t left = chunk.length - chunk.first;
        const int count = static_cast<int>(min(left, static_cast<uint64_t>(TCUI_REPRODUCIBLE_CHUNK)));
        for (int row = 0; row * columns < count + phase; row += rows) {
            vector x[rows * per_row];
            const int from = row * columns - phase;
            if (from >= 0 && from + rows * columns <= count) {
                load_inside(x, in + from, policy);
            } else {
                load_edge(x, chunk, from, count, policy);
                if constexpr (!Term::zero_is_zero) {
                    of_lane.add_inside(x, term, from, count);
                    continue;
                }
            }
            of_lane.add(x, term);
        }
        of_lane.store(shared, phase);
        __syncwarp();
        const Acc total = total_of_columns(shared);
        __syncwarp();
        return total;
    }

  private:
    /* The place of the lane's vector i, behind the first one of a batch of rows. */
    __device__ __forceinline__ static int place(int i)
    {
        return (i * TCUI_WARP_LANES + static_cast<int>(threadIdx.x % TCUI_WARP_LANES)) * V;
    }

    __device__ __forceinline__ static vector load(const In *in, cache_policy policy)
    {
        if constexpr (vector::bytes == 16) {
            return load_vector(in, policy);
        } else {
            return load_whole<V>(in);
        }
    }

    __device__ __forceinline__ static void load_inside(vector (&x)[rows * per_row], const In *in, cache_policy policy)
    {
        const In *const of_lane = in + place(0);
#pragma unroll
        for (int i = 0; i < rows * per_row; i++) {
            x[i] = load(of_lane + i * (TCUI_WARP_LANES * V), policy);
        }
    }

    /* A batch that begins at place `from` of the chunk and is not wholly inside it. A vector that is wholly inside the
     * segment is loaded whole, so that these loads are in flight together, too. */
    __device__ __forceinline__ static void load_edge(vector (&x)[rows * per_row], const segment_chunk<In> &chunk,
                                                     int from, int count, cache_policy policy)
    {
        const In *const in = chunk.in + chunk.first;
        const int64_t before = static_cast<int64_t>(chunk.first);
        const int64_t behind = static_cast<int64_t>(chunk.length - chunk.first);
#pragma unroll
        for (int i = 0; i < rows * per_row; i++) {
            const int at = from + place(i);
            x[i] = {};
            if (at + V > 0 && at < count) {
                x[i] = at + before >= 0 && at + V <= behind ? load(in + at, policy) : gather_inside<V>(in, at, count);
            }
        }
        if constexpr (Term::zero_is_zero) {
#pragma unroll
            for (int i = 0; i < rows * per_row; i++) {
                const int at = from + place(i);
                x[i] = elements_of(x[i], min(max(-at, 0), V), min(max(count - at, 0), V));
            }
        }
    }

    __device__ __forceinline__ void add(const vector (&x)[rows * per_row], const Term &term)
    {
#pragma unroll
        for (int i = 0; i < rows * per_row; i++) {
#pragma unroll
            for (int j = 0; j < V; j++) {
                of_column[i % per_row][j] = of_column[i % per_row][j] + term(x[i].at(j));
            }
        }
    }

    /* Of a batch that begins at place `from` of the chunk, those that are inside it. */
    __device__ __forceinline__ void add_inside(const vector (&x)[rows * per_row], const Term &term, int from, int count)
    {
#pragma unroll
        for (int i = 0; i < rows * per_row; i++) {
            const int at = from + place(i);
#pragma unroll
            for (int j = 0; j < V; j++) {
                if (at + j >= 0 && at + j < count) {
                    of_column[i % per_row][j] = of_column[i % per_row][j] + term(x[i].at(j));
                }
            }
        }
    }

    __device__ __forceinline__ void store(Acc *shared, int phase) const
    {
#pragma unroll
        for (int i = 0; i < per_row; i++) {
#pragma unroll
            for (int j = 0; j < V; j++) {
                shared[(place(i) + j - phase) & (columns - 1)] = of_column[i][j];
            }
        }
    }

    Acc of_column[per_row][V] = {};
};

} // namespace tcu

#endif /* TCUI_REDUCE_CUDA_SUMS_CHUNK_COLUMNS_CUH */
