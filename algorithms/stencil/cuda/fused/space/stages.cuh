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
    turned, /* 7; the weights of an axis are exchanged where it is unrolled as in a mirror, and differ */
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

/* Where a thread's rows are in shared memory, for a parity of planes and a stage, and what is special about them. */
template <class Compute>
struct space_place {
    Compute *own, *above, *below; /* its first row's place; those of the rows above its first and below its last */
    int parity_step, stage_step, row_step;
    /* Of warps at the rim, bits of rows, then of columns: those that have their values for ever (first_free()), and
     * those whose neighbours are exchanged (unroll()); a bit more for planes outside of the grid. */
    uint32_t held, turned;
    int32_t first_free, end_free; /* planes that have not their values for ever */
};

/* Of each step as many planes as it needs. */
template <class Compute, space_taps Taps, int Steps, int Y, int C>
class space_stages
{
  public:
    using row = lane_row<Compute, C>;
    using plane = lane_plane<Compute, Y, C>;

    /* Planes that have not been written have no meaning; it takes 2 * Steps planes until results do. */
    __device__ __forceinline__ space_stages() : kept() {}

    /* `now`: plane z of the input, becomes plane z - Steps of the result. Parity: of the planes so far. Rim: some points
     * that are read are outside of the grid, or some that are computed at its ends. The block waits before the next
     * plane. */
    template <int Parity, bool Rim>
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
                step<Rim>(kept[s][Parity], kept[s][1 - Parity], now, above, below, z - s - 1, stencil, place);
            kept[s][Parity] = now;
            now = result;
        }
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

    /* Plane z of the next stage. */
    template <bool Rim>
    static __device__ __forceinline__ plane step(const plane &before, plane &centre, const plane &after,
                                                 const row &above, const row &below, int32_t z,
                                                 const space_stencil<Compute> &stencil,
                                                 const space_place<Compute> &place)
    {
#pragma unroll
        for (int r = 0; r < Y; r++) {
            find_neighbours(centre.rows[r]);
        }
        const uint32_t turned = Rim && Taps == space_taps::turned ? turned_at(z, stencil, place) : 0;
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
                    const Compute weight = (turned >> turned_bit(t, r, c) & 1) != 0
                                               ? stencil.weights[space_points - 1 - t]
                                               : stencil.weights[t];
                    result.rows[r].at[c] += weight * value(before, centre, after, above, below, t, r, c);
                }
            }
        }
        if constexpr (Rim) {
            /* (Opaque: else each test becomes one of the plane, one of the row and one of the column.) */
            const uint32_t held = opaque(z < place.first_free || z >= place.end_free ? ~uint32_t{0} : place.held);
#pragma unroll
            for (int r = 0; r < Y; r++) {
#pragma unroll
                for (int c = 0; c < C; c++) {
                    const bool holds = (held & (1u << r | 1u << (Y + c))) != 0;
                    result.rows[r].at[c] = holds ? centre.rows[r].at[c] : result.rows[r].at[c];
                }
            }
        }
        return result;
    }

    /* Which rows, columns and, by the bit behind these, planes take weights of the points opposite to theirs. */
    static __device__ __forceinline__ uint32_t turned_at(int32_t z, const space_stencil<Compute> &stencil,
                                                         const space_place<Compute> &place)
    {
        const bool is_outside = z < 0 || z >= stencil.z.n;
        return opaque(is_outside ? place.turned : place.turned & ~(1u << (Y + C)));
    }

    static __device__ constexpr int turned_bit(int t, int r, int c)
    {
        const int axis = t < 3 ? t : space_points - 1 - t;
        return axis == 0 ? Y + C : axis == 1 ? r : Y + c;
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

    plane kept[Steps][2]; /* of each stage, the planes before the one that arrives */
};

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_SPACE_STAGES_CUH */
