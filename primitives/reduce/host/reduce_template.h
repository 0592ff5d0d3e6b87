/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the reductions at a level, one for each pair of types. */

#define TCUI_REDUCE_KERNELS(in, acc, out)                                                                              \
    TCUI_NEVER_INLINE void TCUI_L(TCUI_REDUCE_NAME(one, in, acc, out))(const tcui_reduce_task *task, uint64_t k,       \
                                                                       uint64_t first, uint64_t count)                 \
    {                                                                                                                  \
        TCUI_HOST_FUNCTION(tcui_reduce_one, acc)(TCUI_HOST_TYPES(in, out), task, k, first, count);                     \
    }                                                                                                                  \
    static void TCUI_L(TCUI_REDUCE_NAME(small, in, acc, out))(const tcui_reduce_task *task, uint64_t first,            \
                                                              uint64_t last)                                           \
    {                                                                                                                  \
        TCUI_HOST_FUNCTION(tcui_reduce_small, acc)                                                                     \
        (TCUI_HOST_TYPES(in, out), task, first, last, TCUI_L(TCUI_REDUCE_NAME(one, in, acc, out)));                    \
    }                                                                                                                  \
    static void TCUI_L(TCUI_REDUCE_NAME(chunk, in, acc, out))(const tcui_reduce_task *task,                            \
                                                              tcui_reduce_partial *partial)                            \
    {                                                                                                                  \
        TCUI_HOST_FUNCTION(tcui_reduce_chunk, acc)(TCUI_HOST_TYPES(in, out), task, partial);                           \
    }                                                                                                                  \
    static const tcui_reduce_kernels TCUI_L(TCUI_REDUCE_NAME(kernels, in, acc, out)) = {                               \
        TCUI_L(TCUI_REDUCE_NAME(one, in, acc, out)), TCUI_L(TCUI_REDUCE_NAME(small, in, acc, out)),                    \
        TCUI_L(TCUI_REDUCE_NAME(chunk, in, acc, out)), TCUI_REDUCE_NAME(combine, in, acc, out)};

TCUI_SUM_KERNELS(TCUI_REDUCE_KERNELS)

#undef TCUI_REDUCE_KERNELS
