/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The steps of a pass as stages in registers. A row that comes in takes every stage one row further: of each stage the two
 * rows before are kept, and with the one that arrives they give the row between them of the next stage. (The idea of
 * register pipelines: A. Nguyen et al.: "3.5-D Blocking Optimization for Stencil Computations on Modern CPUs and GPUs",
 * SC'10.)
 */
#ifndef TCUI_STENCIL_FUSED_PLANE_STAGES_CUH
#define TCUI_STENCIL_FUSED_PLANE_STAGES_CUH

#include "algorithms/stencil/cuda/fused/row.cuh"

namespace tcu
{

/* Which of the 9 points are taps. Points that are none are not multiplied by 0: they may be infinite. */
enum class plane_taps {
    star,   /* 5 */
    hollow, /* a star without its centre */
    box,    /* 9 */
    any     /* those of a mask */
};

template <plane_taps Taps>
constexpr bool has_corners = Taps == plane_taps::box || Taps == plane_taps::any;

/* A stencil of radius 1; weights [1 + dy][1 + dx]. */
template <class Compute>
struct plane_stencil {
    fused_axis<Compute> y, x;
    Compute weights[3][3];
    uint32_t taps; /* bit 3 (1 + dy) + 1 + dx */
};

/* Rim: some of what the strip reads is outside of the grid. */
template <class Compute, plane_taps Taps, int Steps, int C, bool Rim>
class plane_stages
{
  public:
    using row = lane_row<Compute, C>;

    /* Registers of rows that have not been written have no meaning; it takes 2 * Steps rows until results do. */
    __device__ __forceinline__ plane_stages() : kept() {}

    /* `now`: row y of the input, becomes row y - Steps of the result. Parity: of the rows so far. */
    template <int Parity>
    __device__ __forceinline__ void advance(row &now, int32_t y, const plane_stencil<Compute> &stencil,
                                            const lane_place &place)
    {
#pragma unroll
        for (int s = 0; s < Steps; s++) {
            row &above = kept[s][Parity], &centre = kept[s][1 - Parity];
            if (has_corners<Taps>) {
                find_sides<Rim>(now, stencil.x, place);
            }
            const row result = step(above, centre, now, y - s - 1, stencil, place);
            above = now;
            now = result;
        }
    }

  private:
    /* Row y of the next stage. Rows and columns beyond the ends are overwritten by what they stand for. */
    static __device__ __forceinline__ row step(row &above, row &centre, row &below, int32_t y,
                                               const plane_stencil<Compute> &stencil, const lane_place &place)
    {
        if (!has_corners<Taps>) {
            find_sides<Rim>(centre, stencil.x, place);
        }
        if constexpr (Rim) {
            if (y == 0) {
                put_beyond(above, centre, below, stencil.y);
            }
            if (y == stencil.y.n - 1) {
                put_beyond(below, centre, above, stencil.y);
            }
        }
        row result;
#pragma unroll
        for (int c = 0; c < C; c++) {
            result.at[c] = sum_of_taps(above, centre, below, c, stencil);
        }
        if constexpr (Rim) {
            keep_rim(result, centre, y, stencil, place);
        }
        return result;
    }

    static __device__ __forceinline__ void put_beyond(row &to, const row &last, const row &previous,
                                                      const fused_axis<Compute> &axis)
    {
        if (axis.rule == beyond::unrolled) {
            return;
        }
        keep_branch();
#pragma unroll
        for (int c = 0; c < C; c++) {
            to.at[c] = substitute(axis, last.at[c], previous.at[c]);
        }
        if (has_corners<Taps>) {
            to.left = substitute(axis, last.left, previous.left);
            to.right = substitute(axis, last.right, previous.right);
        }
    }

    static __device__ __forceinline__ Compute value(const row &of, int c)
    {
        return c < 0 ? of.left : c >= C ? of.right : of.at[c];
    }

    /* The row that arrives comes last, as it is what stages wait for. */
    static __device__ __forceinline__ Compute sum_of_taps(const row &above, const row &centre, const row &below, int c,
                                                          const plane_stencil<Compute> &stencil)
    {
        Compute sum = 0;
        bool is_first = Taps != plane_taps::any;
#pragma unroll
        for (int i = 0; i < 9; i++) {
            const int dy = i / 3 == 0 ? 1 : i / 3 == 1 ? 0 : 2, dx = i % 3;
            const bool is_axis = dy == 1 || dx == 1, is_centre = dy == 1 && dx == 1;
            if ((!has_corners<Taps> && !is_axis) || (Taps == plane_taps::hollow && is_centre)) {
                continue;
            }
            if (Taps == plane_taps::any && (stencil.taps >> (3 * dy + dx) & 1) == 0) {
                continue;
            }
            const Compute term = stencil.weights[dy][dx], x = value(dy == 0   ? above
                                                                    : dy == 1 ? centre
                                                                              : below,
                                                                    c + dx - 1);
            sum = is_first ? term * x : sum + term * x;
            is_first = false;
        }
        return sum;
    }

    static __device__ __forceinline__ void keep_rim(row &result, const row &centre, int32_t y,
                                                    const plane_stencil<Compute> &stencil, const lane_place &place)
    {
        if ((stencil.y.keeps_first && y == 0) || (stencil.y.keeps_last && y == stencil.y.n - 1)) {
            keep_branch();
            result = centre;
        } else if (place.is_aside && (stencil.x.keeps_first || stencil.x.keeps_last)) {
            keep_branch();
            keep_ends(result, centre, stencil.x, place);
        }
    }

    row kept[Steps][2]; /* of each stage, the rows before the one that arrives */
};

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_PLANE_STAGES_CUH */
