/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A ring of stages in shared memory that one warp fills by bulk loads and others read: iteration i uses stage i mod
 * Stages; a stage is filled again when all its readers have arrived at its barrier of empty stages. And how to fill one
 * with parts of an array of any alignment and length, of which nothing outside is read.
 *
 * Readers' loads and the bulk load that fills the stage anew are ordered by the barrier of empty stages alone, without
 * a fence between the proxies of memory: what has been read cannot be changed by a later write. (So does CUTLASS.)
 */
#ifndef TCUI_STAGE_RING_CUH
#define TCUI_STAGE_RING_CUH

#include <cstdint>

#include "primitives/pipeline/bulk_copy.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

/*
 * The loops of scans and compactions count iterations in int. As the ring's type that takes up to 5 registers more in
 * compactions than unsigned; in scans it takes as many, and one kernel has 8 bytes less on its stack (nvcc 13.0).
 */
template <int Stages, class Iteration = unsigned>
struct stage_ring {
    static constexpr int stages = Stages;
    barrier full[Stages], empty[Stages];

    /* `writers`: the warp's bulk loads are one, threads that write by themselves are more. */
    __device__ __forceinline__ void init(unsigned readers, unsigned writers = 1)
    {
        for (int i = 0; i < Stages; i++) {
            full[i].init(writers);
            empty[i].init(readers);
        }
    }

    __device__ __forceinline__ static Iteration stage_of(Iteration iteration) { return iteration % Stages; }

    __device__ __forceinline__ barrier &full_of(Iteration iteration) { return full[stage_of(iteration)]; }

    __device__ __forceinline__ void wait_full(Iteration iteration)
    {
        full[stage_of(iteration)].wait(iteration / Stages & 1);
    }

    /* Until the stage is free for this iteration. */
    __device__ __forceinline__ void wait_empty(Iteration iteration)
    {
        if (iteration >= Stages) {
            empty[stage_of(iteration)].wait((iteration - Stages) / Stages & 1);
        }
    }

    /* By one thread of each reader. */
    __device__ __forceinline__ void release(Iteration iteration) { empty[stage_of(iteration)].arrive(); }
};

/* Bytes [begin, begin + length) of an array and where they go; both places are at multiples of 16. */
struct array_part {
    unsigned char *shared;
    int64_t begin; /* may lie outside the array, as the end may */
    int length;
};

/* What of a part is inside the array, from its begin on; [bulk_from, bulk_to) whole multiples of 16 bytes. */
struct part_inside {
    int from = 0, to = 0, bulk_from = 0, bulk_to = 0;

    part_inside() = default;
    __device__ __forceinline__ part_inside(const array_part &part, int64_t array_bytes)
        : from(static_cast<int>(min(max(-part.begin, int64_t(0)), static_cast<int64_t>(part.length)))),
          to(static_cast<int>(min(max(array_bytes - part.begin, int64_t(0)), static_cast<int64_t>(part.length)))),
          bulk_from((from + 15) / 16 * 16), bulk_to(max(to / 16 * 16, bulk_from))
    {
    }

    __device__ __forceinline__ bool is_ragged() const { return from != bulk_from || to != bulk_to; }
};

/*
 * Fills a stage with `parts` <= 32 parts, part_of(p) being one of them; call by a whole warp. `full` completes when all
 * is there. What is outside the array stays as it was.
 */
template <class PartOf>
__device__ __forceinline__ void fill_stage(barrier &full, const unsigned char *array, int64_t array_bytes, int parts,
                                           PartOf part_of)
{
    const int lane = threadIdx.x % TCUI_WARP_LANES;
    const array_part part = part_of(lane < parts ? lane : 0);
    part_inside inside;
    if (lane < parts) {
        inside = part_inside(part, array_bytes);
    }
    /* The ends of an array: byte by byte. */
    for (unsigned ragged = __ballot_sync(all_lanes, inside.is_ragged()); ragged != 0; ragged &= ragged - 1u) {
        const array_part end_part = part_of(highest_bit(ragged & (0u - ragged)));
        const part_inside end(end_part, array_bytes);
        const int byte = lane < 16 ? end.from + lane : end.bulk_to + lane - 16;
        if (byte < (lane < 16 ? min(end.bulk_from, end.to) : end.to)) {
            end_part.shared[byte] = array[end_part.begin + byte];
        }
        /* The stage is written by bulk copies again. */
        fence_before_bulk_copy();
        __syncwarp();
    }
    const unsigned bytes = static_cast<unsigned>(inside.bulk_to - inside.bulk_from);
    const unsigned all_bytes = __reduce_add_sync(all_lanes, bytes);
    if (lane == 0) {
        full.arrive_expect(all_bytes);
    }
    __syncwarp();
    if (bytes > 0) {
        bulk_load(part.shared + inside.bulk_from, array + part.begin + inside.bulk_from, bytes, full);
    }
}

} // namespace tcu

#endif /* TCUI_STAGE_RING_CUH */
