/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One portable binary, several instruction sets: on x86-64 every kernel of the host backend is compiled for the baseline
 * and for AVX2, some also for AVX-512 (TCUI_FOR_EACH_WIDE_LEVEL; kernels written with vectors: levels.h), and the
 * processor decides at run time. The levels differ in vector width only, never in the order of additions, so their
 * results are equal. Elsewhere there is the baseline alone: what the compiler's options say.
 *
 * Kernels are thin functions with a target attribute around TCUI_ALWAYS_INLINE code: code that is not inlined would be
 * compiled for the baseline.
 */
#ifndef TCUI_TILE_HOST_TARGET_H
#define TCUI_TILE_HOST_TARGET_H

#include "level_limit.h"

#if defined(__GNUC__) || defined(__clang__)
#define TCUI_ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define TCUI_ALWAYS_INLINE static inline
#endif

/* Before a loop that is not to be unrolled: its body is large, or its count small. */
#if defined(__clang__)
#define TCUI_KEEP_LOOP _Pragma("clang loop unroll(disable)")
#elif defined(__GNUC__) && __GNUC__ >= 8
#define TCUI_KEEP_LOOP _Pragma("GCC unroll 1")
#else
#define TCUI_KEEP_LOOP
#endif

/* Before a loop of few instructions: on some processors one that crosses a line of the instruction cache is slower, and
 * whether it does depends on the code in front of it. */
#if defined(__clang__)
#define TCUI_UNROLL_4 _Pragma("clang loop unroll_count(4)")
#elif defined(__GNUC__) && __GNUC__ >= 8
#define TCUI_UNROLL_4 _Pragma("GCC unroll 4")
#else
#define TCUI_UNROLL_4
#endif

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

/* M(level, target attribute, ...) for every level. */
#define TCUI_FOR_EACH_LEVEL(M, ...)                                                                                    \
    M(baseline, , __VA_ARGS__)                                                                                         \
    M(avx2, __attribute__((target("avx2"))), __VA_ARGS__)

/* Index of the level to use, in the order above. */
static inline int tcui_host_level(void)
{
    const int level = tcui_limited_level(tcui_processor_level);
    return level < TCUI_LEVEL_AVX2 ? level : TCUI_LEVEL_AVX2;
}

/* The same with AVX-512 as a third level. */
#if defined(__clang__)
#define TCUI_AVX512 "avx512f,avx512vl,avx512bw,avx512dq,avx2"
#else
#define TCUI_AVX512 "avx512f,avx512vl,avx512bw,avx512dq,avx2,prefer-vector-width=512"
#endif
#define TCUI_FOR_EACH_WIDE_LEVEL(M, ...)                                                                               \
    TCUI_FOR_EACH_LEVEL(M, __VA_ARGS__)                                                                                \
    M(avx512, __attribute__((target(TCUI_AVX512))), __VA_ARGS__)

static inline int tcui_host_wide_level(void)
{
    return tcui_limited_level(tcui_processor_level);
}

#else

#define TCUI_FOR_EACH_LEVEL(M, ...)      M(baseline, , __VA_ARGS__)
#define TCUI_FOR_EACH_WIDE_LEVEL(M, ...) M(baseline, , __VA_ARGS__)

/* Index of the level to use, in the order above. */
static inline int tcui_host_level(void)
{
    return 0;
}

static inline int tcui_host_wide_level(void)
{
    return 0;
}

#endif

#endif /* TCUI_TILE_HOST_TARGET_H */
