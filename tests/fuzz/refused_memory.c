/* SPDX-License-Identifier: Apache-2.0 */
#include "refused_memory.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* No call of the library allocates as often. */
enum { MOST_ALLOCATIONS = 64 };

typedef struct refusing_allocator {
    test_allocator counting;
    int left; /* allocations until one is refused */
    bool has_refused;
    char sentence[600]; /* of the call */
} refusing_allocator;

static void *allocate(size_t bytes, void *stream, void *user)
{
    refusing_allocator *const a = user;
    if (a->left-- == 0) {
        a->has_refused = true;
        return NULL;
    }
    return test_allocator_allocate(bytes, stream, &a->counting);
}

static void release(void *pointer, size_t bytes, void *stream, void *user)
{
    refusing_allocator *const a = user;
    test_allocator_release(pointer, bytes, stream, &a->counting);
}

/* The bytes of all arrays of the case, one behind the other. */
static unsigned char *copy_arrays(const fuzz_family *family, void *state)
{
    size_t bytes = 0;
    for (int i = 0; i < family->num_arrays; i++) {
        const test_slice *const slice = family->array(state, i);
        bytes += slice != NULL ? slice->bytes : 0;
    }
    unsigned char *const copy = malloc(bytes + 1), *to = copy;
    cr_assert(copy != NULL, "no memory for a copy of the arrays");
    for (int i = 0; i < family->num_arrays; i++) {
        const test_slice *const slice = family->array(state, i);
        if (slice != NULL) {
            test_copy_out(to, slice->data, slice->bytes);
            to += slice->bytes;
        }
    }
    return copy;
}

static bool arrays_unchanged(const fuzz_family *family, void *state, const unsigned char *copy)
{
    for (int i = 0; i < family->num_arrays; i++) {
        const test_slice *const slice = family->array(state, i);
        if (slice != NULL) {
            if (!test_slice_guarded(slice) || !test_slice_holds(slice, copy)) {
                return false;
            }
            copy += slice->bytes;
        }
    }
    return true;
}

/* One try: NULL, or what is wrong with it. */
static const char *refuse_one(const fuzz_family *family, void *state, refusing_allocator *a, tcu_status *status)
{
    tcu_context *const context = family->context(state);
    tcu_context_set_allocator(context, allocate, release, a);
    test_synchronise();
    *status = family->call(state);
    snprintf(a->sentence, sizeof a->sentence, "%s", tcu_context_last_error(context));
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    test_synchronise();
    if (a->counting.allocations != a->counting.releases || a->counting.live_bytes != 0 || a->counting.wrong_release) {
        return "memory that was given was not released, or otherwise than it was given";
    }
    if (*status != (a->has_refused ? TCU_ERROR_OUT_OF_MEMORY : TCU_SUCCESS)) {
        return "the status is another one";
    }
    return a->has_refused && a->sentence[0] == '\0' ? "there is no sentence" : NULL;
}

bool fuzz_refuse_memory(const fuzz_family *family, void *state, char *failure, size_t size)
{
    family->prepare(state);
    unsigned char *const copy = copy_arrays(family, state);
    const char *wrong = NULL;
    tcu_status status = TCU_ERROR_OUT_OF_MEMORY;
    refusing_allocator a = {.left = 0};
    int tries = 0;
    while (wrong == NULL && status != TCU_SUCCESS) {
        a = (refusing_allocator){.left = tries++};
        wrong = tries > MOST_ALLOCATIONS ? "it allocates without end" : refuse_one(family, state, &a, &status);
        if (wrong == NULL && status != TCU_SUCCESS && !arrays_unchanged(family, state, copy)) {
            wrong = "arrays were written";
        }
    }
    free(copy);
    if (wrong == NULL) {
        const bool passed = family->verify(state);
        snprintf(failure, size, "%s", passed ? "" : family->failure(state));
        return passed;
    }
    snprintf(failure, size, "with allocation %d refused: %s; status %d: %s", tries, wrong, (int)status, a.sentence);
    return false;
}
