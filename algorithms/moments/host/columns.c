/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moments of the columns of a matrix on the host. Pieces of some columns and a range of rows are shared among threads; how a
 * matrix is cut depends on its shape alone. A piece goes down its rows block by block, and a column's ranges are joined
 * in their order at the end.
 */
#include <string.h>

#include "kernels.h"
#include "primitives/threads/parallel.h"
#include "primitives/threads/share.h"

/* Rows of a range at least, if there are so many: cells of a range are few, then, beside its elements. At most there are so
 * many ranges. */
enum { TCUI_RANGE_ROWS = 2048, TCUI_MOST_RANGES = 64 };

static uint64_t divide_up(uint64_t whole, uint64_t part)
{
    return whole / part + (whole % part != 0);
}

/* Rows of every range but the last one: whole blocks. */
static uint64_t range_rows(const tcui_moments_matrix *matrix)
{
    const uint64_t block = TCUI_TILE_ELEMENTS,
                   shared = divide_up(divide_up(matrix->rows, TCUI_MOST_RANGES), block) * block;
    return shared > TCUI_RANGE_ROWS ? shared : TCUI_RANGE_ROWS;
}

/* No fewer than a matrix of as many rows or fewer has (range_count() may grow where rows become fewer). */
static uint64_t range_count_bound(const tcui_moments_matrix *matrix)
{
    const uint64_t ranges = divide_up(matrix->rows, TCUI_RANGE_ROWS);
    return ranges < TCUI_MOST_RANGES ? ranges : TCUI_MOST_RANGES;
}

/* There is one of a matrix without rows, too. */
static uint64_t range_count(const tcui_moments_matrix *matrix)
{
    return matrix->rows > 0 ? divide_up(matrix->rows, range_rows(matrix)) : 1;
}

typedef struct column_work {
    const tcui_moments_kernels *kernels;
    const tcui_moments_task *task;
    tcui_moments_cell *cells; /* of each range a row of `columns`; NULL: there is one range */
} column_work;

/* Piece i: a range of rows of some columns. Of blocks as trees, one for each column. */
static void do_piece(const void *data, int64_t i, int thread)
{
    const column_work *w = data;
    const tcui_moments_matrix *matrix = &w->task->matrix;
    const uint64_t pieces_across = divide_up(matrix->columns, TCUI_MOMENTS_WIDTH), range = (uint64_t)i / pieces_across;
    const uint64_t column = (uint64_t)i % pieces_across * TCUI_MOMENTS_WIDTH, left = matrix->columns - column;
    const uint64_t columns = left < TCUI_MOMENTS_WIDTH ? left : TCUI_MOMENTS_WIDTH;
    const uint64_t begin = range * range_rows(matrix), size = range_rows(matrix);
    const uint64_t end = matrix->rows - begin < size ? matrix->rows : begin + size;
    const uint64_t block = columns <= TCUI_MOMENTS_NARROW ? TCUI_TILE_ELEMENTS : TCUI_MOMENTS_ROWS;
    tcui_moments_columns levels[TCUI_CELL_LEVELS / 2], now;
    uint64_t parts = 0;
    (void)thread;
    for (uint64_t row = begin; row < end; row += block, parts++) {
        const uint64_t rows = end - row < block ? end - row : block;
        w->kernels->block(w->task->in_type, w->task->in, row * matrix->row_stride + column, matrix->row_stride, rows,
                          columns, &now);
        int b = 0;
        for (; parts >> b & 1; b++) {
            w->kernels->join(&levels[b], &now, columns);
        }
        levels[b].count = now.count;
        memcpy(levels[b].mean, now.mean, columns * sizeof now.mean[0]);
        memcpy(levels[b].squares, now.squares, columns * sizeof now.squares[0]);
    }
    for (uint64_t c = 0; c < columns; c++) {
        tcui_moments_cell total = {0, 0, 0};
        for (int b = 0; parts >> b != 0; b++) {
            if (parts >> b & 1) {
                const tcui_moments_cell cell = {levels[b].count, levels[b].mean[c], levels[b].squares[c]};
                total = tcui_cells_join(cell, total);
            }
        }
        if (w->cells == NULL) {
            tcui_moments_store(w->task, column + c, total);
        } else {
            w->cells[range * matrix->columns + column + c] = total;
        }
    }
}

void tcui_moments_host_columns_reserve(const tcui_moments_task *task, tcui_layout *layout)
{
    const tcui_moments_matrix *matrix = &task->matrix;
    uint64_t cells;
    /* (Where a count will say how many rows there are, there may be any number of ranges up to the bound.) */
    if (range_count_bound(matrix) > 1) {
        const bool fits = tcui_multiply(range_count_bound(matrix), matrix->columns, &cells);
        tcui_layout_reserve(layout, fits ? cells : UINT64_MAX, sizeof(tcui_moments_cell));
    }
}

void tcui_moments_host_columns(const tcu_context *context, const tcui_moments_task *task, void *workspace)
{
    const tcui_moments_matrix *matrix = &task->matrix;
    const uint64_t ranges = range_count(matrix), pieces = ranges * divide_up(matrix->columns, TCUI_MOMENTS_WIDTH);
    const column_work w = {tcui_moments_host_kernels(), task, ranges > 1 ? workspace : NULL};
    const double ps = TCUI_PS_MOMENTS_ELEMENT * (double)matrix->rows * (double)matrix->columns;
    tcui_for_each(tcui_threads_for_work(context, ps), (int64_t)pieces, do_piece, &w);
    for (uint64_t c = 0; ranges > 1 && c < matrix->columns; c++) {
        tcui_moments_tree tree;
        tree.parts = 0;
        for (uint64_t range = 0; range < ranges; range++) {
            tcui_tree_add(&tree, w.cells[range * matrix->columns + c]);
        }
        tcui_moments_store(task, c, tcui_tree_total(&tree));
    }
}
