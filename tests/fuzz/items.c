/* SPDX-License-Identifier: Apache-2.0 */
/* What moves items: compactions, operations by key, groups, gathers, scatters and run-length decodings. */
#include "arguments.h"
#include "by_key/groups.h"
#include "compaction/compaction.h"
#include "family.h"
#include "moving/moving.h"
#include "test_records.h"

FUZZ_STATE(compactions, test_compactor, test_compaction_case)
FUZZ_STATE(by_key, test_by_key_runner, test_by_key_case)
FUZZ_STATE(groups, test_grouper, test_group_case)
FUZZ_STATE(moves, test_mover, test_moving_case)

static uint64_t below(test_random *random, uint64_t bound)
{
    return test_random_below(random, bound);
}

/* One time in four records instead of words. */
static void draw_records(size_t *bytes, test_random *random)
{
    if (below(random, 4) == 0) {
        *bytes = test_record_bytes[below(random, TEST_RECORD_SIZES)];
    }
}

/* ---------------------------------------------------------------------------------------------- compactions --- */

static void draw_compactions(compactions_state *s, test_random *random)
{
    test_compaction_case *const t = &s->test;
    *t = test_compaction_random((test_compaction_operation)below(random, TEST_COMPACTION_COUNT), 0, random);
    if (!test_takes_predicate(t->operation)) {
        draw_records(&t->item_bytes, random);
        draw_records(&t->column_bytes[0], random);
    }
    const size_t columns = t->operation == TEST_COMPACT_COLUMNS ? 10 * (size_t)t->num_columns + t->column_bytes[0] : 0;
    t->n = fuzz_length_of(t->item_bytes + columns, random);
    test_compaction_draw_length(t, random);
}

static tcu_status call_compactions(compactions_state *s)
{
    const test_compaction_call call = test_compactor_call(&s->runner, &s->test);
    return test_compaction_run_call(s->runner.context, &call);
}

FUZZ_ARRAYS(compactions, buffers)
FUZZ_FAMILY(compactions, test_compactor, test_compactor, TEST_BUFFERS)

/* --------------------------------------------------------------------------------------------------- by key --- */

static void draw_by_key(by_key_state *s, test_random *random)
{
    const test_by_key_form form = (test_by_key_form)below(random, TEST_BY_KEY_COUNT);
    s->test = test_by_key_any(form, fuzz_length(random), random);
    draw_records(&s->test.value_bytes, random);
    if (form == TEST_BY_KEY_UNIQUE && s->test.value_bytes > 16) {
        s->test.n = fuzz_length_of(s->test.value_bytes, random);
    }
    test_by_key_draw_length(&s->test, random);
}

static tcu_status call_by_key(by_key_state *s)
{
    const test_by_key_call call = test_by_key_make_call(&s->runner, &s->test);
    return test_by_key_run_call(s->runner.context, &call);
}

FUZZ_ARRAYS(by_key, buffers)
FUZZ_FAMILY(by_key, test_by_key_runner, test_by_key, TEST_BY_KEY_BUFFERS)

/* --------------------------------------------------------------------------------------------------- groups --- */

/* (What they have to be takes a merge sort, and a loop for each column.) */
static void draw_groups(groups_state *s, test_random *random)
{
    test_group_case *const t = &s->test;
    *t = test_group_random(fuzz_length(random) / 4, random);
    for (int c = 0; c < t->num_columns; c++) {
        if (t->aggregates[c] >= TCU_AGGREGATE_FIRST) {
            test_records_at_times(&t->item_bytes[c], random);
        }
    }
    test_group_draw_length(t, random);
}

static tcu_status call_groups(groups_state *s)
{
    return test_grouper_enqueue(&s->runner, &s->test);
}

FUZZ_ARRAYS(groups, buffers)
FUZZ_FAMILY(groups, test_grouper, test_grouper, TEST_GROUP_BUFFERS)

/* ---------------------------------------------------------------------------------------------------- moves --- */

static void draw_moves(moves_state *s, test_random *random)
{
    const uint64_t n = fuzz_length(random);
    s->test = test_moving_random((test_moving_form)below(random, TEST_MOVING_COUNT), n, random);
    if (s->test.item_bytes * (s->test.n + s->test.places) > 32 * fuzz_longest()) {
        s->test.item_bytes = 1 + s->test.item_bytes % 32;
    }
}

static tcu_status call_moves(moves_state *s)
{
    const test_moving_call call = test_mover_make_call(&s->runner, &s->test);
    return test_moving_run_call(s->runner.context, &call);
}

FUZZ_ARRAYS(moves, buffers)
FUZZ_FAMILY(moves, test_mover, test_mover, TEST_MOVING_BUFFERS)
