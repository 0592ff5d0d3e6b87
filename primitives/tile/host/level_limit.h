/* SPDX-License-Identifier: Apache-2.0 */
/* The highest level (target.h, levels.h) of which kernels are taken: what the processor has, unless tests lower it, so that
 * one processor tries all. */
#ifndef TCUI_LEVEL_LIMIT_H
#define TCUI_LEVEL_LIMIT_H

#ifdef __cplusplus
extern "C" {
#endif

enum { TCUI_LEVEL_BASELINE, TCUI_LEVEL_AVX2, TCUI_LEVEL_AVX512 };

extern int tcui_processor_level; /* found out once, when the library is loaded; before that the baseline */
extern int tcui_level_limit;     /* TCUI_LEVEL_AVX512 at first; not to be changed while calls run */

static inline int tcui_limited_level(int level)
{
    return level < tcui_level_limit ? level : tcui_level_limit;
}

#ifdef __cplusplus
}
#endif

#endif /* TCUI_LEVEL_LIMIT_H */
