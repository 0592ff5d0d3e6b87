/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Code for every instruction set with vectors that it is worth having for. Define TCUI_LEVEL_TEMPLATE as a header's
 * name and include this: it includes that header for each level, with
 *
 *     TCUI_LEVEL, TCUI_LEVEL_NUMBER   baseline, avx2, avx512 and 0, 1, 2
 *     TCUI_L(name)                    `name`, then the level: name_avx2
 *     TCUI_TARGET                     stands before every function
 *     TCUI_VECTOR_BYTES               of the level's vectors
 */
#ifndef TCUI_HOST_LEVELS_H
#define TCUI_HOST_LEVELS_H

#define TCUI_L_(name, level)  name##_##level
#define TCUI_L__(name, level) TCUI_L_(name, level)
/* Inside a template: `name` with the level's name behind it. */
#define TCUI_L(name) TCUI_L__(name, TCUI_LEVEL)

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#include <immintrin.h>

#include "level_limit.h"

/* M(level, ...) for every level. */
#define TCUI_FOR_EACH_VECTOR_LEVEL(M, ...) M(baseline, __VA_ARGS__) M(avx2, __VA_ARGS__) M(avx512, __VA_ARGS__)

/* Index of the level to use, in the order above. */
static inline int tcui_host_vector_level(void)
{
    /* (Every processor with AVX2 converts f16: not all compilers can ask for it.) */
    return __builtin_cpu_supports("fma") ? tcui_limited_level(tcui_processor_level) : TCUI_LEVEL_BASELINE;
}

#else

#define TCUI_FOR_EACH_VECTOR_LEVEL(M, ...) M(baseline, __VA_ARGS__)

static inline int tcui_host_vector_level(void)
{
    return 0;
}

#endif

#endif /* TCUI_HOST_LEVELS_H */

#define TCUI_LEVEL        baseline
#define TCUI_LEVEL_NUMBER 0
#define TCUI_TARGET
#define TCUI_VECTOR_BYTES 16
#include TCUI_LEVEL_TEMPLATE
#undef TCUI_LEVEL
#undef TCUI_LEVEL_NUMBER
#undef TCUI_TARGET
#undef TCUI_VECTOR_BYTES

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define TCUI_LEVEL        avx2
#define TCUI_LEVEL_NUMBER 1
#define TCUI_TARGET       __attribute__((target("avx2,fma,f16c")))
#define TCUI_VECTOR_BYTES 32
#include TCUI_LEVEL_TEMPLATE
#undef TCUI_LEVEL
#undef TCUI_LEVEL_NUMBER
#undef TCUI_TARGET
#undef TCUI_VECTOR_BYTES

#define TCUI_LEVEL        avx512
#define TCUI_LEVEL_NUMBER 2
#if defined(__clang__)
#define TCUI_TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma,f16c")))
#else
#define TCUI_TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma,f16c,prefer-vector-width=512")))
#endif
#define TCUI_VECTOR_BYTES 64
#include TCUI_LEVEL_TEMPLATE
#undef TCUI_LEVEL
#undef TCUI_LEVEL_NUMBER
#undef TCUI_TARGET
#undef TCUI_VECTOR_BYTES
#endif

#undef TCUI_LEVEL_TEMPLATE
