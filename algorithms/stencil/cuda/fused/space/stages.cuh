/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The steps of a pass over space as stages in registers, as those of planes (plane/stages.cuh), a plane at a time. Of each
 * stage a thread has the two planes before the one that arrives, in neighbouring rows and columns. Its neighbours of the
 * plane between are, along the row, in lanes beside it, and, above and below, in other warps: every plane's first and last
 * row of a warp lies in shared memory from when it is computed until the next plane has come, so that all stages together
 * wait for the block once a plane.
 */
#ifndef TCUI_STENCIL_FUSED_SPACE_STAGES_CUH
#define TCUI_STENCIL_FUSED_SPACE_STAGES_CUH

#include "algorithms/stencil/cuda/fused/row.cuh"

namespace tcu
{

/* Which of the 7 points are taps. Points that are none are not multiplied by 0: they may be infinite. */
enum class space_taps {
    star,   /* 7 */
    hollow, /* a star without its centre */
    any     /* those of a mask */
};

constexpr int space_points = 7;

/* A star of radius 1; its points: z - 1, y - 1, x - 1, the centre, x + 1, y + 1, z + 1. */
template <class Compute>
struct space_stencil {
    fused_axis<Compute> z, y, x;
    Compute weights[space_points];
    uint32_t taps; /* bits of points */
};

/* A thread's rows of a plane. */
template <class Compute, int Y, int C>
struct lane_plane {
    lane_row<Compute, C> rows[Y];
};

/* Where a thread's columns and rows are, and what shared memory there is for a parity of planes and a stage. */
template <class Compute>
struct space_place {
    lane_place x;
    int32_t first_row;
    Compute *own, *above, *below; /* its first row's place; those of the rows above its first and below its last */
    int parity_step, stage_step, row_step;
};

/* Rim: some of what the tile reads is outside of the grid. */
template <class Compute, space_taps Taps, int Steps, int Y, int C, bool Rim>
class space_stages
{
  public:
    using row = lane_row<Compute, C>;
    using plane = lane_plane<Compute, Y, C>;

    /* Planes that have not been written have no meaning; it takes 2 * Steps planes until results do. */
    __device__ __forceinline__ space_stages() : kept() {}

    /* `now`: plane z of the input, becomes plane z - Steps of the result. Parity: of the planes so far. */
    template <int Parity>
    __device__ __forceinline__ void advance(plane &now, int32_t z, const space_stencil<Compute> &stencil,
                                            const space_place<Compute> &place)
    {
#pragma unroll
        for (int s = 0; s < Steps; s++) {
            const int written = Parity * place.parity_step + s * place.stage_step;
            const int read = (1 - Parity) * place.parity_step + s * place.stage_step;
            put_row(place.own + written, now.rows[0]);
            put_row(place.own + written + place.row_step, now.rows[Y - 1]);
            row above, below;
            get_row(above, place.above + read);
            get_row(below, place.below + read);
            const plane result =
                step(kept[s][Parity], kept[s][1 - Parity], now, above, below, z - s - 1, stencil, place);
            kept[s][Parity] = now;
            now = result;
        }
        __syncthreads();
    }

  private:
    static constexpr int bytes = C * static_cast<int>(sizeof(Compute)); /* of a row */
    struct alignas(bytes < 16 ? bytes : 16) words {
        Compute at[C];
    };

    static __device__ __forceinline__ void put_row(Compute *to, const row &from)
    {
        words x;
#pragma unroll
        for (int c = 0; c < C; c++) {
            x.at[c] = from.at[c];
        }
        *reinterpret_cast<words *>(to) = x;
    }

    static __device__ __forceinline__ void get_row(row &to, const Compute *from)
    {
        const words x = *reinterpret_cast<const words *>(from);
#pragma unroll
        for (int c = 0; c < C; c++) {
            to.at[c] = x.at[c];
        }
    }

