/* SPDX-License-Identifier: Apache-2.0 */
/* What compares keys: sorts, merges, searches and selections; and histograms, which compare samples with levels. */
#include <criterion/criterion.h>

#include "arguments.h"
#include "family.h"
#include "histogram/histogram.h"
#include "merge/merge.h"
#include "selection/selection.h"
#include "sorting/sorting.h"
#include "test_records.h"

FUZZ_STATE(sorts, test_sorter, test_sort_case)
FUZZ_STATE(merges, test_merge_runner, test_merge_case)
FUZZ_STATE(selections, test_selection_runner, test_selection_case)
FUZZ_STATE(histograms, test_counter, test_histogram_case)

static uint64_t below(test_random *random, uint64_t bound)
{
    return test_random_below(random, bound);
}

/* ---------------------------------------------------------------------------------------------------- sorts --- */

static void draw_sorts(sorts_state *s, test_random *random)
{
    test_sort_case *const t = &s->test;
    *t = test_sort_random((test_sort_operation)below(random, TEST_SORT_COUNT), fuzz_length(random), random);
    if (t->value_bytes > 0 && t->operation != TEST_SORT_ARGSORT && below(random, 6) == 0) {
        t->value_bytes = test_record_bytes[below(random, TEST_RECORD_SIZES)];
        t->n = fuzz_length_of(t->value_bytes, random);
    }
    if (below(random, 2) == 0) {
        t->segment_size = fuzz_segment_size(t->n, random);
    }
}

static tcu_status call_sorts(sorts_state *s)
{
    const test_sort_call call = test_sorter_call(&s->runner, &s->test);
    const tcu_status status = test_sort_run_call(s->runner.context, &call);
    cr_assert(status == TCU_SUCCESS || s->runner.buffers.current == s->test.current, "buffers.current has changed");
    return status;
}

FUZZ_ARRAYS(sorts, arrays)
FUZZ_FAMILY(sorts, test_sorter, test_sorter, TEST_SORT_ARRAYS)

/* ------------------------------------------------------------------------------------- merges and searches --- */

static void draw_merges(merges_state *s, test_random *random)
{
    test_merge_case *const t = &s->test;
    *t = test_merge_random((test_merge_form)below(random, TEST_MERGE_COUNT), (tcu_type)below(random, TCU_TYPE_COUNT),
                           random);
    t->n[0] = fuzz_length(random);
    t->n[1] = fuzz_length(random);
    test_merge_draw_counts(t, random);
}

static tcu_status call_merges(merges_state *s)
{
    const test_merge_call call = test_merge_make_call(&s->runner, &s->test);
    return test_merge_run_call(s->runner.context, &call);
}

FUZZ_ARRAYS(merges, buffers)
FUZZ_FAMILY(merges, test_merge_runner, test_merge, TEST_MERGE_BUFFERS)

/* ----------------------------------------------------------------------------------------------- selections --- */

static void draw_selections(selections_state *s, test_random *random)
{
    s->test = test_selection_random((test_selection_form)below(random, TEST_SELECTION_COUNT),
                                    (tcu_type)below(random, TCU_TYPE_COUNT), fuzz_length(random) / 2, random);
}

static tcu_status call_selections(selections_state *s)
{
    const test_selection_call call = test_selection_make_call(&s->runner, &s->test);
    return test_selection_run_call(s->runner.context, &call);
}

FUZZ_ARRAYS(selections, buffers)
FUZZ_FAMILY(selections, test_selection_runner, test_selection, TEST_SELECTION_BUFFERS)

/* ----------------------------------------------------------------------------------------------- histograms --- */

static void draw_histograms(histograms_state *s, test_random *random)
{
    s->test = test_histogram_random((test_histogram_operation)below(random, TEST_HISTOGRAM_COUNT),
                                    fuzz_length(random) / 4, random);
}

static tcu_status call_histograms(histograms_state *s)
{
    const test_histogram_call call = test_counter_call(&s->runner, &s->test);
    const tcu_status status = test_histogram_run_call(s->runner.context, &call);
    test_counter_spoil_arguments(&s->runner);
    return status;
}

FUZZ_ARRAYS(histograms, buffers)
FUZZ_FAMILY(histograms, test_counter, test_counter, TEST_HISTOGRAM_BUFFERS)
