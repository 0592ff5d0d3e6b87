/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A family of public functions under fuzz: how its cases are drawn, and the steps of a case, which are those of the
 * suite's runner for the family (tests/support). The runners hold results against plain loops.
 */
#ifndef FUZZ_FAMILY_H
#define FUZZ_FAMILY_H

#include <stdbool.h>
#include <stddef.h>

#include <tcu/tcu.h>

#include "test_memory.h"
#include "test_offsets.h"
#include "test_random.h"

typedef struct fuzz_family {
    const char *name;
    size_t bytes;   /* of a state: a runner, and the case that it has */
    int num_arrays; /* that a case may have at most */
    void (*open)(void *state);
    void (*close)(void *state);
    tcu_context *(*context)(void *state);
    const char *(*failure)(void *state); /* the sentence of a step that returned false */
    void (*draw)(void *state, test_random *random);
    void (*prepare)(void *state);
    bool (*execute)(void *state);    /* the call, from any memory, with checks of all but results */
    tcu_status (*call)(void *state); /* the call alone, with the context's allocator */
    bool (*verify)(void *state);
    const test_slice *(*array)(void *state, int i); /* an array of the prepared case; NULL if it has it not */
} fuzz_family;

enum { FUZZ_FAMILIES = 15 };

extern const fuzz_family *const fuzz_families[FUZZ_FAMILIES];

/* Whether an array of a runner belongs to the case. */
#define FUZZ_ARRAYS(NAME, ARRAYS)                                                                                      \
    static const test_slice *array_of_##NAME(void *state, int i)                                                       \
    {                                                                                                                  \
        NAME##_state *const s = state;                                                                                 \
        return s->runner.ARRAYS[i].used ? &s->runner.ARRAYS[i].slice : NULL;                                           \
    }

/* The state of a family: of a runner and the type of its cases. `offsets` are what a case of segments points to. */
#define FUZZ_STATE(NAME, RUNNER, CASE)                                                                                 \
    typedef struct NAME##_state {                                                                                      \
        RUNNER runner;                                                                                                 \
        CASE test;                                                                                                     \
        test_offsets offsets;                                                                                          \
    } NAME##_state;

/*
 * The family fuzz_NAME, of a runner whose functions begin with RUNNER (_new, _free) and STEPS (_prepare, _execute,
 * _verify). The file has draw_NAME() and call_NAME(), which take a NAME_state, and array_of_NAME().
 */
#define FUZZ_FAMILY(NAME, RUNNER, STEPS, NUM_ARRAYS)                                                                   \
    static void open_##NAME(void *state)                                                                               \
    {                                                                                                                  \
        NAME##_state *const s = state;                                                                                 \
        s->runner = RUNNER##_new();                                                                                    \
    }                                                                                                                  \
    static void close_##NAME(void *state)                                                                              \
    {                                                                                                                  \
        NAME##_state *const s = state;                                                                                 \
        RUNNER##_free(&s->runner);                                                                                     \
        test_offsets_free(&s->offsets);                                                                                \
    }                                                                                                                  \
    static tcu_context *context_of_##NAME(void *state)                                                                 \
    {                                                                                                                  \
        return ((NAME##_state *)state)->runner.context;                                                                \
    }                                                                                                                  \
    static const char *failure_of_##NAME(void *state)                                                                  \
    {                                                                                                                  \
        return ((NAME##_state *)state)->runner.failure;                                                                \
    }                                                                                                                  \
    static void draw_case_of_##NAME(void *state, test_random *random)                                                  \
    {                                                                                                                  \
        draw_##NAME(state, random);                                                                                    \
    }                                                                                                                  \
    static void prepare_##NAME(void *state)                                                                            \
    {                                                                                                                  \
        NAME##_state *const s = state;                                                                                 \
        (void)STEPS##_prepare(&s->runner, &s->test);                                                                   \
    }                                                                                                                  \
    static bool execute_##NAME(void *state)                                                                            \
    {                                                                                                                  \
        NAME##_state *const s = state;                                                                                 \
        return STEPS##_execute(&s->runner, &s->test);                                                                  \
    }                                                                                                                  \
    static tcu_status call_of_##NAME(void *state)                                                                      \
    {                                                                                                                  \
        return call_##NAME(state);                                                                                     \
    }                                                                                                                  \
    static bool verify_##NAME(void *state)                                                                             \
    {                                                                                                                  \
        NAME##_state *const s = state;                                                                                 \
        return STEPS##_verify(&s->runner, &s->test);                                                                   \
    }                                                                                                                  \
    extern const fuzz_family fuzz_##NAME;                                                                              \
    const fuzz_family fuzz_##NAME = {#NAME,          sizeof(NAME##_state), NUM_ARRAYS,        open_##NAME,             \
                                     close_##NAME,   context_of_##NAME,    failure_of_##NAME, draw_case_of_##NAME,     \
                                     prepare_##NAME, execute_##NAME,       call_of_##NAME,    verify_##NAME,           \
                                     array_of_##NAME};

#endif /* FUZZ_FAMILY_H */
