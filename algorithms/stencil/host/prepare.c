/* SPDX-License-Identifier: Apache-2.0 */
/* What a plan keeps: weights and factors, rounded to what is computed in. */
#include "internal.h"

#include <stdlib.h>

tcu_status tcui_stencil_host_prepare(tcu_context *context, tcui_stencil *stencil, void **memory)
{
    const size_t size = tcui_stencil_computed_bytes(stencil->type);
    uint64_t count = stencil->num_taps;
    for (int a = 0; a < TCUI_AXES; a++) {
        count += stencil->factors[a] != NULL ? tcui_stencil_width(&stencil->axes[a]) : 0;
    }
    *memory = NULL;
    if (count == 0) {
        return TCU_SUCCESS;
    }
    char *to = malloc(count * size);
    if (to == NULL) {
        return tcui_fail(context, TCU_ERROR_OUT_OF_MEMORY, "no memory for the weights of a stencil (%zu bytes)",
                         (size_t)count * size);
    }
    *memory = to;
    if (stencil->num_taps > 0) {
        for (uint64_t t = 0; t < stencil->num_taps; t++) {
            tcui_stencil_write_computed(stencil->type, to, t, stencil->taps[t].weight);
        }
        stencil->weights = to;
        to += stencil->num_taps * size;
    }
    for (int a = 0; a < TCUI_AXES; a++) {
        if (stencil->factors[a] == NULL) {
            continue;
        }
        const uint64_t width = tcui_stencil_width(&stencil->axes[a]);
        for (uint64_t k = 0; k < width; k++) {
            tcui_stencil_write_computed(stencil->type, to, k, ((const double *)stencil->factors[a])[k]);
        }
        stencil->factors[a] = to;
        to += width * size;
    }
    return TCU_SUCCESS;
}

void tcui_stencil_host_release(int device, void *memory)
{
    (void)device;
    free(memory);
}
