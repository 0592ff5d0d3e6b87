/* SPDX-License-Identifier: Apache-2.0 */
/* Bad arguments of operations by key: a status, a sentence that names argument and value, and not a byte written. */
#include "by_key/by_key.h"
#include "test_backend.h"
#include "test_overlap.h"
#include "test_refusal.h"
#include "test_types.h"

enum { N = 100, BYTES = 16384 };

/* free | out | run keys | lengths | offsets | count | keys | values | free, in one block; and a copy of it. */
enum { OUT = 1024, RUN_KEYS = 3072, LENGTHS = 4096, OFFSETS = 6144, COUNT = 8192, KEYS = 10240, VALUES = 12288 };

typedef struct arena {
    tcu_context *context;
    test_memory memory;
    test_slice slice;
    unsigned char copy[BYTES];
    tcu_runs runs;
    tcu_by_key_options options;
} arena;

static void arena_open(arena *a)
{
    *a = (arena){.context = test_context_new()};
    a->slice = test_slice_open(&a->memory, BYTES, 0, 0x41);
    memset(a->copy, 0x41, sizeof a->copy);
}

static void arena_close(arena *a)
{
    tcu_context_destroy(a->context);
    test_memory_release(&a->memory);
}

/* Fills the arena and returns a good call, with keys and values of 4 bytes and all outputs. */
static test_by_key_call good_call(arena *a, test_by_key_form form)
{
    unsigned char *const base = a->slice.data;
    test_copy_in(base, a->copy, BYTES);
    a->options = (tcu_by_key_options)TCU_BY_KEY_OPTIONS_INIT;
    a->runs = (tcu_runs){.keys = base + RUN_KEYS,
                         .lengths = (uint64_t *)(void *)(base + LENGTHS),
                         .offsets = (int64_t *)(void *)(base + OFFSETS),
                         .count = (uint64_t *)(void *)(base + COUNT)};
    return (test_by_key_call){.form = form,
                              .keys = base + KEYS,
                              .key_bytes = 4,
                              .values = base + VALUES,
                              .value_type = TCU_TYPE_F32,
                              .value_bytes = 4,
                              .out = base + OUT,
                              .out_type = TCU_TYPE_F32,
                              .n = N,
                              .runs = &a->runs,
                              .options = &a->options};
}

static bool is_unchanged(void *any)
{
    arena *a = any;
    return test_slice_holds(&a->slice, a->copy) && test_slice_guarded(&a->slice);
}

/* What a row is about. */
enum {
    REDUCE = 1 << TEST_BY_KEY_REDUCE,
    SCAN = 1 << TEST_BY_KEY_SCAN,
    UNIQUE = 1 << TEST_BY_KEY_UNIQUE,
    RUNS = REDUCE | UNIQUE,
    TYPED = REDUCE | SCAN,
    ALL = REDUCE | SCAN | UNIQUE,
    QUERY = 1 << 4 /* the query fails in the same way */
};

#define SPOIL(NAME, ...) TEST_SPOIL(arena, test_by_key_call, NAME, __VA_ARGS__)

