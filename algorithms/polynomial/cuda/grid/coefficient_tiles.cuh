/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tiles of coefficients lie in the order in which products take them, from the highest powers down. Where a giant step
 * takes one tile, a warp loads each while it multiplies by the one before, instead of waiting before every product.
 */
#ifndef TCUI_POLYNOMIAL_GRID_COEFFICIENT_TILES_CUH
#define TCUI_POLYNOMIAL_GRID_COEFFICIENT_TILES_CUH

#include "primitives/tile/instructions.cuh"

namespace tcu
{

/* A warp's way through the tiles of coefficients of a block's rows, from the last one to the first again. Ahead: the
 * next tile is loaded. */
template <class Operands, bool Ahead>
class coefficient_tiles
{
    /* (Where a row's first tile is computed instead, compilers load several tiles at once: of f64 they would spill.) */
    static constexpr bool goes_round = Ahead || Operands::has_partial_steps;
    using tile = typename Operands::tile;
    const uint4 *of_lane;
    int vectors, next; /* in all; the first of the tile that is loaded next */
    tile ahead;

    __device__ __forceinline__ void load_next(tile &to)
    {
        to.load(of_lane + next);
        next += Operands::vectors;
        if (goes_round) {
            next = next == vectors ? 0 : next;
        }
    }

  public:
    __device__ __forceinline__ coefficient_tiles(const uint4 *tiles, int all_vectors, int lane)
        : of_lane(tiles + lane), vectors(opaque(all_vectors))
    {
        skip_to(0);
    }

    /* A row's first tile begins at vector v. */
    __device__ __forceinline__ void begin_row(int v)
    {
        if (!goes_round) {
            next = v;
        }
    }

    /* The next row is not the one that follows, but the one at v, behind the last one the first. */
    __device__ __forceinline__ void skip_to(int v)
    {
        next = v == vectors ? 0 : v;
        if constexpr (Ahead) {
            load_next(ahead);
        }
    }

    __device__ __forceinline__ tile take()
    {
        tile taken;
        if constexpr (Ahead) {
            taken = ahead;
            load_next(ahead);
        } else {
            load_next(taken);
        }
        return taken;
    }
};

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GRID_COEFFICIENT_TILES_CUH */
