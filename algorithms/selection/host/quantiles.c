/* SPDX-License-Identifier: Apache-2.0 */
/* Quantiles: a few are selected one by one, of many the keys are sorted. Either way the array stays as it is. */
#include "algorithms/radix_sort/backend.h"
#include "algorithms/selection/results.h"
#include "internal.h"
#include "primitives/call/call.h"
#include "primitives/reduce/elements.h"

/* From so many on a sort of all keys takes less time than selections do. */
enum { MANY_QUANTILES = 10 };

typedef struct rooms {
    uint64_t *scratch;
    void *sorted;
    void *rest; /* of the sort */
} rooms;

static bool is_sorted(const tcui_selection_task *task)
{
    return task->num_q >= MANY_QUANTILES && task->segments.n > TCUI_SELECTION_FEW;
}

static rooms lay_out(const tcui_selection_task *task, tcui_layout *layout, void *workspace)
{
    const uint64_t n = task->segments.n;
    rooms at = {NULL, NULL, NULL};
    if (is_sorted(task)) {
        at.sorted = tcui_layout_place(layout, workspace, n, tcu_type_size(task->key_type));
        at.rest = tcui_layout_rest(layout, workspace);
    } else {
        at.scratch = tcui_layout_place(layout, workspace, tcui_selection_scratch(n), sizeof(uint64_t));
    }
    return at;
}

static tcui_radix_sort_task sort_of(const tcui_selection_task *task, void *sorted, uint64_t n)
{
    return (tcui_radix_sort_task){.keys_in = task->keys,
                                  .keys_out = sorted,
                                  .key_type = task->key_type,
                                  .end_bit = 8 * (int)tcu_type_size(task->key_type),
                                  .segments = tcui_segments_whole(n)};
}

tcu_status tcui_quantiles_reserve(tcu_context *context, const tcui_selection_task *task, tcui_layout *layout)
{
    lay_out(task, layout, NULL);
    if (!is_sorted(task)) {
        return TCU_SUCCESS;
    }
    const tcui_radix_sort_task sort = sort_of(task, NULL, task->segments.n);
    return tcui_reserve(context, tcui_operation_of(context, TCUI_RADIX_SORT), &sort, layout);
}

/* Order bits of the keys of places low and high. */
static void select_place(const tcui_selection_keys *keys, uint64_t first, tcui_quantile_place place, uint64_t *scratch,
                         tcui_selected *found)
{
    if (place.low < place.high) {
        tcui_select_neighbours(keys, first + place.low, scratch, found);
    } else {
        found[0] = found[1] = tcui_select_rank(keys, first + place.low, scratch);
    }
}

static uint64_t bits_at(const tcui_selection_task *task, tcui_key_order order, const void *sorted, uint64_t i)
{
    return tcui_order_bits(order, tcui_bits_load(task->key_type, sorted, i));
}

tcu_status tcui_quantiles_execute(tcu_context *context, const tcui_selection_task *task, int threads, void *workspace)
{
    tcui_layout layout = {0};
    const rooms at = lay_out(task, &layout, workspace);
    const tcui_key_order order = tcui_key_order_of(task->key_type, false);
    const tcui_selection_keys keys = {task->keys, order, tcui_selection_length(task), threads};
    tcui_selection_counts counts = {0, keys.n, 0};
    if (tcui_is_real(task->key_type)) {
        const tcui_selection_infinities infinities = tcui_selection_infinities_of(task->key_type);
        counts = tcui_selection_count(&keys, (tcui_selection_bracket){infinities.negative, infinities.positive});
    }
    tcui_quantile_elements elements;
    if (!tcui_quantiles_begin(task, keys.n, counts.below, keys.n - counts.below - counts.inside, &elements)) {
        return TCU_SUCCESS;
    }
    if (at.sorted != NULL) {
        const tcui_radix_sort_task sort = sort_of(task, at.sorted, keys.n);
        const tcu_status status = tcui_execute(context, tcui_operation_of(context, TCUI_RADIX_SORT), &sort, at.rest);
        if (status != TCU_SUCCESS) {
            return status;
        }
    }
    for (uint64_t j = 0; j < task->num_q; j++) {
        const tcui_quantile_place place = tcui_quantile_place_of(task->q[j], elements.count, task->method);
        tcui_selected found[2];
        if (at.sorted != NULL) {
            found[0].bits = bits_at(task, order, at.sorted, elements.first + place.low);
            found[1].bits = bits_at(task, order, at.sorted, elements.first + place.high);
        } else {
            select_place(&keys, elements.first, place, at.scratch, found);
        }
        tcui_quantile_store(task, j, place, found[0].bits, found[1].bits);
    }
    return TCU_SUCCESS;
}
