/* SPDX-License-Identifier: Apache-2.0 */
/* Selections on the host: select.c has the algorithm that all are made of. */
#include "algorithms/selection/results.h"
#include "internal.h"
#include "primitives/reduce/elements.h"
#include "primitives/threads/share.h"

/* The position of an element is looked for in chunks, by counts of what is equal. */
enum { CHUNK = 1024 };

static int threads_for(const tcu_context *context, const tcui_selection_task *task)
{
    return tcui_threads_for_work(context, (double)TCUI_PS_SELECTED_KEY * (double)task->segments.n);
}

static uint64_t position_of(const tcui_selection_keys *keys, tcui_selected found)
{
    const tcui_selection_loops *loops = tcui_selection_loops_of(keys->order.bits);
    const tcui_selection_bracket bracket = {found.bits, found.bits}, up_to = {0, found.bits};
    uint64_t bits[CHUNK], positions[CHUNK], before = found.before, below = 0;
    for (uint64_t begin = 0;; begin += CHUNK) {
        const uint64_t end = keys->n - begin > CHUNK ? begin + CHUNK : keys->n;
        const uint64_t equal = loops->count(keys, begin, end, up_to).at_high;
        if (before < equal) {
            const tcui_selection_list list = {bits, positions, CHUNK, UINT64_MAX};
            loops->collect(keys, begin, end, bracket, list, &below);
            return positions[before];
        }
        before -= equal;
    }
}

static void nth_element(const tcui_selection_task *task, int threads, uint64_t *scratch)
{
    const tcui_key_order order = tcui_key_order_of(task->key_type, task->descending);
    const tcui_selection_keys keys = {task->keys, order, tcui_selection_length(task), threads};
    if (task->num_out != NULL) {
        *task->num_out = task->k < keys.n;
    }
    if (task->k >= keys.n) {
        return;
    }
    const tcui_selected found = tcui_select_rank(&keys, task->k, scratch);
    if (task->indices_out != NULL) {
        tcui_selection_store(task, 0, 0, 0, position_of(&keys, found));
    } else {
        tcui_bits_store(task->key_type, task->keys_out, 0, tcui_key_of_order_bits(order, found.bits));
    }
}

static tcu_status reserve(tcu_context *context, const void *any_task, tcui_layout *layout)
{
    const tcui_selection_task *task = any_task;
    switch (task->kind) {
    case TCUI_SELECTION_TOP_K:
        return tcui_top_k_reserve(context, task, threads_for(context, task), layout);
    case TCUI_SELECTION_NTH:
        tcui_layout_reserve(layout, tcui_selection_scratch(task->segments.n), sizeof(uint64_t));
        return TCU_SUCCESS;
    default:
        return tcui_quantiles_reserve(context, task, layout);
    }
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_selection_task *task = any_task;
    const int threads = threads_for(context, task);
    switch (task->kind) {
    case TCUI_SELECTION_TOP_K:
        return tcui_top_k_execute(context, task, threads, workspace);
    case TCUI_SELECTION_NTH:
        nth_element(task, threads, workspace);
        return TCU_SUCCESS;
    default:
        return tcui_quantiles_execute(context, task, threads, workspace);
    }
}

static const tcui_path paths[] = {{.name = "host", .reserve = reserve, .execute = execute}};

const tcui_operation tcui_selection_host = {.id = TCUI_SELECTION, .name = "selection", .paths = paths, .num_paths = 1};
