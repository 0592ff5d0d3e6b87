/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The piece of a spline where a point is: the last p < P with breakpoints[p] <= x, or 0.
 *
 * A guide makes most searches short. The breakpoints' range is cut into equal cells; since the cell of x does not
 * decrease with x, the piece of x lies between the last pieces that begin before its cell and in it:
 *
 *     cell(b_p) < cell(x)  =>  b_p < x      and      b_p <= x  =>  cell(b_p) <= cell(x)
 *
 * A cell in which at most one piece begins, and of even breakpoints all are such, has the first number and that piece's
 * breakpoint, so that one comparison finds the piece; other cells have both numbers for a search between them. Larger
 * tables are searched from end to end in global memory.
 */
#ifndef TCUI_POLYNOMIAL_TABLE_PIECES_CUH
#define TCUI_POLYNOMIAL_TABLE_PIECES_CUH

#include "algorithms/polynomial/cuda/points.cuh"
#include "algorithms/polynomial/cuda/tuning.h"
#include "primitives/tile/instructions.cuh"

namespace tcu
{

constexpr uint64_t most_guided_pieces = 0x10000;

/* Cells for so many pieces: a power of two. */
__host__ __device__ inline uint32_t guide_cells(uint64_t pieces)
{
    uint32_t cells = TCUI_POLYNOMIAL_TABLE_LEAST_CELLS;
    while (cells < TCUI_POLYNOMIAL_TABLE_CELLS_A_PIECE * pieces && cells < TCUI_POLYNOMIAL_TABLE_MOST_CELLS)
        cells *= 2;
    return cells;
}

/* Of the pieces first and, if x >= next, first + 1; or of all from first to last. */
template <class Compute>
struct alignas(2 * sizeof(Compute)) guide_cell {
    Compute next;
    uint16_t first, last; /* last <= first + 1: next says which */
};

template <class Compute>
__host__ __device__ size_t guide_bytes(uint64_t pieces)
{
    return guide_cells(pieces) * sizeof(guide_cell<Compute>) + (pieces + 4) * sizeof(Compute);
}

template <class Compute>
struct piece_search {
    const Compute *breakpoints; /* in shared memory, or NULL */
    const void *elements;       /* in global memory */
    const guide_cell<Compute> *guide;
    uint64_t count;
    Compute lowest, highest, cells_a_unit;
    uint32_t cells;
    bool of_halves, of_bfloats; /* elements */

    /* Rises with x; what is outside goes to the ends, as does NaN. */
    __device__ __forceinline__ uint32_t cell_of(Compute x) const
    {
        const Compute cell = (x - lowest) * cells_a_unit;
        return cell > 0 ? static_cast<uint32_t>(fmin(cell, static_cast<Compute>(cells - 1))) : 0;
    }

    template <bool InShared, class In>
    __device__ __forceinline__ void begin(const In *from, uint64_t pieces, unsigned char *shared)
    {
        count = pieces;
        elements = from;
        of_halves = std::is_same_v<In, f16>;
        of_bfloats = std::is_same_v<In, bf16>;
        lowest = to_accumulator<Compute>(from[0]);
        highest = to_accumulator<Compute>(from[pieces]);
        if constexpr (InShared) {
            guide_cell<Compute> *of_cells = reinterpret_cast<guide_cell<Compute> *>(shared);
            cells = guide_cells(pieces);
            Compute *numbers = reinterpret_cast<Compute *>(of_cells + cells);
            for (uint64_t p = threadIdx.x; p <= pieces; p += TCUI_POLYNOMIAL_TABLE_THREADS)
                numbers[p] = to_accumulator<Compute>(from[p]);
            cells_a_unit = static_cast<Compute>(cells) / (highest - lowest);
            /* (Of a range that is empty or not finite: all in one cell.) */
            if (!(cells_a_unit > 0 && isfinite(cells_a_unit)))
                cells_a_unit = 0;
            breakpoints = numbers;
            guide = of_cells;
            __syncthreads();
            /* A cell's last piece by binary search, which costs as much as one for a point. */
            for (uint32_t cell = threadIdx.x; cell < cells; cell += TCUI_POLYNOMIAL_TABLE_THREADS) {
                const uint32_t first = cell > 0 ? last_until(cell - 1) : 0, last = last_until(cell);
                of_cells[cell] = {numbers[last], static_cast<uint16_t>(first), static_cast<uint16_t>(last)};
            }
        }
    }

    /* The last piece that begins in this cell or before; 0 if none does. */
    __device__ __forceinline__ uint32_t last_until(uint32_t cell) const
    {
        uint32_t low = 0, high = static_cast<uint32_t>(count) - 1;
        while (low < high) {
            const uint32_t middle = (low + high + 1) / 2;
            if (cell_of(breakpoints[middle]) <= cell)
                low = middle;
            else
                high = middle - 1;
        }
        return low;
    }

    template <bool InShared, class Number>
    __device__ __forceinline__ Compute breakpoint(Number p) const
    {
        if constexpr (InShared)
            return breakpoints[p];
        else if constexpr (sizeof(Compute) == 8)
            return static_cast<const f64 *>(elements)[p];
        else
            return of_halves    ? to_accumulator<f32>(static_cast<const f16 *>(elements)[p])
                   : of_bfloats ? to_accumulator<f32>(static_cast<const bf16 *>(elements)[p])
                                : static_cast<const f32 *>(elements)[p];
    }

    template <bool InShared, class Number>
    __device__ __forceinline__ Number find(Compute x) const
    {
        Number low = 0, high = static_cast<Number>(count) - 1;
        if constexpr (InShared) {
            const guide_cell<Compute> cell = guide[cell_of(x)];
            if (cell.last <= cell.first + 1)
                return x >= cell.next ? cell.last : cell.first;
            low = cell.first;
            high = cell.last;
        }
        while (low < high) {
            const Number middle = (low + high + 1) / 2;
            if (breakpoint<InShared>(middle) <= x)
                low = middle;
            else
                high = middle - 1;
        }
        return low;
    }

    __device__ __forceinline__ bool covers(Compute x) const { return x >= lowest && x <= highest; }
};

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_TABLE_PIECES_CUH */
