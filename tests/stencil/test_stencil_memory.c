/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of stencils and convolutions: workspaces that are too small or lie on arrays, allocators without memory, and
 * plans: whose taps they have, and which contexts may use them. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "plans/apply.h"
#include "stencil/arena.h"
#include "test_backend.h"
#include "test_overlap.h"
#include "test_types.h"

typedef test_stencil_arena arena;

static size_t set_good(arena *a, int form)
{
    size_t need = 0;
    test_stencil_arena_set(a, form);
    cr_assert_eq(test_stencil_query(a->context, &a->call, &need), TCU_SUCCESS, "%s",
                 tcu_context_last_error(a->context));
    return need;
}

Test(stencil_memory, a_workspace_that_is_too_small)
{
    arena *a = test_stencil_arena_new();
    test_memory memory = {0};
    for (int form = 0; form < TEST_STENCIL_COUNT; form++) {
        const size_t need = set_good(a, form);
        const test_slice workspace = test_slice_open(&memory, need, 3, 0x3c);
        for (size_t less = 1; less <= need; less = 2 * less + 1) {
            cr_assert_eq(tcu_context_set_workspace(a->context, workspace.data, need - less), TCU_SUCCESS);
            const tcu_status status = test_stencil_arena_run(a, false, NULL);
            cr_expect_eq(status, TCU_ERROR_WORKSPACE_TOO_SMALL, "%s: %zu of %zu bytes", test_stencil_names[form],
                         need - less, need);
            cr_expect(test_mentions(tcu_context_last_error(a->context), "workspace"));
            cr_expect(test_stencil_arena_unchanged(a), "%s", test_stencil_names[form]);
        }
        cr_assert_eq(tcu_context_set_workspace(a->context, need > 0 ? workspace.data : NULL, need), TCU_SUCCESS);
        cr_expect_eq(test_stencil_arena_run(a, false, NULL), TCU_SUCCESS, "%s", tcu_context_last_error(a->context));
        test_synchronise();
        cr_expect(test_slice_guarded(&workspace), "%s", test_stencil_names[form]);
        cr_assert_eq(tcu_context_set_workspace(a->context, NULL, 0), TCU_SUCCESS);
    }
    test_memory_release(&memory);
    test_stencil_arena_free(a);
}

static tcu_status run(void *a)
{
    return test_stencil_arena_run(a, false, NULL);
}

static bool unchanged(void *a)
{
    return test_stencil_arena_unchanged(a);
}

Test(stencil_memory, a_workspace_on_an_array)
{
    arena *a = test_stencil_arena_new();
    for (int form = 0; form < TEST_STENCIL_COUNT; form++) {
        const size_t need = set_good(a, form), element = sizeof(float), points = TEST_ARENA_POINTS * element;
        const bool is_layer = form == TEST_STENCIL_LAYER, is_product = form == TEST_STENCIL_SEPARABLE;
        const bool is_iterated = form == TEST_STENCIL_ITERATE;
        const test_stencil_call *c = &a->call;
        const test_overlap_call overlap = {test_stencil_names[form], a->context, need, a, run, unchanged};
        const test_overlap_array arrays[] = {
            {"in", c->in,
             is_iterated ? 0
             : is_layer  ? TEST_ARENA_C * points
                         : points},
            {is_iterated ? "u" : "out", c->out, is_layer ? TEST_ARENA_K * points : points},
            {"scratch", c->scratch, is_iterated ? points : 0},
            {"weights", c->weights,
             form == TEST_STENCIL_CONVOLVE_1D || form == TEST_STENCIL_CONVOLVE_2D ? 3 * element : 0},
            {"column_weights", c->weights, is_product ? 3 * element : 0},
            {"row_weights", c->more, is_product ? 3 * element : 0},
            {"filters", c->weights, is_layer ? TEST_ARENA_C * TEST_ARENA_K * 9 * element : 0},
            {"bias", c->more, is_layer ? TEST_ARENA_K * element : 0}};
        test_overlap_expect(&overlap, arrays, sizeof arrays / sizeof arrays[0]);
    }
    test_stencil_arena_free(a);
}