SPOIL(null_keys, call->keys = NULL)
SPOIL(null_values, call->values = NULL)
SPOIL(null_out, call->out = NULL)
SPOIL(key_bytes_0, call->key_bytes = 0)
SPOIL(key_bytes_3, call->key_bytes = 3)
SPOIL(key_bytes_32, call->key_bytes = 32)
SPOIL(value_bytes_0, call->value_bytes = 0)
SPOIL(value_bytes_most, call->value_bytes = SIZE_MAX)
SPOIL(value_type_above, call->value_type = (tcu_type)12)
SPOIL(out_type_below, call->out_type = (tcu_type)-1)
SPOIL(no_pair, call->out_type = TCU_TYPE_I32)
SPOIL(kind_above, call->kind = (tcu_scan_kind)2)
SPOIL(op_above, a->options.op = (tcu_operator)7)
SPOIL(map_above, a->options.map = (tcu_map)4)
SPOIL(nan_mode_above, a->options.nan_mode = (tcu_nan_mode)2)
SPOIL(op_product, a->options.op = TCU_OPERATOR_PRODUCT)
SPOIL(map_square, a->options.map = TCU_MAP_SQUARE)
SPOIL(nan_ignore, a->options.nan_mode = TCU_NAN_IGNORE)
SPOIL(map_of_min, a->options.op = TCU_OPERATOR_MIN; a->options.map = TCU_MAP_SQUARE)
SPOIL(xor_of_reals, a->options.op = TCU_OPERATOR_XOR)
SPOIL(initial, a->options.initial = &a->options)
SPOIL(reserved_first, a->options.reserved[0] = 41)
SPOIL(reserved_last, a->options.reserved[7] = 42)
SPOIL(runs_reserved, a->runs.reserved[3] = 43)
SPOIL(length_off_by_4, a->options.count = (const uint64_t *)(const void *)(a->slice.data + 4))
SPOIL(length_is_count, a->options.count = a->runs.count)
SPOIL(length_in_out, a->options.count = (const uint64_t *)call->out + 1)
SPOIL(keys_off_by_2, call->keys = (const char *)call->keys + 2)
SPOIL(values_off_by_1, call->values = (const char *)call->values + 1)
SPOIL(out_off_by_2, call->out = (char *)call->out + 2)
SPOIL(run_keys_off_by_1, a->runs.keys = (char *)a->runs.keys + 1)
SPOIL(lengths_off_by_4, a->runs.lengths = (uint64_t *)(void *)((char *)a->runs.lengths + 4))
SPOIL(offsets_off_by_4, a->runs.offsets = (int64_t *)(void *)((char *)a->runs.offsets + 4))
SPOIL(count_off_by_1, a->runs.count = (uint64_t *)(void *)((char *)a->runs.count + 1))
SPOIL(n_most, call->n = UINT64_MAX)
SPOIL(n_bytes, call->n = (uint64_t)1 << 61)
SPOIL(out_is_keys, call->out = (void *)call->keys)
SPOIL(out_is_values, call->out = (void *)call->values)
SPOIL(out_in_values, call->out = (char *)call->values + 4)
SPOIL(run_keys_are_keys, a->runs.keys = (void *)call->keys)
SPOIL(offsets_end_in_count, a->runs.count = (uint64_t *)a->runs.offsets + N)
SPOIL(lengths_are_offsets, a->runs.lengths = (uint64_t *)a->runs.offsets)

