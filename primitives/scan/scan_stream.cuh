/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Prefix sums in one pass at the speed of a copy (sm_90 and newer).
 *
 * Persistent blocks, one a multiprocessor; tile i belongs to block i mod G. In each block
 *
 *     producer   one warp   fills a ring of stages with bulk loads, a slice for each consumer
 *     consumers  warps      sum their slices of tile i + lag; then scan their slices of tile i and store them
 *     publisher  one warp   consumers' sums -> carries between consumers, and the tile's aggregate for other blocks
 *     poller     one warp   aggregates of other blocks -> the carry into the tile (look_back.cuh)
 *
 * Because a tile's aggregate is published `lag` tiles before the tile is finished, a block never waits for the one
 * before it. There is no barrier of the whole block in the loop; mbarriers hand data from role to role.
 *
 * The array is seen from the last multiple of 16 bytes at or before `in`, so every vector is aligned; the few elements
 * before the array and those behind it count as zeros and are never stored. Where a result has its element's size it
 * takes the element's place in the stage, shifted by the difference of the two arrays' phases modulo 16; wider results
 * go through a buffer of the warp's own. Either way the slice leaves in one bulk store, with the ragged elements of the
 * ends beside it.
 *
 * Slots of the look-back live for 16 iterations. A block that publishes iteration j has the carry into j - lag - 1, so
 * every other block has published j - lag - 2, hence has the carry into j - 2 lag - 3, and reads slots of no earlier
 * iteration than j - 2 lag - 3: 2 lag + 4 <= 16 slots are enough.
 */
#ifndef TCUI_SCAN_STREAM_CUH
#define TCUI_SCAN_STREAM_CUH

#include <cooperative_groups.h>

#include "primitives/context/segments.h"
#include "primitives/pipeline/bulk_copy.cuh"
#include "primitives/pipeline/heads.cuh"
#include "primitives/pipeline/look_back.cuh"
#include "scan_warp.cuh"
#include "tcu/scan.h"

namespace tcu
{

constexpr int stream_shared_bytes = 227 * 1024; /* what a block of sm_90 and sm_100 may have */
constexpr int stream_lag = 4;
constexpr int stream_ring = 12; /* tiles whose sums and carries are kept: more than lag + 2 */
static_assert(2 * stream_lag + 4 <= look_back_ring, "slots are read before they are written anew");

/* How a block is made: consumers, and bytes of input in the slice of each. */
template <int Consumers, int SliceBytes>
struct stream_shape {
    static constexpr int consumers = Consumers;
    static constexpr int slice_bytes = SliceBytes;
    static constexpr int threads = (Consumers + 3) * TCUI_WARP_LANES;
};

/* Where things are for a pair of element types. */
template <class In, class Out, class Shape>
struct stream_layout {
    static constexpr int consumers = Shape::consumers;
    static constexpr bool in_stage = sizeof(In) == sizeof(Out);
    static constexpr int slice_elements = Shape::slice_bytes / static_cast<int>(sizeof(In));
    static constexpr int tile_elements = slice_elements * consumers;
    static constexpr int out_slice_bytes = slice_elements * static_cast<int>(sizeof(Out));
    static constexpr int pitch = Shape::slice_bytes + 16; /* room for the shift */
    static constexpr int stage_bytes = (in_stage ? pitch : Shape::slice_bytes) * consumers;
    static constexpr int out_pitch = out_slice_bytes + 16;
    static constexpr int out_buffers = 2;
    static constexpr int out_bytes = in_stage ? 0 : out_pitch * out_buffers * consumers;
    static constexpr int available =
        225 * 1024; /* of 227 KB that a block may have; the rest is for the control block */
    static constexpr int stages_that_fit = (available - out_bytes) / stage_bytes;
    static constexpr int stages = stages_that_fit < 10 ? stages_that_fit : 10;
    static_assert(stages >= stream_lag + 2, "a tile stays until its store has been read");
    static constexpr size_t dynamic_bytes = static_cast<size_t>(stages) * stage_bytes + out_bytes;
};

template <class Acc, int Stages, int Consumers>
struct stream_control {
    barrier full[Stages], empty[Stages];
    barrier edge[2];              /* the ordinary stores of an edge are done; a block has two at most, one use each */
    barrier summed[stream_ring];  /* all consumers have summed their slices */
    barrier carried[stream_ring]; /* publisher and poller have set what consumers add */
    Acc slice_sum[stream_ring][Consumers];
    bool slice_has_head[stream_ring][Consumers];
    Acc slice_carry[stream_ring][Consumers]; /* from earlier slices of the tile */
    bool tile_carry_counts[stream_ring][Consumers];
    Acc tile_carry[stream_ring];
};

template <class In, class Acc, class Out>
struct stream_task {
    const In *in;
    Out *out;
    tcui_segments segments;
    uint64_t tiles;
    uint64_t *slots;
    tcu_scan_kind kind;
};

/* The use of stage (or ring entry) `index` of `count` in its k-th round waits for this parity. */
__device__ __forceinline__ unsigned round_parity(int iteration, int count)
{
    return iteration / count & 1;
}

template <class In, class Acc, class Out, bool Matrix, head_places Heads, class Shape>
class scan_stream
{
    using layout = stream_layout<In, Out, Shape>;
    using control = stream_control<Acc, layout::stages, Shape::consumers>;
    static constexpr int consumers = Shape::consumers;
    static constexpr bool Segmented = Heads != head_places::none;
    static constexpr bool matrix_rows = Matrix && has_matrix_slice<In, Acc>;
    static constexpr int V = scan_vector<In, Matrix>;
    static constexpr int group = V * TCUI_WARP_LANES;
    static constexpr int groups = layout::slice_elements / group;
    static_assert(groups % 2 == 0 && layout::slice_elements % group == 0, "groups are scanned in pairs");
    using vector = element_vector<In, V>;

