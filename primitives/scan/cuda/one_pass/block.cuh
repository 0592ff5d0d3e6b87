/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the roles of a block of the one-pass scan share: the layout of its shared memory, the barriers between them, and
 * where tiles and slices are.
 *
 * The array is seen from the last multiple of 16 bytes at or before `in`, so every vector is aligned; the few elements
 * before the array and those behind it are neutral (zeros, of sums) and are never stored. Where results have their
 * elements' size, each takes its element's place in the stage, shifted by the difference of the two arrays' phases
 * modulo 16; wider results go through a buffer of the warp's own.
 */
#ifndef TCUI_SCAN_CUDA_ONE_PASS_BLOCK_CUH
#define TCUI_SCAN_CUDA_ONE_PASS_BLOCK_CUH

#include "primitives/context/segments.h"
#include "primitives/pipeline/length.cuh"
#include "primitives/pipeline/one_pass.cuh"
#include "primitives/pipeline/segment_partition.cuh"
#include "primitives/pipeline/stage_ring.cuh"
#include "primitives/scan/cuda/tuning.h"
#include "primitives/scan/cuda/warp/warp.cuh"
#include "tcu/scan.h"

namespace tcu
{

/* The layout for a pair of element types. A stage has a tile's elements, and its heads where they can be anywhere. */
template <class In, class Out, head_places Heads>
struct one_pass_layout {
    static constexpr int consumers = TCUI_SCAN_CONSUMERS;
    static constexpr int lag = sizeof(Out) > sizeof(In) ? TCUI_SCAN_WIDE_LAG : TCUI_SCAN_LAG;
    static constexpr int polls_behind = 1;
    static constexpr int summers = TCUI_SCAN_SUMMERS;
    static constexpr int head_writers = Heads == head_places::elements ? TCUI_SCAN_HEAD_WRITERS : 0;
    static constexpr int threads = (consumers + summers + 3 + head_writers) * TCUI_WARP_LANES;

    static constexpr bool in_stage = sizeof(In) == sizeof(Out);
    static constexpr int slice_bytes = scan_slice_bytes(sizeof(In), sizeof(Out));
    static constexpr int slice_elements = slice_bytes / static_cast<int>(sizeof(In));
    static constexpr int tile_elements = slice_elements * consumers;
    static constexpr int pitch = slice_bytes + (in_stage ? 16 : 0); /* room for the shift */
    static constexpr int head_words = Heads == head_places::elements ? tile_elements / 32 : 0;
    static constexpr int stage_bytes = pitch * consumers + head_words * 4;

    static constexpr int out_slice_bytes = slice_elements * static_cast<int>(sizeof(Out));
    static constexpr int out_pitch = out_slice_bytes + 16;
    static constexpr int out_buffers = 2;
    static constexpr int out_bytes = in_stage ? 0 : out_pitch * out_buffers * consumers;

    static constexpr int block_bytes = 227 * 1024; /* what a block of sm_90 and sm_100 may have */
    static constexpr int control_bytes = 2 * 1024; /* of it, about: the kernel checks the whole */
    static constexpr int stages_that_fit = (block_bytes - control_bytes - out_bytes) / stage_bytes;
    static constexpr int stages = stages_that_fit < TCUI_SCAN_STAGES ? stages_that_fit : TCUI_SCAN_STAGES;
    static_assert(stages >= lag + 2, "a tile stays until its store has been read");
    static_assert(lag >= 1, "the poller looks at the tile behind its own");
    static_assert(consumers <= TCUI_WARP_LANES && (consumers & (consumers - 1)) == 0, "a lane each, added in pairs");
    static constexpr size_t dynamic_bytes = static_cast<size_t>(stages) * stage_bytes + out_bytes;

    /* Tiles whose sums and carries are kept: more than can be in stages. */
    static constexpr int ring = stages + 1;

