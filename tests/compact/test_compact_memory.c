/* SPDX-License-Identifier: Apache-2.0 */
/* Temporary memory of compactions: too small a workspace, an allocator that has none, on every path. */
#include <criterion/criterion.h>

#include "algorithms/compact/cuda/tuning.h"
#include "compaction/arena.h"
#include "primitives/context/context_internal.h"
#include "test_backend.h"
#include "test_overlap.h"
#include "test_sentence.h"

typedef test_compaction_arena arena;

/*
 * Paths of so short a call on CUDA devices: in registers, which needs no temporary memory; in one pass (what does not go
 * that path goes by tiles) and by tiles, which need some however few items there are. The host never needs any.
 */
enum { POLICIES = 3, PATHS = POLICIES * 4 /* in place or not, with run lengths or not */ };

static const tcui_compact_policy in_one_pass = {.one_pass = true, .one_pass_flagged_bytes = 4};
static const tcui_compact_policy by_tiles = {.one_pass = false};
static const tcui_compact_policy *const policies[POLICIES] = {NULL, &in_one_pass, &by_tiles};

/* Of a call of words, which may be less than the query of columns answers, as these may be records. */
static size_t need_of_columns(arena *a, size_t answer)
{
    tcu_call_info info;
    cr_assert_eq(test_compaction_run_call(a->context, &a->call), TCU_SUCCESS, "%s", tcu_context_last_error(a->context));
    test_synchronise();
    cr_assert_eq(tcu_context_get_last_call(a->context, &info), TCU_SUCCESS);
    cr_assert_leq(info.workspace_bytes, answer);
    test_compaction_arena_set(a, TEST_COMPACT_COLUMNS);
    return info.workspace_bytes;
}

/* A good call that takes that path, and what it needs; false where the operation has no such call. */
static bool set_good_by_path(arena *a, test_compaction_operation operation, int path, size_t *need)
{
    const bool in_place = path / POLICIES % 2 != 0, without_lengths = path / POLICIES / 2 != 0;
    if ((in_place && !test_works_in_place(operation)) || (without_lengths && operation != TEST_UNIQUE)) {
        return false;
    }
    test_compaction_arena_set(a, operation);
    a->context->policies[TCUI_COMPACT] = policies[path % POLICIES];
    if (in_place) {
        a->call.out = (void *)a->call.in;
    }
    if (without_lengths) {
        a->call.run_lengths = NULL;
    }
    *need = 4711;
    cr_assert_eq(test_compaction_query(a->context, &a->call, need), TCU_SUCCESS, "%s",
                 tcu_context_last_error(a->context));
    if (operation == TEST_COMPACT_COLUMNS) {
        *need = need_of_columns(a, *need);
    }
    const bool in_registers = a->context->policies[TCUI_COMPACT] == NULL && a->context->has_bulk_copies;
    cr_assert_eq(*need > 0, test_on_cuda() && !in_registers, "%s, path %d, needs %zu bytes",
                 test_compaction_names[operation], path, *need);
    return true;
}

static tcu_status run(void *a)
{
    return test_compaction_run_call(((arena *)a)->context, &((arena *)a)->call);
}

static bool unchanged(void *a)
{
    return test_compaction_arena_unchanged(a);
}

Test(compact_memory, a_workspace_on_an_array)
{
    arena *a = test_compaction_arena_new();
    for (int i = 0; i < TEST_COMPACTION_COUNT * PATHS; i++) {
        const test_compaction_operation operation = (test_compaction_operation)(i / PATHS);
        test_overlap_call overlap = {.operation = test_compaction_names[operation],
                                     .context = a->context,
                                     .arena = a,
                                     .run = run,
                                     .unchanged = unchanged};
        if (!set_good_by_path(a, operation, i % PATHS, &overlap.need)) {
            continue;
        }
        const bool by_columns = operation == TEST_COMPACT_COLUMNS, is_indices = operation == TEST_COMPACT_INDICES;
        const bool has_items = !by_columns && !is_indices, in_place = a->call.out == a->call.in;
        const size_t items = TEST_ARENA_ITEMS, bytes = items * sizeof(float);
        if (test_takes_predicate(operation)) {
            test_compaction_arena_use_context_values(a);
        }
        const test_overlap_array arrays[] = {
            {"in", a->call.in, has_items ? bytes : 0},
            {"out", a->call.out, has_items && !in_place ? bytes : 0},
            {"columns[0].in", a->columns[0].in, by_columns ? items * a->columns[0].item_bytes : 0},
            {"columns[0].out", a->columns[0].out, by_columns ? items * a->columns[0].item_bytes : 0},
            {"columns[1].in", a->columns[1].in, by_columns ? items * a->columns[1].item_bytes : 0},
            {"columns[1].out", a->columns[1].out, by_columns ? items * a->columns[1].item_bytes : 0},
            {"columns[2].in", a->columns[2].in, by_columns ? items * a->columns[2].item_bytes : 0},
            {"columns[2].out", a->columns[2].out, by_columns ? items * a->columns[2].item_bytes : 0},
            {"flags", a->call.flags, test_takes_flags(operation) ? items : 0},
            {"predicate.value", a->predicate.value, test_takes_predicate(operation) ? sizeof(float) : 0},
            {"predicate.upper", a->predicate.upper, test_takes_predicate(operation) ? sizeof(float) : 0},
            {"indices", a->call.indices, is_indices ? items * tcu_type_size(a->call.index_type) : 0},
            {"run_lengths", a->call.run_lengths,
             operation == TEST_UNIQUE && a->call.run_lengths != NULL ? items * sizeof(uint64_t) : 0},
            {"count", a->call.count, sizeof(uint64_t)}};
        test_overlap_expect(&overlap, arrays, sizeof arrays / sizeof arrays[0]);
    }
    test_compaction_arena_free(a);
}

