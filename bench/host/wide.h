/* SPDX-License-Identifier: Apache-2.0 */
/** @file wide.h Loops that are compiled once more for processors with AVX2 and FMA. */
#ifndef TCU_BENCH_HOST_WIDE_H
#define TCU_BENCH_HOST_WIDE_H

#define BENCH_ALWAYS_INLINE __attribute__((always_inline)) inline
#if defined(__x86_64__)
#define BENCH_WIDE __attribute__((target("avx2,fma")))
#else
#define BENCH_WIDE
#endif

namespace bench
{
inline bool has_wide()
{
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}
} // namespace bench

#endif
