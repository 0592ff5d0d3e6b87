/* SPDX-License-Identifier: Apache-2.0 */
/* From the arguments of the public functions to a checked task, and to the call or the query of the backend. */
#ifndef TCUI_SELECTION_ARGUMENTS_H
#define TCUI_SELECTION_ARGUMENTS_H

#include "backend.h"

/* How top-k cuts its array: arguments of which the others are 0. */
typedef struct tcui_top_k_segments {
    uint64_t n;
    bool is_whole, by_offsets; /* else by one size */
    uint64_t segment_size;
    const int64_t *offsets;
    uint64_t num_segments;
} tcui_top_k_segments;

/* Each begins the call of `function`, and completes the task that has the other arguments, or says what is wrong. */
tcu_status tcui_top_k_describe(tcu_context *context, const char *function, tcui_selection_task *task,
                               const tcui_top_k_segments *given, const tcu_top_k_options *options);
tcu_status tcui_top_k_pairs_describe(tcu_context *context, const char *function, tcui_selection_task *task,
                                     const tcui_top_k_segments *given, const tcu_top_k_options *options);
tcu_status tcui_nth_element_describe(tcu_context *context, const char *function, tcui_selection_task *task, uint64_t n,
                                     const tcu_nth_element_options *options);
tcu_status tcui_quantiles_describe(tcu_context *context, const char *function, tcui_selection_task *task, uint64_t n,
                                   const tcu_quantiles_options *options);

/* Of a task that is described: its arrays are checked, and there is a call if there is something to do. */
tcu_status tcui_selection_run(tcu_context *context, const tcui_selection_task *task);
tcu_status tcui_selection_query(tcu_context *context, const tcui_selection_task *task, size_t *bytes);

#endif /* TCUI_SELECTION_ARGUMENTS_H */