/* Of no items the count is written, for which nothing is asked. */
Test(compact_memory, without_items_none_is_needed)
{
    arena *a = test_compaction_arena_new();
    for (int i = 0; i < TEST_COMPACTION_COUNT * PATHS; i++) {
        const test_compaction_operation operation = (test_compaction_operation)(i / PATHS);
        size_t need;
        if (!set_good_by_path(a, operation, i % PATHS, &need)) {
            continue;
        }
        a->call.n = 0;
        cr_assert_eq(test_compaction_query(a->context, &a->call, &need), TCU_SUCCESS);
        cr_expect_eq(need, 0, "%s, path %d: %zu bytes", test_compaction_names[operation], i % PATHS, need);
        cr_expect_eq(test_compaction_run_call(a->context, &a->call), TCU_SUCCESS, "%s",
                     tcu_context_last_error(a->context));
        uint64_t count = 4711;
        test_synchronise();
        test_copy_out(&count, a->call.count, sizeof count);
        cr_expect_eq(count, 0, "%s, path %d: %llu kept", test_compaction_names[operation], i % PATHS,
                     (unsigned long long)count);
    }
    test_compaction_arena_free(a);
}

Test(compact_memory, too_small_a_workspace)
{
    static char garbage; /* never touched: the size is checked first */
    arena *a = test_compaction_arena_new();
    for (int i = 0; i < TEST_COMPACTION_COUNT * PATHS; i++) {
        const test_compaction_operation operation = (test_compaction_operation)(i / PATHS);
        size_t need;
        if (!set_good_by_path(a, operation, i % PATHS, &need)) {
            continue;
        }
        const size_t sizes[] = {0, 1, need / 2, need - 1};
        for (int k = 0; k < 4 && need > 0; k++) {
            cr_assert_eq(tcu_context_set_workspace(a->context, &garbage, sizes[k]), TCU_SUCCESS);
            test_compaction_arena_expect_refusal(a, TCU_ERROR_WORKSPACE_TOO_SMALL, "workspace", sizes[k]);
        }
        if (need == 0) { /* nothing is enough */
            cr_assert_eq(tcu_context_set_workspace(a->context, &garbage, 0), TCU_SUCCESS);
            cr_expect_eq(test_compaction_run_call(a->context, &a->call), TCU_SUCCESS, "%s, path %d: %s",
                         test_compaction_names[operation], i % PATHS, tcu_context_last_error(a->context));
        }
        cr_assert_eq(tcu_context_set_workspace(a->context, NULL, 0), TCU_SUCCESS);
    }
    test_compaction_arena_free(a);
}

/* An allocator that has nothing to give: refused where memory is needed, and not asked where none is. */
Test(compact_memory, an_allocator_without_memory)
{
    arena *a = test_compaction_arena_new();
    test_allocator allocator = {.refuse = true};
    for (int i = 0; i < TEST_COMPACTION_COUNT * PATHS; i++) {
        const test_compaction_operation operation = (test_compaction_operation)(i / PATHS);
        size_t need;
        if (!set_good_by_path(a, operation, i % PATHS, &need)) {
            continue;
        }
        cr_assert_eq(tcu_context_set_allocator(a->context, test_allocator_allocate, test_allocator_release, &allocator),
                     TCU_SUCCESS);
        const tcu_status status = test_compaction_run_call(a->context, &a->call);
        const char *sentence = tcu_context_last_error(a->context);
        if (need > 0) {
            cr_expect_eq(status, TCU_ERROR_OUT_OF_MEMORY, "%s, path %d: status %d", test_compaction_names[operation],
                         i % PATHS, (int)status);
            cr_expect(test_mentions(sentence, "allocator"), "%s, path %d: \"%s\" does not name the allocator",
                      test_compaction_names[operation], i % PATHS, sentence);
            cr_expect(test_compaction_arena_unchanged(a), "%s, path %d: memory was written",
                      test_compaction_names[operation], i % PATHS);
        } else {
            cr_expect_eq(status, TCU_SUCCESS, "%s, path %d: %s", test_compaction_names[operation], i % PATHS, sentence);
        }
        cr_assert_eq(tcu_context_set_allocator(a->context, NULL, NULL, NULL), TCU_SUCCESS);
    }
    test_synchronise();
    test_compaction_arena_free(a);
}

/* What a call needs does not depend on the arithmetic that is set. */
Test(compact_memory, workspaces_are_the_same_for_any_arithmetic)
{
    static const tcu_arithmetic others[] = {TCU_ARITHMETIC_PLAIN, TCU_ARITHMETIC_MATRIX};
    arena *a = test_compaction_arena_new();
    for (int operation = 0; operation < TEST_COMPACTION_COUNT; operation++) {
        for (int path = 0; path < PATHS; path++) {
            size_t need;
            if (!set_good_by_path(a, (test_compaction_operation)operation, path, &need)) {
                continue;
            }
            cr_assert_eq(test_compaction_query(a->context, &a->call, &need), TCU_SUCCESS);
            for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
                size_t other = 4711;
                cr_assert_eq(tcu_context_set_arithmetic(a->context, others[i]), TCU_SUCCESS);
                cr_assert_eq(test_compaction_query(a->context, &a->call, &other), TCU_SUCCESS);
                cr_expect_eq(other, need, "operation %d, path %d, arithmetic %d: %zu bytes for %zu", operation, path,
                             (int)others[i], other, need);
            }
            cr_assert_eq(tcu_context_set_arithmetic(a->context, TCU_ARITHMETIC_AUTO), TCU_SUCCESS);
        }
    }
    test_compaction_arena_free(a);
}