Test(stencil_memory, an_allocator_without_memory)
{
    arena *a = test_stencil_arena_new();
    test_allocator allocator = {.refuse = true};
    for (int form = 0; form < TEST_STENCIL_COUNT; form++) {
        const size_t need = set_good(a, form);
        cr_assert_eq(tcu_context_set_allocator(a->context, test_allocator_allocate, test_allocator_release, &allocator),
                     TCU_SUCCESS);
        const tcu_status status = test_stencil_arena_run(a, false, NULL);
        cr_expect_eq(status, need > 0 ? TCU_ERROR_OUT_OF_MEMORY : TCU_SUCCESS, "%s: status %d",
                     test_stencil_names[form], (int)status);
        cr_expect(need == 0 || test_stencil_arena_unchanged(a), "%s", test_stencil_names[form]);
        cr_assert_eq(tcu_context_set_allocator(a->context, NULL, NULL, NULL), TCU_SUCCESS);
    }
    test_synchronise();
    test_stencil_arena_free(a);
}

/* A plan of its own memory takes nothing of the context's. */
Test(stencil_memory, plans_have_their_own)
{
    arena *a = test_stencil_arena_new();
    test_allocator allocator = {.refuse = true};
    cr_assert_eq(tcu_context_set_allocator(a->context, test_allocator_allocate, test_allocator_release, &allocator),
                 TCU_SUCCESS);
    for (int function = TEST_STENCIL_CREATE; function < TEST_STENCIL_FUNCTIONS; function++) {
        test_stencil_arena_set(a, function);
        cr_assert_eq(tcu_context_set_workspace(a->context, a->slice.data, TEST_STENCIL_ARENA_BYTES), TCU_SUCCESS);
        cr_expect_eq(test_stencil_arena_run(a, false, NULL), TCU_SUCCESS, "%s", tcu_context_last_error(a->context));
        cr_assert_eq(tcu_context_set_workspace(a->context, NULL, 0), TCU_SUCCESS);
        cr_expect(test_stencil_arena_unchanged(a), "%s", test_stencil_function(function));
    }
    cr_expect_eq(allocator.allocations + allocator.releases, 0);
    cr_assert_eq(tcu_context_set_allocator(a->context, NULL, NULL, NULL), TCU_SUCCESS);
    test_stencil_arena_free(a);
}

/* What has nothing to write needs no memory and accepts any workspace. */
Test(stencil_memory, nothing_to_write_needs_none)
{
    test_sweeper s = test_sweeper_new();
    test_memory memory = {0};
    test_random random = test_random_part(test_seed_of_run(), 18800);
    test_memory_reserve(&memory, 64);
    for (int i = 0; i < 100; i++) {
        test_stencil_case t = test_stencil_any(2000, &random);
        if (test_stencil_has_plan(t.form) && t.form != TEST_STENCIL_ITERATE) {
            continue; /* (A plan has points; of time steps there may be none.) */
        }
        test_stencil_empty(&t);
        t.in_place = false;
        test_sweeper_prepare(&s, &t);
        const test_stencil_call call = test_sweeper_call(&s, &t);
        size_t bytes = 4711;
        cr_assert_eq(test_stencil_query(s.context, &call, &bytes), TCU_SUCCESS, "%s",
                     tcu_context_last_error(s.context));
        cr_expect(bytes == 0 || t.form == TEST_STENCIL_ITERATE, "%s: %zu bytes", test_stencil_names[t.form],
                  bytes); /* (The query answers for any number of steps.) */
        cr_assert_eq(tcu_context_set_workspace(s.context, memory.base, 1), TCU_SUCCESS);
        cr_expect_eq(test_stencil_run_call(s.context, &call), TCU_SUCCESS, "%s", tcu_context_last_error(s.context));
        cr_assert_eq(tcu_context_set_workspace(s.context, NULL, 0), TCU_SUCCESS);
    }
    test_memory_release(&memory);
    test_sweeper_free(&s);
}

/* ----------------------------------------------------------------------------------------------------- plans --- */

/* Contexts that come and go: a plan made with one is executed with the others, and outlives them. */
Test(stencil_memory, a_plan_of_many_contexts)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18801);
    for (int i = 0; i < 40; i++) {
        const test_stencil_case t = test_stencil_random(i % 2 == 0 ? TEST_STENCIL_EXECUTE : TEST_STENCIL_ITERATE,
                                                        test_stencil_types[i % TEST_STENCIL_TYPES], 20000, &random);
        test_sweeper_prepare(&s, &t);
        cr_assert_eq(tcu_context_destroy(s.context), TCU_SUCCESS);
        s.context = test_context_new();
        cr_assert_eq(tcu_context_set_arithmetic(s.context, t.arithmetic), TCU_SUCCESS);
        cr_assert(test_sweeper_execute(&s, &t) && test_sweeper_verify(&s, &t), "%s", s.failure);
    }
    test_sweeper_free(&s);
}

