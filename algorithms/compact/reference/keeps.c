/* SPDX-License-Identifier: Apache-2.0 */
#include "keeps.h"

#include <string.h>

#include "primitives/tile/reference/matrix.h"

static bool is_at_most(tcu_type type, tcui_number x, tcui_number y)
{
    return tcui_number_is_less(type, x, y) || tcui_number_is_equal(type, x, y);
}

/* Nothing is less than a NaN, or equal to it. */
static bool compares(const tcui_compact_task *task, uint64_t i)
{
    const tcu_type type = task->type;
    const void *values = task->value_in_context != NULL ? task->value_in_context : task->value.bytes;
    const void *uppers = task->upper_in_context != NULL ? task->upper_in_context : task->upper.bytes;
    const tcui_number x = tcui_number_load(type, task->columns[0].in, i), value = tcui_number_load(type, values, 0);
    switch (task->comparison) {
    case TCU_COMPARE_LESS:
        return tcui_number_is_less(type, x, value);
    case TCU_COMPARE_LESS_EQUAL:
        return is_at_most(type, x, value);
    case TCU_COMPARE_GREATER:
        return tcui_number_is_less(type, value, x);
    case TCU_COMPARE_GREATER_EQUAL:
        return is_at_most(type, value, x);
    case TCU_COMPARE_EQUAL:
        return tcui_number_is_equal(type, x, value);
    case TCU_COMPARE_NOT_EQUAL:
        return !tcui_number_is_equal(type, x, value);
    default: {
        const tcui_number upper = tcui_number_load(type, uppers, 0);
        const bool is_inside = is_at_most(type, value, x) && is_at_most(type, x, upper);
        return is_inside == (task->comparison == TCU_COMPARE_INSIDE);
    }
    }
}

/* Whether a run of equal items begins with item i. */
static bool is_head(const tcui_compact_task *task, uint64_t i)
{
    const size_t bytes = task->columns[0].item_bytes;
    const char *item = (const char *)task->columns[0].in + i * bytes;
    return i == 0 || memcmp(item, item - bytes, bytes) != 0;
}

bool tcui_compact_reference_keeps(const tcui_compact_task *task, uint64_t i)
{
    const unsigned char *flags = task->flags;
    switch (task->selection) {
    case TCUI_SELECT_BYTES:
        return flags[i] != 0;
    case TCUI_SELECT_BITS:
        return (flags[i / 8] >> (i % 8) & 1) != 0;
    case TCUI_SELECT_PREDICATE:
        return compares(task, i);
    default: /* TCUI_SELECT_HEADS */
        return is_head(task, i);
    }
}
