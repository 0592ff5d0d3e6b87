/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The constant 0/1 matrices of Dakkak et al. (ICS 2019), once: the software mma multiplies by them, and the triangles
 * that the kernels keep in registers are held against them when they are compiled (triangle.cuh). Each function is one
 * entry at row r, column c, counted from 0. What a product with it does to a tile A or a row V:
 *
 *     ones            1                A * 1   = row sums of A, in every column;  1 * A = column sums, in every row
 *     first row       P = [r = 0]      P * A   = column sums of A, in row 0
 *     first column    P^T = [c = 0]    V * P^T = row sums of V, in column 0
 *     upper           U = [r <= c]     A * U   = inclusive scan of every row of A
 *     strict upper    [r < c]          A * .   = exclusive scan of every row of A
 *     strict lower    L = [r > c]      L * A   = for every column, the sum of the rows before
 *     block diagonal  [r/b = c/b]      A * .   = sums of every b columns of a row, in each of these b columns
 *     block upper     [r/b = c/b][r <= c]  A * . = scan of every row that starts anew each b columns
 *
 * so that for 256 numbers laid into A row by row, Scan = (L * A) * 1 + A * U.
 */
#ifndef TCUI_CONSTANT_TILES_H
#define TCUI_CONSTANT_TILES_H

#ifdef __CUDACC__
#define TCUI_TILE_FUNCTION static __host__ __device__ inline constexpr
#elif defined(__cplusplus)
#define TCUI_TILE_FUNCTION static inline constexpr
#else
#define TCUI_TILE_FUNCTION static inline
#endif

TCUI_TILE_FUNCTION int tcui_tile_ones(int r, int c)
{
    return (void)r, (void)c, 1;
}

TCUI_TILE_FUNCTION int tcui_tile_first_row(int r, int c)
{
    return (void)c, r == 0;
}

TCUI_TILE_FUNCTION int tcui_tile_first_column(int r, int c)
{
    return (void)r, c == 0;
}

TCUI_TILE_FUNCTION int tcui_tile_upper(int r, int c)
{
    return r <= c;
}

TCUI_TILE_FUNCTION int tcui_tile_strict_upper(int r, int c)
{
    return r < c;
}

TCUI_TILE_FUNCTION int tcui_tile_strict_lower(int r, int c)
{
    return r > c;
}

TCUI_TILE_FUNCTION int tcui_tile_block_diagonal(int r, int c, int block)
{
    return r / block == c / block;
}

TCUI_TILE_FUNCTION int tcui_tile_block_upper(int r, int c, int block)
{
    return r / block == c / block && r <= c;
}

/*
 * Permuted variants, for kernels in which lane 4 g + t of a warp owns `columns` neighbours of a row of 4 `columns`. The
 * slots of an mma then stand for columns in such an order that each lane's own columns are in its own registers. For P
 * elements a register:
 *
 *     slot k of k-step s          t = (k mod 4 P) / P,  r = k / (4 P):  column = columns t + P (2 s + r) + k mod P
 *     slot k of k-step s, m8n8k4  column = columns k + s      (f64)
 *     slot n of n-tile v          column = columns (n / 2) + 2 v + n mod 2
 */
TCUI_TILE_FUNCTION int tcui_column_of_k_slot(int columns, int packed, int step, int k)
{
    return columns * (k % (4 * packed) / packed) + packed * (2 * step + k / (4 * packed)) + k % packed;
}

TCUI_TILE_FUNCTION int tcui_column_of_k_slot_f64(int columns, int step, int k)
{
    return columns * k + step;
}

TCUI_TILE_FUNCTION int tcui_column_of_n_slot(int columns, int v, int n)
{
    return columns * (n / 2) + 2 * v + n % 2;
}

#endif /* TCUI_CONSTANT_TILES_H */
