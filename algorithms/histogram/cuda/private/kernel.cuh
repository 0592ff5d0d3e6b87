/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counting into private copies of the histogram in shared memory. A block has `replicas` counters a slot, side by side,
 * and a lane takes the one of its number: so there are fewer bank conflicts, and the hardware merges lanes that hit the
 * same counter (count_shared). Hence the speed does not depend on the data.
 *
 * A histogram that is larger than a block's shared memory is counted in parts: neighbouring blocks read the same
 * samples, mostly out of L2, and each counts its part of the slots. (To keep the blocks of a cluster in step, by a
 * barrier a round, makes that slower by a fifth.)
 *
 * What follows depends on the task's size (block.cuh): one block stores its totals; the blocks of a cluster add up each
 * other's; with several clusters each adds its own to the results; the blocks of a grid leave their copies in the
 * workspace (copies.cuh). A block counts less than 2^32 samples. Of 8-bit samples the values are counted; which bin
 * each has, a block finds once.
 */
#ifndef TCUI_HISTOGRAM_CUDA_PRIVATE_KERNEL_CUH
#define TCUI_HISTOGRAM_CUDA_PRIVATE_KERNEL_CUH

#include <algorithm>

#include "block.cuh"

namespace tcu
{

/* Threads of a block of a small task: larger blocks take longer to launch. */
constexpr int few_threads = TCUI_HISTOGRAM_FEW_THREADS;

/* Calls use(counter). Counters that have several methods, one of which is chosen at run time, have overloads that pass
 * on a counter of that method: so a loop over samples has no registers and branches for the others. */
template <class Counter, class Use>
__device__ __forceinline__ void use_counter(Counter &counter, Use use)
{
    use(counter);
}

/* How the samples of such counters are loaded (primitives/tile/row_vectors.cuh); and whether rounds of many samples are
 * counted (f32 in 256 bins 95.7 % of reading, else 94.2; but halves 92, 95.6). */
template <class Counter>
constexpr bool loads_first = false;
template <class Counter>
constexpr bool counts_rounds = true;

template <class Counter, bool Few, bool Counted>
struct samples_visit {
    static constexpr int batch = Counter::batch;
    static constexpr bool is_counted = Counted;
    static constexpr bool is_shared = Counter::slot_counters::of_parts, starts_early = Few;
    static constexpr bool loads_first = tcu::loads_first<Counter>, counts_rounds = !Few && tcu::counts_rounds<Counter>;
};

/*
 * A Counter is made by all threads of a block together, when the kernel before has ended, and has
 *
 *     in                      the samples' type
 *     batch, threads, blocks  vectors that a thread loads together, threads of a block, blocks of a multiprocessor
 *     slot_counters           where the counters of slots are (task.cuh)
 *     one(x, i)               counts a sample, the i-th of its row
 *     whole(vector, i)        counts the samples of a vector, the first of which is the i-th
 *
 * Few: blocks have few threads, and each has registers for all that can be known before the wait. Others make grids.
 * Counted: the device knows how many pixels there are.
 */
template <class Counter, bool Few, bool Counted>
__global__ void __launch_bounds__(Few ? few_threads : Counter::threads, Counter::blocks)
    count_privately(const __grid_constant__ private_call<Counted> task)
{
    using In = typename Counter::in;
    constexpr bool of_parts = Counter::slot_counters::of_parts;
    const uint32_t parts = of_parts ? task.parts : 1;
    pixel_count count = {};
    if constexpr (Counted) {
        count = task.count;
    }
    const row_visit<In, samples_visit<Counter, Few, Counted>> visit(
        task.rows, count, static_cast<uint64_t>(blockIdx.x / parts) * blockDim.x + threadIdx.x,
        static_cast<uint64_t>(gridDim.x / parts) * blockDim.x);
    private_block<!Few, typename Counter::slot_counters> block(task, sizeof(In) == 1);
    block.begin();
    wait_for_previous_kernel();
    let_next_kernel_begin();
    const bool bad = levels_are_bad(task.verdicts);
    if (task.shape != private_shape::clusters && blockIdx.x == 0 && threadIdx.x == 0) {
        store_flags(task.outputs, bad);
    }
    if (bad) {
        return;
    }
    block.find_bins_between_levels();
    Counter counter(task);
    use_counter(counter, [&](auto &chosen) {
        visit.run([&](const element_vector<In> &x, int64_t sample) { chosen.whole(x, sample); },
                  [&](In x, int64_t sample) { chosen.one(x, sample); });
    });
    block.finish();
}

/* How a counter's kernel is launched: all of its launch_shape but what the counter's type gives. */
struct private_launch {
    private_shape shape;
    uint64_t blocks;
    int threads; /* of a block at most */
    size_t shared_bytes;
    unsigned cluster_blocks; /* 1 where there are none */
    bool alone;              /* a block a multiprocessor, for which some counters have kernels that use all registers */
    pixel_count count = {};  /* of the task's rows */
};

template <class Counter, bool Few = (Counter::threads <= few_threads)>
tcu_status launch_counter(tcu_context *context, const private_launch &shape, const private_task &task)
{
    /* (No schedule does that: tables and parts are a grid's.) */
    if (!Few && shape.shape != private_shape::grid) {
        return tcui_fail(
            context, TCU_ERROR_UNSUPPORTED_ALGORITHM,
            "the histogram's schedule has one block or a cluster, the kernel for its bins makes grids alone");
    }
    const auto launch_kernel = [&](auto kernel, const auto &call) {
        return launch_as(shape.cluster_blocks > 1 ? launch_kind::clusters : launch_kind::overlapping, context, kernel,
                         launch_shape{shape.blocks, std::min(Counter::threads, shape.threads), shape.shared_bytes,
                                      shape.cluster_blocks},
                         call);
    };
    return shape.count.length != nullptr
               ? launch_kernel(count_privately<Counter, Few, true>, counted_private_task{task, shape.count})
               : launch_kernel(count_privately<Counter, Few, false>, task);
}

/* Of a counter that small tasks have, too. */
template <class Counter>
tcu_status launch_by_size(tcu_context *context, const private_launch &shape, const private_task &task)
{
    return shape.threads <= few_threads ? launch_counter<Counter, true>(context, shape, task)
                                        : launch_counter<Counter>(context, shape, task);
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PRIVATE_KERNEL_CUH */
