/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the scans at a level: the functions of neighbours.h and chunk.h for each accumulator, and of these one for
 * each pair of types. Integers are no faster by vectors of 64 bytes: they wait for memory. */

#if TCUI_LEVEL_NUMBER == 1
#include "masks.h"
#endif

#define TCUI_ACC f64
#include "chunk.h"
#undef TCUI_ACC

#if TCUI_LEVEL_NUMBER < 2
#define TCUI_ACC u32
#include "chunk.h"
#undef TCUI_ACC

#define TCUI_ACC u64
#include "chunk.h"
#undef TCUI_ACC
#endif

#define TCUI_SCAN_FUNCTION(name, acc) TCUI_JOIN_3(name, tcui_host_acc_##acc, TCUI_LEVEL)
#define TCUI_SCAN_KERNELS(in, acc, out)                                                                                \
    static void TCUI_L(TCUI_SCAN_NAME(small, in, acc, out))(const tcui_scan_task *task, uint64_t first, uint64_t last) \
    {                                                                                                                  \
        if (task->kind == TCU_SCAN_EXCLUSIVE) {                                                                        \
            TCUI_SCAN_FUNCTION(scan_small, acc)(TCUI_HOST_TYPES(in, out), true, task, first, last);                    \
        } else {                                                                                                       \
            TCUI_SCAN_FUNCTION(scan_small, acc)(TCUI_HOST_TYPES(in, out), false, task, first, last);                   \
        }                                                                                                              \
    }                                                                                                                  \
    static tcui_host_sum TCUI_L(TCUI_SCAN_NAME(sum, in, acc, out))(const tcui_scan_task *task,                         \
                                                                   const tcui_chunk *chunk)                            \
    {                                                                                                                  \
        return (tcui_host_sum){.tcui_host_acc_##acc =                                                                  \
                                   TCUI_SCAN_FUNCTION(scan_sum, acc)(TCUI_HOST_TYPES(in, out), task, chunk)};          \
    }                                                                                                                  \
    static tcui_host_sum TCUI_L(TCUI_SCAN_NAME(chunk, in, acc, out))(                                                  \
        const tcui_scan_task *task, const tcui_chunk *chunk, const tcui_scan_carry *carry, bool sums)                  \
    {                                                                                                                  \
        tcui_host_sum s = carry->sum;                                                                                  \
        s.tcui_host_acc_##acc += carry->lost.tcui_host_acc_##acc;                                                      \
        if (task->kind == TCU_SCAN_EXCLUSIVE) {                                                                        \
            s.tcui_host_acc_##acc = TCUI_SCAN_FUNCTION(scan_chunk, acc)(TCUI_HOST_TYPES(in, out), true, task, chunk,   \
                                                                        s.tcui_host_acc_##acc, sums);                  \
        } else {                                                                                                       \
            s.tcui_host_acc_##acc = TCUI_SCAN_FUNCTION(scan_chunk, acc)(TCUI_HOST_TYPES(in, out), false, task, chunk,  \
                                                                        s.tcui_host_acc_##acc, sums);                  \
        }                                                                                                              \
        return s;                                                                                                      \
    }                                                                                                                  \
    static const tcui_scan_kernels TCUI_L(TCUI_SCAN_NAME(kernels, in, acc, out)) = {                                   \
        TCUI_L(TCUI_SCAN_NAME(small, in, acc, out)), TCUI_L(TCUI_SCAN_NAME(sum, in, acc, out)),                        \
        TCUI_SCAN_NAME(advance, in, acc, out), TCUI_L(TCUI_SCAN_NAME(chunk, in, acc, out))};

TCUI_SUM_REAL_KERNELS(TCUI_SCAN_KERNELS)
#if TCUI_LEVEL_NUMBER < 2
TCUI_SUM_INTEGER_KERNELS(TCUI_SCAN_KERNELS)
#endif

#undef TCUI_SCAN_FUNCTION
#undef TCUI_SCAN_KERNELS
