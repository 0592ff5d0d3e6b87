/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The constant 0/1 matrices of Dakkak et al. (ICS 2019), once, for both backends. Each function is one entry at row r,
 * column c, counted from 0. What a product with it does to a tile A or a row V:
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
#define TCUI_HOST_DEVICE __host__ __device__
#else
#define TCUI_HOST_DEVICE
#endif

TCUI_HOST_DEVICE static inline int tcui_tile_ones(int r, int c)
{
    (void)r;
    (void)c;
    return 1;
}

TCUI_HOST_DEVICE static inline int tcui_tile_first_row(int r, int c)
{
    (void)c;
    return r == 0;
}

TCUI_HOST_DEVICE static inline int tcui_tile_first_column(int r, int c)
{
    (void)r;
    return c == 0;
}

TCUI_HOST_DEVICE static inline int tcui_tile_upper(int r, int c)
{
    return r <= c;
}

TCUI_HOST_DEVICE static inline int tcui_tile_strict_upper(int r, int c)
{
    return r < c;
}

TCUI_HOST_DEVICE static inline int tcui_tile_strict_lower(int r, int c)
{
    return r > c;
}

TCUI_HOST_DEVICE static inline int tcui_tile_block_diagonal(int r, int c, int block)
{
    return r / block == c / block;
}

TCUI_HOST_DEVICE static inline int tcui_tile_block_upper(int r, int c, int block)
{
    return r / block == c / block && r <= c;
}

#endif /* TCUI_CONSTANT_TILES_H */
