/* SPDX-License-Identifier: Apache-2.0 */
/* A workspace that shares bytes with an array of the call is refused, whichever array, and nothing is written. */
#ifndef TEST_OVERLAP_H
#define TEST_OVERLAP_H

#include <criterion/criterion.h>
#include <stddef.h>

#include <tcu/tcu.h>

#include "test_sentence.h"

/* An array of a call, as sentences name it. `bytes` 0: the call has none. */
typedef struct test_overlap_array {
    const char *name;
    const void *pointer;
    size_t bytes;
} test_overlap_array;

/* A good call of `operation`, to be made again and again. */
typedef struct test_overlap_call {
    const char *operation;
    tcu_context *context;
    size_t need; /* of workspace */
    void *arena;
    tcu_status (*run)(void *arena);
    bool (*unchanged)(void *arena);
} test_overlap_call;

static inline void test_overlap_expect_one(const test_overlap_call *call, const char *name, const void *workspace,
                                           size_t bytes)
{
    cr_assert_eq(tcu_context_set_workspace(call->context, (void *)workspace, bytes), TCU_SUCCESS);
    const tcu_status status = call->run(call->arena);
    const char *sentence = tcu_context_last_error(call->context);
    cr_expect_eq(status, TCU_ERROR_OVERLAP, "%s, %s: status %d", call->operation, name, (int)status);
    cr_expect(test_mentions(sentence, "workspace"), "%s, %s: \"%s\"", call->operation, name, sentence);
    /* (A workspace that reaches several arrays may name another one.) */
    cr_expect(bytes > 1 || test_mentions(sentence, name), "%s, %s: \"%s\"", call->operation, name, sentence);
    cr_expect(call->unchanged(call->arena), "%s, %s: memory was written", call->operation, name);
    cr_assert_eq(tcu_context_set_workspace(call->context, NULL, 0), TCU_SUCCESS);
}

/* Workspaces that begin with the array, that end with its first byte, that begin with its last one. */
static inline void test_overlap_expect(const test_overlap_call *call, const test_overlap_array *arrays, size_t count)
{
    const size_t bytes = call->need > 0 ? call->need : 1;
    for (size_t i = 0; i < count; i++) {
        const char *first = arrays[i].pointer;
        if (arrays[i].bytes == 0) {
            continue;
        }
        test_overlap_expect_one(call, arrays[i].name, first, bytes);
        test_overlap_expect_one(call, arrays[i].name, first + 1 - bytes, bytes);
        test_overlap_expect_one(call, arrays[i].name, first + arrays[i].bytes - 1, bytes);
    }
}

#endif /* TEST_OVERLAP_H */
