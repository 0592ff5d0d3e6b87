/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Coefficients of several rows in a block's shared memory, from where all threads read the same one at a time (a
 * broadcast): whole rows, or of long ones a section after the other, from the highest on.
 */
#ifndef TCUI_POLYNOMIAL_COEFFICIENTS_CUH
#define TCUI_POLYNOMIAL_COEFFICIENTS_CUH

#include <algorithm>

#include "primitives/tile/instructions.cuh"
#include "series.cuh"

namespace tcu
{

/* Where rows are, and how they are staged. */
template <class Compute>
struct staged_rows {
    const Compute *coefficients;
    uint64_t stride, degree;
    uint32_t section;      /* coefficients of a row in shared memory at once, a multiple of a vector */
    uint32_t rows_a_block; /* 1 where a row has several sections */
};

/* With at most so many bytes of shared memory, and rows a block. */
template <class Compute>
staged_rows<Compute> stage_rows(const tcui_polynomials &polynomials, uint64_t rows, size_t bytes, uint32_t most_rows)
{
    constexpr uint64_t V = vector_elements<Compute>;
    const uint64_t whole = (polynomials.degree / V + 1) * V, most = bytes / sizeof(Compute) / V * V;
    staged_rows<Compute> staged = {static_cast<const Compute *>(polynomials.coefficients), polynomials.stride,
                                   polynomials.degree, static_cast<uint32_t>(std::min(whole, most)), 1};
    if (whole <= most) {
        staged.rows_a_block = static_cast<uint32_t>(std::min<uint64_t>({rows, most_rows, most / whole}));
    }
    return staged;
}

template <class Compute>
size_t staged_bytes(const staged_rows<Compute> &staged)
{
    return sizeof(Compute) * staged.section * staged.rows_a_block;
}

/* c[first ... first + count) of a row. */
template <class Compute>
__device__ __forceinline__ void stage_coefficients(Compute *to, const Compute *row, uint64_t first, uint32_t count)
{
    for (uint32_t k = threadIdx.x; k < count; k += blockDim.x) {
        to[k] = row[first + k];
    }
}

/* All of the block's rows, if they are whole there. Called once, by all threads. */
template <class Compute>
__device__ __forceinline__ void stage_whole_rows(const staged_rows<Compute> &staged, Compute *shared,
                                                 uint64_t first_row, uint32_t rows)
{
    if (staged.degree >= staged.section) {
        return;
    }
    for (uint32_t i = threadIdx.x; i < rows * staged.section; i += blockDim.x) {
        const uint32_t row = i / staged.section, k = i - row * staged.section;
        if (k <= staged.degree) {
            shared[i] = staged.coefficients[(first_row + row) * staged.stride + k];
        }
    }
    __syncthreads();
}

/* Row number `row` of the block's, at a thread's points. Called by all threads. */
template <class Series, class Compute>
__device__ __forceinline__ void evaluate_row(Series &series, const staged_rows<Compute> &staged, Compute *shared,
                                             uint64_t first_row, uint32_t row)
{
    if (staged.degree < staged.section) {
        take_coefficients(series, shared + row * staged.section, static_cast<int>(staged.degree) + 1, true, true);
        return;
    }
    for (uint64_t section = staged.degree / staged.section + 1; section-- > 0;) {
        const uint64_t first = section * staged.section;
        const uint32_t count = static_cast<uint32_t>(min(staged.degree + 1 - first, uint64_t{staged.section}));
        __syncthreads();
        stage_coefficients(shared, staged.coefficients + (first_row + row) * staged.stride, first, count);
        __syncthreads();
        take_coefficients(series, shared, static_cast<int>(count), first + count == staged.degree + 1, first == 0);
    }
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_COEFFICIENTS_CUH */
