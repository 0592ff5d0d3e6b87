/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Extrema with their positions, by the algorithms that A. Dakkak, C. Li, J. Xiong, I. Gelado, W. Hwu write for sums:
 * "Accelerating Reduction and Scan Using Tensor Core Units", ICS 2019, algorithms 1 to 4. Their products with the
 * matrix P of ones in the first row are nothing but sums, so they can be formed in any algebra which has a + that may
 * be done in any order and a 0 that changes nothing (primitives/reduce/reference/operators.c). Here the numbers are
 * pairs of a value and its position, written v@p:
 *
 *     x + y     the pair with the greater value; of equal values that with the lower position; a NaN before all numbers
 *     0         no pair: a position of none, written -
 *     1 x       x, and 0 x = 0
 *
 * For the minimum it is the pair with the lesser value.
 *
 * An example with matrices of 4 x 4, the maximum of the numbers 3 1 4 1 5 9 2 6 5 3 5 9:
 *
 *         | 3@0 1@1 4@2  1@3  |                    | 5@4 9@5 5@10 9@11 |                      | 9@5 - - - |
 *     A = | 5@4 9@5 2@6  6@7  |    V = P (max) A = |  -   -   -    -   |    R = V (max) P^T = |  -  - - - |
 *         | 5@8 3@9 5@10 9@11 |                    |  -   -   -    -   |                      |  -  - - - |
 *         |  -   -   -    -   |                    |  -   -   -    -   |                      |  -  - - - |
 *
 * For more numbers V = P (max) A_i (max) V goes over all A_i, and of the pairs of up to 256 parts of a long segment the
 * same is formed anew. The pairs of both extrema are kept side by side.
 */
#include <math.h>

#include "primitives/extrema/backend.h"
#include "primitives/reduce/elements.h"
#include "primitives/tile/reference/rows.h"

enum { CHUNK = 16 * TCUI_MM };

static const uint64_t nowhere = UINT64_MAX;

typedef struct pair {
    tcui_number value;
    uint64_t position; /* in the array, or nowhere */
} pair;

typedef struct pairs {
    pair min, max;
} pairs;

typedef struct matrix {
    pairs at[TCUI_M][TCUI_M];
} matrix;

/* ---------------------------------------------------------------------------------------------- the algebra --- */

/* Whether x comes before y in the order of numbers, in which -0 is less than +0. */
static bool is_less(tcu_type type, tcui_number x, tcui_number y)
{
    const bool are_zeros = tcui_is_real(type) && x.real == 0 && y.real == 0;
    return are_zeros ? signbit(x.real) && !signbit(y.real) : tcui_number_is_less(type, x, y);
}

/* x + y, of minima or of maxima. */
static pair add(tcu_type type, bool is_min, pair x, pair y)
{
    const pair first = x.position < y.position ? x : y, second = x.position < y.position ? y : x;
    if (second.position == nowhere || (tcui_is_real(type) && isnan(first.value.real))) {
        return first;
    }
    const bool takes_second =
        (tcui_is_real(type) && isnan(second.value.real)) ||
        (is_min ? is_less(type, second.value, first.value) : is_less(type, first.value, second.value));
    return takes_second ? second : first;
}

static pairs add_both(tcu_type type, pairs x, pairs y)
{
    return (pairs){add(type, true, x.min, y.min), add(type, false, x.max, y.max)};
}

/* What an extremum of no elements is stored as. */
static pairs no_pairs(tcu_type type)
{
    const uint64_t greatest = tcui_neutral_bits(TCU_OPERATOR_MIN, type),
                   least = tcui_neutral_bits(TCU_OPERATOR_MAX, type);
    return (pairs){{tcui_number_load(type, &greatest, 0), nowhere}, {tcui_number_load(type, &least, 0), nowhere}};
}

/* ------------------------------------------------------------------------------------------------- matrices --- */

static matrix zero_matrix(tcu_type type)
{
    matrix A;
    for (int i = 0; i < TCUI_MM; i++) {
        A.at[i / TCUI_M][i % TCUI_M] = no_pairs(type);
    }
    return A;
}

/* P A + C. An entry 1 of P takes a row of A, an entry 0 leaves it out. */
static matrix multiply(tcu_type type, matrix A, matrix C)
{
    for (int r = 0; r < TCUI_M; r++) {
        for (int k = 0; k < TCUI_M; k++) {
            for (int c = 0; c < TCUI_M && tcui_tile_first_row(r, k) == 1; c++) {
                C.at[r][c] = add_both(type, C.at[r][c], A.at[k][c]);
            }
        }
    }
    return C;
}

static matrix transpose(matrix A)
{
    matrix B;
    for (int i = 0; i < TCUI_MM; i++) {
        B.at[i / TCUI_M][i % TCUI_M] = A.at[i % TCUI_M][i / TCUI_M];
    }
    return B;
}

