/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of polynomials: workspaces that are too small or lie on arrays, allocators without memory, and plans: whose
 * coefficients they have, and which contexts may use them. */
#include <criterion/criterion.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "polynomial/arena.h"
#include "primitives/context/context_internal.h"
#include "test_backend.h"
#include "test_overlap.h"
#include "test_types.h"

typedef test_polynomial_arena arena;

static size_t set_good(arena *a, int form)
{
    size_t need = 0;
    test_polynomial_arena_set(a, form);
    cr_assert_eq(test_polynomial_query(a->context, &a->call, &need), TCU_SUCCESS, "%s",
                 tcu_context_last_error(a->context));
    return need;
}

Test(polynomial_memory, a_workspace_that_is_too_small)
{
    arena *a = test_polynomial_arena_new();
    test_memory memory = {0};
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        const size_t need = set_good(a, form);
        const test_slice workspace = test_slice_open(&memory, need, 3, 0x3c);
        for (size_t less = 1; less <= need; less = 2 * less + 1) {
            cr_assert_eq(tcu_context_set_workspace(a->context, workspace.data, need - less), TCU_SUCCESS);
            const tcu_status status = test_polynomial_arena_run(a, false, NULL);
            cr_expect_eq(status, TCU_ERROR_WORKSPACE_TOO_SMALL, "%s: %zu of %zu bytes", test_polynomial_names[form],
                         need - less, need);
            cr_expect(test_mentions(tcu_context_last_error(a->context), "workspace"));
            cr_expect(test_polynomial_arena_unchanged(a), "%s", test_polynomial_names[form]);
        }
        cr_assert_eq(tcu_context_set_workspace(a->context, workspace.data, need), TCU_SUCCESS);
        cr_expect_eq(test_polynomial_arena_run(a, false, NULL), TCU_SUCCESS, "%s", tcu_context_last_error(a->context));
        test_synchronise();
        cr_expect(test_slice_guarded(&workspace), "%s", test_polynomial_names[form]);
        cr_assert_eq(tcu_context_set_workspace(a->context, NULL, 0), TCU_SUCCESS);
    }
    test_memory_release(&memory);
    test_polynomial_arena_free(a);
}

static tcu_status run(void *a)
{
    return test_polynomial_arena_run(a, false, NULL);
}

static bool unchanged(void *a)
{
    return test_polynomial_arena_unchanged(a);
}

Test(polynomial_memory, a_workspace_on_an_array)
{
    arena *a = test_polynomial_arena_new();
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        const size_t need = set_good(a, form), element = sizeof(float);
        const bool has_all_rows =
            form == TEST_POLYNOMIAL_GRID || form == TEST_POLYNOMIAL_ONCE || form == TEST_POLYNOMIAL_BATCHED;
        const size_t rows = has_all_rows ? TEST_ARENA_ROWS : 2;
        const size_t batches = form == TEST_POLYNOMIAL_BATCHED ? TEST_ARENA_P : 1;
        const size_t coefficients = TEST_ARENA_P * (TEST_ARENA_DEGREE + 1);
        const test_polynomial_call *c = &a->call;
        const test_overlap_call overlap = {test_polynomial_names[form], a->context, need, a, run, unchanged};
        const test_overlap_array arrays[] = {
            {"points", c->points, batches * TEST_ARENA_N * element},
            {"out", c->out, rows * TEST_ARENA_N * element},
            {"coefficients", c->coefficients, form == TEST_POLYNOMIAL_ONCE ? coefficients * element : 0},
            {"indices", c->indices, form == TEST_POLYNOMIAL_INDEXED ? TEST_ARENA_N * sizeof(int32_t) : 0},
            {"breakpoints", c->breakpoints, form == TEST_POLYNOMIAL_SPLINE ? (TEST_ARENA_P + 1) * element : 0},
            {"which", c->which, form == TEST_POLYNOMIAL_REDUCE ? 2 * TEST_ARENA_N * sizeof(uint64_t) : 0}};
        test_overlap_expect(&overlap, arrays, sizeof arrays / sizeof arrays[0]);
    }
    test_polynomial_arena_free(a);
}

