/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Selections in the reference: select.c has how the key of one rank is found. Top-k takes the keys before the one of rank
 * m - 1, and of those that are equal to it as many as are missing. With rows of flags, where row 0 of F has those that are
 * less and row 1 those that are equal, as sums with the constant matrix U (ones above the diagonal), 16 keys at a time:
 *
 *     F U           exclusive scans along both rows: number of the equal keys, and so which are taken
 *     G U           the same of row 0 of G, which has a flag for each key that is taken: its place
 *
 * in the order of positions. An example with matrices of 4 x 4: the 3 smallest of 5 2 5 1. The key of rank 2 is the first 5.
 *
 *     F = | 0 1 0 1 |    F U = | 0 0 1 1 |    the second 5 is number 1 of the equal keys, and not taken
 *         | 1 0 1 0 |          | 0 1 1 2 |
 *
 *     G = | 1 1 0 1 |    G U = | 0 1 2 2 |    the keys go to places 0, 1 and 2
 *
 * The best come first by a stable sort of what was taken (radix_sort/reference).
 */
#include "algorithms/radix_sort/backend.h"
#include "algorithms/selection/results.h"
#include "primitives/call/call.h"
#include "primitives/tile/reference/matrix.h"
#include "select.h"

/* ----------------------------------------------------------------------------------------------------- top-k --- */

/* Gets the key at a position and its place among those that are taken. */
typedef void (*take_function)(void *data, uint64_t place, uint64_t position);

/* Keys of the segment before `last`, and those that are equal to it up to this one, in the order of their positions. */
static void take_up_to(const tcui_reference_selecting *s, tcui_reference_selected last, take_function take, void *data)
{
    const tcui_matrix U = tcui_matrix_constant(false, tcui_tile_strict_upper), zero = tcui_matrix_zero(false);
    uint64_t equal = 0, taken = 0; /* before these 16 keys */
    for (uint64_t i = s->begin; i < s->end; i += TCUI_M) {
        const uint64_t count = tcui_selection_least(TCUI_M, s->end - i);
        tcui_matrix F = zero, G = zero;
        for (uint64_t column = 0; column < count; column++) {
            const uint64_t bits = tcui_reference_bits_at(s, i + column);
            F.at[0][column].integer = bits < last.bits;
            F.at[1][column].integer = bits == last.bits;
        }
        const tcui_matrix numbers = tcui_matrix_multiply(F, U, zero);
        for (uint64_t column = 0; column < count; column++) {
            const bool is_missing = equal + numbers.at[1][column].integer <= last.before;
            G.at[0][column].integer = F.at[0][column].integer + (is_missing ? F.at[1][column].integer : 0);
        }
        const tcui_matrix places = tcui_matrix_multiply(G, U, zero);
        for (uint64_t column = 0; column < count; column++) {
            if (G.at[0][column].integer == 1) {
                take(data, taken + places.at[0][column].integer, i + column);
            }
        }
        equal += numbers.at[1][TCUI_M - 1].integer + F.at[1][TCUI_M - 1].integer;
        taken += places.at[0][TCUI_M - 1].integer + G.at[0][TCUI_M - 1].integer;
    }
}

/* What was taken of a segment, to be sorted. */
typedef struct taken_arrays {
    const tcui_selection_task *task;
    void *keys, *keys_sorted;
    uint64_t *positions, *positions_sorted;
} taken_arrays;

static void take_to_arrays(void *data, uint64_t place, uint64_t position)
{
    const taken_arrays *taken = data;
    const tcu_type type = taken->task->key_type;
    tcui_bits_store(type, taken->keys, place, tcui_bits_load(type, taken->task->keys, position));
    taken->positions[place] = position;
}

typedef struct results {
    const tcui_selection_task *task;
    uint64_t segment, begin;
} results;

static void take_to_results(void *data, uint64_t place, uint64_t position)
{
    const results *r = data;
    tcui_selection_store(r->task, r->segment, r->begin, place, position);
}

static tcui_radix_sort_task sort_of(const taken_arrays *taken, uint64_t n)
{
    return (tcui_radix_sort_task){.keys_in = taken->keys,
                                  .keys_out = taken->keys_sorted,
                                  .key_type = taken->task->key_type,
                                  .payload = TCUI_PAYLOAD_VALUES,
                                  .values_in = taken->positions,
                                  .values_out = taken->positions_sorted,
                                  .value_bytes = sizeof(uint64_t),
                                  .descending = taken->task->descending,
                                  .end_bit = 8 * (int)tcu_type_size(taken->task->key_type),
                                  .segments = tcui_segments_whole(n)};
}

/* Results that a segment has at most. */
static uint64_t most_results(const tcui_selection_task *task)
{
    const uint64_t longest = task->segments.size > 0 ? task->segments.size : task->segments.n;
    return tcui_selection_least(task->k, tcui_selection_least(longest, task->segments.n));
}

