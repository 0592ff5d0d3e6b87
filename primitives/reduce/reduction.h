/* SPDX-License-Identifier: Apache-2.0 */
/* Checks of operators that reductions and scans share. */
#ifndef TCUI_REDUCE_REDUCTION_H
#define TCUI_REDUCE_REDUCTION_H

#include "backend.h"
#include "primitives/call/call.h"
#include "primitives/context/context_internal.h"

/* As they are written behind TCU_OPERATOR_. */
extern const char *const tcui_operator_names[];

/* The call of a reduction's task; `in_place`: its output is its input. */
const tcui_call *tcui_reduce_call_of(const tcui_reduce_task *task, bool in_place);

/* The options' enumerators. */
tcu_status tcui_check_operator(tcu_context *context, tcu_operator op, tcu_nan_mode nan_mode);

/* The pairs of types that an operator and its map take: see reduce.h. */
tcu_status tcui_check_reduction_types(tcu_context *context, const tcui_reduction *reduction, tcu_type in_type,
                                      tcu_type out_type);

/* Copies the options' initial value, if there is one. A NaN that is no element is none. */
void tcui_take_initial(tcui_reduction *reduction, tcu_type out_type, const void *initial);

/* Takes TCU_SUM_REPRODUCIBLE, after the initial value: whether the reduction then is a reproducible sum. Its initial value
 * becomes one that every backend stores alike. */
tcu_status tcui_take_reproducible(tcu_context *context, tcui_reduction *reduction, tcu_type out_type,
                                  bool *reproducible);

#endif /* TCUI_REDUCE_REDUCTION_H */
