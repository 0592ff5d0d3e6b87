/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Small scans: which tasks are, and their launch. What the device has decides which are; what the stream has, by which
 * blocks. An array that the stream's resident blocks cannot hold goes by tiles, in one pass.
 */
#include <algorithm>

#include "kernel.cuh"
#include "primitives/pipeline/launch.cuh"
#include "primitives/scan/cuda/paths.h"
#include "primitives/scan/cuda/tuning.h"

namespace
{

using namespace tcu;

struct small_shape {
    int vectors; /* of a lane; 0: the array does not fit */
    uint64_t blocks;
    uint64_t warps; /* of a block */
    neighbours exchange;
    unsigned cluster_blocks;
};

/* For `groups` of a vector for each lane of a warp; `wide`: sums of 64 bits. */
small_shape shape_of(const tcu_context *context, const tcui_resources &has, uint64_t groups, bool wide, bool in_place)
{
    if (groups <= exchange_warps * TCUI_SCAN_SMALL_LEAST_VECTORS) {
        return {TCUI_SCAN_SMALL_LEAST_VECTORS, 1, divide_up(groups, TCUI_SCAN_SMALL_LEAST_VECTORS), neighbours::none,
                1};
    }
    const uint64_t cluster = std::min(has.cluster_blocks, exchange_cluster_blocks);
    if (cluster > 1) {
        if (groups <= cluster * TCUI_SCAN_SMALL_CLUSTER_WARPS * TCUI_SCAN_SMALL_LEAST_VECTORS) {
            return {TCUI_SCAN_SMALL_LEAST_VECTORS, cluster, divide_up(groups, cluster * TCUI_SCAN_SMALL_LEAST_VECTORS),
                    neighbours::in_cluster, static_cast<unsigned>(cluster)};
        }
        const uint64_t clusters =
            divide_up(groups, cluster * TCUI_SCAN_SMALL_CLUSTER_WARPS * TCUI_SCAN_SMALL_CLUSTER_VECTORS);
        if (clusters <= (in_place ? 1 : TCUI_SCAN_SMALL_CLUSTERS)) {
            return {TCUI_SCAN_SMALL_CLUSTER_VECTORS, cluster * clusters, TCUI_SCAN_SMALL_CLUSTER_WARPS,
                    neighbours::in_cluster, static_cast<unsigned>(cluster)};
        }
    }
    const uint64_t blocks = look_back_blocks(has.multiprocessors);
    const tcui_scan_policy *const policy = tcui_scan_policy_of(context);
    for (const tcui_scan_small_grid &grid : wide ? policy->wide_grids : policy->grids) {
        const uint64_t warps = grid.warps, most_vectors = grid.most_vectors;
        for (int vectors = TCUI_SCAN_SMALL_LEAST_VECTORS; static_cast<uint64_t>(vectors) <= most_vectors;
             vectors *= 2) {
            if (groups <= blocks * warps * vectors) {
                return {vectors, divide_up(groups, warps * vectors), warps, neighbours::in_grid, 1};
            }
        }
    }
    return {};
}

/* Elements between a multiple of a vector's bytes and the array. */
template <class In, class Out>
int phase_of(const tcui_scan_task *task)
{
    constexpr uintptr_t vector_bytes = sizeof(element_vector<In, scan_vector<In, Out, false>>);
    return static_cast<int>(reinterpret_cast<uintptr_t>(task->in) % vector_bytes / sizeof(In));
}

template <class In, class Acc, class Out>
small_shape shape_of(const tcu_context *context, const tcui_resources &has, uint64_t n, int phase, bool in_place)
{
    constexpr uint64_t group = scan_vector<In, Out, false> * TCUI_WARP_LANES;
    return shape_of(context, has, divide_up(n + phase, group), sizeof(Acc) == 8, in_place);
}

template <class In, class Acc, class Out>
small_shape shape_of(const tcu_context *context, const tcui_resources &has, const tcui_scan_task *task)
{
    return shape_of<In, Acc, Out>(context, has, task->segments.n, phase_of<In, Out>(task), task->in == task->out);
}

bool may_be_small(const tcu_context *context, const tcui_scan_task *task)
{
    return tcui_is_plain_sum(&task->reduction) && tcui_scan_is_one_pass(context, task) &&
           task->segments.size >= task->segments.n;
}

/* This path has no matrix unit: who asks for that takes another one, where the type has one with it. */
template <class In, class Acc>
bool has_its_arithmetic(const tcu_context *context)
{
    return context->arithmetic != TCU_ARITHMETIC_MATRIX || !has_matrix_slice<In, Acc>;
}

template <class In, class Acc, class Out, int Vectors>
tcu_status launch_small(tcu_context *context, const small_shape &shape, const small_task<In, Acc, Out> &task)
{
    const launch_shape blocks = {shape.blocks, static_cast<int>(shape.warps * TCUI_WARP_LANES),
                                 sizeof(small_storage<Acc>), shape.cluster_blocks};
    if (shape.exchange == neighbours::in_grid) {
        return launch_as(launch_kind::cooperative, context, scan_small_kernel<In, Acc, Out, Vectors, true>, blocks,
                         task);
    }
    if constexpr (Vectors <= std::max<int>(TCUI_SCAN_SMALL_LEAST_VECTORS, TCUI_SCAN_SMALL_CLUSTER_VECTORS)) {
        return launch_as(launch_kind_of(shape.exchange), context, scan_small_kernel<In, Acc, Out, Vectors, false>,
                         blocks, task);
    }
    return tcui_fail_unreachable(context, "a cluster with so many vectors a lane");
}

/*
 * Whether the workspace has look-back slots: none were reserved where the device's clusters hold the array, though
 * smaller ones of the stream may not. An operation that calls this one then has a pointer all the same, to memory behind
 * its own.
 */
bool has_slots(const tcu_context *context, const tcui_scan_task *task, const void *workspace)
{
    return workspace != nullptr &&
           !(context->stream_multiprocessors > 0 && tcui_scan_needs_no_workspace(context, task));
}

template <class In, class Acc, class Out>
tcu_status execute_small(tcu_context *context, const tcui_scan_task *task, void *workspace)
{
    constexpr int V = scan_vector<In, Out, false>;
    constexpr uintptr_t out_bytes = sizeof(element_vector<Out, V>) < 16 ? sizeof(element_vector<Out, V>) : 16;
    const small_shape shape = shape_of<In, Acc, Out>(context, tcui_stream_resources(context), task);
    if (shape.vectors == 0 || shape.exchange == neighbours::in_grid) {
        const bool shares_sums = has_slots(context, task, workspace);
        if (shape.vectors == 0 || !shares_sums) {
            return tcui_scan_one_pass_execute(context, task, shares_sums ? workspace : nullptr);
        }
    }
    small_task<In, Acc, Out> arguments = {};
    arguments.in = static_cast<const In *>(task->in);
    arguments.out = static_cast<Out *>(task->out);
    arguments.n = task->segments.n;
    arguments.length = task->segments.length;
    arguments.phase = phase_of<In, Out>(task);
    arguments.whole_vectors_out =
        (reinterpret_cast<uintptr_t>(task->out) - arguments.phase * sizeof(Out)) % out_bytes == 0;
    arguments.exclusive = task->kind == TCU_SCAN_EXCLUSIVE;
    arguments.exchange = shape.exchange;
    arguments.cluster_blocks = shape.cluster_blocks;
    /* In the workspace of the one-pass scan, where its look-back slots would be, which are for as many blocks and
     * more. */
    tcui_layout layout = {};
    arguments.block_sums = static_cast<Acc *>(tcui_scan_one_pass_place_slots(context, &layout, workspace, sizeof(Acc)));
    switch (shape.vectors) {
    case TCUI_SCAN_SMALL_LEAST_VECTORS:
        return launch_small<In, Acc, Out, TCUI_SCAN_SMALL_LEAST_VECTORS>(context, shape, arguments);
    case 4:
        return launch_small<In, Acc, Out, 4>(context, shape, arguments);
    case 8:
        return launch_small<In, Acc, Out, 8>(context, shape, arguments);
    default:
        return launch_small<In, Acc, Out, TCUI_SCAN_SMALL_MOST_VECTORS>(context, shape, arguments);
    }
}

} // namespace