static taken_arrays lay_out(const tcui_selection_task *task, tcui_layout *layout, void *workspace)
{
    const uint64_t most = most_results(task);
    const size_t key_bytes = tcu_type_size(task->key_type);
    taken_arrays taken = {.task = task};
    taken.keys = tcui_layout_place(layout, workspace, most, key_bytes);
    taken.keys_sorted = tcui_layout_place(layout, workspace, most, key_bytes);
    taken.positions = tcui_layout_place(layout, workspace, most, sizeof(uint64_t));
    taken.positions_sorted = tcui_layout_place(layout, workspace, most, sizeof(uint64_t));
    return taken;
}

static tcu_status top_k_of_segment(tcu_context *context, const tcui_selection_task *task, uint64_t number,
                                   void *workspace)
{
    const tcui_selection_segment segment = tcui_selection_segment_of(&task->segments, number);
    const tcui_reference_selecting s = {task, tcui_key_order_of(task->key_type, task->descending), segment.begin,
                                        segment.end};
    const uint64_t m = tcui_selection_least(task->k, s.end - s.begin);
    results r = {task, number, s.begin};
    if (task->num_out != NULL) {
        task->num_out[number] = m;
    }
    if (m == 0) {
        return TCU_SUCCESS;
    }
    const tcui_reference_selected last = tcui_reference_select(&s, m - 1);
    if (task->input_order) {
        take_up_to(&s, last, take_to_results, &r);
        return TCU_SUCCESS;
    }
    tcui_layout layout = {0};
    taken_arrays taken = lay_out(task, &layout, workspace);
    take_up_to(&s, last, take_to_arrays, &taken);
    const tcui_radix_sort_task sort = sort_of(&taken, m);
    const tcu_status status =
        tcui_execute(context, tcui_operation_of(context, TCUI_RADIX_SORT), &sort, tcui_layout_rest(&layout, workspace));
    for (uint64_t j = 0; j < m && status == TCU_SUCCESS; j++) {
        tcui_selection_store(task, number, s.begin, j, taken.positions_sorted[j]);
    }
    return status;
}

/* ------------------------------------------------------------------------------------------ the other operations --- */

/* The position of the key: the one that take_up_to() takes last of those that are equal. */
static void nth_element(const tcui_selection_task *task)
{
    const tcui_reference_selecting s = {task, tcui_key_order_of(task->key_type, task->descending), 0,
                                        tcui_selection_length(task)};
    if (task->num_out != NULL) {
        *task->num_out = task->k < s.end;
    }
    if (task->k >= s.end) {
        return;
    }
    const tcui_reference_selected found = tcui_reference_select(&s, task->k);
    uint64_t equal = 0;
    for (uint64_t i = 0; i < s.end; i++) {
        if (tcui_reference_bits_at(&s, i) == found.bits && equal++ == found.before) {
            tcui_selection_store(task, 0, 0, 0, i);
            return;
        }
    }
}

static void quantiles(const tcui_selection_task *task)
{
    const tcui_reference_selecting s = {task, tcui_key_order_of(task->key_type, false), 0, tcui_selection_length(task)};
    const tcui_selection_infinities infinities = tcui_selection_infinities_of(task->key_type);
    uint64_t in_front = 0, behind = 0;
    for (uint64_t i = 0; i < s.end; i++) {
        const uint64_t bits = tcui_reference_bits_at(&s, i);
        in_front += bits < infinities.negative;
        behind += bits > infinities.positive;
    }
    tcui_quantile_elements elements;
    if (!tcui_quantiles_begin(task, s.end, in_front, behind, &elements)) {
        return;
    }
    for (uint64_t j = 0; j < task->num_q; j++) {
        const tcui_quantile_place place = tcui_quantile_place_of(task->q[j], elements.count, task->method);
        const uint64_t low = tcui_reference_select(&s, elements.first + place.low).bits;
        const uint64_t high =
            place.high == place.low ? low : tcui_reference_select(&s, elements.first + place.high).bits;
        tcui_quantile_store(task, j, place, low, high);
    }
}

static tcu_status reserve(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    const tcui_selection_task *task = any_task;
    if (task->kind != TCUI_SELECTION_TOP_K || task->input_order) {
        return TCU_SUCCESS;
    }
    const taken_arrays taken = lay_out(task, layout, NULL);
    const tcui_radix_sort_task sort = sort_of(&taken, most_results(task));
    return tcui_reserve(context, tcui_operation_of(context, TCUI_RADIX_SORT), &sort, layout);
}

static tcu_status top_k(tcu_context *context, const tcui_selection_task *task, void *workspace)
{
    tcui_selection_task now = *task;
    now.segments = tcui_segments_now(&task->segments);
    tcu_status status = TCU_SUCCESS;
    for (uint64_t s = 0; s < now.segments.count && status == TCU_SUCCESS; s++) {
        status = top_k_of_segment(context, &now, s, workspace);
    }
    return status;
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_selection_task *task = any_task;
    switch (task->kind) {
    case TCUI_SELECTION_NTH:
        nth_element(task);
        return TCU_SUCCESS;
    case TCUI_SELECTION_QUANTILES:
        quantiles(task);
        return TCU_SUCCESS;
    default:
        return top_k(context, task, workspace);
    }
}

static const tcui_path paths[] = {{.name = "reference", .reserve = reserve, .execute = execute}};

const tcui_operation tcui_selection_reference = {
    .id = TCUI_SELECTION, .name = "selection", .paths = paths, .num_paths = 1};
