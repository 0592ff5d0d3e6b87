/* SPDX-License-Identifier: Apache-2.0 */
/* Contexts and plans that are none, or none any more: refused, however many there were, without a look at their memory. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "primitives/context/live.h"
#include "tcu/tcu.h"
#include "test_backend.h"
#include "test_sentence.h"

/* Plans of the smallest kind. */
static tcu_polynomial *new_polynomial(tcu_context *context)
{
    static const float one = 1;
    tcu_polynomial *plan = NULL;
    const tcu_status status = tcu_polynomial_create(context, &one, 0, 0, TCU_TYPE_F32, NULL, &plan);
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(context));
    return plan;
}

static tcu_stencil *new_stencil(tcu_context *context)
{
    static const double one = 1;
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    tcu_stencil *plan = NULL;
    desc.dimensions = 1;
    desc.extents[0] = 1;
    desc.box[0] = 1;
    desc.weights = &one;
    cr_assert_eq(tcu_stencil_create(context, &desc, &plan), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    return plan;
}

/* Every function that takes one, all of which read or write nothing else. */
static void expect_no_context(void *pointer)
{
    tcu_properties properties;
    cr_expect_eq(tcu_context_set_stream(pointer, NULL), TCU_ERROR_INVALID_CONTEXT, "%p", pointer);
    cr_expect(test_mentions(tcu_context_last_error(NULL), "context"), "%s", tcu_context_last_error(NULL));
    cr_expect_eq(tcu_context_get_properties(pointer, &properties), TCU_ERROR_INVALID_CONTEXT, "%p", pointer);
    cr_expect_eq(tcu_context_destroy(pointer), TCU_ERROR_INVALID_CONTEXT, "%p", pointer);
    cr_expect(test_mentions(tcu_context_last_error(pointer), "destroyed"), "the thread's sentence stands in for it");
}

static void expect_no_polynomial(tcu_context *context, void *pointer)
{
    size_t bytes = 1;
    float x = 0;
    cr_expect_eq(tcu_polynomial_update(context, pointer, &x), TCU_ERROR_INVALID_ARGUMENT, "%p", pointer);
    cr_expect(test_mentions(tcu_context_last_error(context), "polynomial"), "%s", tcu_context_last_error(context));
    cr_expect_eq(tcu_polynomial_evaluate_workspace(context, pointer, 1, TCU_TYPE_F32, &bytes),
                 TCU_ERROR_INVALID_ARGUMENT, "%p", pointer);
    cr_expect_eq(bytes, 1);
    cr_expect_eq(tcu_polynomial_destroy(pointer), TCU_ERROR_INVALID_ARGUMENT, "%p", pointer);
    cr_expect(test_mentions(tcu_context_last_error(NULL), "polynomial"), "%s", tcu_context_last_error(NULL));
}

static void expect_no_stencil(tcu_context *context, void *pointer)
{
    float x = 0, y = 7;
    cr_expect_eq(tcu_stencil_execute(context, pointer, &x, &y), TCU_ERROR_INVALID_ARGUMENT, "%p", pointer);
    cr_expect(test_mentions(tcu_context_last_error(context), "stencil"), "%s", tcu_context_last_error(context));
    cr_expect_eq(y, 7);
    cr_expect_eq(tcu_stencil_destroy(pointer), TCU_ERROR_INVALID_ARGUMENT, "%p", pointer);
    cr_expect(test_mentions(tcu_context_last_error(NULL), "stencil"), "%s", tcu_context_last_error(NULL));
}

Test(live_handles, other_pointers_are_refused)
{
    static char bytes[4096];
    tcu_context *context = test_context_new();
    tcu_polynomial *polynomial = new_polynomial(context);
    tcu_stencil *stencil = new_stencil(context);
    void *const wild[] = {bytes,          bytes + 1,           bytes + 64,          (void *)8,           (void *)1,
                          (void *)0x1000, (void *)UINTPTR_MAX, (char *)context + 1, (char *)context + 16};
    for (size_t i = 0; i < sizeof wild / sizeof wild[0]; i++) {
        expect_no_context(wild[i]);
        expect_no_polynomial(context, wild[i]);
        expect_no_stencil(context, wild[i]);
    }
    expect_no_context(polynomial);
    expect_no_context(stencil);
    expect_no_polynomial(context, context);
    expect_no_polynomial(context, stencil);
    expect_no_stencil(context, context);
    expect_no_stencil(context, polynomial);
    cr_expect_eq(tcu_polynomial_destroy(polynomial), TCU_SUCCESS);
    cr_expect_eq(tcu_stencil_destroy(stencil), TCU_SUCCESS);
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
}

/* malloc() would give a destroyed plan's address to the next one. */
Test(live_handles, an_address_is_not_used_again_soon)
{
    enum { PLANS = 99 }; /* destroyed one after another, and as many that stay */
    tcu_context *context = test_context_new();
    tcu_polynomial *destroyed = new_polynomial(context), *later[PLANS];
    cr_assert_eq(tcu_polynomial_destroy(destroyed), TCU_SUCCESS);
    for (int i = 0; i < PLANS; i++) {
        later[i] = new_polynomial(context);
        expect_no_polynomial(context, destroyed);
        tcu_polynomial *soon = new_polynomial(context);
        expect_no_polynomial(context, destroyed);
        cr_expect_eq(tcu_polynomial_destroy(soon), TCU_SUCCESS);
    }
    for (int i = 0; i < PLANS; i++) {
        cr_expect_eq(tcu_polynomial_destroy(later[i]), TCU_SUCCESS);
    }
    tcu_context_destroy(context);
}

/* Side by side, so that the addresses of those that are destroyed go to none of the same kind. */
Test(live_handles, any_number_of_destroyed_ones_is_refused, .timeout = 120)
{
    enum { COUNT = 3000 };
    static tcu_polynomial *polynomials[COUNT];
    static tcu_stencil *stencils[COUNT];
    static tcu_context *contexts[COUNT];
    tcu_context *context = test_context_new();
    const int count = test_on_cuda() ? COUNT / 10 : COUNT;
    for (int i = 0; i < count; i++) {
        polynomials[i] = new_polynomial(context);
        stencils[i] = new_stencil(context);
        cr_assert_eq(tcu_context_create(&contexts[i], TCU_BACKEND_HOST, -1), TCU_SUCCESS);
    }
    for (int i = 0; i < count; i += 2) {
        cr_assert_eq(tcu_polynomial_destroy(polynomials[i]), TCU_SUCCESS);
        cr_assert_eq(tcu_stencil_destroy(stencils[i]), TCU_SUCCESS);
        cr_assert_eq(tcu_context_destroy(contexts[i]), TCU_SUCCESS);
    }
    for (int i = 0; i < count; i++) {
        if (i % 2 == 0) {
            expect_no_polynomial(context, polynomials[i]);
            expect_no_stencil(context, stencils[i]);
            expect_no_context(contexts[i]);
        } else {
            cr_expect_eq(tcu_context_set_stream(contexts[i], NULL), TCU_SUCCESS);
            cr_expect_eq(tcu_polynomial_destroy(polynomials[i]), TCU_SUCCESS);
            cr_expect_eq(tcu_stencil_destroy(stencils[i]), TCU_SUCCESS);
            cr_expect_eq(tcu_context_destroy(contexts[i]), TCU_SUCCESS);
        }
    }
    for (int i = 1; i < count; i += 2) {
        expect_no_polynomial(context, polynomials[i]);
        expect_no_stencil(context, stencils[i]);
        expect_no_context(contexts[i]);
    }
    tcu_context_destroy(context);
}

/* -------------------------------------------------------------------------------------------------- threads --- */

enum { THREADS = 6, HELD = 200 };

static atomic_bool is_over;
static _Alignas(16) char never_live[HELD * 16];

/* The registry alone: entries come and go all the time. */
static void *change(void *any_memory)
{
    char *memory = any_memory;
    uintptr_t failures = 0;
    for (uint64_t k = 0; !atomic_load(&is_over); k++) {
        void *handle = memory + 16 * (k * 7 % HELD);
        if (tcui_live_remove(handle, TCUI_KIND_STENCIL)) {
            failures += tcui_is_live(handle, TCUI_KIND_STENCIL);
        } else {
            failures += !tcui_live_add(handle, TCUI_KIND_STENCIL) || !tcui_is_live(handle, TCUI_KIND_STENCIL);
        }
    }
    return (void *)failures;
}

/* Meanwhile those that stay are found, and those that were never there are not. */
static void *look(void *any_held)
{
    char *held = any_held;
    uintptr_t failures = 0;
    for (uint64_t k = 0; !atomic_load(&is_over); k++) {
        failures += !tcui_is_live(held + 16 * (k % HELD), TCUI_KIND_CONTEXT);
        failures += tcui_is_live(never_live + 16 * (k % HELD), TCUI_KIND_CONTEXT);
    }
    return (void *)failures;
}

Test(live_handles, are_found_while_others_come_and_go, .timeout = 60)
{
    static _Alignas(16) char memory[THREADS][HELD * 16], held[HELD * 16];
    pthread_t threads[2 * THREADS];
    for (int i = 0; i < HELD; i++) {
        cr_assert(tcui_live_add(held + 16 * i, TCUI_KIND_CONTEXT));
    }
    for (int t = 0; t < THREADS; t++) {
        cr_assert_eq(pthread_create(&threads[t], NULL, change, memory[t]), 0);
        cr_assert_eq(pthread_create(&threads[THREADS + t], NULL, look, held), 0);
    }
    const struct timespec some = {.tv_nsec = 700000000};
    nanosleep(&some, NULL);
    atomic_store(&is_over, true);
    for (int t = 0; t < 2 * THREADS; t++) {
        void *failures;
        cr_assert_eq(pthread_join(threads[t], &failures), 0);
        cr_expect_null(failures, "thread %d: %llu failures", t, (unsigned long long)(uintptr_t)failures);
    }
}

/* Two threads destroy the same plan: one of them does. */
static void *destroy_all(void *any_plans)
{
    tcu_polynomial **plans = any_plans;
    uintptr_t destroyed = 0;
    for (int i = 0; i < HELD; i++) {
        destroyed += tcu_polynomial_destroy(plans[i]) == TCU_SUCCESS;
    }
    return (void *)destroyed;
}

Test(live_handles, one_of_two_threads_destroys, .timeout = 60)
{
    tcu_polynomial *plans[HELD];
    tcu_context *context = test_context_new();
    for (int i = 0; i < HELD; i++) {
        plans[i] = new_polynomial(context);
    }
    pthread_t threads[2];
    uintptr_t destroyed = 0;
    for (int t = 0; t < 2; t++) {
        cr_assert_eq(pthread_create(&threads[t], NULL, destroy_all, plans), 0);
    }
    for (int t = 0; t < 2; t++) {
        void *some;
        cr_assert_eq(pthread_join(threads[t], &some), 0);
        destroyed += (uintptr_t)some;
    }
    cr_expect_eq(destroyed, HELD);
    tcu_context_destroy(context);
}

/* A child of a process whose other threads create and destroy. */
Test(live_handles, a_forked_child_goes_on, .timeout = 120)
{
    static _Alignas(16) char memory[THREADS][HELD * 16];
    pthread_t threads[THREADS];
    tcu_context *context;
    cr_assert_eq(tcu_context_create(&context, TCU_BACKEND_HOST, -1), TCU_SUCCESS);
    for (int t = 0; t < THREADS; t++) {
        cr_assert_eq(pthread_create(&threads[t], NULL, change, memory[t]), 0);
    }
    for (int i = 0; i < 30; i++) {
        const pid_t child = fork();
        cr_assert_geq(child, 0);
        if (child == 0) {
            alarm(60);
            tcu_context *own;
            const bool works = tcu_context_create(&own, TCU_BACKEND_HOST, -1) == TCU_SUCCESS &&
                               tcu_context_destroy(own) == TCU_SUCCESS && tcu_context_destroy(context) == TCU_SUCCESS &&
                               tcu_context_destroy(context) == TCU_ERROR_INVALID_CONTEXT;
            _exit(works ? 0 : 1);
        }
        int status;
        cr_assert_eq(waitpid(child, &status, 0), child);
        cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "child %d", i);
    }
    atomic_store(&is_over, true);
    for (int t = 0; t < THREADS; t++) {
        void *failures;
        cr_assert_eq(pthread_join(threads[t], &failures), 0);
        cr_expect_null(failures);
    }
    cr_expect_eq(tcu_context_destroy(context), TCU_SUCCESS);
}