/* V P^T = (P V^T)^T: each row's extrema, in the first column. */
static matrix add_rows(tcu_type type, matrix V)
{
    return transpose(multiply(type, transpose(V), zero_matrix(type)));
}

/* Element i with its position; a NaN that counts as no element has none. */
static pairs load(const tcui_extrema_task *task, uint64_t i)
{
    tcui_number x = tcui_number_load(task->type, task->in, i);
    if (tcui_is_real(task->type) && isnan(x.real)) {
        if (task->nan_mode == TCU_NAN_IGNORE) {
            return no_pairs(task->type);
        }
        x.real = NAN; /* a quiet one */
    }
    return (pairs){{x, i}, {x, i}};
}

/* `count` neighbours of in[first] on, up to 256, row by row. Behind them stand zeros. */
static matrix load_matrix(const tcui_extrema_task *task, uint64_t first, uint64_t count)
{
    matrix A = zero_matrix(task->type);
    for (uint64_t i = 0; i < count; i++) {
        A.at[i / TCUI_M][i % TCUI_M] = load(task, first + i);
    }
    return A;
}

/* ----------------------------------------------------------------------------------------------- algorithms --- */

/* Reduction_256N: V = P A_i + V for every i, R = V P^T. */
static pairs reduce_chunk(const tcui_extrema_task *task, uint64_t first, uint64_t count)
{
    matrix V = zero_matrix(task->type);
    for (uint64_t i = 0; i < count; i += TCUI_MM) {
        V = multiply(task->type, load_matrix(task, first + i, tcui_part_length(count, i, TCUI_MM)), V);
    }
    return add_rows(task->type, V).at[0][0];
}

static pairs reduce(const tcui_extrema_task *task, uint64_t first, uint64_t count)
{
    if (count <= CHUNK) {
        return reduce_chunk(task, first, count);
    }
    const uint64_t size = tcui_part_size(count, CHUNK);
    matrix A = zero_matrix(task->type);
    for (uint64_t p = 0, i = 0; i < count; p++, i += size) {
        A.at[p / TCUI_M][p % TCUI_M] = reduce(task, first + i, tcui_part_length(count, i, size));
    }
    return add_rows(task->type, multiply(task->type, A, zero_matrix(task->type))).at[0][0];
}

static void store_one(const tcui_extrema_task *task, uint64_t k, pair x, void *value, int64_t *position)
{
    if (value != NULL) {
        tcui_number_store(task->type, value, k, x.value);
    }
    if (position != NULL) {
        position[k] = x.position == nowhere ? -1 : (int64_t)(x.position - tcui_segment_begin(&task->segments, k));
    }
}

static void store(const tcui_extrema_task *task, uint64_t k, pairs x)
{
    store_one(task, k, x.min, task->min, task->argmin);
    store_one(task, k, x.max, task->max, task->argmax);
}

/* Reduction_16: R = A P^T, the results of segments k, k + 1, ... in the first column. */
static void reduce_rows(const tcui_extrema_task *task, uint64_t k)
{
    matrix A = zero_matrix(task->type);
    const uint64_t rows = tcui_rows_of_segments(&task->segments, k);
    for (uint64_t r = 0; r < rows; r++) {
        for (uint64_t c = 0; c < tcui_segment_length(&task->segments, k + r); c++) {
            A.at[r][c] = load(task, tcui_segment_begin(&task->segments, k + r) + c);
        }
    }
    const matrix R = add_rows(task->type, A);
    for (uint64_t r = 0; r < rows; r++) {
        store(task, k + r, R.at[r][0]);
    }
}

static tcu_status find_extrema(tcu_context *context, const tcui_extrema_task *task, void *workspace)
{
    (void)context, (void)workspace;
    for (uint64_t k = 0; k < task->segments.count; k += TCUI_M) {
        if (tcui_segments_are_rows(&task->segments, k)) {
            reduce_rows(task, k);
            continue;
        }
        for (uint64_t s = k; s < k + tcui_rows_of_segments(&task->segments, k); s++) {
            store(task, s,
                  reduce(task, tcui_segment_begin(&task->segments, s), tcui_segment_length(&task->segments, s)));
        }
    }
    return TCU_SUCCESS;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_extrema_task *task = any_task;
    if (tcui_segments_count_of(&task->segments) == NULL) {
        return find_extrema(context, task, workspace);
    }
    tcui_extrema_task now = *task;
    now.segments = tcui_segments_now(&task->segments);
    return find_extrema(context, &now, workspace);
}

static const tcui_path paths[] = {{.name = "reference", .execute = execute}};

const tcui_operation tcui_extrema_reference = {.id = TCUI_EXTREMA, .name = "extrema", .paths = paths, .num_paths = 1};