static const test_refusal rows[] = {
    {ALL, null_keys, TCU_ERROR_INVALID_ARGUMENT, "keys", "NULL"},
    {TYPED, null_values, TCU_ERROR_INVALID_ARGUMENT, "in", "NULL"},
    {UNIQUE, null_values, TCU_ERROR_INVALID_ARGUMENT, "values", "NULL"},
    {SCAN, null_out, TCU_ERROR_INVALID_ARGUMENT, "out", "NULL"},
    {UNIQUE, null_out, TCU_ERROR_INVALID_ARGUMENT, "values_out", "NULL"},
    {ALL | QUERY, key_bytes_0, TCU_ERROR_UNSUPPORTED_TYPE, "key_bytes", "0"},
    {ALL | QUERY, key_bytes_3, TCU_ERROR_UNSUPPORTED_TYPE, "key_bytes", "3"},
    {ALL | QUERY, key_bytes_32, TCU_ERROR_UNSUPPORTED_TYPE, "key_bytes", "32"},
    {UNIQUE | QUERY, value_bytes_0, TCU_ERROR_INVALID_ARGUMENT, "value_bytes", "0"},
    {UNIQUE | QUERY, value_bytes_most, TCU_ERROR_SIZE_OVERFLOW, "values", "18446744073709551615"},
    {TYPED | QUERY, value_type_above, TCU_ERROR_INVALID_ARGUMENT, "in_type", "12"},
    {TYPED | QUERY, out_type_below, TCU_ERROR_INVALID_ARGUMENT, "out_type", "-1"},
    {TYPED | QUERY, no_pair, TCU_ERROR_UNSUPPORTED_TYPE, "out_type", "i32"},
    {SCAN, kind_above, TCU_ERROR_INVALID_ARGUMENT, "kind", "2"},
    {ALL | QUERY, op_above, TCU_ERROR_INVALID_ARGUMENT, "op", "7"},
    {ALL | QUERY, map_above, TCU_ERROR_INVALID_ARGUMENT, "map", "4"},
    {ALL | QUERY, nan_mode_above, TCU_ERROR_INVALID_ARGUMENT, "nan_mode", "2"},
    {UNIQUE | QUERY, op_product, TCU_ERROR_UNSUPPORTED_ALGORITHM, "op", "default"},
    {SCAN | UNIQUE | QUERY, map_square, TCU_ERROR_UNSUPPORTED_ALGORITHM, "map", "default"},
    {UNIQUE | QUERY, nan_ignore, TCU_ERROR_UNSUPPORTED_ALGORITHM, "nan_mode", "default"},
    {UNIQUE | QUERY, initial, TCU_ERROR_UNSUPPORTED_ALGORITHM, "initial", "default"},
    {ALL | QUERY, reserved_first, TCU_ERROR_INVALID_ARGUMENT, "reserved", "41"},
    {ALL | QUERY, reserved_last, TCU_ERROR_INVALID_ARGUMENT, "reserved", "42"},
    {RUNS | QUERY, runs_reserved, TCU_ERROR_INVALID_ARGUMENT, "reserved", "43"},
    {ALL, length_off_by_4, TCU_ERROR_MISALIGNED, "options->count", "8"},
    {RUNS, length_is_count, TCU_ERROR_OVERLAP, "runs->count", "options->count"},
    {TYPED, length_in_out, TCU_ERROR_OVERLAP, "out", "options->count"},
    {UNIQUE, length_in_out, TCU_ERROR_OVERLAP, "values_out", "options->count"},
    {ALL, keys_off_by_2, TCU_ERROR_MISALIGNED, "keys", "4"},
    {TYPED, values_off_by_1, TCU_ERROR_MISALIGNED, "in", "4"},
    {UNIQUE, values_off_by_1, TCU_ERROR_MISALIGNED, "values", "4"},
    {TYPED, out_off_by_2, TCU_ERROR_MISALIGNED, "out", "4"},
    {UNIQUE, out_off_by_2, TCU_ERROR_MISALIGNED, "values_out", "4"},
    {RUNS, run_keys_off_by_1, TCU_ERROR_MISALIGNED, "runs->keys", "4"},
    {RUNS, lengths_off_by_4, TCU_ERROR_MISALIGNED, "runs->lengths", "8"},
    {RUNS, offsets_off_by_4, TCU_ERROR_MISALIGNED, "runs->offsets", "8"},
    {RUNS, count_off_by_1, TCU_ERROR_MISALIGNED, "runs->count", "8"},
    {ALL | QUERY, n_most, TCU_ERROR_SIZE_OVERFLOW, "keys", "18446744073709551615"},
    {ALL | QUERY, n_bytes, TCU_ERROR_SIZE_OVERFLOW, "keys", "2305843009213693952"},
    {TYPED, out_is_keys, TCU_ERROR_OVERLAP, "keys", "out"},
    {UNIQUE, out_is_keys, TCU_ERROR_OVERLAP, "keys", "values_out"},
    {REDUCE, out_is_values, TCU_ERROR_OVERLAP, "in", "out"},
    {UNIQUE, out_is_values, TCU_ERROR_OVERLAP, "values", "values_out"},
    {TYPED, out_in_values, TCU_ERROR_OVERLAP, "in", "out"},
    {UNIQUE, out_in_values, TCU_ERROR_OVERLAP, "values", "values_out"},
    {REDUCE | QUERY, map_of_min, TCU_ERROR_INVALID_ARGUMENT, "map", "1"},
    {TYPED | QUERY, xor_of_reals, TCU_ERROR_UNSUPPORTED_TYPE, "in_type", "f32"},
    {RUNS, run_keys_are_keys, TCU_ERROR_OVERLAP, "keys", "runs->keys"},
    {RUNS, offsets_end_in_count, TCU_ERROR_OVERLAP, "runs->offsets", "runs->count"},
    {RUNS, lengths_are_offsets, TCU_ERROR_OVERLAP, "runs->offsets", "runs->lengths"},
};

static void expect_refusal(arena *a, const test_by_key_call *call, size_t i, bool query)
{
    size_t bytes = TEST_REFUSED_BYTES;
    const tcu_status status =
        query ? test_by_key_query(a->context, call, &bytes) : test_by_key_run_call(a->context, call);
    test_refusal_expect(&rows[i], i, test_by_key_names[call->form], query, status, tcu_context_last_error(a->context),
                        rows[i].value, bytes, is_unchanged(a));
}

