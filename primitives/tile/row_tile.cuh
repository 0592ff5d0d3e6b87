/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A 16 x 32 tile held by one warp, whose rows are summed (row_totals.cuh) and scanned (row_scan.cuh): lane 4 g + t owns
 * columns 8 t ... 8 t + 7 of rows g and g + 8, as input and as output, so that a lane can move eight neighbours at once.
 * Rows shorter than 32 are padded with zeros.
 *
 * An mma takes its columns k and n in any order as long as both operands agree. Here slot order is chosen such that the
 * lane's own eight columns land in its own registers: with P elements a register, register r of k-step s holds columns
 * 8 t + P (2 s + r / 2) + j of row g + 8 (r mod 2), and column n = 2 t' + b of n-tile v stands for column 8 t' + 2 v + b.
 */
#ifndef TCUI_ROW_TILE_CUH
#define TCUI_ROW_TILE_CUH

#include "element_mma.cuh"
#include "tcu/device/layout.cuh"

namespace tcu
{

constexpr int row_tile_rows = 16;
constexpr int row_tile_columns = 32;
constexpr int lane_columns = 8;

/* The lane's share of a tile: [0] of row g, [1] of row g + 8. */
template <class T, int Columns = lane_columns>
using row_fragment = T[2][Columns];

/* The operator of plain sums. */
struct plus {
    template <class T>
    __device__ __forceinline__ T operator()(T a, T b) const
    {
        return a + b;
    }
};

/* A of k-step `step`: columns 8 t + 4 step ... 8 t + 4 step + 3. */
template <class In>
__device__ __forceinline__ void half_operand(uint32_t (&a)[4], const row_fragment<In> &x, int step)
{
#pragma unroll
    for (int r = 0; r < 4; r++) {
        a[r] = pack(x[r % 2][4 * step + 2 * (r / 2)], x[r % 2][4 * step + 2 * (r / 2) + 1]);
    }
}

/* A of one plane: register r holds columns 8 t + 4 (r / 2) ... + 3 of row g + 8 (r mod 2). */
template <class In>
__device__ __forceinline__ void plane_operand(uint32_t (&a)[4], const row_fragment<In> &x, int plane)
{
#pragma unroll
    for (int r = 0; r < 4; r++) {
        a[r] = 0;
#pragma unroll
        for (int j = 0; j < 4; j++) {
            a[r] |= (static_cast<uint32_t>(x[r % 2][4 * (r / 2) + j]) >> (8 * plane) & 0xffu) << (8 * j);
        }
    }
}

} // namespace tcu

#endif /* TCUI_ROW_TILE_CUH */
