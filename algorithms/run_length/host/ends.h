/* SPDX-License-Identifier: Apache-2.0 */
/* Where runs begin and end, where the processor reads their lengths: for the host and the reference backend. */
#ifndef TCUI_RUN_LENGTH_HOST_ENDS_H
#define TCUI_RUN_LENGTH_HOST_ENDS_H

#include "algorithms/run_length/backend.h"

/* Adds the offsets, and what their scan needs, to a layout. */
tcu_status tcui_run_length_reserve(tcu_context *context, const void *task, tcui_layout *layout);

/* The runs of a call, in its workspace. */
typedef struct tcui_ends {
    uint64_t num_runs;
    int64_t *offsets;  /* where each begins, and the last one ends; none is more than the capacity */
    uint64_t elements; /* without a limit to the capacity */
} tcui_ends;

/* TCU_ERROR_SIZE_OVERFLOW, with nothing but the workspace written, if there are 2^63 elements or more. */
tcu_status tcui_run_length_find_ends(tcu_context *context, const tcui_run_length_task *task, void *workspace,
                                     tcui_ends *ends);

#endif /* TCUI_RUN_LENGTH_HOST_ENDS_H */