  public:
    __device__ scan_stream(const stream_task<In, Acc, Out> &task, control &shared, unsigned char *dynamic)
        : task(task), shared(shared), dynamic(dynamic), lane(threadIdx.x % TCUI_WARP_LANES),
          warp(threadIdx.x / TCUI_WARP_LANES),
          phase(static_cast<int>(reinterpret_cast<uintptr_t>(task.in) % 16 / sizeof(In))),
          shift(static_cast<int>((reinterpret_cast<uintptr_t>(task.out) - phase * sizeof(Out)) % 16)),
          pitch(layout::in_stage && shift != 0 ? layout::pitch : Shape::slice_bytes),
          iterations(static_cast<int>((task.tiles - blockIdx.x + gridDim.x - 1) / gridDim.x)),
          exclusive(task.kind == TCU_SCAN_EXCLUSIVE), slots{task.slots}
    {
    }

    __device__ __forceinline__ void run()
    {
        if (threadIdx.x == 0)
            init_barriers();
        __syncthreads();
        if (warp == consumers)
            produce(0, min(layout::stages, iterations));
        if (gridDim.x > 1) {
            if (warp == consumers + 1)
                slots.clear_own();
            cooperative_groups::this_grid().sync();
        }
        if (warp == consumers)
            produce(min(layout::stages, iterations), iterations);
        else if (warp == consumers + 1)
            publish();
        else if (warp == consumers + 2)
            poll();
        else
            consume();
    }

  private:
    __device__ __forceinline__ void init_barriers()
    {
        for (int i = 0; i < layout::stages; ++i) {
            shared.full[i].init(1);
            shared.empty[i].init(consumers);
        }
        shared.edge[0].init(TCUI_WARP_LANES);
        shared.edge[1].init(TCUI_WARP_LANES);
        for (int i = 0; i < stream_ring; ++i) {
            shared.summed[i].init(consumers);
            shared.carried[i].init(consumers + 1); /* a lane of the publisher each, and the poller */
        }
        fence_barrier_init();
    }

    /* First element of a slice; negative in a first tile that begins before the array. */
    __device__ __forceinline__ int64_t slice_begin(int iteration, int slice) const
    {
        const uint64_t tile = static_cast<uint64_t>(iteration) * gridDim.x + blockIdx.x;
        return static_cast<int64_t>(tile * layout::tile_elements) + slice * layout::slice_elements - phase;
    }

    __device__ __forceinline__ In *slice_in_stage(int iteration, int slice) const
    {
        return reinterpret_cast<In *>(dynamic + iteration % layout::stages * layout::stage_bytes + slice * pitch);
    }

    /* A tile of which a part is outside the array: the array's first, the last. */
    __device__ __forceinline__ bool is_edge(int iteration) const
    {
        const int64_t begin = slice_begin(iteration, 0);
        return begin < 0 || begin + layout::tile_elements > static_cast<int64_t>(task.segments.n);
    }

    /* ---- producer ---- */

