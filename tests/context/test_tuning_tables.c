/* SPDX-License-Identifier: Apache-2.0 */
/* The tables of rows that tuning files can set: what is in them, their bounds, and that each can be set by its name. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "primitives/context/path.h"
#include "primitives/context/tuning.h"
#include "test_backend.h"
#include "test_file.h"
#include "test_sentence.h"

Test(tuning_tables, tables_are_sound)
{
    tcu_context *context = test_context_new();
    const tcui_tuning_family *family, *found;
    size_t all = 0;
    for (size_t f = 0; (family = tcui_tuning_family_at(f)) != NULL; f++) {
        cr_expect_str_eq(family->name, context->backend->operations[family->operation]->name);
        cr_expect_leq(family->policy_bytes, TCUI_TUNING_MOST_BYTES, "%s", family->name);
        all += family->num_rows;
        for (size_t r = 0; r < family->num_rows; r++) {
            const tcui_tuning_row *const row = &family->rows[r];
            char name[100];
            snprintf(name, sizeof name, "%s.%s", family->name, row->name);
            cr_expect_eq(tcui_tuning_find(name, &found), row, "%s is there twice", name);
            cr_expect_eq(found, family, "%s", name);
            cr_expect(row->size == 4 || row->size == 8, "%s has %zu bytes", name, row->size);
            cr_expect_leq(row->offset + row->size, family->policy_bytes, "%s", name);
            cr_expect(row->size == 8 || row->most <= UINT32_MAX, "%s", name);
            const uint64_t own = tcui_tuning_get(family->policy, row);
            cr_expect(tcui_tuning_allows(row, own), "%s: the library's own number is out of its bounds", name);
            cr_expect(row->kind == TCUI_TUNING_COUNT ||
                          (row->least >= TCU_ARITHMETIC_MATRIX && row->most == TCU_ARITHMETIC_PLAIN),
                      "%s", name);
            for (size_t other = 0; other < r; other++) {
                cr_expect_neq(family->rows[other].offset, row->offset, "%s and %s are one field", name,
                              family->rows[other].name);
            }
        }
    }
    cr_expect_leq(all, TCUI_TUNING_MOST_ROWS);
    tcu_context_destroy(context);
}

static uint64_t number_of(int which, const tcui_tuning_family *family, const tcui_tuning_row *row)
{
    return which == 0 ? row->least : which == 1 ? row->most : tcui_tuning_get(family->policy, row);
}

/* Every row by its name, at both of its bounds and at the library's own number. */
Test(tuning_tables, every_row_can_be_set)
{
    tcu_context *context = test_context_new();
    const test_file named = test_file_new();
    const tcui_tuning_family *family;
    for (int which = 0; which < 3; which++) {
        FILE *const file = fopen(named.path, "wb");
        cr_assert_not_null(file);
        fprintf(file, "tcu-tuning 1\n");
        for (size_t f = 0; (family = tcui_tuning_family_at(f)) != NULL; f++) {
            for (size_t r = 0; r < family->num_rows; r++) {
                const tcui_tuning_row *const row = &family->rows[r];
                const uint64_t value = number_of(which, family, row);
                fprintf(file, "%s.%s ", family->name, row->name);
                if (row->kind == TCUI_TUNING_ARITHMETIC) {
                    fprintf(file, "%s\n", value == TCU_ARITHMETIC_MATRIX ? "matrix" : "plain");
                } else {
                    fprintf(file, "%" PRIu64 "\n", value);
                }
            }
        }
        cr_assert_eq(fclose(file), 0);
        cr_assert_eq(tcu_context_load_tuning(context, named.path), TCU_SUCCESS, "%s", tcu_context_last_error(context));
        for (size_t f = 0; (family = tcui_tuning_family_at(f)) != NULL; f++) {
            const void *const policy = context->policies[family->operation];
            cr_assert_not_null(policy);
            for (size_t r = 0; r < family->num_rows; r++) {
                const tcui_tuning_row *const row = &family->rows[r];
                cr_expect_eq(tcui_tuning_get(policy, row),
                             which == 0   ? row->least
                             : which == 1 ? row->most
                                          : tcui_tuning_get(family->policy, row),
                             "%s.%s", family->name, row->name);
            }
            cr_expect(which < 2 || memcmp(policy, family->policy, family->policy_bytes) == 0, "%s", family->name);
        }
    }
    test_file_free(&named);
    tcu_context_destroy(context);
}

Test(tuning_tables, a_row_out_of_its_bounds_is_not_set)
{
    tcu_context *context = test_context_new();
    const tcui_tuning_family *family;
    for (size_t f = 0; (family = tcui_tuning_family_at(f)) != NULL; f++) {
        for (size_t r = 0; r < family->num_rows; r++) {
            const tcui_tuning_row *const row = &family->rows[r];
            if (row->least > 0) {
                cr_expect_eq(tcui_tuning_set(context, family, row, row->least - 1), TCU_ERROR_INVALID_ARGUMENT);
            }
            if (row->most < UINT64_MAX) {
                cr_expect_eq(tcui_tuning_set(context, family, row, row->most + 1), TCU_ERROR_INVALID_ARGUMENT);
                cr_expect(test_mentions(tcu_context_last_error(context), row->name), "%s",
                          tcu_context_last_error(context));
            }
            cr_expect_null(context->policies[family->operation], "%s.%s", family->name, row->name);
        }
    }
    tcu_context_destroy(context);
}
