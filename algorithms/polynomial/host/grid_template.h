/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of grid.c for a level. All is evaluated in f64. */
#if TCUI_ACC_BYTES == 8

#include "horner_template.h"

#define KERNELS(coefficient, type)                                                                                     \
    static void TCUI_V(write_##coefficient)(const tcui_polynomial_task *task, uint64_t point, uint64_t first,          \
                                            uint64_t last)                                                             \
    {                                                                                                                  \
        const tcui_schemes schemes = {type, TCUI_V(tcui_horner_of_##coefficient),                                      \
                                      TCUI_V(tcui_clenshaw_of_##coefficient)};                                         \
        write_rows(task, &schemes, point, first, last);                                                                \
    }                                                                                                                  \
    static void TCUI_V(reduce_##coefficient)(const tcui_polynomial_task *task, uint64_t point)                         \
    {                                                                                                                  \
        const tcui_schemes schemes = {type, TCUI_V(tcui_horner_of_##coefficient),                                      \
                                      TCUI_V(tcui_clenshaw_of_##coefficient)};                                         \
        reduce_rows(task, &schemes, point);                                                                            \
    }                                                                                                                  \
    static const kernels TCUI_V(kernels_##coefficient) = {TCUI_V(write_##coefficient), TCUI_V(reduce_##coefficient)};
KERNELS(f32, TCU_TYPE_F32)
KERNELS(f64, TCU_TYPE_F64)
#undef KERNELS

#endif