    __device__ __forceinline__ void produce(int from, int to)
    {
        for (int i = from; i < to; ++i) {
            const int stage = i % layout::stages;
            if (i >= layout::stages)
                shared.empty[stage].wait(round_parity(i - layout::stages, layout::stages));
            const int64_t begin = slice_begin(i, 0);
            if (!is_edge(i)) {
                if (lane == 0)
                    shared.full[stage].arrive_expect(Shape::slice_bytes * consumers);
                __syncwarp();
                if (pitch == Shape::slice_bytes) {
                    if (lane == 0)
                        bulk_load(slice_in_stage(i, 0), task.in + begin, Shape::slice_bytes * consumers,
                                  shared.full[stage]);
                } else if (lane < consumers) {
                    bulk_load(slice_in_stage(i, lane), task.in + slice_begin(i, lane), Shape::slice_bytes,
                              shared.full[stage]);
                }
            } else {
                produce_edge(i);
            }
        }
    }

    /* Elements [from, to) of a slice are in the array; those of [bulk_from, bulk_to) fill whole multiples of 16 bytes.
     */
    struct slice_extent {
        int from, to, bulk_from, bulk_to;
    };

    __device__ __forceinline__ slice_extent extent_of(int iteration, int slice) const
    {
        constexpr int per_16 = 16 / static_cast<int>(sizeof(In));
        const int64_t begin = slice_begin(iteration, slice);
        slice_extent e;
        e.from = inside(-begin);
        e.to = inside(static_cast<int64_t>(task.segments.n) - begin);
        e.bulk_from = (e.from + per_16 - 1) / per_16 * per_16;
        e.bulk_to = max(e.to / per_16 * per_16, e.bulk_from);
        return e;
    }

    /*
     * An edge: a bulk load of the whole 16 bytes inside the array; single elements and zeros by ordinary stores, which
     * have a barrier of their own.
     */
    __device__ __forceinline__ void produce_edge(int iteration)
    {
#pragma unroll 1
        for (int slice = 0; slice < consumers; ++slice) {
            const slice_extent e = extent_of(iteration, slice);
            const int64_t begin = slice_begin(iteration, slice);
            In *elements = slice_in_stage(iteration, slice);
            const int outside_bulk = e.bulk_from + layout::slice_elements - e.bulk_to;
#pragma unroll 1
            for (int i = lane; i < outside_bulk; i += TCUI_WARP_LANES) {
                const int element = i < e.bulk_from ? i : i - e.bulk_from + e.bulk_to;
                elements[element] = element >= e.from && element < e.to ? task.in[begin + element] : In();
            }
        }
        shared.edge[edges++].arrive();
        slice_extent own = {};
        if (lane < consumers)
            own = extent_of(iteration, lane);
        const unsigned bytes = (own.bulk_to - own.bulk_from) * static_cast<unsigned>(sizeof(In));
        const unsigned all_bytes = __reduce_add_sync(all_lanes, bytes);
        if (lane == 0)
            shared.full[iteration % layout::stages].arrive_expect(all_bytes);
        __syncwarp();
        if (bytes > 0)
            bulk_load(slice_in_stage(iteration, lane) + own.bulk_from,
                      task.in + slice_begin(iteration, lane) + own.bulk_from, bytes,
                      shared.full[iteration % layout::stages]);
    }

    __device__ __forceinline__ static int inside(int64_t element)
    {
        return static_cast<int>(min(max(element, int64_t(0)), static_cast<int64_t>(layout::slice_elements)));
    }

    /* ---- publisher ---- */

    __device__ __forceinline__ void publish()
    {
        for (int i = 0; i < iterations; ++i) {
            const int entry = i % stream_ring;
            shared.summed[entry].wait(round_parity(i, stream_ring));
            Acc sum = lane < consumers ? shared.slice_sum[entry][lane] : Acc(0);
            const bool head = Segmented && lane < consumers && shared.slice_has_head[entry][lane];
            const unsigned heads = __ballot_sync(all_lanes, head);
            const unsigned up_to = heads & (2u << lane) - 1u;
            const int start = up_to != 0 ? 31 - __clz(up_to) : 0;
#pragma unroll
            for (int distance = 1; distance < consumers; distance *= 2) {
                const Acc left = __shfl_up_sync(all_lanes, sum, distance);
                if (lane - distance >= start)
                    sum = left + sum;
            }
            if (lane == consumers - 1 && gridDim.x > 1)
                slots.publish(i, sum, heads != 0);
            const Acc before = __shfl_up_sync(all_lanes, sum, 1);
            if (lane < consumers) {
                shared.slice_carry[entry][lane] = lane > 0 ? before : Acc(0);
                shared.tile_carry_counts[entry][lane] = (heads & (1u << lane) - 1u) == 0;
                shared.carried[entry].arrive();
            }
        }
    }

