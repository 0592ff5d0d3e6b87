/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Time stepping with several steps in each pass over memory. Passes go back and forth between u and scratch; each makes
 * a power of 2 of steps, as many of the most as there are, then the bits of the rest. Where that is an odd number of
 * passes, one is made as two halves, so that the result is in u without a copy. One step alone is a sweep.
 */
#include <iterator>

#include "algorithms/stencil/cuda/element.cuh"
#include "algorithms/stencil/cuda/fused/plane/taps.cuh"
#include "algorithms/stencil/cuda/fused/space/taps.cuh"
#include "algorithms/stencil/cuda/fused/space/tile.cuh"
#include "algorithms/stencil/cuda/paths.h"
#include "algorithms/stencil/cuda/tuning.h"

namespace tcu
{

/* plane/launch.cuh, space/launch.cuh: a pass of so many steps, a power of 2, from sweep->in to sweep->out. */
template <class T>
tcu_status plane_pass(tcu_context *context, const tcui_stencil_task *sweep, int steps);
template <class T>
tcu_status space_pass(tcu_context *context, const tcui_stencil_task *sweep, int steps);

} // namespace tcu

namespace
{

using namespace tcu;

/* Stencils whose steps are fused: of radius 1 on planes, stars of radius 1 in space. */
enum class fusion { none, plane, space };

/* The last `dimensions` axes have coordinates of 32 bits. */
bool are_short(const tcui_stencil &s, int dimensions)
{
    bool is_short = true;
    for (int a = TCUI_AXES - dimensions; a < TCUI_AXES; a++) {
        is_short = is_short && s.axes[a].in <= TCUI_FUSED_MOST_POINTS;
    }
    return is_short;
}

/* A star that is turned in images has to be whole: else it has taps there that it has not before the mirror. And its
 * planes have to be so many that no pass reads an image's image. */
bool fits_space(const tcui_stencil &s)
{
    const uint32_t taps = taps_of_space(s);
    return taps != 0 && are_short(s, 3) &&
           (!is_turned_in_space(s) || (taps == star_of_space && s.axes[0].in > TCUI_FUSED_SPACE_STEPS));
}

/* Taps of one field that are known on the host. */
fusion fusion_of(const tcui_stencil_task *task)
{
    if (task->form != TCUI_STENCIL_ITERATE || task->type == TCU_TYPE_U8) {
        return fusion::none;
    }
    const tcui_stencil &s = *task->stencil;
    if (s.taps == nullptr || s.num_taps == 0 || s.in_fields != 1 || s.out_fields != 1 || s.channels != 1) {
        return fusion::none;
    }
    return taps_of_plane(s) != 0 && are_short(s, 2) ? fusion::plane : fits_space(s) ? fusion::space : fusion::none;
}

/* How many steps a pass makes at most, a power of 2. */
int most_steps(const tcui_stencil &s, fusion kind)
{
    if (kind == fusion::space) {
        constexpr size_t least_shared_memory = 99 * 1024; /* of a block, of compute capability 8.0 and above */
        static_assert(space_shared_bytes<f64, TCUI_FUSED_SPACE_STEPS> <= least_shared_memory &&
                          space_shared_bytes<f32, TCUI_FUSED_SPACE_STEPS> <= least_shared_memory,
                      "a block fits on every device");
        return TCUI_FUSED_SPACE_STEPS;
    }
    const plane_taps taps = kind_of_plane(taps_of_plane(s));
    if (taps == plane_taps::box || taps == plane_taps::any) {
        return TCUI_FUSED_PLANE_BOX_STEPS;
    }
    const bool is_half = s.type == TCU_TYPE_F16 || s.type == TCU_TYPE_BF16;
    return is_half ? TCUI_FUSED_PLANE_STAR_STEPS_OF_HALVES : TCUI_FUSED_PLANE_STAR_STEPS;
}

tcu_status make_pass(tcu_context *context, const tcui_stencil_task *sweep, fusion kind, int steps)
{
    return dispatch_element(context, sweep->type, [&](auto element) {
        using T = decltype(element);
        if constexpr (std::is_same_v<T, u8>) {
            return tcui_fail_unreachable(context, "fused steps of bytes");
        } else {
            return kind == fusion::plane ? plane_pass<T>(context, sweep, steps) : space_pass<T>(context, sweep, steps);
        }
    });
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
    return fusion_of(task) != fusion::none;
}

/* Lines, without neighbours in other rows, go by sweeps: a row would be read once for each row of the margin. */
extern "C" bool tcui_stencil_fused_pays(const tcu_context *context, const tcui_stencil_task *task)
{
    const tcui_stencil_policy policy = tcui_stencil_policy_of(context);
    const tcui_axis *axes = task->stencil->axes;
    return fusion_of(task) == fusion::plane ? !tcui_stencil_is_apart(&axes[1]) && axes[2].in >= policy.plane_columns
                                            : axes[1].in >= policy.space_rows && axes[2].in >= policy.space_columns;
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
    const fusion kind = fusion_of(task);
    const passes cut = cut_steps(task->steps, most_steps(*task->stencil, kind));
    tcui_stencil_task sweep = *task;
    sweep.form = TCUI_STENCIL_SWEEP;
    sweep.in = task->out;
    sweep.out = task->scratch;
    for (int k = static_cast<int>(std::size(cut.count)) - 1; k >= 0; k--) {
        for (uint64_t i = 0; i < cut.count[k]; i++) {
            const tcu_status status = make_pass(context, &sweep, kind, 1 << k);
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
