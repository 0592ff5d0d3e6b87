/* SPDX-License-Identifier: Apache-2.0 */
/* What the host's kernels ask of the compiler. */
#ifndef TCUI_TILE_HOST_COMPILER_H
#define TCUI_TILE_HOST_COMPILER_H

/* Code of a kernel: inlined into it, so that it is compiled for the kernel's level (levels.h). */
#if defined(__GNUC__) || defined(__clang__)
#define TCUI_ALWAYS_INLINE static inline __attribute__((always_inline))
#define TCUI_NEVER_INLINE  static __attribute__((noinline))
#else
#define TCUI_ALWAYS_INLINE static inline
#define TCUI_NEVER_INLINE  static
#endif

/* TCUI_KEEP_LOOP: before a loop that is not to be unrolled, as its body is large, or its count small.
 * TCUI_UNROLL_4: before a loop of few instructions: on some processors one that crosses a line of the instruction cache is
 * slower, and whether it does depends on the code in front of it.
 * TCUI_UNROLL: before a loop of up to 16 steps, a constant number, as over an array of vectors that is to be registers. */
#if defined(__clang__)
#define TCUI_KEEP_LOOP _Pragma("clang loop unroll(disable)")
#define TCUI_UNROLL_4  _Pragma("clang loop unroll_count(4)")
#define TCUI_UNROLL    _Pragma("clang loop unroll(full)")
#elif defined(__GNUC__) && __GNUC__ >= 8
#define TCUI_KEEP_LOOP _Pragma("GCC unroll 1")
#define TCUI_UNROLL_4  _Pragma("GCC unroll 4")
#define TCUI_UNROLL    _Pragma("GCC unroll 16")
#else
#define TCUI_KEEP_LOOP
#define TCUI_UNROLL_4
#define TCUI_UNROLL
#endif

#endif /* TCUI_TILE_HOST_COMPILER_H */
