/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file check.h
 * TCU_CHECK: calls in programs that end at the first error, such as examples, tests and experiments. tcu.h does not
 * include this header.
 *
 * @code
 * #include <tcu/check.h>
 * #include <tcu/tcu.h>
 *
 * int main(void)
 * {
 *     const float in[4] = {1, 2, 3, 4};
 *     float sum;
 *     tcu_context *context;
 *     TCU_CHECK(context, tcu_context_create(&context, TCU_BACKEND_HOST, -1));
 *     TCU_CHECK(context, tcu_reduce(context, in, TCU_TYPE_F32, &sum, TCU_TYPE_F32, 4, NULL));
 *     printf("%g\n", (double)sum); // 10
 *     TCU_CHECK(NULL, tcu_context_destroy(context));
 *     return 0;
 * }
 * @endcode
 *
 * A call that fails prints where it stands, what it is and why, and the program ends:
 *
 *     example.c:12: tcu_reduce(context, in, TCU_TYPE_F32, NULL, TCU_TYPE_F32, 4, NULL)
 *     tcu_reduce: out is NULL, but 1 elements are needed
 *
 * In C++ <tcu/tcu.hpp> throws.
 */
#ifndef TCU_CHECK_H
#define TCU_CHECK_H

#include <stdio.h>
#include <stdlib.h>

#include "context.h"
#include "status.h"

/**
 * Makes a call; where it does not return TCU_SUCCESS, prints to stderr the file and the line, the call, and its sentence,
 * and ends the program with EXIT_FAILURE.
 *
 * @param context  whose tcu_context_last_error() has the sentence: that of the call, read after it (so for
 *                 tcu_context_create(&context, ...) too), or NULL for calls that take none, such as tcu_stencil_destroy().
 * @param call     an expression of type tcu_status, evaluated once.
 */
#define TCU_CHECK(context, call)                                                                                       \
    do {                                                                                                               \
        if ((call) != TCU_SUCCESS) {                                                                                   \
            fprintf(stderr, "%s:%d: %s\n%s\n", __FILE__, __LINE__, #call, tcu_context_last_error(context));            \
            exit(EXIT_FAILURE);                                                                                        \
        }                                                                                                              \
    } while (0)

#endif /* TCU_CHECK_H */
