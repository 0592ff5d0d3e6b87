/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Contexts and plans that are created while the C library has no memory: malloc() and its like refuse the first
 * allocation, in the next try the second one, and so on, until the creation succeeds. Until then the status is
 * TCU_ERROR_OUT_OF_MEMORY, with a sentence, and there is no handle. What leaks is found by the address sanitizer.
 *
 * The linker puts __wrap_NAME() into the place of each NAME() that is called (--wrap). On a GPU the CUDA runtime calls
 * malloc(), too, which is left alone there.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <tcu/tcu.h>

#include "assertions.h"
#include "test_backend.h"

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *pointer, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *pointer, size_t bytes);

/* Of the thread that creates something: how many allocations come before the one that is refused; -1: none is. */
static _Thread_local int left = -1;
static _Thread_local bool has_refused;

static bool refuses(void)
{
    if (left < 0 || left-- > 0) {
        return false;
    }
    has_refused = true;
    return true;
}

void *__wrap_malloc(size_t bytes)
{
    return refuses() ? NULL : __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    return refuses() ? NULL : __real_calloc(count, bytes);
}

void *__wrap_realloc(void *pointer, size_t bytes)
{
    return refuses() ? NULL : __real_realloc(pointer, bytes);
}

/* A creation with allocation `which` refused has ended so. Whether another one is to be tried. */
static bool tries_again(const char *function, int which, tcu_status status, const void *handle,
                        const tcu_context *context)
{
    if (!has_refused) {
        return false;
    }
    const char *const sentence = tcu_context_last_error(context);
    if (status != TCU_ERROR_OUT_OF_MEMORY || sentence[0] == '\0' || handle != NULL) {
        char text[400];
        snprintf(text, sizeof text, "%s with allocation %d of the heap refused: status %d, handle %p, \"%s\"", function,
                 which + 1, (int)status, handle, sentence);
        fuzz_fail(text);
        return false;
    }
    return true;
}

/* `call` is made with each of its allocations refused in turn, and then with none. */
#define CREATE(function, call, handle, context)                                                                        \
    do {                                                                                                               \
        tcu_status status;                                                                                             \
        int which = 0;                                                                                                 \
        do {                                                                                                           \
            has_refused = false;                                                                                       \
            left = test_on_cuda() ? -1 : which;                                                                        \
            status = call;                                                                                             \
            left = -1;                                                                                                 \
        } while (tries_again(function, which++, status, *(handle), context));                                          \
        return status;                                                                                                 \
    } while (0)

tcu_status __real_tcu_context_create(tcu_context **context, tcu_backend backend, int device);
tcu_status __wrap_tcu_context_create(tcu_context **context, tcu_backend backend, int device);
tcu_status __wrap_tcu_context_create(tcu_context **context, tcu_backend backend, int device)
{
    CREATE("tcu_context_create", __real_tcu_context_create(context, backend, device), context, NULL);
}

tcu_status __real_tcu_polynomial_create(tcu_context *context, const void *coefficients, uint64_t count, uint64_t degree,
                                        tcu_type type, const tcu_polynomial_options *options,
                                        tcu_polynomial **polynomial);
tcu_status __wrap_tcu_polynomial_create(tcu_context *context, const void *coefficients, uint64_t count, uint64_t degree,
                                        tcu_type type, const tcu_polynomial_options *options,
                                        tcu_polynomial **polynomial);
tcu_status __wrap_tcu_polynomial_create(tcu_context *context, const void *coefficients, uint64_t count, uint64_t degree,
                                        tcu_type type, const tcu_polynomial_options *options,
                                        tcu_polynomial **polynomial)
{
    CREATE("tcu_polynomial_create",
           __real_tcu_polynomial_create(context, coefficients, count, degree, type, options, polynomial), polynomial,
           context);
}

tcu_status __real_tcu_stencil_create(tcu_context *context, const tcu_stencil_desc *desc, tcu_stencil **stencil);
tcu_status __wrap_tcu_stencil_create(tcu_context *context, const tcu_stencil_desc *desc, tcu_stencil **stencil);
tcu_status __wrap_tcu_stencil_create(tcu_context *context, const tcu_stencil_desc *desc, tcu_stencil **stencil)
{
    CREATE("tcu_stencil_create", __real_tcu_stencil_create(context, desc, stencil), stencil, context);
}
