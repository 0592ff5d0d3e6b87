/* SPDX-License-Identifier: Apache-2.0 */
#include "test_tuning.h"

#include <criterion/criterion.h>
#include <string.h>

#include "primitives/context/tuning.h"

/* The bounds, the library's own number, or one of any order of magnitude, small ones more often, since arrays are short. */
static uint64_t draw_value(const tcui_tuning_family *family, const tcui_tuning_row *row, test_random *random)
{
    const uint64_t span = row->most - row->least;
    switch (test_random_below(random, 8)) {
    case 0:
        return row->least;
    case 1:
        return row->most;
    case 2:
        return tcui_tuning_get(family->policy, row);
    default:
        break;
    }
    const uint64_t bits = test_random_below(random, test_random_below(random, 4) == 0 ? 64 : 18);
    const uint64_t above = test_random_next(random) & (((uint64_t)2 << bits) - 1);
    return row->least + (span == UINT64_MAX ? above : above % (span + 1));
}

/* Such that most paths pay early: nearly all rows say from where on, and those that say up to where are named so. */
static uint64_t draw_eager(const tcui_tuning_family *family, const tcui_tuning_row *row, test_random *random)
{
    return test_random_below(random, 8) == 0   ? draw_value(family, row, random)
           : strstr(row->name, "most") != NULL ? row->most
                                               : row->least;
}

static const tcui_tuning_family *family_of(tcui_operation_id id)
{
    const tcui_tuning_family *family;
    for (size_t i = 0; (family = tcui_tuning_family_at(i)) != NULL; i++) {
        if (family->operation == id) {
            return family;
        }
    }
    return NULL;
}

void test_tuning_draw(tcu_context *context, tcui_operation_id id, test_random *random)
{
    const tcui_tuning_family *const family = family_of(id);
    const bool is_eager = test_random_below(random, 3) == 0;
    for (size_t r = 0; r < family->num_rows; r++) {
        const tcui_tuning_row *const row = &family->rows[r];
        const uint64_t value = is_eager ? draw_eager(family, row, random) : draw_value(family, row, random);
        cr_assert_eq(tcui_tuning_set(context, family, row, value), TCU_SUCCESS, "%s.%s: %s", family->name, row->name,
                     tcu_context_last_error(context));
        cr_assert_eq(tcui_tuning_get(context->policies[id], row), value, "%s.%s", family->name, row->name);
    }
}