Test(by_key_refusals, are_refused_with_a_sentence, .timeout = 120)
{
    arena a;
    arena_open(&a);
    for (int form = 0; form < TEST_BY_KEY_COUNT; form++) {
        test_by_key_call good = good_call(&a, (test_by_key_form)form);
        cr_assert_eq(test_by_key_run_call(a.context, &good), TCU_SUCCESS, "%s", tcu_context_last_error(a.context));
        for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
            if (!(rows[i].where & 1 << form)) {
                continue;
            }
            test_by_key_call call = good_call(&a, (test_by_key_form)form);
            rows[i].spoil(&a, &call);
            expect_refusal(&a, &call, i, false);
            if (rows[i].where & QUERY) {
                expect_refusal(&a, &call, i, true);
            }
        }
    }
    arena_close(&a);
}

/* ---------------------------------------------------------------------------------------------------- groups --- */

typedef struct group_call {
    tcu_type key_type;
    tcu_group_column columns[2];
    int num_columns;
    const tcu_group_column *given; /* the columns, or NULL */
    tcu_group_by_options options;
    const void *keys;
} group_call;

static group_call good_groups(arena *a)
{
    good_call(a, TEST_BY_KEY_REDUCE);
    unsigned char *const base = a->slice.data;
    group_call call = {.key_type = TCU_TYPE_F32, .num_columns = 2, .keys = base + KEYS};
    call.columns[0] = (tcu_group_column){.aggregate = TCU_AGGREGATE_SUM,
                                         .values = base + VALUES,
                                         .value_type = TCU_TYPE_F32,
                                         .results = base + OUT,
                                         .result_type = TCU_TYPE_F32};
    call.columns[1] = (tcu_group_column){
        .aggregate = TCU_AGGREGATE_COUNT, .results = base + OUT + 4 * N, .result_type = TCU_TYPE_U64};
    call.options = (tcu_group_by_options)TCU_GROUP_BY_OPTIONS_INIT;
    return call;
}

#define SPOIL_GROUPS(NAME, ...) TEST_SPOIL(arena, group_call, NAME, __VA_ARGS__)

SPOIL_GROUPS(no_key_type, call->key_type = (tcu_type)12)
SPOIL_GROUPS(columns_9, call->num_columns = 9)
SPOIL_GROUPS(columns_below, call->num_columns = -1)
SPOIL_GROUPS(no_columns, call->given = NULL)
SPOIL_GROUPS(no_aggregate, call->columns[1].aggregate = (tcu_aggregate)6)
SPOIL_GROUPS(no_value_type, call->columns[0].value_type = (tcu_type)99)
SPOIL_GROUPS(no_result_type, call->columns[1].result_type = (tcu_type)98)
SPOIL_GROUPS(no_sum, call->columns[0].result_type = TCU_TYPE_U8)
SPOIL_GROUPS(no_extreme, call->columns[0].aggregate = TCU_AGGREGATE_MIN; call->columns[0].result_type = TCU_TYPE_F64)
SPOIL_GROUPS(no_count, call->columns[1].result_type = TCU_TYPE_U32)
SPOIL_GROUPS(column_reserved, call->columns[1].reserved[1] = 44)
SPOIL_GROUPS(items_of_sum, call->columns[0].item_bytes = 24)
SPOIL_GROUPS(items_of_count, call->columns[1].item_bytes = 8)
SPOIL_GROUPS(items_most, call->columns[0].aggregate = TCU_AGGREGATE_LAST; call->columns[0].item_bytes = SIZE_MAX)
SPOIL_GROUPS(items_in_keys, call->columns[0].aggregate = TCU_AGGREGATE_FIRST; call->columns[0].item_bytes = 3;
             call->columns[0].results = (char *)call->keys - 3 * N + 1)
SPOIL_GROUPS(no_nan_mode, call->options.nan_mode = (tcu_nan_mode)9)
SPOIL_GROUPS(options_reserved, call->options.reserved[7] = 45)
SPOIL_GROUPS(groups_reserved, a->runs.reserved[0] = 46)
SPOIL_GROUPS(group_length_off_by_4, call->options.count = (const uint64_t *)(const void *)(a->slice.data + 4))
SPOIL_GROUPS(group_length_is_count, call->options.count = a->runs.count)
SPOIL_GROUPS(no_keys, call->keys = NULL)
SPOIL_GROUPS(no_values, call->columns[0].values = NULL)
SPOIL_GROUPS(no_results, call->columns[1].results = NULL)
SPOIL_GROUPS(results_off_by_4, call->columns[1].results = (char *)call->columns[1].results + 4)
SPOIL_GROUPS(results_in_keys, call->columns[0].results = (char *)call->keys + 8)
SPOIL_GROUPS(results_shared, call->columns[1].results = call->columns[0].results)

