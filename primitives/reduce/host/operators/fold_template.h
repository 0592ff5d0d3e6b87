/* SPDX-License-Identifier: Apache-2.0 */
/* Neighbours combined to one value, at a level. */
#include "arithmetic_template.h"
#include "bits_template.h"
#include "extrema_template.h"

static tcui_host_value TCUI_L(tcui_fold_one)(const tcui_host_reduction *reduction, uint64_t first, uint64_t count)
{
    const tcui_reduce_task *task = reduction->task;
    const tcui_reduction *how = &task->reduction;
    const void *from = (const char *)task->in + first * reduction->in_bytes;
    if (count == 0) {
        return reduction->neutral;
    }
    if (tcui_is_of_bits(how->op)) {
        return (tcui_host_value){.bits = TCUI_L(tcui_combine_bits)(how->op, task->in_type, from, count)};
    }
    if (how->map == TCU_MAP_NONZERO) {
        return (tcui_host_value){.bits = TCUI_L(tcui_count_nonzero)(&reduction->format, from, count)};
    }
    if (reduction->in_reals) {
        return (tcui_host_value){.real = TCUI_L(tcui_combine_reals)(task, from, count)};
    }
    return (tcui_host_value){.bits = TCUI_L(tcui_combine_integers)(task, from, count)};
}

static void TCUI_L(tcui_reduce_fold)(const tcui_host_reduction *reduction, const uint64_t *borders, int runs,
                                     tcui_host_value *values)
{
    if (tcui_is_extremum(reduction->task->reduction.op)) {
        TCUI_L(tcui_extrema)(reduction, borders, runs, values);
        return;
    }
    for (int i = 0; i < runs; i++) {
        values[i] = TCUI_L(tcui_fold_one)(reduction, borders[i], borders[i + 1] - borders[i]);
    }
}