    /* ---- poller ---- */

    __device__ __forceinline__ void poll()
    {
        using Wide = wide_accumulator<Acc>;
        look_back_poller<Acc> poller(slots);
        for (int i = 0; i < iterations; ++i) {
            /* Others are about as far as this block: before its own next sums are there, theirs are not either. */
            const int ahead = min(i + 1, iterations - 1);
            shared.summed[ahead % stream_ring].wait(round_parity(ahead, stream_ring));
            const int entry = i % stream_ring;
            const bool head = Segmented && lane < consumers && shared.slice_has_head[entry][lane];
            const unsigned heads = __ballot_sync(all_lanes, head);
            const int last = heads != 0 ? 31 - __clz(heads) : 0;
            Wide sum = lane < consumers && lane >= last ? static_cast<Wide>(shared.slice_sum[entry][lane]) : 0;
#pragma unroll
            for (int distance = consumers / 2; distance > 0; distance /= 2)
                sum += __shfl_xor_sync(all_lanes, sum, distance);
            const Wide carry = poller.next(i, __shfl_sync(all_lanes, sum, 0), heads != 0);
            if (lane == 0) {
                shared.tile_carry[entry] = from_accumulator<Acc>(carry);
                shared.carried[entry].arrive();
            }
        }
    }

    /* ---- consumers ---- */

    __device__ __forceinline__ void consume()
    {
        const uint64_t size = Segmented ? task.segments.size : 1;
        slice_cursor to_sum(size, slice_begin(0, warp), static_cast<uint64_t>(gridDim.x) * layout::tile_elements);
        slice_cursor to_scan = to_sum;
        for (int i = 0; i < iterations + stream_lag; ++i) {
            if (i < iterations)
                sum_slice(i, to_sum);
            to_sum.advance();
            const int done = i - stream_lag;
            if (layout::in_stage && done >= 1)
                release_stage(done - 1);
            if (done >= 0) {
                scan_slice(done, to_scan);
                to_scan.advance();
            }
        }
        if (lane == 0)
            bulk_store_wait_all();
    }

    /* The stage is free when its results have been read out of it. */
    __device__ __forceinline__ void release_stage(int iteration)
    {
        if (lane == 0) {
            bulk_store_wait_read<0>();
            shared.empty[iteration % layout::stages].arrive();
        }
    }

    __device__ __forceinline__ void sum_slice(int iteration, const slice_cursor &cursor)
    {
        const int stage = iteration % layout::stages, entry = iteration % stream_ring;
        shared.full[stage].wait(round_parity(iteration, layout::stages));
        if (is_edge(iteration))
            shared.edge[edges++].wait(0);
        const vector *vectors = reinterpret_cast<const vector *>(slice_in_stage(iteration, warp));
        Acc sum = 0;
        bool has_head = false;
        if constexpr (Segmented) {
            sum = sum_tail(vectors, cursor, has_head);
        } else {
#pragma unroll 4
            for (int g = 0; g < groups; ++g)
                sum += sum_of<Acc>(vectors[g * TCUI_WARP_LANES + lane]);
        }
#pragma unroll
        for (int distance = TCUI_WARP_LANES / 2; distance > 0; distance /= 2)
            sum += __shfl_xor_sync(all_lanes, sum, distance);
        if (lane == 0) {
            shared.slice_sum[entry][warp] = sum;
            if (Segmented)
                shared.slice_has_head[entry][warp] = has_head;
            shared.summed[entry].arrive();
        }
    }

    /* The lane's share of the sum since the slice's last head. */
    __device__ __forceinline__ Acc sum_tail(const vector *vectors, const slice_cursor &cursor, bool &has_head) const
    {
        const int last_head = last_head_of<layout::slice_elements>(cursor);
        has_head = last_head >= 0;
        const int from = max(last_head, 0);
        int g = from / group;
        Acc sum = 0;
        const vector cut = vectors[g * TCUI_WARP_LANES + lane];
#pragma unroll
        for (int i = 0; i < V; ++i)
            sum += g * group + lane * V + i >= from ? to_accumulator<Acc>(cut.at(i)) : Acc(0);
#pragma unroll 4
        for (++g; g < groups; ++g)
            sum += sum_of<Acc>(vectors[g * TCUI_WARP_LANES + lane]);
        return sum;
    }

