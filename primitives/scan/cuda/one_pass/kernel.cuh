/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prefix sums in one pass at the speed of a copy (sm_90 and newer), and scans by other operators, whose "sums" are what
 * they combine elements to.
 *
 * Persistent blocks, one a multiprocessor; tile i belongs to block i mod G. In each block
 *
 *     producer      one warp  fills a ring of stages with bulk loads, a slice for each consumer
 *     head writers  warps     where there are segments: a bitmap of the tile's heads, into its stage
 *     summers       warps     sum the slices
 *     publisher     one warp  slices' sums -> carries between slices, and the tile's aggregate for other blocks
 *     poller        one warp  aggregates of other blocks -> the carry into the tile (look_back.cuh)
 *     consumers     warps     scan their slices, add the carry and store them
 *
 * A tile's aggregate is published up to `lag` tiles before its carry is needed, so a block never waits for the one
 * before it. There is no barrier of the whole block in the loop; mbarriers hand data from role to role.
 */
#ifndef TCUI_SCAN_CUDA_ONE_PASS_KERNEL_CUH
#define TCUI_SCAN_CUDA_ONE_PASS_KERNEL_CUH

#include "consumer.cuh"
#include "head_writer.cuh"
#include "producer.cuh"
#include "summer.cuh"

namespace tcu
{

template <class Block>
struct scan_roles {
    using layout = typename Block::layout;
    const Block &block;
    one_pass_producer<Block> producer;

    __device__ __forceinline__ explicit scan_roles(const Block &block) : block(block), producer(block) {}

    __device__ __forceinline__ void begin() const
    {
        if (threadIdx.x == 0) {
            block.init_barriers();
        }
        block.shared.set_constants(threadIdx.x);
    }

    __device__ __forceinline__ void produce(int from, int to) { producer.run(from, to); }
    __device__ __forceinline__ void consume() const { one_pass_consumer<Block>(block).run(); }

    __device__ __forceinline__ void begin_other(int) const {}

    __device__ __forceinline__ void run_other(int warp) const
    {
        constexpr int first_summer = first_other_warp<Block>, first_head_writer = first_summer + layout::summers;
        if (warp < first_head_writer) {
            one_pass_summer<Block>(block, warp - first_summer).run();
        } else if constexpr (layout::head_writers > 0) {
            one_pass_head_writer<Block>(block, warp - first_head_writer).run();
        }
    }
};

/* A build for an older architecture never launches this kernel: context_internal.h, has_bulk_copies. */
template <class Operator, class Out, bool Matrix, head_places Heads>
__global__ void __launch_bounds__(one_pass_layout<typename Operator::in, Out, Heads>::threads, 1)
    scan_one_pass_kernel(const __grid_constant__ one_pass_task<Operator, Out> task)
{
#if __CUDA_ARCH__ >= 900
    using block_type = one_pass_block<Operator, Out, Matrix, Heads>;
    unsigned char *shared = dynamic_shared_memory();
    const block_type block(task, *reinterpret_cast<typename block_type::control *>(shared),
                           shared + block_type::control_bytes);
    run_one_pass(scan_roles<block_type>(block), block);
#else
    __trap();
#endif
}

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_ONE_PASS_KERNEL_CUH */