    /* Plane z of the next stage. What lies beyond the ends is overwritten by what it stands for. */
    static __device__ __forceinline__ plane step(plane &before, plane &centre, plane &after, row &above, row &below,
                                                 int32_t z, const space_stencil<Compute> &stencil,
                                                 const space_place<Compute> &place)
    {
#pragma unroll
        for (int r = 0; r < Y; r++) {
            find_sides<Rim>(centre.rows[r], stencil.x, place.x);
        }
        if constexpr (Rim) {
            if (stencil.y.rule != beyond::unrolled) {
                put_rows_beyond(centre, above, below, stencil.y, place.first_row);
            }
            if (z == 0) {
                put_plane_beyond(before, centre, after, stencil.z);
            }
            if (z == stencil.z.n - 1) {
                put_plane_beyond(after, centre, before, stencil.z);
            }
        }
        plane result = {};
#pragma unroll
        for (int t = 0; t < space_points; t++) {
            if ((Taps == space_taps::hollow && t == 3) || (Taps == space_taps::any && (stencil.taps >> t & 1) == 0)) {
                continue;
            }
#pragma unroll
            for (int r = 0; r < Y; r++) {
#pragma unroll
                for (int c = 0; c < C; c++) {
                    result.rows[r].at[c] += stencil.weights[t] * value(before, centre, after, above, below, t, r, c);
                }
            }
        }
        if constexpr (Rim) {
            keep_rim(result, centre, z, stencil, place);
        }
        return result;
    }

    /* Point t of the star around a row's column. */
    static __device__ __forceinline__ Compute value(const plane &before, const plane &centre, const plane &after,
                                                    const row &above, const row &below, int t, int r, int c)
    {
        if (t == 0) {
            return before.rows[r].at[c];
        }
        if (t == 1) {
            return r == 0 ? above.at[c] : centre.rows[r - 1].at[c];
        }
        if (t == 2) {
            return c == 0 ? centre.rows[r].left : centre.rows[r].at[c - 1];
        }
        if (t == 4) {
            return c + 1 == C ? centre.rows[r].right : centre.rows[r].at[c + 1];
        }
        if (t == 5) {
            return r + 1 == Y ? below.at[c] : centre.rows[r + 1].at[c];
        }
        return t == 6 ? after.rows[r].at[c] : centre.rows[r].at[c];
    }

    static __device__ __forceinline__ void put_row_beyond(row &to, const row &last, const row &previous,
                                                          const fused_axis<Compute> &axis)
    {
        keep_branch();
#pragma unroll
        for (int c = 0; c < C; c++) {
            to.at[c] = substitute(axis, last.at[c], previous.at[c]);
        }
    }

    template <int R>
    static __device__ __forceinline__ row &row_of(plane &centre, row &above, row &below)
    {
        if constexpr (R < 0) {
            return above;
        } else if constexpr (R >= Y) {
            return below;
        } else {
            return centre.rows[R];
        }
    }

    /* (Rows by constant numbers from the start: else they end up in memory.) */
    template <int R = 0>
    static __device__ __forceinline__ void put_rows_beyond(plane &centre, row &above, row &below,
                                                           const fused_axis<Compute> &axis, int32_t first)
    {
        row &over = row_of<R - 1>(centre, above, below), &under = row_of<R + 1>(centre, above, below);
        if (first + R == 0) {
            put_row_beyond(over, centre.rows[R], under, axis);
        }
        if (first + R == axis.n - 1) {
            put_row_beyond(under, centre.rows[R], over, axis);
        }
        if constexpr (R + 1 < Y) {
            put_rows_beyond<R + 1>(centre, above, below, axis, first);
        }
    }

    static __device__ __forceinline__ void put_plane_beyond(plane &to, const plane &last, const plane &previous,
                                                            const fused_axis<Compute> &axis)
    {
        if (axis.rule == beyond::unrolled) {
            return;
        }
#pragma unroll
        for (int r = 0; r < Y; r++) {
            put_row_beyond(to.rows[r], last.rows[r], previous.rows[r], axis);
        }
    }

    static __device__ __forceinline__ bool keeps(const fused_axis<Compute> &axis, int32_t i)
    {
        return (axis.keeps_first && i == 0) || (axis.keeps_last && i == axis.n - 1);
    }

    static __device__ __forceinline__ void keep_rim(plane &result, const plane &centre, int32_t z,
                                                    const space_stencil<Compute> &stencil,
                                                    const space_place<Compute> &place)
    {
        if (keeps(stencil.z, z)) {
            keep_branch();
            result = centre;
            return;
        }
        const bool keeps_ends = place.x.is_aside && (stencil.x.keeps_first || stencil.x.keeps_last);
#pragma unroll
        for (int r = 0; r < Y; r++) {
            if (keeps(stencil.y, place.first_row + r)) {
                keep_branch();
                result.rows[r] = centre.rows[r];
            } else if (keeps_ends) {
                keep_branch();
                keep_ends(result.rows[r], centre.rows[r], stencil.x, place.x);
            }
        }
    }

    plane kept[Steps][2]; /* of each stage, the planes before the one that arrives */
};

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_SPACE_STAGES_CUH */
