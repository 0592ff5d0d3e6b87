/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scans as A. Dakkak, C. Li, J. Xiong, I. Gelado, W. Hwu write them: "Accelerating Reduction and Scan Using Tensor Core
 * Units", ICS 2019, algorithms 5 to 7. U is the upper triangle of ones, with the diagonal, L the lower one without it,
 * and 1 the matrix of ones:
 *
 *     A U        has the prefix sums of every row of A
 *     L A        has, in each column, the sums of the rows above
 *     (L A) 1    has, in all of a row, the sum of everything in the rows above
 *
 *     Scan_16    16 segments of up to 16 elements, the rows of A:     R = A U
 *     Scan_256   256 elements, laid into A row by row, of which S is the sum before them, at every place:
 *
 *                    R = A U + (L A) 1 + S
 *
 * Exclusive scans take U without its diagonal. An example with matrices of 4 x 4, the numbers 1 to 16, and S = 0:
 *
 *         |  1  2  3  4 |        | 1 1 1 1 |        | 0 0 0 0 |          |  1  3  6 10 |
 *     A = |  5  6  7  8 |    U = | 0 1 1 1 |    L = | 1 0 0 0 |    A U = |  5 11 18 26 |
 *         |  9 10 11 12 |        | 0 0 1 1 |        | 1 1 0 0 |          |  9 19 30 42 |
 *         | 13 14 15 16 |        | 0 0 0 1 |        | 1 1 1 0 |          | 13 27 42 58 |
 *
 *           |  0  0  0  0 |              |  0  0  0  0 |                      |  1   3   6  10 |
 *     L A = |  1  2  3  4 |    (L A) 1 = | 10 10 10 10 |    A U + (L A) 1 =   | 15  21  28  36 |
 *           |  6  8 10 12 |              | 36 36 36 36 |                      | 45  55  66  78 |
 *           | 15 18 21 24 |              | 78 78 78 78 |                      | 91 105 120 136 |
 *
 * Longer arrays are cut into up to 256 parts (algorithm 7). The sums of the parts are the numbers of a matrix, and its
 * exclusive scan says what comes before each part; then each part is scanned, and cut in turn where it is still too
 * long. So a result is a sum of few numbers, and its error grows with log n, as scan.h promises.
 */
#include "matrix_scan.h"
#include "operators.h"
#include "primitives/reduce/reference/sum.h"
#include "primitives/scan/backend.h"
#include "primitives/tile/reference/rows.h"
#include "reproducible.h"

/* U. */
static tcui_matrix upper_triangle(bool is_real, tcu_scan_kind kind)
{
    return tcui_matrix_constant(is_real, kind == TCU_SCAN_EXCLUSIVE ? tcui_tile_strict_upper : tcui_tile_upper);
}

/* Scan_256: R = A U + (L A) 1 + S. */
tcui_matrix tcui_reference_scan_matrix(tcu_scan_kind kind, tcui_matrix A, tcui_number before)
{
    const tcui_matrix U = upper_triangle(A.is_real, kind);
    const tcui_matrix L = tcui_matrix_constant(A.is_real, tcui_tile_strict_lower);
    const tcui_matrix ones = tcui_matrix_constant(A.is_real, tcui_tile_ones);
    const tcui_matrix S = tcui_matrix_broadcast(A.is_real, before);

    const tcui_matrix AU = tcui_matrix_multiply(A, U, S);
    const tcui_matrix LA = tcui_matrix_multiply(L, A, tcui_matrix_zero(A.is_real));
    return tcui_matrix_multiply(LA, ones, AU);
}

/* Algorithm 7: in[first] ... in[first + count - 1], a part of a segment whose sum up to there is `before`. All that is
 * read for the sums of parts is read before anything is written there, so out may be in. */
static void scan_part(const tcui_scan_task *task, uint64_t first, uint64_t count, tcui_number before)
{
    if (count <= TCUI_MM) {
        const tcui_matrix A = tcui_matrix_load(task->in_type, task->in, first, count);
        const tcui_matrix R = tcui_reference_scan_matrix(task->kind, A, before);
        tcui_matrix_store(task->out_type, task->out, first, count, &R);
        return;
    }
    const uint64_t size = tcui_part_size(count, TCUI_MM);
    tcui_matrix sums = tcui_matrix_zero(tcui_is_real(task->in_type));
    for (uint64_t p = 0, i = 0; i < count; p++, i += size) {
        sums.at[p / TCUI_M][p % TCUI_M] =
            tcui_reference_sum(task->in_type, task->in, first + i, tcui_part_length(count, i, size));
    }
    const tcui_matrix befores = tcui_reference_scan_matrix(TCU_SCAN_EXCLUSIVE, sums, before);
    for (uint64_t p = 0, i = 0; i < count; p++, i += size) {
        scan_part(task, first + i, tcui_part_length(count, i, size), befores.at[p / TCUI_M][p % TCUI_M]);
    }
}

/* Scan_16: R = A U, segments k, k + 1, ... in its rows. */
static void scan_rows(const tcui_scan_task *task, uint64_t k)
{
    const tcui_matrix A = tcui_matrix_load_segments(task->in_type, task->in, &task->segments, k);
    const tcui_matrix U = upper_triangle(A.is_real, task->kind);
    const tcui_matrix R = tcui_matrix_multiply(A, U, tcui_matrix_zero(A.is_real));
    for (uint64_t r = 0; r < tcui_rows_of_segments(&task->segments, k); r++) {
        tcui_matrix_store_row(task->out_type, task->out, tcui_segment_begin(&task->segments, k + r),
                              tcui_segment_length(&task->segments, k + r), &R, r);
    }
}

static tcu_status scan_segments(tcu_context *context, const tcui_scan_task *task, void *workspace)
{
    const tcui_segments *segments = &task->segments;
    const tcui_number zero = tcui_number_of(tcui_is_real(task->in_type), 0);
    (void)context, (void)workspace;
    if (task->reproducible) {
        tcui_reference_scan_reproducible(task);
        return TCU_SUCCESS;
    }
    if (!tcui_is_plain_sum(&task->reduction)) {
        tcui_reference_scan(task);
        return TCU_SUCCESS;
    }
    for (uint64_t k = 0; k < segments->count; k += TCUI_M) {
        if (tcui_segments_are_rows(segments, k)) {
            scan_rows(task, k);
            continue;
        }
        for (uint64_t r = 0; r < tcui_rows_of_segments(segments, k); r++) {
            scan_part(task, tcui_segment_begin(segments, k + r), tcui_segment_length(segments, k + r), zero);
        }
    }
    return TCU_SUCCESS;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_scan_task *task = any_task;
    if (tcui_segments_count_of(&task->segments) == NULL) {
        return scan_segments(context, task, workspace);
    }
    tcui_scan_task now = *task;
    now.segments = tcui_segments_now(&task->segments);
    return scan_segments(context, &now, workspace);
}

static const tcui_path paths[] = {{.name = "reference", .execute = execute}};

const tcui_operation tcui_scan_reference = {.id = TCUI_SCAN, .name = "scan", .paths = paths, .num_paths = 1};
