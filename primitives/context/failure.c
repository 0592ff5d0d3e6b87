/* SPDX-License-Identifier: Apache-2.0 */
/* The beginning of public functions, and the sentences of failures: in the context, or for the calling thread. */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context_internal.h"
#include "live.h"

/* Of calls without a valid context: the function, and the last failure's sentence. */
static _Thread_local const char *thread_function = "";
static _Thread_local char thread_error[512];

/* Behind each number of 2^63 or more goes the negative one that it may have been: n = -1 arrives as 2^64 - 1. */
static void name_negatives(char *sentence, size_t size)
{
    const int callers_errno = errno;
    enum { DIGITS = 20 }; /* of the numbers from 10^19 on; those from 2^63 on have 19 or 20 */
    for (char *at = sentence; *(at += strcspn(at, "0123456789")) != '\0';) {
        const size_t digits = strspn(at, "0123456789");
        const uint64_t value = digits <= DIGITS ? (uint64_t)strtoull(at, NULL, 10) : 0;
        at += digits;
        if (value <= INT64_MAX) {
            continue;
        }
        char note[48];
        const int length = snprintf(note, sizeof note, " (%" PRId64 " as a signed number?)", (int64_t)value);
        const size_t rest = strlen(at) + 1;
        if ((size_t)(at - sentence) + (size_t)length + rest > size) {
            break;
        }
        memmove(at + length, at, rest);
        memcpy(at, note, (size_t)length);
        at += length;
    }
    errno = callers_errno; /* which strtoull() may have set */
}

tcu_status tcui_fail(tcu_context *context, tcu_status status, const char *format, ...)
{
    char *sentence = context != NULL ? context->last_error : thread_error;
    const size_t size = context != NULL ? sizeof context->last_error : sizeof thread_error;
    const int prefix = snprintf(sentence, size, "%s: ", context != NULL ? context->function : thread_function);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence + prefix, size - (size_t)prefix, format, arguments);
    va_end(arguments);
    name_negatives(sentence, size);
    return status;
}

tcu_status tcui_fail_unreachable(tcu_context *context, const char *what)
{
    return tcui_fail(context, TCU_ERROR_DEVICE, "%s, which no checked call asks for: a bug in tcu", what);
}

void tcui_begin_without_context(const char *function)
{
    thread_function = function;
    thread_error[0] = '\0';
}

static bool is_alive(const tcu_context *context)
{
    return tcui_is_live(context, TCUI_KIND_CONTEXT);
}

tcu_status tcui_begin(tcu_context *context, const char *function)
{
    if (is_alive(context)) {
        context->function = function;
        context->last_error[0] = '\0';
        return TCU_SUCCESS;
    }
    tcui_begin_without_context(function);
    if (context == NULL) {
        return tcui_fail(NULL, TCU_ERROR_INVALID_CONTEXT, "context is NULL");
    }
    /* (Of what is no context nothing is read, so more cannot be said.) */
    return tcui_fail(NULL, TCU_ERROR_INVALID_CONTEXT, "context %p is no context, or was destroyed",
                     (const void *)context);
}

const char *tcu_context_last_error(const tcu_context *context)
{
    return is_alive(context) ? context->last_error : thread_error;
}
