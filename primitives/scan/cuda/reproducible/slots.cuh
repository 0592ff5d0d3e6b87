/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What comes before each chunk of a reproducible scan (primitives/scan/reproducible.h). Level 0 has a slot for each chunk's
 * total, level l + 1 one for each 32 slots of level l. What comes before a chunk is made of at most 31 slots a level:
 *
 *     before(i) = (... before its 32 of the highest level + ...) + before it in its 32 of level 0
 *
 * A level's slots are read by one warp, a slot a lane, and all levels at the same time. The last chunk of 32 of a level has
 * all of them before it, and its own: so its block publishes the slot of the next level. Blocks take chunks in order, and a
 * slot needs none of later chunks; so whichever block waits, the one that it waits for is on the device.
 */
#ifndef TCUI_SCAN_CUDA_REPRODUCIBLE_SLOTS_CUH
#define TCUI_SCAN_CUDA_REPRODUCIBLE_SLOTS_CUH

#include "primitives/pipeline/tile_chain.cuh"
#include "primitives/scan/reproducible.h"

namespace tcu
{

static_assert(static_cast<int>(TCUI_SCAN_FAN) == TCUI_WARP_LANES, "a number a lane");

/* Of one number a lane the sums up to each lane: Hillis and Steele. */
template <class Acc>
__device__ __forceinline__ Acc scan_lanes(Acc x)
{
    const int lane = threadIdx.x % TCUI_WARP_LANES;
#pragma unroll
    for (int s = 0; s < TCUI_SCAN_STEPS; s++) {
        const Acc left = __shfl_up_sync(all_lanes, x, 1 << s);
        x = lane >= 1 << s ? left + x : x;
    }
    return x;
}

/* What comes before each lane, of such sums. */
template <class Acc>
__device__ __forceinline__ Acc before_lane(Acc up_to)
{
    const Acc before = __shfl_up_sync(all_lanes, up_to, 1);
    return threadIdx.x % TCUI_WARP_LANES > 0 ? before : Acc(0);
}

template <class Acc>
struct scan_slots {
    static constexpr int words = sizeof(Acc) / 4;
    uint64_t *at; /* of level 0, then of level 1, ... */
    uint64_t chunks;
    int levels; /* until one has no more than 32 */

    /* Of all levels. */
    __host__ __device__ static uint64_t count_of(uint64_t chunks, int *levels)
    {
        uint64_t count = chunks;
        *levels = 1;
        for (uint64_t of_level = chunks; of_level > TCUI_SCAN_FAN; ++*levels) {
            of_level = (of_level + TCUI_SCAN_FAN - 1) / TCUI_SCAN_FAN;
            count += of_level;
        }
        return count;
    }

    /* Before the first slot of a level, and the chunks of one. */
    struct level_place {
        uint64_t first;
        int shift;
    };

    __device__ __forceinline__ level_place place_of(int level) const
    {
        level_place place = {0, TCUI_SCAN_STEPS * level};
        uint64_t of_level = chunks;
        for (int l = 0; l < level; l++) {
            place.first += of_level;
            of_level = (of_level + TCUI_SCAN_FAN - 1) / TCUI_SCAN_FAN;
        }
        return place;
    }

    __device__ __forceinline__ void publish_total(uint64_t chunk, Acc total) const
    {
        publish(at + chunk * words, total, 1);
    }

    /* What comes before the chunk in its 32 of the level: by a whole warp, the same in all lanes. */
    __device__ __forceinline__ Acc before(uint64_t chunk, int level) const
    {
        const int lane = threadIdx.x % TCUI_WARP_LANES;
        const level_place place = place_of(level);
        const uint64_t slot = chunk >> place.shift;
        const int mine = static_cast<int>(slot % TCUI_SCAN_FAN);
        const bool is_last = level + 1 < levels && (chunk + 1) % (uint64_t{TCUI_SCAN_FAN} << place.shift) == 0;
        const uint64_t *const from = at + (place.first + (slot - mine) + lane) * words;
        Acc x = 0;
        bool waits = lane < mine || is_last;
        while (__any_sync(all_lanes, waits)) {
            if (waits) {
                Acc value;
                if (read_published(from, &value) != 0) {
                    x = value;
                    waits = false;
                }
            }
        }
        const Acc up_to = scan_lanes(x);
        if (is_last && lane == TCUI_WARP_LANES - 1) {
            const level_place next = place_of(level + 1);
            publish(at + (next.first + (chunk >> next.shift)) * words, up_to, 1);
        }
        const Acc left = __shfl_sync(all_lanes, up_to, max(mine - 1, 0));
        return mine > 0 ? left : Acc(0);
    }
};

} // namespace tcu

#endif /* TCUI_SCAN_CUDA_REPRODUCIBLE_SLOTS_CUH */
