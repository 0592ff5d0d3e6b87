/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Merges and searches by the merge matrix of S. Odeh, O. Green, Z. Mwassi, O. Shmueli, Y. Birk: "Merge Path - Parallel
 * Merging Made Simple", IPDPSW 2012: of sorted arrays A and B
 *
 *     M[i][j]  is 1 if B[j] comes before A[i], else 0
 *
 * Ranks are sums of it, hence products with ones (1: ones everywhere):
 *
 *     R = M 1          row i has how many of B come before A[i], so that A[i] goes to place i + R[i][0]
 *     S = 1 (1 - M)    column j has how many of A come before B[j], so that B[j] goes to place j + S[0][j]
 *
 * and S answers searches as well: S[0][j] is the bound of B[j] in A, the upper one if of equal keys those of A come
 * first, else the lower one. (1 - M has zeros outside of the arrays.) The border of the ones is the merge path; it
 * crosses the cross diagonal i + j = d where the first d elements of the result end. So of long arrays only the
 * matrices along the path are formed: 16 results at a time, of at most 16 elements of each array.
 *
 * An example with matrices of 4 x 4, A = 1 3 5 7 and B = 2 3 4 9:
 *
 *         | 0 0 0 0 |    row sums 0, 1, 3, 3: A goes to places 0 2 5 6
 *     M = | 1 0 0 0 |
 *         | 1 1 1 0 |    zeros of columns 1, 2, 2, 4: B goes to places 1 3 4 7
 *         | 1 1 1 0 |    result 1 2 3 3 4 5 7 9
 *
 * Values in any order have no path. Each is compared with 15 elements of A that cut it into 16 parts, 16 values at a
 * time: with M[r][c] = 1 if splitter r of value c comes before it, row 0 of P M (P: ones in row 0) has the numbers of
 * the parts in which the values go on.
 */
#include <string.h>

#include "algorithms/merge/backend.h"
#include "primitives/tile/reference/matrix.h"

typedef struct merging {
    const tcui_merge_task *task;
    tcui_key_order order;
    uint64_t a_n, b_n;
} merging;

/* The order bits of key i of an array. */
static uint64_t bits_of(const merging *m, const tcui_merge_array *array, uint64_t i)
{
    static const tcu_type unsigned_types[] = {
        [8] = TCU_TYPE_U8, [16] = TCU_TYPE_U16, [32] = TCU_TYPE_U32, [64] = TCU_TYPE_U64};
    return tcui_order_bits(m->order, tcui_number_load(unsigned_types[m->order.bits], array->keys, i).integer);
}

/* Whether a[i] comes before b[j]; if not, b[j] comes before a[i]. */
static bool a_is_first(const merging *m, uint64_t i, uint64_t j)
{
    const uint64_t a = bits_of(m, &m->task->a, i), b = bits_of(m, &m->task->b, j);
    return a < b || (m->task->a_first && a == b);
}

static uint64_t least(uint64_t x, uint64_t y)
{
    return x < y ? x : y;
}

/* ------------------------------------------------------------------------------------------- the merge path --- */

/* How many of a[a_begin] ... are among the next `count` elements of the result: where the path crosses their end. */
static uint64_t cross(const merging *m, uint64_t a_begin, uint64_t b_begin, uint64_t count)
{
    const uint64_t b_left = m->b_n - b_begin;
    uint64_t low = count > b_left ? count - b_left : 0, high = least(count, m->a_n - a_begin);
    while (low < high) {
        const uint64_t i = low + (high - low) / 2;
        if (a_is_first(m, a_begin + i, b_begin + count - 1 - i)) {
            low = i + 1;
        } else {
            high = i;
        }
    }
    return low;
}

static void copy_item(void *to, uint64_t k, const void *from, uint64_t i, size_t bytes)
{
    if (bytes > 0) {
        memcpy((char *)to + k * bytes, (const char *)from + i * bytes, bytes);
    }
}

static void move(const merging *m, const tcui_merge_array *from, uint64_t i, uint64_t place)
{
    copy_item(m->task->keys_out, place, from->keys, i, tcu_type_size(m->task->key_type));
    copy_item(m->task->values_out, place, from->values, i, m->task->value_bytes);
}