bool tcui_scan_is_small(const tcu_context *context, const tcui_scan_task *task)
{
    if (!may_be_small(context, task)) {
        return false;
    }
    bool fits = false;
    dispatch_sum(nullptr, task->in_type, task->out_type, [&](auto types) {
        using type = decltype(types);
        using In = typename type::in;
        using Acc = typename type::acc;
        fits = has_its_arithmetic<In, Acc>(context) &&
               shape_of<In, Acc, typename type::out>(context, tcui_device_resources(context), task).vectors > 0;
        return TCU_SUCCESS;
    });
    return fits;
}

bool tcui_scan_needs_no_workspace(const tcu_context *context, const tcui_scan_task *task)
{
    if (!may_be_small(context, task)) {
        return false;
    }
    bool none = false;
    dispatch_sum(nullptr, task->in_type, task->out_type, [&](auto types) {
        using type = decltype(types);
        using In = typename type::in;
        using Acc = typename type::acc;
        using Out = typename type::out;
        /* Of all places of the array, the one with the most groups; of all outputs, the one with the fewest blocks. */
        constexpr int most_phase = scan_vector<In, Out, false> - 1;
        const small_shape shape =
            shape_of<In, Acc, Out>(context, tcui_device_resources(context), task->segments.n, most_phase, true);
        none = has_its_arithmetic<In, Acc>(context) && shape.vectors > 0 && shape.exchange != neighbours::in_grid;
        return TCU_SUCCESS;
    });
    return none;
}

tcu_status tcui_scan_small_execute(tcu_context *context, const tcui_scan_task *task, void *workspace)
{
    return dispatch_sum(context, task->in_type, task->out_type, [&](auto types) {
        using type = decltype(types);
        return execute_small<typename type::in, typename type::acc, typename type::out>(context, task, workspace);
    });
}
