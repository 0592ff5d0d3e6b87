/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prefix sums in the order that scan.h states for TCU_SUM_REPRODUCIBLE, by the plain loop that defines it: a result is what
 * comes before its group of 8 elements (../reproducible.h) and what comes before it in the group.
 *
 * An example with groups of 2 and 4 of a level that are one of the next, the numbers 1 to 8. The groups' totals are 3 7
 * 11 15. After step 1, which adds the number before, they are 3 10 18 26; after step 2, which adds the one two before,
 * 3 10 21 36. In the fourth group 21 comes before 7, and so its results are 21 + 7 = 28 and 21 + (7 + 8) = 36.
 */
#include "reproducible.h"

#include <math.h>

#include "primitives/reduce/elements.h"
#include "primitives/reduce/reproducible.h"
#include "primitives/scan/reproducible.h"
#include "primitives/tile/reference/matrix.h"

static void store(const tcui_scan_task *task, tcu_type t, uint64_t i, double sum)
{
    if (task->reduction.has_initial) {
        sum = tcui_scan_add(t, tcui_number_load(task->out_type, &task->reduction.initial, 0).real, sum);
    }
    if (isnan(sum)) {
        tcui_bits_store(task->out_type, task->out, i, tcui_quiet_nan_bits(task->out_type));
    } else {
        tcui_number_store(task->out_type, task->out, i, (tcui_number){.real = sum});
    }
}

void tcui_reference_scan_reproducible(const tcui_scan_task *task)
{
    const tcu_type t = tcui_reproducible_type(task->in_type, task->out_type);
    tcui_scan_prefixes groups;
    double before = 0, in_group = 0;
    tcui_scan_prefixes_begin(&groups, t);
    for (uint64_t i = 0; i < task->segments.n; i++) {
        const double x = tcui_number_load(task->in_type, task->in, i).real; /* before it is overwritten */
        if (task->kind == TCU_SCAN_EXCLUSIVE) {
            store(task, t, i, tcui_scan_add(t, before, in_group));
        }
        in_group = tcui_scan_add(t, in_group, x);
        if (task->kind == TCU_SCAN_INCLUSIVE) {
            store(task, t, i, tcui_scan_add(t, before, in_group));
        }
        if (i % TCUI_SCAN_GROUP == TCUI_SCAN_GROUP - 1) {
            tcui_scan_prefixes_add(&groups, in_group);
            before = tcui_scan_prefixes_sum(&groups);
            in_group = 0;
        }
    }
}
