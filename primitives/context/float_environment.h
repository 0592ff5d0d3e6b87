/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The floating-point environment that all arithmetic of the library runs in, whatever the caller's is: rounding to nearest
 * with ties to even, denormals kept in inputs and results, no traps. What computes with reals does so between
 *
 *     const tcui_float_environment callers = tcui_float_begin();
 *     ...
 *     tcui_float_end(&callers);
 *
 * in functions that are not inlined there (of other files, or TCUI_FLOAT_FUNCTION): compilers do not know that arithmetic
 * depends on the environment, and may move it out. Where the environment is as it should be, which is nearly always, this
 * reads a register and no more.
 */
#ifndef TCUI_FLOAT_ENVIRONMENT_H
#define TCUI_FLOAT_ENVIRONMENT_H

#if defined(__GNUC__) || defined(__clang__)
#define TCUI_FLOAT_FUNCTION __attribute__((noinline))
#else
#define TCUI_FLOAT_FUNCTION
#endif

#if defined(__SSE2_MATH__)

#include <xmmintrin.h>

/* MXCSR: its lowest 6 bits are exceptions that have occurred, the others control; by default these mask all exceptions. */
enum { TCUI_MXCSR_OCCURRED = 0x3f, TCUI_MXCSR_DEFAULT = 0x1f80 };

typedef struct tcui_float_environment {
    unsigned control;
} tcui_float_environment;

static inline int tcui_float_is_default(const tcui_float_environment *environment)
{
    return (environment->control & ~(unsigned)TCUI_MXCSR_OCCURRED) == TCUI_MXCSR_DEFAULT;
}

static inline tcui_float_environment tcui_float_begin(void)
{
    const tcui_float_environment callers = {_mm_getcsr()};
    if (!tcui_float_is_default(&callers)) {
        _mm_setcsr(TCUI_MXCSR_DEFAULT);
    }
    return callers;
}

static inline void tcui_float_end(const tcui_float_environment *callers)
{
    if (!tcui_float_is_default(callers)) {
        _mm_setcsr(callers->control);
    }
}

#elif defined(__aarch64__) && (defined(__GNUC__) || defined(__clang__))

#include <stdint.h>

/* FPCR, which is 0 by default. */
typedef struct tcui_float_environment {
    uint64_t control;
} tcui_float_environment;

static inline tcui_float_environment tcui_float_begin(void)
{
    tcui_float_environment callers;
    __asm__ volatile("mrs %0, fpcr" : "=r"(callers.control) : : "memory");
    if (callers.control != 0) {
        __asm__ volatile("msr fpcr, %0" : : "r"(UINT64_C(0)) : "memory");
    }
    return callers;
}

static inline void tcui_float_end(const tcui_float_environment *callers)
{
    if (callers->control != 0) {
        __asm__ volatile("msr fpcr, %0" : : "r"(callers->control) : "memory");
    }
}

#else

#include <fenv.h>

typedef struct tcui_float_environment {
    fenv_t all;
} tcui_float_environment;

static inline tcui_float_environment tcui_float_begin(void)
{
    tcui_float_environment callers;
    fegetenv(&callers.all);
    fesetenv(FE_DFL_ENV);
    return callers;
}

static inline void tcui_float_end(const tcui_float_environment *callers)
{
    fesetenv(&callers->all);
}

#endif

#endif /* TCUI_FLOAT_ENVIRONMENT_H */