    /*
     * Slots of the look-back are used again after look_back_ring iterations. A block that publishes iteration j has the
     * carry into j - lag - 1, so every other block has published j - lag - 2, hence has the carry into j - 2 lag - 3,
     * and reads slots of no earlier iteration than that.
     */
    static_assert(2 * lag + 4 <= look_back_ring, "slots are read before they are written anew");
};

/* A base class for the constants of the consumers' lanes: most scans have none, and an empty base takes no room. */
template <class Acc, class Layout, class Constants>
struct one_pass_control : Constants {
    stage_ring<Layout::stages, int> tiles;
    barrier edge[2]; /* the ordinary stores of an edge are done; a block has two at most, one use each */
    carry_barriers<Layout::ring, int> carries;
    Acc slice_sum[Layout::ring][Layout::consumers];
    uint16_t slice_heads[Layout::ring][Layout::consumers]; /* heads.cuh; 0 if there are none */
    Acc slice_carry[Layout::ring][Layout::consumers];      /* from earlier slices of the tile */
    bool tile_carry_counts[Layout::ring][Layout::consumers];
    Acc tile_carry[Layout::ring];
};

template <class Operator, class Out>
struct one_pass_task {
    const typename Operator::in *in;
    Out *out;
    tcui_segments segments;
    uint64_t tiles;
    uint64_t *slots;
    const uint64_t
        *first_segments; /* with offsets: the first that begins in each tile or behind (find_first_segments) */
    tcu_scan_kind kind;
    Operator op;
};

/* A block as one of its warps sees it. */
template <class Operator, class Out, bool Matrix, head_places Heads>
struct one_pass_block {
    using operator_type = Operator;
    using In = typename Operator::in;
    using Acc = typename Operator::acc;
    using in_type = In;
    using acc_type = Acc;
    using out_type = Out;
    using layout = one_pass_layout<In, Out, Heads>;
    static constexpr head_places head_place = Heads;
    static constexpr bool segmented = Heads != head_places::none;
    static constexpr bool carries_in_order = true;
    static constexpr bool matrix_rows = Matrix && has_matrix_slice<In, Acc>;
    /* A consumer scans its slice in batches of groups of vectors. */
    static constexpr int vector = scan_operator_vector<Operator, Out, Matrix>;
    using constants = lane_constants<Heads, Operator, Out, vector>;
    using control = one_pass_control<Acc, layout, constants>;
    static constexpr size_t control_bytes = (sizeof(control) + 127) / 128 * 128;
    static constexpr size_t shared_bytes = control_bytes + layout::dynamic_bytes;
    static_assert(shared_bytes <= layout::block_bytes, "more than a block may have");
    static constexpr int group = vector * TCUI_WARP_LANES;
    static constexpr int groups = layout::slice_elements / group;
    static constexpr int batch_elements =
        Operator::is_plain || sizeof(Acc) == 4 ? TCUI_SCAN_BATCH_ELEMENTS : TCUI_SCAN_WIDE_BATCH_ELEMENTS;
    static constexpr int most_together = vector > batch_elements / 4 ? 4 : batch_elements / vector;
    static constexpr int together = matrix_rows ? 2 : groups < most_together ? groups : most_together;
    static constexpr int batch = together * group;
    static_assert(layout::slice_elements % batch == 0, "whole batches");

    __device__ one_pass_block(const one_pass_task<Operator, Out> &task, control &shared, unsigned char *dynamic)
        : task(task), shared(shared), dynamic(dynamic), lane(threadIdx.x % TCUI_WARP_LANES),
          warp(threadIdx.x / TCUI_WARP_LANES),
          phase(static_cast<int>(reinterpret_cast<uintptr_t>(task.in) % 16 / sizeof(In))),
          shift(static_cast<int>((reinterpret_cast<uintptr_t>(task.out) - phase * sizeof(Out)) % 16)),
          pitch(shift != 0 ? layout::pitch : layout::slice_bytes), n(static_cast<int64_t>(elements())),
          iterations(static_cast<int>((tiles() - blockIdx.x + gridDim.x - 1) / gridDim.x)), slots{task.slots}
    {
    }

