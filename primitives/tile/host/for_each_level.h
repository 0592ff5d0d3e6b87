/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Includes the header that TCUI_LEVEL_TEMPLATE names once for each level of levels.h, compiled for its instruction set,
 * with
 *
 *     TCUI_LEVEL, TCUI_LEVEL_NUMBER   baseline, avx2, avx512 and 0, 1, 2
 *     TCUI_VECTOR_BYTES               of the level's vectors
 */
#include "levels.h"

#if TCUI_HAS_LEVELS
#include <immintrin.h>
#endif

#define TCUI_LEVEL        baseline
#define TCUI_LEVEL_NUMBER 0
#define TCUI_VECTOR_BYTES 16
#include TCUI_LEVEL_TEMPLATE
#undef TCUI_LEVEL
#undef TCUI_LEVEL_NUMBER
#undef TCUI_VECTOR_BYTES

#if TCUI_HAS_LEVELS

#define TCUI_LEVEL        avx2
#define TCUI_LEVEL_NUMBER 1
#define TCUI_VECTOR_BYTES 32
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,f16c")
#endif
#include TCUI_LEVEL_TEMPLATE
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#undef TCUI_LEVEL
#undef TCUI_LEVEL_NUMBER
#undef TCUI_VECTOR_BYTES

#define TCUI_LEVEL        avx512
#define TCUI_LEVEL_NUMBER 2
#define TCUI_VECTOR_BYTES 64
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma,f16c"))),              \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512vl,avx512bw,avx512dq,avx2,fma,f16c,prefer-vector-width=512")
#endif
#include TCUI_LEVEL_TEMPLATE
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#undef TCUI_LEVEL
#undef TCUI_LEVEL_NUMBER
#undef TCUI_VECTOR_BYTES

#endif

#undef TCUI_LEVEL_TEMPLATE
