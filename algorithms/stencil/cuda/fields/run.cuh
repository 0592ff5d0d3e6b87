/* SPDX-License-Identifier: Apache-2.0 */
/* Passes of a stencil of several fields: whether they can be made, and one of them made. */
#ifndef TCUI_STENCIL_FIELDS_RUN_CUH
#define TCUI_STENCIL_FIELDS_RUN_CUH

#include "algorithms/stencil/cuda/paths.h"
#include "passes.h"
#include "weights.h"

namespace tcu
{

/* The passes of a task, or nullptr where a kernel of one of them does not take it, whatever the arrays. */
const tcui_stencil_passes *find_passes(const tcu_context *context, const tcui_stencil_task *task);

/* Whether they take less time than the taps of all fields one by one. */
bool passes_pay(const tcu_context *context, const tcui_stencil_task *task);

/* Whether points along some axis keep their values. */
inline bool has_keep(const tcui_stencil &s)
{
    bool has = false;
    for (const tcui_axis &axis : s.axes) {
        has = has || axis.boundary == TCU_BOUNDARY_KEEP;
    }
    return has;
}

/* Where the fields of an array begin. */
inline const void *field_of(const tcui_stencil &s, const void *array, uint64_t stride, uint32_t field)
{
    return static_cast<const char *>(array) + field * stride * tcu_type_size(s.type);
}

inline tcui_stencil_task sweep_of_stencil(const tcui_stencil *stencil)
{
    tcui_stencil_task sweep = {};
    sweep.form = TCUI_STENCIL_SWEEP;
    sweep.type = stencil->type;
    sweep.stencil = stencil;
    return sweep;
}

/* One pass to an output field; in_field(g) is where input field g begins. (Sweeps need no workspace.) */
template <class InField>
tcu_status run_pass(tcu_context *context, const tcui_stencil &s, const tcui_field_pass &pass, InField in_field,
                    void *out)
{
    if (pass.stencil != nullptr) {
        tcui_stencil_task sweep = sweep_of_stencil(&pass.stencil->stencil);
        sweep.in = in_field(pass.stencil->in_field);
        sweep.out = out;
        if (pass.num_weights == 0 && !pass.adds_to_out) {
            return tcui_execute(context, &tcui_stencil_cuda, &sweep, nullptr);
        }
        tcui_stencil_addend addend = {out, true, 1};
        if (!pass.adds_to_out) {
            addend = {in_field(pass.weights[0].in_field), false, pass.weights[0].weight};
        }
        return tcui_stencil_sliding_execute_onto(context, &sweep, &addend);
    }
    tcui_weighted_fields fields = {};
    fields.count = pass.num_weights;
    for (uint32_t k = 0; k < fields.count; k++) {
        fields.in[k] = in_field(pass.weights[k].in_field);
        fields.weights[k] = pass.weights[k].weight;
    }
    fields.kept = has_keep(s) ? in_field(pass.out_field) : nullptr;
    fields.out = out;
    fields.adds_to_out = pass.adds_to_out;
    return tcui_stencil_add_weighted(context, &s, &fields);
}

} // namespace tcu

#endif /* TCUI_STENCIL_FIELDS_RUN_CUH */
