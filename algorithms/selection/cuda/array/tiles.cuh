/* SPDX-License-Identifier: Apache-2.0 */
/*
 * An array of keys as tiles of 1024, a warp each. A lane's keys of a tile are 32, one for each bit of a word of marks: it
 * loads vectors of 16 bytes side by side with those of the other lanes. Tiles begin at a multiple of 16 bytes, so the
 * first one may begin with places in front of the array, and the last one end with places behind it.
 */
#ifndef TCUI_SELECTION_CUDA_ARRAY_TILES_CUH
#define TCUI_SELECTION_CUDA_ARRAY_TILES_CUH

#include "primitives/tile/element_vector.cuh"
#include "primitives/tile/lanes.h"
#include "tuning.h"

namespace tcu::array_selection
{

constexpr int lane_keys = 32, tile_keys = TCUI_WARP_LANES * lane_keys;

/* For n keys at any address. */
template <class Key>
constexpr u64 most_tiles(u64 n)
{
    return n / tile_keys + 2;
}

__device__ __forceinline__ int own_lane()
{
    return static_cast<int>(threadIdx.x) % TCUI_WARP_LANES;
}

/* The warp's number in the grid, and how many there are. */
__device__ __forceinline__ u64 grid_warp()
{
    return (static_cast<u64>(blockIdx.x) * blockDim.x + threadIdx.x) / TCUI_WARP_LANES;
}

__device__ __forceinline__ u64 grid_warps()
{
    return static_cast<u64>(gridDim.x) * blockDim.x / TCUI_WARP_LANES;
}

template <class Key>
struct key_tiles {
    static constexpr int V = vector_elements<Key>, vectors = lane_keys / V;

    const Key *aligned; /* the first tile's first place */
    u64 begin, end;     /* places of the array's first key, and behind its last one */

    __device__ __forceinline__ key_tiles(const Key *keys, u64 n)
        : begin(reinterpret_cast<uintptr_t>(keys) % 16 / sizeof(Key)), end(begin + n)
    {
        aligned = keys - begin;
    }

    __device__ __forceinline__ u64 count() const { return begin == end ? 0 : (end + tile_keys - 1) / tile_keys; }

    /* The place of the lane's key i. */
    __device__ __forceinline__ u64 place(u64 tile, int i) const
    {
        return tile * tile_keys + (i / V * TCUI_WARP_LANES + own_lane()) * V + i % V;
    }

    /* visit(i, the lane's key i) of those i whose places are in the array, with up to MostLoads vectors in flight. By whole
     * warps. */
    template <int MostLoads = TCUI_SELECTION_LOADS, class Visit>
    __device__ __forceinline__ void visit(u64 tile, Visit visit) const
    {
        constexpr int loads = vectors < MostLoads ? vectors : MostLoads;
        /* (Else kernels that do much with a key, and have fewer loads in flight, take more registers than there are.) */
        [[maybe_unused]] constexpr int unrolled = MostLoads < TCUI_SELECTION_LOADS ? 1 : vectors / loads;
        if (is_whole(tile)) {
#pragma unroll(unrolled)
            for (int v = 0; v < vectors; v += loads) {
                element_vector<Key> x[loads];
#pragma unroll
                for (int l = 0; l < loads; l++) {
                    x[l] = load_whole<V>(aligned + place(tile, (v + l) * V));
                }
#pragma unroll
                for (int l = 0; l < loads; l++) {
#pragma unroll
                    for (int e = 0; e < V; e++) {
                        visit((v + l) * V + e, x[l].at(e));
                    }
                }
            }
        } else {
            visit_part(tile, visit);
        }
    }

  private:
    __device__ __forceinline__ bool is_whole(u64 tile) const
    {
        return tile * tile_keys >= begin && (tile + 1) * tile_keys <= end;
    }

    template <class Visit>
    __device__ __forceinline__ void visit_part(u64 tile, Visit visit) const
    {
#pragma unroll 1
        for (int i = 0; i < lane_keys; i++) {
            const u64 at = place(tile, i);
            if (at >= begin && at < end) {
                visit(i, aligned[at]);
            }
        }
    }
};

} // namespace tcu::array_selection

#endif /* TCUI_SELECTION_CUDA_ARRAY_TILES_CUH */