/* a_count elements of a and b_count of b, no more than 16 together, which are neighbours in the result. */
static void merge_few(const merging *m, uint64_t a_begin, uint64_t a_count, uint64_t b_begin, uint64_t b_count)
{
    const tcui_matrix ones = tcui_matrix_constant(false, tcui_tile_ones), zero = tcui_matrix_zero(false);
    tcui_matrix M = zero, complement = zero;
    for (uint64_t i = 0; i < a_count; i++) {
        for (uint64_t j = 0; j < b_count; j++) {
            const bool is_first = a_is_first(m, a_begin + i, b_begin + j);
            M.at[i][j].integer = !is_first;
            complement.at[i][j].integer = is_first;
        }
    }
    const tcui_matrix R = tcui_matrix_multiply(M, ones, zero), S = tcui_matrix_multiply(ones, complement, zero);
    const bool is_merge = m->task->kind == TCUI_MERGE_KEYS;
    const uint64_t begin = a_begin + b_begin;
    for (uint64_t i = 0; i < a_count && is_merge; i++) {
        move(m, &m->task->a, a_begin + i, begin + i + R.at[i][0].integer);
    }
    for (uint64_t j = 0; j < b_count; j++) {
        if (is_merge) {
            move(m, &m->task->b, b_begin + j, begin + j + S.at[0][j].integer);
        } else {
            const tcui_number position = {.integer = a_begin + S.at[0][j].integer};
            tcui_number_store(m->task->index_type, m->task->indices, b_begin + j, position);
        }
    }
}

static void follow_path(const merging *m)
{
    uint64_t a = 0, b = 0;
    while (a < m->a_n || b < m->b_n) {
        const uint64_t count = least(TCUI_M, m->a_n - a + (m->b_n - b));
        const uint64_t a_count = cross(m, a, b, count);
        merge_few(m, a, a_count, b, count - a_count);
        a += a_count;
        b += count - a_count;
    }
}

/* -------------------------------------------------------------------------------------- values in any order --- */

/* P M: in row 0 the part of each of the values b[j] ... that it goes on in, where parts have `size` elements. */
static tcui_matrix choose_parts(const merging *m, uint64_t j, uint64_t count, const uint64_t *begin, uint64_t size)
{
    tcui_matrix M = tcui_matrix_zero(false);
    for (uint64_t c = 0; c < count; c++) {
        for (uint64_t r = 0; r + 1 < TCUI_M; r++) {
            const uint64_t splitter = begin[c] + (r + 1) * size - 1;
            M.at[r][c].integer = splitter < m->a_n && a_is_first(m, splitter, j + c);
        }
    }
    return tcui_matrix_multiply(tcui_matrix_constant(false, tcui_tile_first_row), M, tcui_matrix_zero(false));
}

static void search(const merging *m)
{
    uint64_t largest = 1;
    while (largest <= m->a_n / TCUI_M) {
        largest *= TCUI_M;
    }
    for (uint64_t j = 0; j < m->b_n; j += TCUI_M) {
        const uint64_t count = least(TCUI_M, m->b_n - j);
        uint64_t begin[TCUI_M] = {0};
        for (uint64_t size = largest; size > 0; size /= TCUI_M) {
            const tcui_matrix parts = choose_parts(m, j, count, begin, size);
            for (uint64_t c = 0; c < count; c++) {
                begin[c] += parts.at[0][c].integer * size;
            }
        }
        for (uint64_t c = 0; c < count; c++) {
            tcui_number_store(m->task->index_type, m->task->indices, j + c, (tcui_number){.integer = begin[c]});
        }
    }
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_merge_task *task = any_task;
    const merging m = {task, tcui_key_order_of(task->key_type, task->descending), tcui_merge_length(&task->a),
                       tcui_merge_length(&task->b)};
    (void)context, (void)workspace;
    if (task->kind == TCUI_MERGE_SEARCH) {
        search(&m);
    } else {
        follow_path(&m);
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "reference", .execute = execute}};

const tcui_operation tcui_merge_reference = {.id = TCUI_MERGE, .name = "merge", .paths = paths, .num_paths = 1};
