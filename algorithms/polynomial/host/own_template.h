/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels of own.c at a level. All is evaluated in f64. Vectors of 64 bytes make batches faster, above all those of
 * series. Rows of each lane are not transposed faster by them, and searches are slower.
 */
#if TCUI_ACC_BYTES == 8

#include "horner_template.h"

#define BATCHES(coefficient, type)                                                                                     \
    static void TCUI_V(batches_##coefficient)(const tcui_polynomial_task *task, uint64_t first, uint64_t last)         \
    {                                                                                                                  \
        const tcui_schemes schemes = {type, TCUI_V(tcui_horner_of_##coefficient),                                      \
                                      TCUI_V(tcui_clenshaw_of_##coefficient)};                                         \
        evaluate_batches(task, &schemes, first, last);                                                                 \
    }
BATCHES(f32, TCU_TYPE_F32)
BATCHES(f64, TCU_TYPE_F64)
#undef BATCHES

#if TCUI_LEVEL_NUMBER < 2

#include "rows_template.h"

#define BLOCKS(coefficient, type)                                                                                      \
    static void TCUI_V(blocks_##coefficient)(const tcui_polynomial_task *task, uint64_t first, uint64_t last)          \
    {                                                                                                                  \
        evaluate_blocks(task, type, TCUI_V(tcui_horner_own_##coefficient), first, last);                               \
    }
BLOCKS(f32, TCU_TYPE_F32)
BLOCKS(f64, TCU_TYPE_F64)
#undef BLOCKS

#endif

#endif