Test(polynomial_memory, an_allocator_without_memory)
{
    arena *a = test_polynomial_arena_new();
    test_allocator allocator = {.refuse = true};
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        const size_t need = set_good(a, form);
        cr_assert_eq(tcu_context_set_allocator(a->context, test_allocator_allocate, test_allocator_release, &allocator),
                     TCU_SUCCESS);
        const tcu_status status = test_polynomial_arena_run(a, false, NULL);
        cr_expect_eq(status, need > 0 ? TCU_ERROR_OUT_OF_MEMORY : TCU_SUCCESS, "%s: status %d",
                     test_polynomial_names[form], (int)status);
        cr_expect(need == 0 || test_polynomial_arena_unchanged(a), "%s", test_polynomial_names[form]);
        cr_assert_eq(tcu_context_set_allocator(a->context, NULL, NULL, NULL), TCU_SUCCESS);
    }
    test_synchronise();
    test_polynomial_arena_free(a);
}

Test(polynomial_memory, without_points_none_is_needed)
{
    arena *a = test_polynomial_arena_new();
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        set_good(a, form);
        size_t need = 4711;
        a->call.n = 0;
        cr_assert_eq(test_polynomial_query(a->context, &a->call, &need), TCU_SUCCESS);
        cr_expect_eq(need, 0, "%s: %zu bytes", test_polynomial_names[form], need);
        cr_assert_eq(tcu_context_set_workspace(a->context, a->slice.data, TEST_POLYNOMIAL_ARENA_BYTES), TCU_SUCCESS);
        cr_expect_eq(test_polynomial_arena_run(a, false, NULL), TCU_SUCCESS, "%s", tcu_context_last_error(a->context));
        cr_assert_eq(tcu_context_set_workspace(a->context, NULL, 0), TCU_SUCCESS);
        cr_expect(test_polynomial_arena_unchanged(a), "%s", test_polynomial_names[form]);
    }
    test_polynomial_arena_free(a);
}

/* A plan of its own memory takes nothing of the context's, and neither does an update. */
Test(polynomial_memory, plans_have_their_own)
{
    arena *a = test_polynomial_arena_new();
    test_allocator allocator = {.refuse = true};
    cr_assert_eq(tcu_context_set_allocator(a->context, test_allocator_allocate, test_allocator_release, &allocator),
                 TCU_SUCCESS);
    for (int function = TEST_POLYNOMIAL_CREATE; function < TEST_POLYNOMIAL_FUNCTIONS; function++) {
        test_polynomial_arena_set(a, function);
        cr_expect_eq(test_polynomial_arena_run(a, false, NULL), TCU_SUCCESS, "%s", tcu_context_last_error(a->context));
    }
    cr_expect_eq(allocator.allocations + allocator.releases, 0);
    cr_assert_eq(tcu_context_set_allocator(a->context, NULL, NULL, NULL), TCU_SUCCESS);
    test_polynomial_arena_free(a);
}

/* Up to 2^60 points, or as many as have results that fit an array; of up to 2^20 polynomials. */
static void expect_growing_queries(test_evaluator *e, const test_polynomial_case *t)
{
    test_evaluator_prepare(e, t);
    test_polynomial_call call = test_evaluator_call(e, t);
    const bool has_all_rows =
        t->form != TEST_POLYNOMIAL_INDEXED && t->form != TEST_POLYNOMIAL_SPLINE && t->form != TEST_POLYNOMIAL_REDUCE;
    const uint64_t rows = (t->derivatives + (uint64_t)1) * (has_all_rows ? t->count : 1);
    const uint64_t room = (uint64_t)INT64_MAX / 8 / rows, most = (uint64_t)1 << 60;
    size_t last = 0;
    call.point_stride = call.out_stride = 0;
    for (call.n = 0; call.n <= (most < room ? most : room); call.n += 1 + call.n / 7) {
        size_t bytes = SIZE_MAX;
        const tcu_status status = test_polynomial_query(e->context, &call, &bytes);
        if (status == TCU_ERROR_SIZE_OVERFLOW && last > (size_t)INT64_MAX / 2) {
            break; /* The arrays fit; the workspace, which grows by at most a seventh from n to n, does not any more. */
        }
        cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(e->context));
        cr_assert_geq(bytes, last, "%s, P %llu, n %llu: %zu bytes after %zu", test_polynomial_names[t->form],
                      (unsigned long long)t->count, (unsigned long long)call.n, bytes, last);
        last = bytes;
    }
}

