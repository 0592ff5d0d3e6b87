/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One portable binary, several instruction sets: kernels of the host backend are compiled for each level, and a call takes
 * those of the processor's. On x86-64 a level is
 *
 *     baseline   what the compiler's options say, as a rule SSE2
 *     avx2       AVX2, FMA and F16C
 *     avx512     besides these the F, VL, BW and DQ parts of AVX-512
 *
 * and elsewhere there is the baseline alone. A template, which for_each_level.h includes for each level, has the kernels; a
 * table has the levels' functions:
 *
 *     sum_template.h   static float TCUI_L(sum)(const float *x, int n) { ... }
 *     sum.c            #define TCUI_LEVEL_TEMPLATE "sum_template.h"
 *                      #include "primitives/tile/host/for_each_level.h"
 *
 *                      static float (*const sums[])(const float *, int) = {TCUI_LEVELS(sum)};
 *                      ... sums[tcui_host_level()](x, n) ...
 *
 * What is not inlined into a template's functions is compiled for the baseline. The levels of one template differ in the
 * width of vectors and never in the order of additions, so that their results are equal; but those of vectors.h round as
 * fused multiply-adds do where there are some.
 */
#ifndef TCUI_TILE_HOST_LEVELS_H
#define TCUI_TILE_HOST_LEVELS_H

#include "compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TCUI_LEVEL_BASELINE, TCUI_LEVEL_AVX2, TCUI_LEVEL_AVX512, TCUI_LEVEL_COUNT };

extern int tcui_processor_level; /* found out once, when the library is loaded; before that the baseline */
extern int tcui_level_limit;     /* TCUI_LEVEL_AVX512, unless a test lowers it: not while calls run */

/* The level to use. */
static inline int tcui_host_level(void)
{
    return tcui_processor_level < tcui_level_limit ? tcui_processor_level : tcui_level_limit;
}

/* The same where AVX-512 is no faster. */
static inline int tcui_host_level_up_to_avx2(void)
{
    const int level = tcui_host_level();
    return level < TCUI_LEVEL_AVX2 ? level : TCUI_LEVEL_AVX2;
}

#ifdef __cplusplus
}
#endif

#define TCUI_JOIN_(a, b)      a##_##b
#define TCUI_JOIN(a, b)       TCUI_JOIN_(a, b)
#define TCUI_JOIN_3_(a, b, c) a##_##b##_##c
#define TCUI_JOIN_3(a, b, c)  TCUI_JOIN_3_(a, b, c)

/* Inside a template: `name` with the level's name behind it, or with those of an accumulator TCUI_ACC and the level. */
#define TCUI_L(name) TCUI_JOIN(name, TCUI_LEVEL)
#define TCUI_V(name) TCUI_JOIN_3(name, TCUI_ACC, TCUI_LEVEL)

/* `name` at every level, for a table; and at those up to AVX2, whose functions AVX-512 takes too. */
#define TCUI_LEVELS(name)            TCUI_LEVELS_(name)
#define TCUI_LEVELS_UP_TO_AVX2(name) TCUI_LEVELS_UP_TO_AVX2_(name)
#if defined(__x86_64__) && defined(__GNUC__)
#define TCUI_HAS_LEVELS               1
#define TCUI_LEVELS_(name)            name##_baseline, name##_avx2, name##_avx512
#define TCUI_LEVELS_UP_TO_AVX2_(name) name##_baseline, name##_avx2, name##_avx2
#else
#define TCUI_HAS_LEVELS               0
#define TCUI_LEVELS_(name)            name##_baseline
#define TCUI_LEVELS_UP_TO_AVX2_(name) name##_baseline
#endif

#endif /* TCUI_TILE_HOST_LEVELS_H */
