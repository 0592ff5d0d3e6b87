/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The piece of a spline where a point is: the last p < P with breakpoints[p] <= x, or 0.
 *
 * A guide makes most searches short. The breakpoints' range is cut into equal cells; since the cell of x does not
 * decrease with x, the piece of x lies between the last pieces that begin before its cell and in it:
 *
 *     cell(b_p) < cell(x)  =>  b_p < x      and      b_p <= x  =>  cell(b_p) <= cell(x)
 *
 * A cell has both numbers, and the breakpoint of the second beside them. At most points are behind that breakpoint: one
 * load and one comparison then give the piece and the breakpoint that x is a distance from. Others take the first
 * number or, if several pieces begin in the cell, a search between the two. Larger tables are searched from end to end
 * in global memory.
 */
#ifndef TCUI_POLYNOMIAL_TABLE_PIECES_CUH
#define TCUI_POLYNOMIAL_TABLE_PIECES_CUH

#include "algorithms/polynomial/cuda/points.cuh"
#include "algorithms/polynomial/cuda/tuning.h"
#include "primitives/tile/instructions.cuh"

namespace tcu
{

constexpr uint64_t most_guided_pieces = 0x10000;

/* The last pieces that begin before a cell and in it, 0 if none does, and where the latter begins. */
template <class Compute>
struct alignas(2 * sizeof(Compute)) guide_cell {
    Compute begin;
    uint16_t first, last;
};

/* The same, loaded at once. */
template <class Compute>
class loaded_cell
{
  public:
    loaded_cell() = default;
    __device__ __forceinline__ explicit loaded_cell(const guide_cell<Compute> &cell)
        : vector(load_whole<words>(reinterpret_cast<const uint32_t *>(&cell)))
    {
    }
    __device__ __forceinline__ Compute begin() const
    {
        if constexpr (sizeof(Compute) == 8) {
            return __hiloint2double(static_cast<int>(vector.words[1]), static_cast<int>(vector.words[0]));
        } else {
            return __uint_as_float(vector.words[0]);
        }
    }
    __device__ __forceinline__ uint32_t first() const { return vector.words[words / 2] & 0xffff; }
    __device__ __forceinline__ uint32_t last() const { return vector.words[words / 2] >> 16; }

