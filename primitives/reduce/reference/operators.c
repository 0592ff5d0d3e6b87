/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reductions with other operators than +, by the algorithms of reduce.c. A product with the matrix P of ones in the
 * first row is nothing but sums: all that it needs of numbers is a + that may be done in any order, a number 0 that
 * changes no other, and that 1 x = x and 0 x = 0. So the same products can be formed in any algebra which has these:
 *
 *     operator        x + y       0             1 x    0 x
 *     MAX             max(x, y)   -infinity     x      -infinity      (with + for its products: the tropical semiring)
 *     MIN             min(x, y)   infinity      x      infinity
 *     PRODUCT         x y         1             x      1
 *     AND             x & y       all bits 1    x      all bits 1
 *     OR, XOR         x | y, ^    0             x      0
 *
 * The column on the left is what stands where + stands, the others are written as the entries of a constant matrix name
 * them: an entry 1 takes an element, an entry 0 leaves it out.
 *
 * An example with matrices of 4 x 4 and MAX, of the numbers 3 1 4 1 5 9 2 6 5 3 5 8 9 7, behind which stands the
 * neutral element, here -:
 *
 *         | 3 1 4 1 |        | 1 1 1 1 |                    | 9 9 5 8 |                      | 9 - - - |
 *     A = | 5 9 2 6 |    P = | 0 0 0 0 |    V = P (max) A = | - - - - |    R = V (max) P^T = | - - - - |
 *         | 5 3 5 8 |        | 0 0 0 0 |                    | - - - - |                      | - - - - |
 *         | 9 7 - - |        | 0 0 0 0 |                    | - - - - |                      | - - - - |
 *
 * For more numbers V = P (max) A_i (max) V goes over all A_i, and chunks are put together as in reduce.c. What a map
 * makes of an element is laid into A in its place, and an initial value is combined with the result at the end. So it is
 * with the products x y of a dot product, of which the sum is formed.
 */
#include "operators.h"

#include <math.h>

#include "algebra.h"
#include "primitives/tile/reference/rows.h"

enum { CHUNK = 16 * TCUI_MM };

/* ---------------------------------------------------------------------------------------------- the algebra --- */

static tcui_algebra algebra_of(const tcui_reduce_task *task)
{
    return (tcui_algebra){&task->reduction, task->out_type};
}

static bool in_reals(const tcui_reduce_task *task)
{
    return tcui_is_real(task->out_type);
}

/* What stands for x + y. */
static tcui_number combine(const tcui_reduce_task *task, tcui_number x, tcui_number y)
{
    return tcui_algebra_add(algebra_of(task), x, y);
}

/* ------------------------------------------------------------------------------------------------- matrices --- */

static tcui_matrix neutral_matrix(const tcui_reduce_task *task)
{
    return tcui_algebra_zero(algebra_of(task));
}

/* P A combined with C. */
static tcui_matrix multiply(const tcui_reduce_task *task, tcui_matrix A, tcui_matrix C)
{
    return tcui_algebra_multiply(algebra_of(task), tcui_tile_first_row, A, C);
}

/* V P^T = (P V^T)^T: the rows of V combined, in the first column. */
static tcui_matrix combine_rows(const tcui_reduce_task *task, tcui_matrix V)
{
    return tcui_matrix_transpose(multiply(task, tcui_matrix_transpose(V), neutral_matrix(task)));
}

/* Element i, mapped. */
static tcui_number load(const tcui_reduce_task *task, uint64_t i)
{
    const tcu_type type = task->in_type;
    tcui_number x = tcui_number_load(type, task->in, i);
    switch ((int)task->reduction.map) {
    case TCU_MAP_SQUARE:
        return tcui_number_multiply(in_reals(task), x, x);
    case TCU_MAP_ABSOLUTE:
        if (in_reals(task)) {
            return (tcui_number){.real = fabs(x.real)};
        }
        x.integer = tcui_is_signed(type) && (int64_t)x.integer < 0 ? 0 - x.integer : x.integer;
        tcui_number_store(task->out_type, &x, 0, x); /* modulo 2^w, before it is compared */
        return tcui_number_load(task->out_type, &x, 0);
    case TCUI_MAP_TIMES:
        return tcui_number_multiply(in_reals(task), x, tcui_number_load(type, task->second, i));
    case TCU_MAP_NONZERO:
        return tcui_number_of(false, tcui_is_real(type) ? x.real != 0 : x.integer != 0);
    default:
        return x;
    }
}

/* `count` neighbours of in[first] on, up to 256, row by row. Behind them stands the neutral element. */
static tcui_matrix load_matrix(const tcui_reduce_task *task, uint64_t first, uint64_t count)
{
    tcui_matrix A = neutral_matrix(task);
    for (uint64_t i = 0; i < count; i++) {
        A.at[i / TCUI_M][i % TCUI_M] = load(task, first + i);
    }
    return A;
}

/* ----------------------------------------------------------------------------------------------- algorithms --- */

/* Reduction_256N: V = P A_i + V for every i, R = V P^T. */
static tcui_number reduce_chunk(const tcui_reduce_task *task, uint64_t first, uint64_t count)
{
    tcui_matrix V = neutral_matrix(task);
    for (uint64_t i = 0; i < count; i += TCUI_MM) {
        V = multiply(task, load_matrix(task, first + i, tcui_part_length(count, i, TCUI_MM)), V);
    }
    return combine_rows(task, V).at[0][0];
}

static tcui_number reduce(const tcui_reduce_task *task, uint64_t first, uint64_t count)
{
    if (count <= CHUNK) {
        return reduce_chunk(task, first, count);
    }
    const uint64_t size = tcui_part_size(count, CHUNK);
    tcui_matrix A = neutral_matrix(task);
    for (uint64_t p = 0, i = 0; i < count; p++, i += size) {
        A.at[p / TCUI_M][p % TCUI_M] = reduce(task, first + i, tcui_part_length(count, i, size));
    }
    return combine_rows(task, multiply(task, A, neutral_matrix(task))).at[0][0];
}

static void store(const tcui_reduce_task *task, uint64_t k, tcui_number result)
{
    const tcui_reduction *reduction = &task->reduction;
    if (reduction->has_initial) {
        result = combine(task, tcui_number_load(task->out_type, &reduction->initial, 0), result);
    }
    tcui_number_store(task->out_type, task->out, k, result);
}

/* Reduction_16: R = A P^T, the results of segments k, k + 1, ... in the first column. */
static void reduce_rows(const tcui_reduce_task *task, uint64_t k)
{
    tcui_matrix A = neutral_matrix(task);
    const uint64_t rows = tcui_rows_of_segments(&task->segments, k);
    for (uint64_t r = 0; r < rows; r++) {
        for (uint64_t c = 0; c < tcui_segment_length(&task->segments, k + r); c++) {
            A.at[r][c] = load(task, tcui_segment_begin(&task->segments, k + r) + c);
        }
    }
    const tcui_matrix R = combine_rows(task, A);
    for (uint64_t r = 0; r < rows; r++) {
        store(task, k + r, R.at[r][0]);
    }
}

void tcui_reference_reduce(const tcui_reduce_task *task)
{
    for (uint64_t k = 0; k < task->segments.count; k += TCUI_M) {
        if (task->segmented && tcui_segments_are_rows(&task->segments, k)) {
            reduce_rows(task, k);
            continue;
        }
        for (uint64_t s = k; s < k + tcui_rows_of_segments(&task->segments, k); s++) {
            store(task, s,
                  reduce(task, tcui_segment_begin(&task->segments, s), tcui_segment_length(&task->segments, s)));
        }
    }
}