Test(polynomial_memory, queries_do_not_decrease_with_n, .timeout = 120)
{
    test_evaluator e = test_evaluator_new();
    test_random random = test_random_part(test_seed_of_run(), 11300);
    for (int form = 0; form < TEST_POLYNOMIAL_COUNT; form++) {
        for (int i = 0; i < 20; i++) {
            if (!test_takes(&random, 6)) {
                continue;
            }
            const test_polynomial_case t =
                test_polynomial_random((test_polynomial_form)form, test_polynomial_types[i % 4],
                                       1 + test_random_below(&random, 50), test_random_below(&random, 300), 0, &random);
            expect_growing_queries(&e, &t);
        }
        /* Around the degrees from which products pay. */
        for (int i = 0; i < 8; i++) {
            const test_polynomial_case t = test_polynomial_random(
                (test_polynomial_form)form, test_polynomial_types[i % 4], 64 + test_random_below(&random, 200),
                12 + test_random_below(&random, 30), 0, &random);
            expect_growing_queries(&e, &t);
        }
        for (int type = 0; type < 4; type++) {
            if (!test_takes(&random, 6)) {
                continue;
            }
            test_polynomial_case t =
                test_polynomial_random((test_polynomial_form)form, test_polynomial_types[type],
                                       test_long((uint64_t)1 << 20), 1 + test_random_below(&random, 3), 0, &random);
            t.derivatives = (uint32_t)type % 2;
            expect_growing_queries(&e, &t);
        }
    }
    test_evaluator_free(&e);
}

/* ----------------------------------------------------------------------------------------------------- plans --- */

/* Contexts that come and go: a plan made with one is evaluated with the others, and outlives them. */
Test(polynomial_memory, a_plan_of_many_contexts)
{
    test_evaluator e = test_evaluator_new();
    test_random random = test_random_part(test_seed_of_run(), 11301);
    for (int i = 0; i < 40; i++) {
        const int form = i % TEST_POLYNOMIAL_COUNT;
        const test_polynomial_case t = test_polynomial_any((test_polynomial_form)form, 20000, &random);
        test_evaluator_prepare(&e, &t);
        cr_assert_eq(tcu_context_destroy(e.context), TCU_SUCCESS);
        e.context = test_context_new();
        cr_assert(test_evaluator_execute(&e, &t) && test_evaluator_verify(&e, &t), "%s", e.failure);
    }
    test_evaluator_free(&e);
}

enum { THREADS = 6, RUNS = 20, POINTS = 500 };

typedef struct worker {
    pthread_t thread;
    const tcu_polynomial *plan;
    const void *points;
    test_memory memory;
    unsigned char out[RUNS][33 * POINTS * sizeof(float)];
    tcu_status status;
} worker;

static void *evaluate(void *argument)
{
    worker *w = argument;
    tcu_context *context = test_context_new();
    const test_slice out = test_slice_open(&w->memory, sizeof w->out[0], 0, 0);
    for (int i = 0; i < RUNS && w->status == TCU_SUCCESS; i++) {
        w->status = tcu_polynomial_evaluate(context, w->plan, w->points, POINTS, out.data, TCU_TYPE_F32,
                                            TCU_ORDER_ROW_MAJOR, 0);
        test_synchronise();
        test_copy_out(w->out[i], out.data, out.bytes);
    }
    tcu_context_destroy(context);
    return NULL;
}