enum { THREADS = 6, RUNS = 20, SIDE = 60 };

typedef struct worker {
    pthread_t thread;
    const tcu_stencil *plan;
    const void *in;
    test_memory memory;
    unsigned char out[RUNS][SIDE * SIDE * sizeof(float)];
    tcu_status status;
} worker;

static void *execute(void *argument)
{
    worker *w = argument;
    tcu_context *context = test_context_new();
    const test_slice out = test_slice_open(&w->memory, sizeof w->out[0], 0, 0);
    for (int i = 0; i < RUNS && w->status == TCU_SUCCESS; i++) {
        w->status = tcu_stencil_execute(context, w->plan, w->in, out.data);
        test_synchronise();
        test_copy_out(w->out[i], out.data, out.bytes);
    }
    tcu_context_destroy(context);
    return NULL;
}

/* Several threads with a context each use one plan at the same time, and all get the same bits, again and again. */
Test(stencil_memory, a_plan_of_many_threads, .timeout = 120)
{
    test_keep_paths(); /* of one path the bits are the same */
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18802);
    test_stencil_case t = test_stencil_plain(TEST_STENCIL_EXECUTE, TCU_TYPE_F32, 2);
    t.seed = test_random_next(&random);
    t.value_seed = test_random_next(&random);
    t.extents[1] = t.extents[2] = SIDE;
    t.low[1] = t.low[2] = -4;
    t.high[1] = t.high[2] = 4;
    test_stencil_settle(&t);
    test_sweeper_expect(&s, &t);
    worker *workers = calloc(THREADS, sizeof *workers);
    cr_assert_not_null(workers);
    for (int i = 0; i < THREADS; i++) {
        workers[i].plan = s.plan;
        workers[i].in = s.buffers[TEST_STENCIL_IN].slice.data;
        cr_assert_eq(pthread_create(&workers[i].thread, NULL, execute, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        cr_assert_eq(pthread_join(workers[i].thread, NULL), 0);
        cr_expect_eq(workers[i].status, TCU_SUCCESS);
        test_memory_release(&workers[i].memory);
    }
    cr_assert(test_slice_holds(&s.buffers[TEST_STENCIL_OUT].slice, workers[0].out[0]), "another execution differs");
    for (int i = 0; i < THREADS * RUNS; i++) {
        cr_expect(memcmp(workers[i / RUNS].out[i % RUNS], workers[0].out[0], sizeof workers[0].out[0]) == 0,
                  "run %d of thread %d differs", i % RUNS, i / RUNS);
    }
    free(workers);
    test_sweeper_free(&s);
}

/* As many taps as a stencil may have. */
Test(stencil_memory, a_plan_of_most_taps, .timeout = 120)
{
    test_sweeper s = test_sweeper_new();
    test_random random = test_random_part(test_seed_of_run(), 18803);
    static const uint64_t extents[2][TEST_AXES] = {{1, 9, 13}, {7, 8, 9}};
    static const int64_t low[2][TEST_AXES] = {{0, -128, -128}, {-16, -32, -8}},
                         high[2][TEST_AXES] = {{0, 127, 127}, {15, 31, 23}};
    for (int i = 0; i < 4; i++) {
        test_stencil_case t = test_stencil_plain(TEST_STENCIL_EXECUTE, test_stencil_types[i], 2 + (uint32_t)(i % 2));
        t.seed = test_random_next(&random);
        t.value_seed = test_random_next(&random);
        memcpy(t.extents, extents[i % 2], sizeof t.extents);
        memcpy(t.low, low[i % 2], sizeof t.low);
        memcpy(t.high, high[i % 2], sizeof t.high);
        t.pattern = i < 2 ? TEST_PATTERN_BOX : TEST_PATTERN_SEPARABLE;
        for (int axis = 0; axis < TEST_AXES; axis++) {
            t.boundaries[axis] = (tcu_boundary)(2 + (i + axis) % 4);
        }
        t.every = 3;
        test_stencil_settle(&t);
        test_sweeper_expect(&s, &t);
    }
    test_sweeper_free(&s);
}
