/* SPDX-License-Identifier: Apache-2.0 */
#include "levels.h"

int tcui_processor_level = TCUI_LEVEL_BASELINE;
int tcui_level_limit = TCUI_LEVEL_AVX512;

#if TCUI_HAS_LEVELS
/* (Before the initialisers of programs that link the library statically, which may call it. Every processor with AVX2
 * converts f16: not all compilers can ask for it.) */
__attribute__((constructor(101))) static void find_level(void)
{
    __builtin_cpu_init();
    const int avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const int avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
                       __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq");
    tcui_processor_level = avx2 + avx512;
}
#endif
