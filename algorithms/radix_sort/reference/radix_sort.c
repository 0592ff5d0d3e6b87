/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Radix sort, least significant digit first (N. Satish, M. Harris, M. Garland: "Designing Efficient Sorting Algorithms
 * for Manycore GPUs", IPDPS 2009): a pass moves every key behind all keys with smaller digits, and behind those before
 * it with its own digit. As sums with constant matrices, for digits of 4 bits, which have 16 values, and 16 keys at a
 * time:
 *
 *     D[i][d]           is 1 if key i has digit d, else 0
 *     V = P D + V       over all keys: row 0 counts the keys of each digit          (P: ones in row 0, else zeros)
 *     S = V U           exclusive scan: where the keys of each digit begin          (U: ones above the diagonal)
 *     R = L D + P^T S   R[i][d] is the place of key i if d is its digit             (L: ones below the diagonal)
 *     S = P D + S       where the next 16 keys go on
 *
 * L D counts the keys before key i that have digit d, and P^T S has row 0 of S in all rows.
 *
 * An example with matrices of 4 x 4, so digits of 2 bits: four keys with the digits 2, 0, 2, 1. Row 0 of V is 1 1 2 0,
 * and row 0 of S is 0 1 2 4.
 *
 *         | 0 0 1 0 |          | 0 0 0 0 |          | 0 1 [2] 4 |    key 0 goes to place 2
 *     D = | 1 0 0 0 |    L D = | 0 0 1 0 |      R = | [0] 1 3 4 |    key 1 goes to place 0
 *         | 0 0 1 0 |          | 1 0 1 0 |          | 1 1 [3] 4 |    key 2 goes to place 3
 *         | 0 1 0 0 |          | 1 0 2 0 |          | 1 [1] 4 4 |    key 3 goes to place 1
 *
 * Keys are compared by their order bits (key_order.h), of which each pass looks at the next 4. Up to 16 keys need no passes:
 * with C[i][j] = 1 if key i goes before key j, row 0 of P C counts the keys before each, which is its place.
 */
#include "items.h"
#include "primitives/tile/reference/rows.h"

enum { DIGIT_BITS = 4 };
_Static_assert(1 << DIGIT_BITS == (int)TCUI_M, "a digit is a column");

/* The digit of key i that begins at bit `bit`. The last one may have fewer than 4 bits. */
static uint64_t digit_of(const tcui_radix_sort_task *task, tcui_items from, uint64_t i, int bit)
{
    const int end = bit + DIGIT_BITS < task->end_bit ? bit + DIGIT_BITS : task->end_bit;
    return tcui_bits_of_key(task, from, i, bit, end);
}

/* D of keys first ... first + 15, or to the last one, with zeros behind it. */
static tcui_matrix digits_of(const tcui_radix_sort_task *task, tcui_items from, uint64_t first, uint64_t n, int bit)
{
    tcui_matrix D = tcui_matrix_zero(false);
    for (uint64_t i = 0; i < tcui_part_length(n, first, TCUI_M); i++) {
        D.at[i][digit_of(task, from, first + i, bit)].integer = 1;
    }
    return D;
}

/* A pass: n items of `from`, by one digit, to their places in `to`. */
static void move_items(const tcui_radix_sort_task *task, tcui_items from, tcui_items to, uint64_t n, int bit)
{
    const tcui_matrix P = tcui_matrix_constant(false, tcui_tile_first_row), zero = tcui_matrix_zero(false);
    const tcui_matrix U = tcui_matrix_constant(false, tcui_tile_strict_upper);
    const tcui_matrix L = tcui_matrix_constant(false, tcui_tile_strict_lower);
    const tcui_matrix PT = tcui_matrix_transpose(P);

    tcui_matrix V = zero;
    for (uint64_t first = 0; first < n; first += TCUI_M) {
        V = tcui_matrix_multiply(P, digits_of(task, from, first, n, bit), V);
    }
    tcui_matrix S = tcui_matrix_multiply(V, U, zero);
    for (uint64_t first = 0; first < n; first += TCUI_M) {
        const tcui_matrix D = digits_of(task, from, first, n, bit);
        const tcui_matrix PTS = tcui_matrix_multiply(PT, S, zero);
        const tcui_matrix R = tcui_matrix_multiply(L, D, PTS);
        for (uint64_t i = 0; i < tcui_part_length(n, first, TCUI_M); i++) {
            const uint64_t place = R.at[i][digit_of(task, from, first + i, bit)].integer;
            tcui_copy_items(task, tcui_items_from(task, to, place), tcui_items_from(task, from, first + i), 1);
        }
        S = tcui_matrix_multiply(P, D, S);
    }
}

/* Whether key i goes before key j: it is less, or equal and came first. */
static bool goes_before(const tcui_radix_sort_task *task, tcui_items from, uint64_t i, uint64_t j)
{
    const uint64_t key_i = tcui_bits_of_key(task, from, i, task->begin_bit, task->end_bit);
    const uint64_t key_j = tcui_bits_of_key(task, from, j, task->begin_bit, task->end_bit);
    return key_i < key_j || (key_i == key_j && i < j);
}

/* Up to 16 items, each to its place in row 0 of P C. */
static void move_few_items(const tcui_radix_sort_task *task, tcui_items from, tcui_items to, uint64_t n)
{
    const tcui_matrix P = tcui_matrix_constant(false, tcui_tile_first_row), zero = tcui_matrix_zero(false);
    tcui_matrix C = zero;
    for (uint64_t i = 0; i < n; i++) {
        for (uint64_t j = 0; j < n; j++) {
            C.at[i][j].integer = goes_before(task, from, i, j);
        }
    }
    const tcui_matrix R = tcui_matrix_multiply(P, C, zero);
    for (uint64_t i = 0; i < n; i++) {
        tcui_copy_items(task, tcui_items_from(task, to, R.at[0][i].integer), tcui_items_from(task, from, i), 1);
    }
}

/* A segment: its items lie in `sorted`, and come back to it after each pass. */
static void sort_segment(const tcui_radix_sort_task *task, tcui_items sorted, tcui_items other, uint64_t n)
{
    if (n <= TCUI_M) {
        move_few_items(task, sorted, other, n);
        tcui_copy_items(task, sorted, other, n);
        return;
    }
    for (int bit = task->begin_bit; bit < task->end_bit; bit += DIGIT_BITS) {
        move_items(task, sorted, other, n, bit);
        tcui_copy_items(task, sorted, other, n);
    }
}

/* --------------------------------------------------------------------------------------------------- the arrays --- */

static bool has_indices(const tcui_radix_sort_task *task)
{
    return task->payload == TCUI_PAYLOAD_INDICES;
}

/* Where arrays are in the workspace. */
typedef struct places {
    size_t keys, other_keys, other_values;
} places;

/* A pass needs a second array, which sorts between two buffers have; and sorts of indices are without keys_out. */
static places lay_out(const tcui_radix_sort_task *task, tcui_layout *layout)
{
    const uint64_t n = task->segments.n, others = task->arrays == TCUI_SORT_BUFFERS ? 0 : n;
    const size_t key_bytes = tcu_type_size(task->key_type);
    places at;
    at.keys = tcui_layout_reserve(layout, has_indices(task) ? n : 0, key_bytes);
    at.other_keys = tcui_layout_reserve(layout, others, key_bytes);
    at.other_values = tcui_layout_reserve(layout, task->value_bytes > 0 ? others : 0, task->value_bytes);
    return at;
}

static tcu_status reserve(tcu_context *context, const void *task, tcui_layout *layout)
{
    (void)context;
    lay_out(task, layout);
    return TCU_SUCCESS;
}

/* The values of an argsort are positions in the array. */
static void store_positions(const tcui_radix_sort_task *task, tcui_items to, uint64_t first, uint64_t n)
{
    const tcu_type type = task->value_bytes == sizeof(uint32_t) ? TCU_TYPE_U32 : TCU_TYPE_U64;
    for (uint64_t i = 0; i < n; i++) {
        tcui_number_store(type, to.values, i, (tcui_number){.integer = first + i});
    }
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    tcui_radix_sort_task now = *(const tcui_radix_sort_task *)any_task;
    now.segments = tcui_segments_now(&now.segments);
    const tcui_radix_sort_task *task = &now;
    tcui_layout layout = {0};
    const places at = lay_out(task, &layout);
    char *base = workspace;
    /* (Casts take const away from what is only read, as it is of the same type as what is written.) */
    tcui_items in = {(char *)(uintptr_t)task->keys_in, NULL}, out = {task->keys_out, NULL}, other;
    if (task->arrays == TCUI_SORT_BUFFERS) {
        other = (tcui_items){task->keys_other, task->values_other};
    } else {
        other = (tcui_items){base + at.other_keys, base + at.other_values};
    }
    if (has_indices(task)) {
        out = (tcui_items){base + at.keys, task->values_out};
    } else if (task->payload == TCUI_PAYLOAD_VALUES) {
        in.values = (char *)(uintptr_t)task->values_in;
        out.values = task->values_out;
    }
    (void)context;
    for (uint64_t k = 0; k < task->segments.count; k++) {
        const uint64_t first = tcui_segment_begin(&task->segments, k), n = tcui_segment_length(&task->segments, k);
        const tcui_items sorted = tcui_items_from(task, out, first);
        tcui_copy_items(task, sorted, tcui_items_from(task, in, first), n);
        if (has_indices(task)) {
            store_positions(task, sorted, first, n);
        }
        sort_segment(task, sorted, tcui_items_from(task, other, first), n);
    }
    return TCU_SUCCESS;
}

/* Results are where the input was. */
static bool swaps_buffers(const tcu_context *context, const tcui_radix_sort_task *task)
{
    return (void)context, (void)task, false;
}

static const tcui_path paths[] = {{.name = "reference", .reserve = reserve, .execute = execute}};

static const tcui_radix_sort_extension extension = {swaps_buffers};

const tcui_operation tcui_radix_sort_reference = {
    .id = TCUI_RADIX_SORT, .name = "radix_sort", .paths = paths, .num_paths = 1, .extension = &extension};
