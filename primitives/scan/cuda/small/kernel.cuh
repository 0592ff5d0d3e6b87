/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prefix sums of an array so small that the registers of one resident grid hold it: each lane keeps its vectors until
 * it is known what comes in from the left.
 *
 *     1. a warp loads its chunk, all vectors of a lane in flight, and scans the sums of the vectors
 *     2. the warps of a block exchange their sums, then the blocks
 *     3. a lane scans its vectors from there and stores them
 *
 * (In a grid a warp first sums its chunk, and scans the vectors' sums while the block aggregates are in flight.)
 *
 * The exchange of block aggregates is what such arrays cost. One block needs none. Blocks of a cluster write their sums
 * into each other's shared memory; with a few clusters, each block sums what lies before its cluster by itself, once
 * more, rather than wait: that comes out of L2. A larger grid, and one that works in place, where the array must not be
 * read twice, writes sums to the workspace and synchronises, which takes longer. (The one-pass
 * scan, of arrays of any size, synchronises too before it starts its pipeline.)
 */
#ifndef TCUI_SCAN_CUDA_SMALL_KERNEL_CUH
#define TCUI_SCAN_CUDA_SMALL_KERNEL_CUH

#include <utility>

#include "primitives/pipeline/aggregate_exchange.cuh"
#include "primitives/pipeline/length.cuh"
#include "primitives/scan/cuda/warp/warp.cuh"
#include "primitives/tile/warp_sum.cuh"

namespace tcu
{

template <class In, class Acc, class Out>
struct small_task {
    const In *in;
    Out *out;
    uint64_t n;
    const uint64_t *length; /* how many elements there are, if fewer; or nullptr */
    int phase;              /* elements between a multiple of a vector's bytes and the array */
    bool whole_vectors_out; /* results are at multiples of their vectors' bytes too */
    bool exclusive;
    neighbours exchange;
    unsigned cluster_blocks; /* in_cluster */
    Acc *block_sums;         /* in_grid: one a block */
    uint32_t zero;           /* 0 */
};

/* Shared memory that blocks of a cluster write to in each other. */
template <class Acc>
struct small_storage {
    /* Sums of chunks, and of the array before the block's cluster. */
    Acc warp_sum[exchange_warps], warp_sum_before[exchange_warps];
    Acc block_sum[exchange_cluster_blocks], block_sum_before[exchange_cluster_blocks];
};

/* Kernels of a grid are separate from those of one block and of clusters: the code of one would slow the other. */
template <class In, class Acc, class Out, int Vectors, bool Grid>
class small_scan
{
    static constexpr int V = scan_vector<In, Out, false>;
    static constexpr int group = V * TCUI_WARP_LANES;
    using vector = element_vector<In, V>;
    using results = element_vector<Out, V>;
    /* opaque() prevents reuse across the sum and the scan: so many small elements would spill. 8 MB of f16 took 8.7
     * us instead of 7.0. */
    static constexpr bool hides_elements = Grid && Vectors >= 16 && sizeof(Out) == 2;

  public:
    __device__ __forceinline__ small_scan(const small_task<In, Acc, Out> &task, small_storage<Acc> &shared)
        : task(task), shared(shared), lane(threadIdx.x % TCUI_WARP_LANES), warp(threadIdx.x / TCUI_WARP_LANES),
          rank(task.exchange == neighbours::in_cluster ? blockIdx.x % task.cluster_blocks : blockIdx.x)
    {
        const int64_t chunk = static_cast<int64_t>(blockIdx.x) * (blockDim.x / TCUI_WARP_LANES) + warp;
        set_elements(chunk * Vectors * group - task.phase, static_cast<int64_t>(task.n));
    }

    __device__ __forceinline__ void run()
    {
        wait_for_previous_kernel();
        let_next_kernel_begin();
        if (task.length != nullptr) {
            set_elements(first - lane * V, static_cast<int64_t>(length_now(task.n, task.length)));
        }
        vector x[Vectors];
        load(x);
        /* Cluster barrier: DSMEM writes need resident blocks. It does not wait for the loads. */
        if (!Grid && task.exchange == neighbours::in_cluster) {
            meet_cluster();
        }
        if (!Grid && has_earlier_clusters()) {
            const Acc sum = scan_of_lanes(sum_before_cluster());
            if (lane == TCUI_WARP_LANES - 1) {
                shared.warp_sum_before[warp] = sum;
            }
        }
        Acc left[Vectors], base; /* of each vector in the chunk, and of the chunk */
#pragma unroll
        for (int g = 0; g < Vectors; g++) {
            left[g] = sum_of<Acc>(hides_elements ? hidden(x[g]) : x[g]);
        }
        if constexpr (Grid) {
            base = scan_chunk_of_grid(left);
        } else {
            base = scan_chunk(left);
        }
#pragma unroll
        for (int g = 0; g < Vectors; g++) {
            lane_scan<scan_sum<In, Acc>, Out, V, head_places::none> in_lane;
            const scan_sum<In, Acc> op = {};
            in_lane.scan(x[g], 0, op);
            const results y = task.exclusive ? in_lane.template results<true>(base + left[g], op)
                                             : in_lane.template results<false>(base + left[g], op);
            if (inside && task.whole_vectors_out) {
                store_whole(task.out + first + g * group, y);
            } else {
                scatter_inside(task.out, y, first + g * group, n);
            }
        }
    }

  private:
    /* The warp's chunk begins at element `begin` of so many. */
    __device__ __forceinline__ void set_elements(int64_t begin, int64_t elements)
    {
        n = elements;
        first = begin + lane * V;
        inside = begin >= 0 && begin + Vectors * group <= n;
    }

    __device__ __forceinline__ void load(vector (&x)[Vectors]) const
    {
        if (inside) {
#pragma unroll
            for (int g = 0; g < Vectors; g++) {
                x[g] = load_whole<V>(task.in + first + g * group);
            }
        } else {
#pragma unroll
            for (int g = 0; g < Vectors; g++) {
                x[g] = gather_inside<V>(task.in, first + g * group, n);
            }
        }
    }

    /* The same value, but the compiler cannot see that: task.zero is 0. */
    __device__ __forceinline__ vector hidden(vector x) const
    {
#pragma unroll
        for (uint32_t &word : x.words) {
            word ^= task.zero;
        }
        return x;
    }

    __device__ __forceinline__ bool has_earlier_clusters() const
    {
        return task.exchange == neighbours::in_cluster && blockIdx.x >= task.cluster_blocks;
    }

    /* Inclusive. */
    __device__ __forceinline__ static Acc scan_of_lanes(Acc sum)
    {
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
            add_from_left(sum, distance, 0);
        }
        return sum;
    }

    /* The thread's share of the sum of the array before its cluster; of no use where the array ends before that. */
    __device__ __forceinline__ Acc sum_before_cluster() const
    {
        constexpr int at_once = 4;
        const int step = static_cast<int>(blockDim.x * task.cluster_blocks);
        const uint64_t before = static_cast<uint64_t>(blockIdx.x - rank) * blockDim.x * Vectors;
        const int vectors = static_cast<int>(min(before, static_cast<uint64_t>(n + task.phase) / V));
        const In *begin = task.in - task.phase;
        Acc sum[2] = {};
        for (int i = static_cast<int>(rank * blockDim.x + threadIdx.x); i < vectors; i += at_once * step) {
            vector x[at_once] = {};
#pragma unroll
            for (int j = 0; j < at_once; j++) {
                if (i + j * step < vectors && (i + j * step > 0 || task.phase == 0)) {
                    x[j] = load_whole<V>(begin + static_cast<int64_t>(i + j * step) * V);
                }
            }
            if (i == 0 && task.phase > 0) {
                x[0] = gather_inside<V>(task.in, -task.phase, n);
            }
#pragma unroll
            for (int j = 0; j < at_once; j++) {
                sum[j % 2] += sum_of<Acc>(x[j]);
            }
        }
        return sum[0] + sum[1];
    }

    /* Turns sum[g], of the lane's vector g, into what the chunk has before it. Returns, in the last lane, the
     * chunk's sum. */
    __device__ __forceinline__ Acc scan_vector_sums(Acc (&sum)[Vectors]) const
    {
#pragma unroll
        for (int distance = 1; distance < TCUI_WARP_LANES; distance *= 2) {
#pragma unroll
            for (int g = 0; g < Vectors; g++) {
                add_from_left(sum[g], distance, 0);
            }
        }
        Acc base = 0, up_to = 0;
#pragma unroll
        for (int g = 0; g < Vectors; g++) {
            const Acc left = __shfl_up_sync(all_lanes, sum[g], 1);
            up_to = base + sum[g];
            sum[g] = lane == 0 ? base : base + left;
            if (g + 1 < Vectors) {
                base = __shfl_sync(all_lanes, up_to, TCUI_WARP_LANES - 1);
            }
        }
        return up_to;
    }

    /* sum[g] as scan_vector_sums() leaves it. Returns what comes before the warp's chunk. */
    __device__ __forceinline__ Acc scan_chunk(Acc (&sum)[Vectors])
    {
        const Acc chunk_sum = scan_vector_sums(sum);
        if (lane == TCUI_WARP_LANES - 1) {
            shared.warp_sum[warp] = chunk_sum;
        }
        __syncthreads();
        const Acc inclusive = scan_of_lanes(value_of_warp(shared.warp_sum, Acc(0)));
        const Acc in_block = sum_before_warp(inclusive);
        if (task.exchange == neighbours::none) {
            return in_block;
        }
        const Acc block_sum = __shfl_sync(all_lanes, inclusive, TCUI_WARP_LANES - 1);
        return sum_before_block_of_cluster(block_sum) + in_block;
    }

    /* What comes before this warp, from the warps' sums, a lane each. */
    __device__ __forceinline__ Acc sum_before_warp(Acc inclusive) const
    {
        const Acc before = __shfl_sync(all_lanes, inclusive, warp > 0 ? warp - 1 : 0);
        return warp > 0 ? before : Acc(0);
    }

    /* The same, with the sums of the grid's blocks, which are in flight while the warp scans. */
    __device__ __forceinline__ Acc scan_chunk_of_grid(Acc (&sum)[Vectors])
    {
        const auto grid = cooperative_groups::this_grid();
        Acc lane_sum[2] = {};
#pragma unroll
        for (int g = 0; g < Vectors; g++) {
            lane_sum[g % 2] += sum[g];
        }
        const Acc chunk_sum = warp_sum_of(lane_sum[0] + lane_sum[1]);
        if (lane == 0) {
            shared.warp_sum[warp] = chunk_sum;
        }
        __syncthreads();
        const Acc inclusive = scan_of_lanes(value_of_warp(shared.warp_sum, Acc(0)));
        const Acc in_block = sum_before_warp(inclusive);
        if (threadIdx.x == TCUI_WARP_LANES - 1) {
            task.block_sums[rank] = inclusive;
        }
        auto all_left = grid.barrier_arrive();
        scan_vector_sums(sum);
        grid.barrier_wait(std::move(all_left));
        return sum_before_block_of_grid() + in_block;
    }

    __device__ __forceinline__ Acc sum_before_block_of_cluster(Acc block_sum)
    {
        if (warp == 0) {
            Acc before = 0;
            if (has_earlier_clusters()) {
                before = scan_of_lanes(value_of_warp(shared.warp_sum_before, Acc(0)));
                before = __shfl_sync(all_lanes, before, TCUI_WARP_LANES - 1);
            }
            write_to_blocks(shared, task.cluster_blocks, [&](small_storage<Acc> &there) {
                there.block_sum[rank] = block_sum;
                there.block_sum_before[rank] = before;
            });
        }
        cooperative_groups::this_cluster().sync();
        Acc sum = 0, before = 0;
#pragma unroll
        for (unsigned block = 0; block < exchange_cluster_blocks; block++) {
            sum += block < rank ? shared.block_sum[block] : Acc(0);
            before += block < task.cluster_blocks ? shared.block_sum_before[block] : Acc(0);
        }
        return before + sum;
    }

    /* Each warp for itself: faster than one warp for all and a barrier. */
    __device__ __forceinline__ Acc sum_before_block_of_grid() const
    {
        Acc sum[block_values_a_lane];
        values_of_blocks(sum, task.block_sums, rank, Acc(0));
#pragma unroll
        for (int i = 1; i < block_values_a_lane; i++) {
            sum[0] += sum[i];
        }
        return warp_sum_of(sum[0]);
    }

    const small_task<In, Acc, Out> &task;
    small_storage<Acc> &shared;
    const int lane, warp;
    const unsigned rank; /* of the block among those it exchanges sums with */
    int64_t first;       /* element of the lane's first vector; negative before the array */
    int64_t n;           /* elements that there are */
    bool inside;         /* the warp's whole chunk is inside the array */
};

/* A build for an older architecture never launches this kernel: context_internal.h, has_bulk_copies. */
template <class In, class Acc, class Out, int Vectors, bool Grid>
__global__ void __launch_bounds__(exchange_threads, 1)
    scan_small_kernel(const __grid_constant__ small_task<In, Acc, Out> task)
{
#if __CUDA_ARCH__ >= 900
    small_scan<In, Acc, Out, Vectors, Grid>(task, *reinterpret_cast<small_storage<Acc> *>(dynamic_shared_memory()))
        .run();
#else
    __trap();
#endif
}

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_SMALL_KERNEL_CUH */