static const test_refusal group_rows[] = {
    {QUERY, no_key_type, TCU_ERROR_INVALID_ARGUMENT, "key_type", "12"},
    {QUERY, columns_9, TCU_ERROR_INVALID_ARGUMENT, "num_columns", "9"},
    {QUERY, columns_below, TCU_ERROR_INVALID_ARGUMENT, "num_columns", "-1"},
    {QUERY, no_columns, TCU_ERROR_INVALID_ARGUMENT, "columns", "NULL"},
    {QUERY, no_aggregate, TCU_ERROR_INVALID_ARGUMENT, "columns[1].aggregate", "6"},
    {QUERY, no_value_type, TCU_ERROR_INVALID_ARGUMENT, "columns[0].value_type", "99"},
    {QUERY, no_result_type, TCU_ERROR_INVALID_ARGUMENT, "columns[1].result_type", "98"},
    {QUERY, no_sum, TCU_ERROR_UNSUPPORTED_TYPE, "columns[0]", "u8"},
    {QUERY, no_extreme, TCU_ERROR_UNSUPPORTED_TYPE, "columns[0]", "f64"},
    {QUERY, no_count, TCU_ERROR_UNSUPPORTED_TYPE, "columns[1].result_type", "u32"},
    {QUERY, column_reserved, TCU_ERROR_INVALID_ARGUMENT, "columns[1].reserved", "44"},
    {QUERY, items_of_sum, TCU_ERROR_INVALID_ARGUMENT, "columns[0].item_bytes", "24"},
    {QUERY, items_of_count, TCU_ERROR_INVALID_ARGUMENT, "columns[1].item_bytes", "8"},
    {QUERY, items_most, TCU_ERROR_SIZE_OVERFLOW, "columns[0].values", "18446744073709551615"},
    {0, items_in_keys, TCU_ERROR_OVERLAP, "columns[0].results", "keys"},
    {QUERY, no_nan_mode, TCU_ERROR_INVALID_ARGUMENT, "options->nan_mode", "9"},
    {QUERY, options_reserved, TCU_ERROR_INVALID_ARGUMENT, "options->reserved", "45"},
    {QUERY, groups_reserved, TCU_ERROR_INVALID_ARGUMENT, "groups->reserved", "46"},
    {0, group_length_off_by_4, TCU_ERROR_MISALIGNED, "options->count", "8"},
    {0, group_length_is_count, TCU_ERROR_OVERLAP, "groups->count", "options->count"},
    {0, no_keys, TCU_ERROR_INVALID_ARGUMENT, "keys", "NULL"},
    {0, no_values, TCU_ERROR_INVALID_ARGUMENT, "columns[0].values", "NULL"},
    {0, no_results, TCU_ERROR_INVALID_ARGUMENT, "columns[1].results", "NULL"},
    {0, results_off_by_4, TCU_ERROR_MISALIGNED, "columns[1].results", "8"},
    {0, results_in_keys, TCU_ERROR_OVERLAP, "columns[0].results", "keys"},
    {0, results_shared, TCU_ERROR_OVERLAP, "columns[0].results", "columns[1].results"},
};

Test(by_key_refusals, of_groups, .timeout = 120)
{
    arena a;
    arena_open(&a);
    for (size_t i = 0; i < sizeof group_rows / sizeof group_rows[0]; i++) {
        for (int query = 0; query <= (group_rows[i].where & QUERY ? 1 : 0); query++) {
            group_call call = good_groups(&a);
            size_t bytes = TEST_REFUSED_BYTES;
            call.given = call.columns;
            group_rows[i].spoil(&a, &call);
            const tcu_status status = query ? tcu_group_by_workspace(a.context, call.key_type, N, call.given,
                                                                     call.num_columns, &a.runs, &call.options, &bytes)
                                            : tcu_group_by(a.context, call.keys, call.key_type, N, call.given,
                                                           call.num_columns, &a.runs, &call.options);
            test_refusal_expect(&group_rows[i], i, "tcu_group_by", query != 0, status,
                                tcu_context_last_error(a.context), group_rows[i].value, bytes, is_unchanged(&a));
        }
    }
    arena_close(&a);
}

/* ---------------------------------------------------------------------------------------------------- memory --- */

/* A good call of a form, or behind the forms of tcu_group_by(). */
typedef struct any_call {
    arena *a;
    test_by_key_call runs;
    group_call groups;
    bool has_groups;
} any_call;

