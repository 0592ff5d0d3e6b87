/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scans with other operators than +, by the algorithms of scan.c in the algebras of primitives/reduce/reference: the
 * products with U, L and 1 are nothing but sums of a matrix's entries, and another operator may stand for +, written
 * (x) here, with its neutral element for 0.
 *
 *     Scan_256:    R = A (x) U  +  (L (x) A) (x) 1  +  S
 *
 * An example with matrices of 4 x 4 and MAX, of the numbers 3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3; - is -infinity:
 *
 *         | 3 1 4 1 |           | 3 3 4 4 |           | - - - - |                   | - - - - |       | 3 3 4 4 |
 *     A = | 5 9 2 6 |   A (x) U | 5 9 9 9 |   L (x) A | 3 1 4 1 |   (L (x) A) (x) 1 | 4 4 4 4 |   R = | 5 9 9 9 |
 *         | 5 3 5 8 |           | 5 5 5 8 |           | 5 9 4 6 |                   | 9 9 9 9 |       | 9 9 9 9 |
 *         | 9 7 9 3 |           | 9 9 9 9 |           | 5 9 5 8 |                   | 9 9 9 9 |       | 9 9 9 9 |
 *
 * The initial value is what stands before the first element of every segment: S of its first part.
 */
#include "operators.h"

#include "primitives/reduce/reference/algebra.h"
#include "primitives/tile/reference/rows.h"

/* ------------------------------------------------------------------------------------------------- matrices --- */

static tcui_algebra algebra_of(const tcui_scan_task *task)
{
    return (tcui_algebra){&task->reduction, task->out_type};
}

/* A U combined with C is (U^T A^T + C^T)^T. */
static int lower(int row, int column)
{
    return tcui_tile_upper(column, row);
}

static tcui_matrix scan_rows_of(const tcui_scan_task *task, tcu_scan_kind kind, tcui_matrix A, tcui_matrix C)
{
    int (*const U_transposed)(int, int) = kind == TCU_SCAN_EXCLUSIVE ? tcui_tile_strict_lower : lower;
    return tcui_matrix_transpose(
        tcui_algebra_multiply(algebra_of(task), U_transposed, tcui_matrix_transpose(A), tcui_matrix_transpose(C)));
}

/* R = A U + (L A) 1 + S. */
static tcui_matrix scan_matrix(const tcui_scan_task *task, tcu_scan_kind kind, tcui_matrix A, tcui_number before)
{
    const tcui_algebra algebra = algebra_of(task);
    const tcui_matrix zero = tcui_algebra_zero(algebra), S = tcui_matrix_broadcast(A.is_real, before);
    const tcui_matrix LA = tcui_algebra_multiply(algebra, tcui_tile_strict_lower, A, zero);
    const tcui_matrix LA1 = tcui_matrix_transpose(
        tcui_algebra_multiply(algebra, tcui_tile_ones, tcui_matrix_transpose(LA), tcui_matrix_transpose(S)));
    return scan_rows_of(task, kind, A, LA1);
}

/* `count` neighbours of in[first] on, up to 256, row by row. Behind them stands the neutral element. */
static tcui_matrix load_matrix(const tcui_scan_task *task, uint64_t first, uint64_t count)
{
    tcui_matrix A = tcui_algebra_zero(algebra_of(task));
    for (uint64_t i = 0; i < count; i++) {
        A.at[i / TCUI_M][i % TCUI_M] = tcui_number_load(task->in_type, task->in, first + i);
    }
    return A;
}

/* ----------------------------------------------------------------------------------------------- algorithms --- */

/* What the elements of a part come to. */
static tcui_number combine(const tcui_scan_task *task, uint64_t first, uint64_t count)
{
    const tcui_algebra algebra = algebra_of(task);
    tcui_matrix A = tcui_algebra_zero(algebra);
    const uint64_t size = count <= TCUI_MM ? 1 : tcui_part_size(count, TCUI_MM);
    for (uint64_t p = 0, i = 0; i < count; p++, i += size) {
        A.at[p / TCUI_M][p % TCUI_M] = size == 1 ? tcui_number_load(task->in_type, task->in, first + i)
                                                 : combine(task, first + i, tcui_part_length(count, i, size));
    }
    /* 1 (A 1): all of a matrix, in its corner. */
    const tcui_matrix zero = tcui_algebra_zero(algebra);
    A = tcui_matrix_transpose(tcui_algebra_multiply(algebra, tcui_tile_first_row, A, zero));
    return tcui_algebra_multiply(algebra, tcui_tile_first_row, A, zero).at[0][0];
}

/* Algorithm 7: a part of a segment with `before` in front of it. All that is read of other parts is read before anything
 * is written there, so out may be in. */
static void scan_part(const tcui_scan_task *task, uint64_t first, uint64_t count, tcui_number before)
{
    if (count <= TCUI_MM) {
        const tcui_matrix R = scan_matrix(task, task->kind, load_matrix(task, first, count), before);
        tcui_matrix_store(task->out_type, task->out, first, count, &R);
        return;
    }
    const uint64_t size = tcui_part_size(count, TCUI_MM);
    tcui_matrix parts = tcui_algebra_zero(algebra_of(task));
    for (uint64_t p = 0, i = 0; i < count; p++, i += size) {
        parts.at[p / TCUI_M][p % TCUI_M] = combine(task, first + i, tcui_part_length(count, i, size));
    }
    const tcui_matrix befores = scan_matrix(task, TCU_SCAN_EXCLUSIVE, parts, before);
    for (uint64_t p = 0, i = 0; i < count; p++, i += size) {
        scan_part(task, first + i, tcui_part_length(count, i, size), befores.at[p / TCUI_M][p % TCUI_M]);
    }
}

/* Scan_16: R = A U, segments k, k + 1, ... in its rows, behind the initial value. */
static void scan_rows(const tcui_scan_task *task, uint64_t k, tcui_number before)
{
    tcui_matrix A = tcui_algebra_zero(algebra_of(task));
    for (uint64_t r = 0; r < tcui_rows_of_segments(&task->segments, k); r++) {
        tcui_matrix_load_row(&A, r, task->in_type, task->in, tcui_segment_begin(&task->segments, k + r),
                             tcui_segment_length(&task->segments, k + r));
    }
    const tcui_matrix R = scan_rows_of(task, task->kind, A, tcui_matrix_broadcast(A.is_real, before));
    for (uint64_t r = 0; r < tcui_rows_of_segments(&task->segments, k); r++) {
        tcui_matrix_store_row(task->out_type, task->out, tcui_segment_begin(&task->segments, k + r),
                              tcui_segment_length(&task->segments, k + r), &R, r);
    }
}

void tcui_reference_scan(const tcui_scan_task *task)
{
    const tcui_segments *segments = &task->segments;
    const tcui_number before = task->reduction.has_initial
                                   ? tcui_number_load(task->out_type, &task->reduction.initial, 0)
                                   : tcui_algebra_zero(algebra_of(task)).at[0][0];
    for (uint64_t k = 0; k < segments->count; k += TCUI_M) {
        if (tcui_segments_are_rows(segments, k)) {
            scan_rows(task, k, before);
            continue;
        }
        for (uint64_t r = 0; r < tcui_rows_of_segments(segments, k); r++) {
            scan_part(task, tcui_segment_begin(segments, k + r), tcui_segment_length(segments, k + r), before);
        }
    }
}