    __device__ __forceinline__ void scan_slice(int iteration, const slice_cursor &cursor)
    {
        const int stage = iteration % layout::stages, entry = iteration % stream_ring;
        const vector *vectors = reinterpret_cast<const vector *>(slice_in_stage(iteration, warp));
        Out *results;
        if constexpr (layout::in_stage) {
            results = reinterpret_cast<Out *>(reinterpret_cast<char *>(slice_in_stage(iteration, warp)) + shift);
        } else {
            unsigned char *buffers = dynamic + layout::stages * layout::stage_bytes;
            results = reinterpret_cast<Out *>(
                buffers + (warp * layout::out_buffers + iteration % layout::out_buffers) * layout::out_pitch + shift);
            if (lane == 0)
                bulk_store_wait_read<layout::out_buffers - 1>();
            __syncwarp();
        }
        shared.carried[entry].wait(round_parity(iteration, stream_ring));
        Acc base = shared.slice_carry[entry][warp];
        if (shared.tile_carry_counts[entry][warp])
            base = shared.tile_carry[entry] + base;
        const bool rows = rows_are_safe(shared.slice_sum[entry][warp]);
        if (shift != 0)
            scan_groups<true, false>(vectors, results, cursor, base);
        else if (rows)
            scan_groups<false, matrix_rows>(vectors, results, cursor, base);
        else
            scan_groups<false, false>(vectors, results, cursor, base);
        if constexpr (!layout::in_stage) {
            __syncwarp();
            if (lane == 0)
                shared.empty[stage].arrive();
        }
        store_slice(results, iteration);
    }

    /*
     * A zero of the triangle times an infinity or a NaN is a NaN, in columns before it. The sum of a slice is finite
     * only if its elements are. (Segmented slices, whose sum leaves elements out, are checked pair by pair.)
     */
    __device__ __forceinline__ static bool rows_are_safe(Acc slice_sum)
    {
        if constexpr (matrix_rows && !Segmented && std::is_floating_point_v<Acc>)
            return isfinite(slice_sum);
        return matrix_rows;
    }

    /*
     * Pairs of groups. Shifted results run into the next group's elements, so those are read before: one pair ahead.
     */
    template <bool Shifted, bool Rows>
    __device__ __forceinline__ void scan_groups(const vector *vectors, Out *results, const slice_cursor &cursor,
                                                Acc base)
    {
        vector_heads<V, group, layout::slice_elements> heads(cursor, lane * V);
        vector x[2];
#pragma unroll
        for (int h = 0; h < 2; ++h)
            x[h] = vectors[h * TCUI_WARP_LANES + lane];
#pragma unroll(Shifted ? 1 : 2)
        for (int g = 0; g < groups; g += 2) {
            vector next[2];
            if (g + 2 < groups)
#pragma unroll
                for (int h = 0; h < 2; ++h)
                    next[h] = vectors[(g + 2 + h) * TCUI_WARP_LANES + lane];
            unsigned bits[2] = {0, 0};
            if (Segmented) {
                bits[0] = heads.bits();
                heads.advance();
                bits[1] = heads.bits();
                heads.advance();
            }
            Acc y[2][V];
            scan_pair<Rows>(y, x, base, bits);
            if (Shifted)
                __syncwarp();
#pragma unroll
            for (int h = 0; h < 2; ++h)
                write_results<Shifted>(results + (g + h) * group + lane * V, y[h]);
#pragma unroll
            for (int h = 0; h < 2; ++h)
                x[h] = next[h];
        }
    }

    /* A pair of groups without heads takes the shorter way, on the matrix unit where that is wanted. */
    template <bool Rows>
    __device__ __forceinline__ void scan_pair(Acc (&y)[2][V], const vector (&x)[2], Acc &base,
                                              const unsigned (&bits)[2])
    {
        constexpr bool look = Segmented && (Rows || Heads == head_places::elements);
        const bool free = !Segmented || (look && !__any_sync(all_lanes, (bits[0] | bits[1]) != 0));
        if (Rows && free && scan_pair_by_rows(y, x, base))
            return;
        if (free)
            scan_pair_by_lanes<head_places::none>(y, x, base, bits);
        else
            scan_pair_by_lanes<Heads>(y, x, base, bits);
    }

