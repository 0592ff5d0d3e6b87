/* SPDX-License-Identifier: Apache-2.0 */
/* What the kernels' launchers need of a context. */
#include <cstdarg>
#include <cstdio>

#include "primitives/context/context_internal.h"

extern "C" tcu_status tcui_fail(tcu_context *, tcu_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    std::vfprintf(stderr, format, arguments);
    va_end(arguments);
    std::fputc('\n', stderr);
    return status;
}
