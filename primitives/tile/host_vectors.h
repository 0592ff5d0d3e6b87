/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernels that hold vectors in registers, for every instruction set that they are worth having for. Define
 * TCUI_TEMPLATE as a header's name and include this: it includes that header for each level and each of f32 and f64,
 * with the functions of host_vector_template.h and
 *
 *     TCUI_ACC, TCUI_ACC_TYPE, TCUI_ACC_BYTES   f32, float, 4 and f64, double, 8
 *     TCUI_V(name)                              `name`, then type and level: name_f32_avx2
 *     TCUI_TARGET                               stands before every function
 *     TCUI_LANES                                elements of a vector
 *
 * Unlike the levels of tile_host_target.h these round differently: where the processor has fused multiply-adds they are
 * taken, since they halve the instructions. Each level by itself gives the same result on every run.
 */
#include <stdint.h>
#include <string.h>

#include "tile_host_target.h"

#ifndef TCUI_HOST_VECTORS_H
#define TCUI_HOST_VECTORS_H

#define TCUI_V_(name, acc, level)  name##_##acc##_##level
#define TCUI_V__(name, acc, level) TCUI_V_(name, acc, level)
/* Inside a template: `name` with the names of type and level behind it. */
#define TCUI_V(name) TCUI_V__(name, TCUI_ACC, TCUI_LEVEL)

/* Before a loop over an array of vectors, so that the array is registers. */
#if defined(__GNUC__) && !defined(__clang__)
#define TCUI_UNROLL _Pragma("GCC unroll 16")
#elif defined(__clang__)
#define TCUI_UNROLL _Pragma("clang loop unroll(full)")
#else
#define TCUI_UNROLL
#endif

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))

#include <immintrin.h>

/* M(level, ...) for every level. */
#define TCUI_FOR_EACH_VECTOR_LEVEL(M, ...) M(baseline, __VA_ARGS__) M(avx2, __VA_ARGS__) M(avx512, __VA_ARGS__)

/* Index of the level to use, in the order above. */
static inline int tcui_host_vector_level(void)
{
    __builtin_cpu_init();
    /* (Every processor with AVX2 converts f16: not all compilers can ask for it.) */
    const int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const int avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                       __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
    return avx2 + avx512;
}

#else

#define TCUI_FOR_EACH_VECTOR_LEVEL(M, ...) M(baseline, __VA_ARGS__)

static inline int tcui_host_vector_level(void)
{
    return 0;
}

#endif

#endif /* TCUI_HOST_VECTORS_H */

#define TCUI_LEVEL        baseline
#define TCUI_LEVEL_NUMBER 0
#define TCUI_TARGET
#define TCUI_VECTOR_BYTES 16
#include "host_vectors_of_level.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#define TCUI_LEVEL        avx2
#define TCUI_LEVEL_NUMBER 1
#define TCUI_TARGET       __attribute__((target("avx2,fma,f16c")))
#define TCUI_VECTOR_BYTES 32
#include "host_vectors_of_level.h"

#define TCUI_LEVEL        avx512
#define TCUI_LEVEL_NUMBER 2
#if defined(__clang__)
#define TCUI_TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma,f16c")))
#else
#define TCUI_TARGET __attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma,f16c,prefer-vector-width=512")))
#endif
#define TCUI_VECTOR_BYTES 64
#include "host_vectors_of_level.h"
#endif

#undef TCUI_TEMPLATE
