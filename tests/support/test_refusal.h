/* SPDX-License-Identifier: Apache-2.0 */
/* Tables of bad arguments: how a good call is spoilt, and what has to come back then. */
#ifndef TEST_REFUSAL_H
#define TEST_REFUSAL_H

#include <criterion/criterion.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <tcu/tcu.h>

#include "test_sentence.h"

typedef struct test_refusal {
    int where; /* the operations that it is about, and what else a table says of a row */
    void (*spoil)(void *arena, void *call);
    tcu_status status;
    const char *word, *value; /* in the sentence */
} test_refusal;

/* A function that spoils a call, with `a` and `call` of the types of a file's tests. */
#define TEST_SPOIL(ARENA, CALL, NAME, ...)                                                                             \
    static void NAME(void *arena_, void *call_)                                                                        \
    {                                                                                                                  \
        ARENA *const a = arena_;                                                                                       \
        CALL *const call = call_;                                                                                      \
        (void)a, (void)call;                                                                                           \
        __VA_ARGS__;                                                                                                   \
    }

/* What a query, which was refused, must not have written over. */
enum { TEST_REFUSED_BYTES = 4711 };

/* Whether a call, or a query, came back as the row says. `value` is the row's, or what it stands for. */
static inline void test_refusal_expect(const test_refusal *row, size_t index, const char *operation, bool query,
                                       tcu_status status, const char *sentence, const char *value, size_t bytes,
                                       bool memory_unchanged)
{
    const char *suffix = query ? "_workspace" : "";
    char prefix[80];
    const int length = snprintf(prefix, sizeof prefix, "%s%s: ", operation, suffix);
    cr_expect(strncmp(sentence, prefix, (size_t)length) == 0, "row %zu: \"%s\" does not begin with \"%s\"", index,
              sentence, prefix);
    cr_expect_eq(status, row->status, "%s%s, row %zu (%s): status %d instead of %d: %s", operation, suffix, index,
                 row->word, (int)status, (int)row->status, sentence);
    cr_expect(test_mentions(sentence, row->word) && test_mentions(sentence, value),
              "%s%s, row %zu: \"%s\" does not name %s and %s", operation, suffix, index, sentence, row->word, value);
    cr_expect_eq(bytes, TEST_REFUSED_BYTES, "%s%s, row %zu: *bytes was written", operation, suffix, index);
    cr_expect(memory_unchanged, "%s%s, row %zu (%s): memory was written", operation, suffix, index, row->word);
}

#endif /* TEST_REFUSAL_H */
