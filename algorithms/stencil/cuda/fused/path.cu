/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time stepping with several steps in each pass over memory. Passes go back and forth between u and scratch; each makes
 * a power of 2 of steps, as many of the most as there are, then the bits of the rest. Where that is an odd number of
 * passes, one is made as two halves, so that the result is in u without a copy. One step alone is a sweep.
 */
#include <iterator>

#include "algorithms/stencil/cuda/element.cuh"
#include "algorithms/stencil/cuda/fused/fused.h"
#include "algorithms/stencil/cuda/paths.h"

namespace tcu
{

/* plane/launch.cuh, space/launch.cuh */
template <class T>
tcu_status plane_pass(tcu_context *context, const tcui_stencil_task *sweep, int steps);
template <class T>
tcu_status space_pass(tcu_context *context, const tcui_stencil_task *sweep, int steps);

} // namespace tcu

namespace
{

using namespace tcu;

/* A kind of grids whose steps are fused. */
struct fusion {
    bool (*fits)(const tcui_stencil *stencil);
    bool (*pays)(const tcui_stencil *stencil);
    int (*steps)(const tcui_stencil *stencil);
    tcui_fused_pass *f64, *f32, *f16, *bf16;
};

const fusion fusions[] = {
    {tcui_fused_line_fits, tcui_fused_line_pays, tcui_fused_line_steps, tcui_fused_line_f64, tcui_fused_line_f32,
     tcui_fused_line_f16, tcui_fused_line_bf16},
    {tcui_fused_plane_fits, tcui_fused_plane_pays, tcui_fused_plane_steps, plane_pass<f64>, plane_pass<f32>,
     plane_pass<f16>, plane_pass<bf16>},
    {tcui_fused_space_fits, tcui_fused_space_pays, tcui_fused_space_steps, space_pass<f64>, space_pass<f32>,
     space_pass<f16>, space_pass<bf16>},
};

/* Taps of one field that are known on the host. */
bool may_be_fused(const tcui_stencil_task *task)
{
    if (task->form != TCUI_STENCIL_ITERATE || task->type == TCU_TYPE_U8) {
        return false;
    }
    const tcui_stencil &stencil = *task->stencil;
    return stencil.taps != nullptr && stencil.num_taps > 0 && stencil.in_fields == 1 && stencil.out_fields == 1 &&
           stencil.channels == 1;
}

const fusion *fusion_of(const tcui_stencil_task *task)
{
    if (may_be_fused(task)) {
        for (const fusion &kind : fusions) {
            if (kind.fits(task->stencil)) {
                return &kind;
            }
        }
    }
    return nullptr;
}

/* How many passes of 2^k steps for each k. */
struct passes {
    uint64_t count[32];
};

passes cut_steps(uint64_t steps, int most)
{
    passes cut = {};
    int last = 0;
    while (2 << last <= most) {
        last++;
    }
    cut.count[last] = steps >> last;
    uint64_t all = cut.count[last];
    for (int k = 0; k < last; k++) {
        cut.count[k] = steps >> k & 1;
        all += cut.count[k];
    }
    if (all % 2 != 0) {
        int k = 1;
        while (cut.count[k] == 0) {
            k++;
        }
        --cut.count[k];
        cut.count[k - 1] += 2;
    }
    return cut;
}

} // namespace

extern "C" bool tcui_stencil_fused_applies(const tcu_context *, const tcui_stencil_task *task)
{
    return fusion_of(task) != nullptr;
}

extern "C" bool tcui_stencil_fused_pays(const tcu_context *, const tcui_stencil_task *task)
{
    return fusion_of(task)->pays(task->stencil);
}

/* One step is a sweep, which may need memory, and a query does not know the steps. */
extern "C" tcu_status tcui_stencil_fused_reserve(tcu_context *context, const tcui_stencil_task *task,
                                                 tcui_layout *layout)
{
    return tcui_stencil_sweeps_reserve(context, task, layout);
}

extern "C" tcu_status tcui_stencil_fused_execute(tcu_context *context, const tcui_stencil_task *task, void *workspace)
{
    if (task->steps == 1) {
        return tcui_stencil_sweeps_execute(context, task, workspace);
    }
    const fusion &kind = *fusion_of(task);
    tcui_fused_pass *const pass = task->type == TCU_TYPE_F64   ? kind.f64
                                  : task->type == TCU_TYPE_F32 ? kind.f32
                                  : task->type == TCU_TYPE_F16 ? kind.f16
                                                               : kind.bf16;
    const passes cut = cut_steps(task->steps, kind.steps(task->stencil));
    tcui_stencil_task sweep = *task;
    sweep.form = TCUI_STENCIL_SWEEP;
    sweep.in = task->out;
    sweep.out = task->scratch;
    for (int k = static_cast<int>(std::size(cut.count)) - 1; k >= 0; k--) {
        for (uint64_t i = 0; i < cut.count[k]; i++) {
            const tcu_status status = pass(context, &sweep, 1 << k);
            if (status != TCU_SUCCESS) {
                return status;
            }
            void *const before = const_cast<void *>(sweep.in);
            sweep.in = sweep.out;
            sweep.out = before;
        }
    }
    return TCU_SUCCESS;
}
