/* SPDX-License-Identifier: Apache-2.0 */
/* Sweeps of several fields, by passes over single ones. */
#include "run.cuh"

#include "algorithms/stencil/cuda/cut.cuh"
#include "algorithms/stencil/cuda/prepared.h"

namespace tcu
{

const tcui_stencil_passes *find_passes(const tcu_context *context, const tcui_stencil_task *task)
{
    const tcui_stencil &s = *task->stencil;
    if (s.prepared == nullptr) {
        return nullptr;
    }
    const tcui_stencil_passes *const passes = static_cast<const tcui_stencil_prepared *>(s.prepared)->passes;
    for (uint32_t i = 0; passes != nullptr && i < passes->num_passes; i++) {
        const tcui_field_pass &pass = passes->passes[i];
        if (pass.stencil != nullptr && (pass.num_weights > 0 || pass.adds_to_out)) {
            const tcui_stencil_task sweep = sweep_of_stencil(&pass.stencil->stencil);
            if (!tcui_stencil_sliding_applies_onto(context, &sweep)) {
                return nullptr;
            }
        }
    }
    return passes;
}

/*
 * A pass is a launch, and has to save more than that: it does not where general/ has all results in flight at a time. And
 * stencils of which each goes by its taps one by one, as all fields together would, save nothing.
 */
bool passes_pay(const tcu_context *context, const tcui_stencil_task *task)
{
    const tcui_stencil &s = *task->stencil;
    const tcui_stencil_passes *const passes = static_cast<const tcui_stencil_prepared *>(s.prepared)->passes;
    const uint64_t results = s.axes[0].out * s.axes[1].out * s.axes[2].out * s.channels * s.copies * s.batch;
    /* Of the device, not of the stream: a path is the same on every stream. */
    const uint64_t warps =
        warps_on(context->properties.multiprocessors, TCUI_STENCIL_GENERAL_RESIDENT, TCUI_STENCIL_GENERAL_THREADS);
    const tcui_path *const general = &tcui_stencil_cuda.paths[tcui_stencil_cuda.num_paths - 1];
    bool saves = passes->num_stencils == 0;
    for (uint32_t i = 0; i < passes->num_passes && !saves; i++) {
        const tcui_field_pass &pass = passes->passes[i];
        if (pass.stencil != nullptr) {
            const tcui_stencil_task sweep = sweep_of_stencil(&pass.stencil->stencil);
            saves = pass.num_weights > 0 || pass.adds_to_out ||
                    tcui_choose_path(context, &tcui_stencil_cuda, &sweep) != general;
        }
    }
    return saves && results >= warps * TCUI_WARP_LANES;
}

} // namespace tcu

extern "C" bool tcui_stencil_fields_applies(const tcu_context *context, const tcui_stencil_task *task)
{
    return task->form == TCUI_STENCIL_SWEEP && tcu::find_passes(context, task) != nullptr;
}

extern "C" bool tcui_stencil_fields_pays(const tcu_context *context, const tcui_stencil_task *task)
{
    return tcu::passes_pay(context, task);
}

extern "C" tcu_status tcui_stencil_fields_execute(tcu_context *context, const tcui_stencil_task *task, void *)
{
    using namespace tcu;
    const tcui_stencil &s = *task->stencil;
    const tcui_stencil_passes *const passes = find_passes(context, task);
    const auto in_field = [&](uint32_t field) { return field_of(s, task->in, s.in_field_stride, field); };
    tcu_status status = TCU_SUCCESS;
    for (uint32_t i = 0; i < passes->num_passes && status == TCU_SUCCESS; i++) {
        const tcui_field_pass &pass = passes->passes[i];
        char *const out = static_cast<char *>(task->out) + pass.out_field * s.out_field_stride * tcu_type_size(s.type);
        status = run_pass(context, s, pass, in_field, out);
    }
    return status;
}
