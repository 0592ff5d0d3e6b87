/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of own.c for batches, for a level. All is evaluated in f64. */
#if TCUI_ACC_BYTES == 8

#include "horner_template.h"

#define BATCHES(coefficient, type)                                                                                     \
    TCUI_TARGET static void TCUI_V(batches_##coefficient)(const tcui_polynomial_task *task, uint64_t first,            \
                                                          uint64_t last)                                               \
    {                                                                                                                  \
        const tcui_schemes schemes = {type, TCUI_V(tcui_horner_of_##coefficient),                                      \
                                      TCUI_V(tcui_clenshaw_of_##coefficient)};                                         \
        evaluate_batches(task, &schemes, first, last);                                                                 \
    }
BATCHES(f32, TCU_TYPE_F32)
BATCHES(f64, TCU_TYPE_F64)
#undef BATCHES

#endif