enum { CALLS = TEST_BY_KEY_COUNT + 1 };

static const char *name_of(int which)
{
    return which < TEST_BY_KEY_COUNT ? test_by_key_names[which] : "tcu_group_by";
}

static any_call any_good_call(arena *a, int which)
{
    any_call c = {.a = a, .has_groups = which == TEST_BY_KEY_COUNT};
    c.groups = good_groups(a);
    c.runs = good_call(a, c.has_groups ? TEST_BY_KEY_REDUCE : (test_by_key_form)which);
    return c;
}

static tcu_status run_any(void *any)
{
    any_call *c = any;
    return c->has_groups ? tcu_group_by(c->a->context, c->groups.keys, c->groups.key_type, N, c->groups.columns,
                                        c->groups.num_columns, &c->a->runs, &c->groups.options)
                         : test_by_key_run_call(c->a->context, &c->runs);
}

static size_t query_any(any_call *c)
{
    size_t bytes = 0;
    const tcu_status status =
        c->has_groups ? tcu_group_by_workspace(c->a->context, c->groups.key_type, N, c->groups.columns,
                                               c->groups.num_columns, &c->a->runs, &c->groups.options, &bytes)
                      : test_by_key_query(c->a->context, &c->runs, &bytes);
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(c->a->context));
    return bytes;
}

static bool any_left_all(void *any)
{
    return is_unchanged(((any_call *)any)->a);
}

Test(by_key_refusals, a_workspace_on_an_array, .timeout = 120)
{
    arena a;
    arena_open(&a);
    for (int which = 0; which < CALLS; which++) {
        any_call c = any_good_call(&a, which);
        const bool groups = c.has_groups, has_runs = which != TEST_BY_KEY_SCAN;
        const test_overlap_call overlap = {.operation = name_of(which),
                                           .context = a.context,
                                           .need = query_any(&c),
                                           .arena = &c,
                                           .run = run_any,
                                           .unchanged = any_left_all};
        const bool is_unique = which == TEST_BY_KEY_UNIQUE;
        const test_overlap_array arrays[] = {
            {"keys", a.slice.data + KEYS, N * 4},
            {groups      ? "columns[0].values"
             : is_unique ? "values"
                         : "in",
             a.slice.data + VALUES, N * 4},
            {groups      ? "columns[0].results"
             : is_unique ? "values_out"
                         : "out",
             a.slice.data + OUT, N * 4},
            {"columns[1].results", a.slice.data + OUT + 4 * N, groups ? N * 8 : 0},
            {groups ? "groups->keys" : "runs->keys", a.slice.data + RUN_KEYS, has_runs ? N * 4 : 0},
            {groups ? "groups->lengths" : "runs->lengths", a.slice.data + LENGTHS, has_runs ? N * 8 : 0},
            {groups ? "groups->offsets" : "runs->offsets", a.slice.data + OFFSETS, has_runs ? (N + 1) * 8 : 0},
            {groups ? "groups->count" : "runs->count", a.slice.data + COUNT, has_runs ? 8 : 0}};
        test_overlap_expect(&overlap, arrays, sizeof arrays / sizeof arrays[0]);
    }
    arena_close(&a);
}

Test(by_key_refusals, an_allocator_without_memory)
{
    arena a;
    arena_open(&a);
    for (int which = 0; which < CALLS; which++) {
        any_call c = any_good_call(&a, which);
        test_allocator allocator = {.refuse = true};
        char need[32];
        const size_t bytes = query_any(&c);
        if (bytes == 0) {
            continue;
        }
        snprintf(need, sizeof need, "%zu", bytes);
        cr_assert_eq(tcu_context_set_allocator(a.context, test_allocator_allocate, test_allocator_release, &allocator),
                     TCU_SUCCESS);
        const tcu_status status = run_any(&c);
        cr_expect_eq(status, TCU_ERROR_OUT_OF_MEMORY, "%s: status %d", name_of(which), (int)status);
        cr_expect(test_mentions(tcu_context_last_error(a.context), need), "%s", tcu_context_last_error(a.context));
        cr_expect_eq(allocator.releases, 0, "%s released what it never got", name_of(which));
        cr_expect(is_unchanged(&a), "%s wrote memory", name_of(which));
        cr_assert_eq(tcu_context_set_allocator(a.context, NULL, NULL, NULL), TCU_SUCCESS);
    }
    arena_close(&a);
}