    /* That there are. */
    __device__ __forceinline__ uint64_t elements() const
    {
        return Heads == head_places::elements && task.first_segments != nullptr
                   ? searched_elements(task.segments, task.first_segments, task.tiles)

                   : length_now(task.segments.n, task.segments.length);
    }

    /* That have elements. */
    __device__ __forceinline__ uint64_t tiles() const
    {
        return (static_cast<uint64_t>(n) + phase + layout::tile_elements - 1) / layout::tile_elements;
    }

    __device__ __forceinline__ const Operator &op() const { return task.op; }

    __device__ __forceinline__ void init_barriers() const
    {
        shared.tiles.init(layout::consumers, 1 + layout::head_writers * TCUI_WARP_LANES); /* lanes that write heads */
        shared.edge[0].init(TCUI_WARP_LANES);
        shared.edge[1].init(TCUI_WARP_LANES);
        shared.carries.init(layout::summers, layout::consumers);
        fence_barrier_init();
    }

    __device__ __forceinline__ void wait_edge(int edge) const { shared.edge[edge].wait(0); }

    __device__ __forceinline__ void set_slice_carry(int entry, int slice, Acc carry, bool tile_carry_counts) const
    {
        shared.slice_carry[entry][slice] = carry;
        shared.tile_carry_counts[entry][slice] = tile_carry_counts;
    }

    /* In place a block overwrites only what no other block reads. */
    __device__ __forceinline__ void before_publishing() const {}
    __device__ __forceinline__ void after_polling() const {}

    __device__ __forceinline__ void set_tile_carry(int entry, typename Operator::wide carry) const
    {
        shared.tile_carry[entry] = op().narrow(carry);
    }

    __device__ __forceinline__ uint64_t tile_of(int iteration) const
    {
        return static_cast<uint64_t>(iteration) * gridDim.x + blockIdx.x;
    }

    /* First element of a slice; negative in a first tile that begins before the array. */
    __device__ __forceinline__ int64_t slice_begin(int iteration, int slice) const
    {
        return static_cast<int64_t>(tile_of(iteration) * layout::tile_elements) + slice * layout::slice_elements -
               phase;
    }

    /* Elements from a tile of this block to its next. */
    __device__ __forceinline__ uint64_t tile_step() const
    {
        return static_cast<uint64_t>(gridDim.x) * layout::tile_elements;
    }

    __device__ __forceinline__ unsigned char *stage(int iteration) const
    {
        return dynamic + shared.tiles.stage_of(iteration) * layout::stage_bytes;
    }

    __device__ __forceinline__ In *slice_in_stage(int iteration, int slice) const
    {
        return reinterpret_cast<In *>(stage(iteration) + slice * pitch);
    }

    /* Bit i of word w: a segment begins at element 32 w + i of the tile. */
    __device__ __forceinline__ uint32_t *heads_in_stage(int iteration) const
    {
        return reinterpret_cast<uint32_t *>(stage(iteration) + layout::pitch * layout::consumers);
    }

    /* A tile of which a part is outside the array: the array's first, the last. */
    __device__ __forceinline__ bool is_edge(int iteration) const
    {
        const int64_t begin = slice_begin(iteration, 0);
        return begin < 0 || begin + layout::tile_elements > n;
    }

    /* An element's place in a slice, cut to it. */
    __device__ __forceinline__ static int in_slice(int64_t element)
    {
        return static_cast<int>(min(max(element, int64_t(0)), static_cast<int64_t>(layout::slice_elements)));
    }

    const one_pass_task<Operator, Out> &task;
    control &shared;
    unsigned char *dynamic;
    const int lane, warp;
    const int phase; /* elements from the 16-byte boundary before the array to the array */
    const int shift; /* bytes by which the results' place modulo 16 is behind the elements' */
    const int pitch; /* bytes from slice to slice in a stage; 16 more than a slice where results are shifted */
    const int64_t n; /* elements that there are */
    const int iterations;
    const look_back_slots<Acc> slots;
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_ONE_PASS_BLOCK_CUH */
