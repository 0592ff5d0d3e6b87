/* SPDX-License-Identifier: Apache-2.0 */
/* Even bins whose ends are found: from the least sample to the greatest (tcu_histogram_options::ends). */
#ifndef TCUI_HISTOGRAM_ENDS_H
#define TCUI_HISTOGRAM_ENDS_H

#include "backend.h"

/* Of samples that there may be: n > 0. */
tcu_status tcui_histogram_ends_reserve(tcu_context *context, const tcui_histogram_task *task, tcui_layout *layout);
tcu_status tcui_histogram_ends_execute(tcu_context *context, const tcui_histogram_task *task, void *workspace);

/* The ends of no samples. */
tcu_status tcui_histogram_ends_of_none(tcu_context *context, const tcui_histogram_task *task);

#endif /* TCUI_HISTOGRAM_ENDS_H */
