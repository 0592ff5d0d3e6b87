/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Horner's scheme in lanes that have a polynomial each. Coefficients k of several lanes lie in as many rows. With AVX2 the
 * next 16 bytes of each row are loaded at once, and those of four rows are transposed in registers (rows_template.h).
 *
 * Rows of a plan begin at multiples of 16 bytes, so 16 bytes from such a multiple on can be read; what lies behind the last
 * coefficient is not used. A lane's operations and their order are the same in all functions.
 */
#ifndef TCUI_POLYNOMIAL_HOST_ROWS_H
#define TCUI_POLYNOMIAL_HOST_ROWS_H

#include <stddef.h>

#include "horner.h"

/* Rows of ready coefficients, f32 or f64, and which of them each lane has. */
typedef struct tcui_own_rows {
    const void *first;
    uint64_t stride, degree;
    const uint64_t *row;
} tcui_own_rows;

/* h[i] = row[i] at t[i], 0 <= i < TCUI_HORNER_LANES. */
typedef void (*tcui_horner_own)(const tcui_own_rows *rows, const double *t, double *h);

/* As many lanes at a time as there are registers for where rows begin. */
enum { TCUI_OWN_LANES = 8 };

TCUI_ALWAYS_INLINE void tcui_horner_own_of(tcu_type type, const tcui_own_rows *rows, const double *t, double *h)
{
    for (int first = 0; first < TCUI_HORNER_LANES; first += TCUI_OWN_LANES) {
        uint64_t at[TCUI_OWN_LANES];
        double sum[TCUI_OWN_LANES];
        for (int i = 0; i < TCUI_OWN_LANES; i++) {
            at[i] = rows->row[first + i] * rows->stride;
            sum[i] = tcui_element_load_f64(type, rows->first, at[i] + rows->degree);
        }
        TCUI_KEEP_LOOP
        for (uint64_t k = rows->degree; k-- > 0;) {
            for (int i = 0; i < TCUI_OWN_LANES; i++) {
                sum[i] = sum[i] * t[first + i] + tcui_element_load_f64(type, rows->first, at[i] + k);
            }
        }
        for (int i = 0; i < TCUI_OWN_LANES; i++) {
            h[first + i] = sum[i];
        }
    }
}

#endif /* TCUI_POLYNOMIAL_HOST_ROWS_H */