  private:
    static constexpr int words = sizeof(guide_cell<Compute>) / sizeof(uint32_t);
    element_vector<uint32_t, words> vector;
};

/* Cells for so many pieces: a power of two. */
template <class Compute>
uint32_t guide_cells(uint64_t pieces, size_t bytes_a_piece)
{
    constexpr size_t bytes = sizeof(guide_cell<Compute>);
    uint32_t cells = TCUI_POLYNOMIAL_TABLE_LEAST_CELLS;
    while (cells < bytes_a_piece / bytes * pieces && cells * bytes < TCUI_POLYNOMIAL_TABLE_MOST_GUIDE_BYTES) {
        cells *= 2;
    }
    return cells;
}

/* With the breakpoints. */
template <class Compute>
size_t guide_bytes(uint64_t pieces, uint32_t cells)
{
    return cells * sizeof(guide_cell<Compute>) + (pieces + 1) * sizeof(Compute);
}

/* The saturating conversion: negative numbers and NaN become 0. */
__device__ __forceinline__ uint32_t floor_or_zero(f32 x)
{
    return __float2uint_rz(x);
}
__device__ __forceinline__ uint32_t floor_or_zero(f64 x)
{
    return __double2uint_rz(x);
}

/* The last number in (low, high] that begins_before() is true of, or low, if it is false from some number on. */
template <class Number, class Function>
__device__ __forceinline__ Number last_until(Number low, Number high, Function begins_before)
{
    while (low < high) {
        const Number middle = (low + high + 1) / 2;
        if (begins_before(middle)) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    return low;
}

template <class Compute, class Number>
struct piece_of_point {
    Number number;
    Compute begin;
};

/* Breakpoints in shared memory, with a guide. */
template <class Compute>
class guided_search
{
  public:
    using piece = piece_of_point<Compute, uint32_t>;

    /* Called by all threads of a block, once. */
    template <int Threads, class In>
    __device__ __forceinline__ void begin(const In *from, uint64_t pieces, uint32_t cells, unsigned char *shared)
    {
        guide_cell<Compute> *of_cells = reinterpret_cast<guide_cell<Compute> *>(shared);
        const uint32_t count = static_cast<uint32_t>(pieces);
        Compute *numbers = reinterpret_cast<Compute *>(of_cells + cells);
        for (uint32_t p = threadIdx.x; p <= count; p += Threads) {
            numbers[p] = to_accumulator<Compute>(from[p]);
        }
        lowest = to_accumulator<Compute>(from[0]);
        highest = to_accumulator<Compute>(from[pieces]);
        cells_a_unit = static_cast<Compute>(cells) / (highest - lowest);
        /* (Of a range that is empty or not finite: all in one cell.) */
        if (!(cells_a_unit > 0 && isfinite(cells_a_unit))) {
            cells_a_unit = 0;
        }
        last_cell = cells - 1;
        breakpoints = numbers;
        guide = of_cells;
        __syncthreads();
        /* A cell's last piece by binary search, which costs as much as one for a point. */
        for (uint32_t cell = threadIdx.x; cell < cells; cell += Threads) {
            const uint32_t last = last_until(0u, count - 1, [&](uint32_t p) { return cell_of(numbers[p]) <= cell; });
            of_cells[cell].last = static_cast<uint16_t>(last);
            of_cells[cell].begin = numbers[last];
        }
        __syncthreads();
        for (uint32_t cell = threadIdx.x; cell < cells; cell += Threads) {
            of_cells[cell].first = cell > 0 ? of_cells[cell - 1].last : 0;
        }
    }

    /* Of several points, so that their loads do not wait for each other. */
    template <int V>
    __device__ __forceinline__ void find(piece (&pieces)[V], const Compute (&x)[V]) const
    {
        loaded_cell<Compute> cells[V];
#pragma unroll
        for (int i = 0; i < V; i++) {
            cells[i] = loaded_cell<Compute>(guide[cell_of(x[i])]);
        }
#pragma unroll
        for (int i = 0; i < V; i++) {
            const uint32_t first = cells[i].first(), last = cells[i].last();
            pieces[i] = {last, cells[i].begin()};
            if (!(x[i] >= cells[i].begin())) {
                keep_branch();
                uint32_t number = first;
                if (last > first + 1) {
                    number = last_until(first, last - 1, [&](uint32_t p) { return breakpoints[p] <= x[i]; });
                }
                pieces[i] = {number, breakpoints[number]};
            }
        }
    }

    __device__ __forceinline__ bool covers(Compute x) const { return x >= lowest && x <= highest; }

  private:
    const Compute *breakpoints;
    const guide_cell<Compute> *guide;
    Compute lowest, highest, cells_a_unit;
    uint32_t last_cell;

    /* Rises with x; what is outside goes to the ends, and NaN to the first. */
    __device__ __forceinline__ uint32_t cell_of(Compute x) const
    {
        return min(floor_or_zero((x - lowest) * cells_a_unit), last_cell);
    }
};

/* Breakpoints in global memory. */
template <class In>
class global_search
{
  public:
    using compute = computed<In>;
    using piece = piece_of_point<compute, uint64_t>;

    template <int Threads>
    __device__ __forceinline__ void begin(const In *from, uint64_t pieces, uint32_t, unsigned char *)
    {
        breakpoints = from;
        count = pieces;
    }
    __device__ __forceinline__ compute at(uint64_t p) const { return to_accumulator<compute>(breakpoints[p]); }
    template <int V>
    __device__ __forceinline__ void find(piece (&pieces)[V], const compute (&x)[V]) const
    {
#pragma unroll
        for (int i = 0; i < V; i++) {
            pieces[i].number = last_until(uint64_t{0}, count - 1, [&](uint64_t p) { return at(p) <= x[i]; });
            pieces[i].begin = at(pieces[i].number);
        }
    }
    __device__ __forceinline__ bool covers(compute x) const { return x >= at(0) && x <= at(count); }

  private:
    const In *breakpoints;
    uint64_t count;
};

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_TABLE_PIECES_CUH */
