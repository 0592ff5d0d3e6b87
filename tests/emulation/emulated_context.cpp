/* SPDX-License-Identifier: Apache-2.0 */
/* What is once in each of these suites: what the kernels' launchers need of a context, and the run's seed. */
#include <criterion/criterion.h>
#include <criterion/hooks.h>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <unistd.h>

#include "primitives/context/context_internal.h"

/* (Weak: suites that call the library's public functions have the library's own.) */
extern "C" __attribute__((weak)) tcu_status tcui_fail(tcu_context *, tcu_status status, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    std::vfprintf(stderr, format, arguments);
    va_end(arguments);
    std::fputc('\n', stderr);
    return status;
}

/* The runner hands the seed to every test's process through the environment. */
ReportHook(PRE_ALL)(struct criterion_test_set *)
{
    const char *given = std::getenv("TCU_TEST_SEED");
    if (given == nullptr || given[0] == '\0') {
        timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        const uint64_t fresh = (static_cast<uint64_t>(now.tv_sec) * 1000000000u + static_cast<uint64_t>(now.tv_nsec)) ^
                               static_cast<uint64_t>(getpid()) << 40;
        setenv("TCU_TEST_SEED", std::to_string(fresh).c_str(), 1);
    }
    std::fprintf(stderr, "emulated device: TCU_TEST_SEED=%s\n", std::getenv("TCU_TEST_SEED"));
}
