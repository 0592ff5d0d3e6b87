/* SPDX-License-Identifier: Apache-2.0 */
/* A backend that notes which pointers calls ask about and refuses one. Its state is in the file that includes it. */
#ifndef TEST_POINTER_WATCH_H
#define TEST_POINTER_WATCH_H

#include <criterion/criterion.h>

#include "primitives/context/context_internal.h"

enum { MOST_ASKED = 64 };
static const void *asked[MOST_ASKED];
static int num_asked;
static const void *refused;

static bool notes(const tcu_context *context, const void *pointer)
{
    (void)context;
    cr_assert_lt(num_asked, MOST_ASKED);
    asked[num_asked++] = pointer;
    return pointer != refused;
}

/* The context's backend, but for what it says of pointers. */
static inline void watch(tcu_context *context)
{
    static tcui_backend watching;
    watching = *context->backend;
    watching.reaches = notes;
    context->backend = &watching;
}

static inline bool was_asked(const void *pointer)
{
    for (int i = 0; i < num_asked; i++) {
        if (asked[i] == pointer) {
            return true;
        }
    }
    return false;
}

#endif /* TEST_POINTER_WATCH_H */