/* Several threads with a context each use one plan at the same time, and all get the same bits, again and again. */
Test(polynomial_memory, a_plan_of_many_threads, .timeout = 120)
{
    test_keep_paths(); /* of one path the bits are the same */
    test_evaluator e = test_evaluator_new();
    test_random random = test_random_part(test_seed_of_run(), 11302);
    test_polynomial_case t = {.form = TEST_POLYNOMIAL_GRID,
                              .type = TCU_TYPE_F32,
                              .out_type = TCU_TYPE_F32,
                              .count = 33,
                              .degree = 60,
                              .n = POINTS,
                              .seed = test_random_next(&random)};
    test_evaluator_expect(&e, &t);
    worker *workers = calloc(THREADS, sizeof *workers);
    cr_assert_not_null(workers);
    for (int i = 0; i < THREADS; i++) {
        workers[i].plan = e.plan;
        workers[i].points = e.buffers[TEST_POLYNOMIAL_POINTS].slice.data;
        cr_assert_eq(pthread_create(&workers[i].thread, NULL, evaluate, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        cr_assert_eq(pthread_join(workers[i].thread, NULL), 0);
        cr_expect_eq(workers[i].status, TCU_SUCCESS);
        test_memory_release(&workers[i].memory);
    }
    cr_assert(test_slice_holds(&e.buffers[TEST_POLYNOMIAL_OUT].slice, workers[0].out[0]), "another evaluation differs");
    for (int i = 0; i < THREADS * RUNS; i++) {
        cr_expect(memcmp(workers[i / RUNS].out[i % RUNS], workers[0].out[0], sizeof workers[0].out[0]) == 0,
                  "run %d of thread %d differs", i % RUNS, i / RUNS);
    }
    free(workers);
    test_evaluator_free(&e);
}

/* The same bits from run to run, and on the host for every number of threads. */
Test(polynomial_memory, results_are_reproducible, .timeout = 300)
{
    test_evaluator e = test_evaluator_new();
    test_random random = test_random_part(test_seed_of_run(), 11303);
    for (int i = 0; i < 4 * TEST_POLYNOMIAL_COUNT * (int)test_by_tier(1, 2, 10); i++) {
        const int form = i % TEST_POLYNOMIAL_COUNT;
        test_polynomial_case t =
            test_polynomial_random((test_polynomial_form)form, test_polynomial_types[i / 6 % 4],
                                   1 + test_random_below(&random, 30), test_random_below(&random, 70), 300, &random);
        t.in_place = t.without_out = false;
        test_evaluator_expect(&e, &t);
        const test_slice *out = &e.buffers[TEST_POLYNOMIAL_OUT].slice;
        unsigned char *first = malloc(out->bytes);
        cr_assert_not_null(first);
        test_copy_out(first, out->data, out->bytes);
        for (int run_number = 1; run_number < 5; run_number++) {
            cr_assert_eq(tcu_context_set_threads(e.context, run_number), TCU_SUCCESS);
            test_share_all_calls(e.context);
            t.temporary = (test_temporary)(run_number % TEST_TEMPORARY_COUNT);
            test_evaluator_prepare(&e, &t);
            cr_assert(test_evaluator_execute(&e, &t), "%s", e.failure);
            cr_expect(test_slice_holds(out, first), "%s in %s: run %d differs from the first",
                      test_polynomial_names[form], test_types[t.type].name, run_number);
        }
        free(first);
    }
    test_evaluator_free(&e);
}

/* More than any machine has: refused, and no plan is left. (The address sanitizer ends a program that asks so.) */
#if !defined(__SANITIZE_ADDRESS__)
Test(polynomial_memory, a_plan_that_has_no_room)
{
    arena *a = test_polynomial_arena_new();
    test_polynomial_arena_set(a, TEST_POLYNOMIAL_CREATE);
    a->call.count = (uint64_t)1 << 42;
    a->call.options = NULL;
    cr_expect_eq(test_polynomial_arena_run(a, false, NULL), TCU_ERROR_OUT_OF_MEMORY);
    cr_expect_null(a->created);
    cr_expect(strncmp(tcu_context_last_error(a->context), "tcu_polynomial_create: ", 23) == 0, "%s",
              tcu_context_last_error(a->context));
    cr_expect(test_polynomial_arena_unchanged(a));
    test_polynomial_arena_free(a);
}
#endif
