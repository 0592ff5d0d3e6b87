/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions as A. Dakkak, C. Li, J. Xiong, I. Gelado, W. Hwu write them: "Accelerating Reduction and Scan Using Tensor
 * Core Units", ICS 2019, algorithms 1 to 4. P is the matrix whose first row is ones, and all else zeros:
 *
 *     P A      has the column sums of A in its first row
 *     A P^T    has the row sums of A in its first column
 *
 *     Reduction_16      16 segments of up to 16 elements, the rows of A:     R = A P^T
 *     Reduction_256     256 elements, laid into A row by row:                V = P A,      R = V P^T
 *     Reduction_256N    any number, laid into matrices A_1, A_2, ...:        V = P A_i + V over all i,  R = V P^T
 *
 * An example with matrices of 4 x 4, the sum of the numbers 1 to 20. They fill A_1, and the first row of A_2:
 *
 *           |  1  2  3  4 |         | 17 18 19 20 |        | 1 1 1 1 |          | 1 0 0 0 |
 *     A_1 = |  5  6  7  8 |   A_2 = |  0  0  0  0 |    P = | 0 0 0 0 |    P^T = | 1 0 0 0 |
 *           |  9 10 11 12 |         |  0  0  0  0 |        | 0 0 0 0 |          | 1 0 0 0 |
 *           | 13 14 15 16 |         |  0  0  0  0 |        | 0 0 0 0 |          | 1 0 0 0 |
 *
 * V = 0. Then V = P A_1 + V has the first row 28 32 36 40, the column sums of A_1. Then V = P A_2 + V has the first row
 * 45 50 55 60. All else in V is zero, and V P^T has 45 + 50 + 55 + 60 = 210 in its corner, which is the sum: one
 * product for each matrix, and one at the end.
 *
 * Were V = P A_i + V done for millions of matrices, each addition to a large V would round, and the error grow with n.
 * So it is done for 16 matrices, a chunk; the sums of 256 chunks are the numbers of a matrix that is summed in turn,
 * and so on: the error grows with log n, as reduce.h promises (algorithm 4, the sums of blocks, on as many levels as
 * needed).
 *
 * These are sums; with other operators the same products are formed in another algebra: operators.c. Sums in the one order
 * that all backends share: reproducible.c.
 */
#include "operators.h"
#include "primitives/tile/reference/rows.h"
#include "reproducible.h"
#include "sum.h"

enum { CHUNK = 16 * TCUI_MM };

/* R = V P^T: the sum of V's first row. */
static tcui_number sum_of_row(tcui_matrix V)
{
    const tcui_matrix P = tcui_matrix_constant(V.is_real, tcui_tile_first_row);
    const tcui_matrix R = tcui_matrix_multiply(V, tcui_matrix_transpose(P), tcui_matrix_zero(V.is_real));
    return R.at[0][0];
}

/* Reduction_256: V = P A, R = V P^T. */
static tcui_number sum_of_matrix(tcui_matrix A)
{
    const tcui_matrix P = tcui_matrix_constant(A.is_real, tcui_tile_first_row);
    return sum_of_row(tcui_matrix_multiply(P, A, tcui_matrix_zero(A.is_real)));
}

/* Reduction_256N: V = P A_i + V for every i, R = V P^T. */
static tcui_number sum_of_chunk(tcu_type type, const void *in, uint64_t first, uint64_t count)
{
    const bool is_real = tcui_is_real(type);
    const tcui_matrix P = tcui_matrix_constant(is_real, tcui_tile_first_row);
    tcui_matrix V = tcui_matrix_zero(is_real);
    for (uint64_t i = 0; i < count; i += TCUI_MM) {
        const tcui_matrix A = tcui_matrix_load(type, in, first + i, tcui_part_length(count, i, TCUI_MM));
        V = tcui_matrix_multiply(P, A, V);
    }
    return sum_of_row(V);
}

tcui_number tcui_reference_sum(tcu_type type, const void *in, uint64_t first, uint64_t count)
{
    if (count <= CHUNK) {
        return sum_of_chunk(type, in, first, count);
    }
    const uint64_t size = tcui_part_size(count, CHUNK);
    tcui_matrix A = tcui_matrix_zero(tcui_is_real(type));
    for (uint64_t p = 0, i = 0; i < count; p++, i += size) {
        A.at[p / TCUI_M][p % TCUI_M] = tcui_reference_sum(type, in, first + i, tcui_part_length(count, i, size));
    }
    return sum_of_matrix(A);
}

/* Reduction_16: R = A P^T, the sums of segments k, k + 1, ... in the first column. */
static void reduce_rows(const tcui_reduce_task *task, uint64_t k)
{
    const tcui_matrix A = tcui_matrix_load_segments(task->in_type, task->in, &task->segments, k);
    const tcui_matrix P = tcui_matrix_constant(A.is_real, tcui_tile_first_row);
    const tcui_matrix R = tcui_matrix_multiply(A, tcui_matrix_transpose(P), tcui_matrix_zero(A.is_real));
    for (uint64_t r = 0; r < tcui_rows_of_segments(&task->segments, k); r++) {
        tcui_number_store(task->out_type, task->out, k + r, R.at[r][0]);
    }
}

static void reduce_segment(const tcui_reduce_task *task, uint64_t k)
{
    const uint64_t first = tcui_segment_begin(&task->segments, k), count = tcui_segment_length(&task->segments, k);
    const tcui_number sum = task->algorithm == TCU_REDUCE_ALGORITHM_ALL_ONES
                                ? tcui_reference_sum_all_ones(task->in_type, task->in, first, count)
                                : tcui_reference_sum(task->in_type, task->in, first, count);
    tcui_number_store(task->out_type, task->out, k, sum);
}

static tcu_status reduce_segments(tcu_context *context, const tcui_reduce_task *task, void *workspace)
{
    (void)context, (void)workspace;
    if (task->reproducible) {
        tcui_reference_reduce_reproducible(task);
        return TCU_SUCCESS;
    }
    if (!tcui_is_plain_sum(&task->reduction)) {
        tcui_reference_reduce(task);
        return TCU_SUCCESS;
    }
    for (uint64_t k = 0; k < task->segments.count; k += TCUI_M) {
        if (task->segmented && tcui_segments_are_rows(&task->segments, k)) {
            reduce_rows(task, k);
            continue;
        }
        for (uint64_t r = 0; r < tcui_rows_of_segments(&task->segments, k); r++) {
            reduce_segment(task, k + r);
        }
    }
    return TCU_SUCCESS;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_reduce_task *task = any_task;
    if (tcui_segments_count_of(&task->segments) == NULL) {
        return reduce_segments(context, task, workspace);
    }
    tcui_reduce_task now = *task;
    now.segments = tcui_segments_now(&task->segments);
    return reduce_segments(context, &now, workspace);
}

static const tcui_path paths[] = {{.name = "reference", .execute = execute}};

const tcui_operation tcui_reduce_reference = {.id = TCUI_REDUCE, .name = "reduce", .paths = paths, .num_paths = 1};
