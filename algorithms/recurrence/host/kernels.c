/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of the host's recurrences, for each instruction set. */
#include "kernels.h"

#define TCUI_TEMPLATE "algorithms/recurrence/host/kernels_template.h"
#include "primitives/tile/host/vectors.h"

const tcui_recurrence_kernels *tcui_recurrence_host_kernels(tcu_type type)
{
    static const tcui_recurrence_kernels *const of_f32[] = {TCUI_LEVELS(&tcui_recurrence_kernels_f32)};
    static const tcui_recurrence_kernels *const of_f64[] = {TCUI_LEVELS(&tcui_recurrence_kernels_f64)};
    return (type == TCU_TYPE_F64 ? of_f64 : of_f32)[tcui_host_level()];
}