    /* False, and nothing done, where the rows turn out not to be finite. */
    __device__ __forceinline__ bool scan_pair_by_rows(Acc (&y)[2][V], const vector (&x)[2], Acc &base)
    {
        if constexpr (matrix_rows) {
            row_fragment<In, V> rows;
#pragma unroll
            for (int h = 0; h < 2; ++h)
#pragma unroll
                for (int i = 0; i < V; ++i)
                    rows[h][i] = x[h].at(i);
            Acc next = base;
            tcu::scan_pair_by_rows<In, Acc, V>(y, rows, next, exclusive);
            if constexpr (Segmented && std::is_floating_point_v<Acc>)
                if (!isfinite(next))
                    return false;
            base = next;
            return true;
        }
        return false;
    }

    template <head_places Places>
    __device__ __forceinline__ void scan_pair_by_lanes(Acc (&y)[2][V], const vector (&x)[2], Acc &base,
                                                       const unsigned (&bits)[2])
    {
        group_scan<Acc, V, Places> scan[2];
#pragma unroll
        for (int h = 0; h < 2; ++h)
            scan[h].scan(x[h], bits[h]);
#pragma unroll
        for (int h = 0; h < 2; ++h)
            scan[h].finish(y[h], base, bits[h], exclusive);
    }

    template <bool Shifted>
    __device__ __forceinline__ void write_results(Out *to, const Acc (&y)[V])
    {
        constexpr int piece = Shifted ? 1 : V * sizeof(Out) < 16 ? V : 16 / static_cast<int>(sizeof(Out));
#pragma unroll
        for (int p = 0; p < V; p += piece) {
            struct alignas(sizeof(Out) * piece) {
                Out at[piece];
            } result;
#pragma unroll
            for (int i = 0; i < piece; ++i)
                result.at[i] = from_accumulator<Out>(y[p + i]);
            *reinterpret_cast<decltype(result) *>(to + p) = result;
        }
    }

    /* Whole slices that are aligned leave in one bulk store; others with single elements at their ends. */
    __device__ __forceinline__ void store_slice(const Out *results, int iteration)
    {
        const int64_t begin = slice_begin(iteration, warp);
        const int from = inside(-begin), to = inside(static_cast<int64_t>(task.segments.n) - begin);
        Out *out = task.out + begin;
        constexpr int per_16 = 16 / static_cast<int>(sizeof(Out));
        const int misaligned = static_cast<int>(reinterpret_cast<uintptr_t>(out + from) % 16 / sizeof(Out));
        const int bulk_from = min(from + (per_16 - misaligned) % per_16, to);
        const int bulk_to = bulk_from + (to - bulk_from) / per_16 * per_16;
        fence_before_bulk_store();
        __syncwarp();
        if (lane == 0) {
            if (bulk_to > bulk_from)
                bulk_store(out + bulk_from, results + bulk_from,
                           (bulk_to - bulk_from) * static_cast<unsigned>(sizeof(Out)));
            bulk_store_commit();
        }
        if (from + lane < bulk_from)
            out[from + lane] = results[from + lane];
        if (bulk_to + lane < to)
            out[bulk_to + lane] = results[bulk_to + lane];
        __syncwarp();
    }

    const stream_task<In, Acc, Out> &task;
    control &shared;
    unsigned char *dynamic;
    const int lane, warp;
    const int phase; /* elements from the 16-byte boundary before the array to the array */
    const int shift; /* bytes by which the results' place modulo 16 is behind the elements' */
    const int pitch; /* bytes from slice to slice in a stage; 16 more than a slice where results are shifted */
    const int iterations;
    const bool exclusive;
    int edges = 0; /* that the producer, or this consumer, has met */
    const look_back_slots<Acc> slots;
};

/* A build for an older architecture never launches this kernel: context_internal.h, has_bulk_copies. */
template <class In, class Acc, class Out, bool Matrix, head_places Heads, class Shape>
__global__ void __launch_bounds__(Shape::threads, 1)
    scan_stream_kernel(const __grid_constant__ stream_task<In, Acc, Out> task)
{
#if __CUDA_ARCH__ >= 900
    using layout = stream_layout<In, Out, Shape>;
    extern __shared__ __align__(128) unsigned char dynamic_shared[];
    __shared__ stream_control<Acc, layout::stages, Shape::consumers> shared;
    /* Dynamic shared memory begins at the next multiple of its alignment. */
    static_assert(layout::dynamic_bytes + (sizeof(shared) + 127) / 128 * 128 <= stream_shared_bytes,
                  "more than a block may have");
    scan_stream<In, Acc, Out, Matrix, Heads, Shape>(task, shared, dynamic_shared).run();
#else
    __trap();
#endif
}

} // namespace tcu

#endif /* TCUI_SCAN_STREAM_CUH */
