/* SPDX-License-Identifier: Apache-2.0 */
/* A panel of filters times the windows' matrix, two vectors of columns at a time: the sums stay in registers. */

#if TCUI_ACC_BYTES == 4

#include "primitives/tile/host/element_template.h"

enum { TCUI_V(filters) = TCUI_LEVEL_NUMBER == 2 ? 12 : 6 };

TCUI_ALWAYS_INLINE void TCUI_V(multiply_columns)(const float *panel, const float *bias,
                                                 const tcui_layer_windows *windows, uint64_t column, int vectors,
                                                 float *out, uint64_t pitch)
{
    TCUI_V(tcui_vector) sums[12][2];
    TCUI_UNROLL
    for (int f = 0; f < TCUI_V(filters); f++) {
        TCUI_UNROLL
        for (int v = 0; v < vectors; v++) {
            sums[f][v] = TCUI_V(tcui_vector_set)(bias[f]);
        }
    }
    const float *plane = windows->first + column;
    for (uint64_t c = 0; c < windows->channels; c++) {
        for (uint64_t t = 0; t < windows->kernel; t++) {
            TCUI_V(tcui_vector) in[2];
            TCUI_UNROLL
            for (int v = 0; v < vectors; v++) {
                in[v] = TCUI_V(tcui_vector_load)(plane + windows->offsets[t] + v * TCUI_LANES);
            }
            TCUI_UNROLL
            for (int f = 0; f < TCUI_V(filters); f++) {
                const TCUI_V(tcui_vector) w = TCUI_V(tcui_vector_set)(panel[f]);
                TCUI_UNROLL
                for (int v = 0; v < vectors; v++) {
                    sums[f][v] = TCUI_V(tcui_vector_multiply_add)(w, in[v], sums[f][v]);
                }
            }
            panel += TCUI_V(filters);
        }
        plane += windows->plane;
    }
    TCUI_UNROLL
    for (int f = 0; f < TCUI_V(filters); f++) {
        TCUI_UNROLL
        for (int v = 0; v < vectors; v++) {
            TCUI_V(tcui_vector_store)(out + (uint64_t)f * pitch + column + v * TCUI_LANES, sums[f][v]);
        }
    }
}

static void TCUI_V(multiply)(const float *panel, const float *bias, const tcui_layer_windows *windows, uint64_t columns,
                             float *out, uint64_t pitch)
{
    uint64_t column = 0;
    for (; column + TCUI_LANES < columns; column += 2 * TCUI_LANES) {
        TCUI_V(multiply_columns)(panel, bias, windows, column, 2, out, pitch);
    }
    if (column < columns) {
        TCUI_V(multiply_columns)(panel, bias, windows, column, 1, out, pitch);
    }
}

static const tcui_layer_kernels TCUI_V(kernels) = {TCUI_V(filters), TCUI_V(multiply), TCUI_V(widen), TCUI_V(narrow)};

#endif
