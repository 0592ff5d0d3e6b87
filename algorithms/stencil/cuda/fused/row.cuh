/* SPDX-License-Identifier: Apache-2.0 */
/* A row's piece in a lane: neighbouring columns, and those at both sides of them. */
#ifndef TCUI_STENCIL_FUSED_ROW_CUH
#define TCUI_STENCIL_FUSED_ROW_CUH

#include "edge.cuh"
#include "primitives/tile/element_vector.cuh"
#include "primitives/tile/instructions.cuh"
#include "primitives/tile/lanes.h"

namespace tcu
{

template <class Compute, int C>
struct lane_row {
    Compute at[C], left, right;
};

/* Where a lane's first column is in the axis. */
struct lane_place {
    bool is_aside; /* the warp has columns beyond the axis's ends */
    bool is_first; /* it is column 0 */
    int32_t last;  /* the lane's column that is the axis's last, if from 0 to C - 1 */
};

/* Columns beyond the axis's ends become what they stand for. */
template <beyond Rule, class Compute, int C>
__device__ __forceinline__ void put_beyond_ends(lane_row<Compute, C> &row, const fused_axis<Compute> &axis,
                                                const lane_place &place)
{
    const auto of = [&](Compute last, Compute previous) {
        return Rule == beyond::constant ? axis.outside : Rule == beyond::previous ? previous : last;
    };
    keep_branch();
    if (place.is_first) {
        row.left = of(row.at[0], row.at[1]);
    }
#pragma unroll
    for (int c = 0; c < C; c++) {
        if (c == place.last) {
            (c + 1 < C ? row.at[c + 1 < C ? c + 1 : c] : row.right) =
                of(row.at[c], c > 0 ? row.at[c > 0 ? c - 1 : c] : row.left);
        }
    }
}

/* The columns at both sides, where lanes have them. */
template <class Compute, int C>
__device__ __forceinline__ void find_neighbours(lane_row<Compute, C> &row)
{
    row.left = __shfl_up_sync(all_lanes, row.at[C - 1], 1);
    row.right = __shfl_down_sync(all_lanes, row.at[0], 1);
}

/* And where they are beyond the axis's ends. */
template <bool Rim, class Compute, int C>
__device__ __forceinline__ void find_sides(lane_row<Compute, C> &row, const fused_axis<Compute> &axis,
                                           const lane_place &place)
{
    find_neighbours(row);
    if (Rim && place.is_aside) {
        if (axis.rule == beyond::constant) {
            put_beyond_ends<beyond::constant>(row, axis, place);
        } else if (axis.rule == beyond::last) {
            put_beyond_ends<beyond::last>(row, axis, place);
        } else if (axis.rule == beyond::previous) {
            put_beyond_ends<beyond::previous>(row, axis, place);
        }
    }
}

/* The columns at the axis's ends that have their values for ever. */
template <class Compute, int C>
__device__ __forceinline__ void keep_ends(lane_row<Compute, C> &row, const lane_row<Compute, C> &before,
                                          const fused_axis<Compute> &axis, const lane_place &place)
{
    if (axis.keeps_first && place.is_first) {
        row.at[0] = before.at[0];
    }
#pragma unroll
    for (int c = 0; c < C; c++) {
        if (axis.keeps_last && c == place.last) {
            row.at[c] = before.at[c];
        }
    }
}

/* Bytes that a lane's columns move by. */
template <class T, int C>
constexpr int columns_piece = sizeof(T) * C < 16 ? static_cast<int>(sizeof(T)) * C : 16;

/* A row's elements as they are loaded. Whole: at a multiple of their piece. */
template <int C, class T>
__device__ __forceinline__ element_vector<T, C> load_columns(const T *from, bool whole)
{
    element_vector<T, C> x;
    if (whole) {
        constexpr int V = columns_piece<T, C> / static_cast<int>(sizeof(T));
#pragma unroll
        for (int v = 0; v < C / V; v++) {
            const auto piece = load_whole<V>(from + v * V);
            memcpy(x.words + v * (sizeof piece.words / 4), piece.words, sizeof piece.words);
        }
    } else {
        T elements[C];
#pragma unroll
        for (int c = 0; c < C; c++) {
            elements[c] = from[c];
        }
        memcpy(x.words, elements, sizeof x.words);
    }
    return x;
}

/* The same at the rim; `row` is its column 0. */
template <int C, class T, class Compute>
__device__ __forceinline__ element_vector<T, C> load_wrapped(const T *row, int32_t first,
                                                             const fused_axis<Compute> &axis)
{
    T elements[C];
#pragma unroll
    for (int c = 0; c < C; c++) {
        elements[c] = row[readable(axis, first + c)];
    }
    element_vector<T, C> x;
    memcpy(x.words, elements, sizeof x.words);
    return x;
}

template <class T, int C>
__device__ __forceinline__ lane_row<computed<T>, C> to_row(const element_vector<T, C> &elements)
{
    lane_row<computed<T>, C> row;
#pragma unroll
    for (int c = 0; c < C; c++) {
        row.at[c] = to_computed(elements.at(c));
    }
    return row;
}

/* They are not read again in this pass. */
template <class T, int C>
__device__ __forceinline__ void store_columns(T *to, const computed<T> (&row)[C], bool whole)
{
    T elements[C];
#pragma unroll
    for (int c = 0; c < C; c++) {
        elements[c] = from_computed<T>(row[c]);
    }
    if (whole) {
        using piece = std::conditional_t<columns_piece<T, C> == 16, uint4,
                                         std::conditional_t<columns_piece<T, C> == 8, unsigned long long, unsigned>>;
        constexpr int count = C * static_cast<int>(sizeof(T)) / columns_piece<T, C>;
        piece pieces[count];
        memcpy(pieces, elements, sizeof pieces);
#pragma unroll
        for (int v = 0; v < count; v++) {
            __stcs(reinterpret_cast<piece *>(to) + v, pieces[v]);
        }
    } else {
#pragma unroll
        for (int c = 0; c < C; c++) {
            to[c] = elements[c];
        }
    }
}

/* The columns that the grid has: to `last`. */
template <class T, int C>
__device__ __forceinline__ void store_inside(T *to, const computed<T> (&row)[C], int32_t last)
{
#pragma unroll
    for (int c = 0; c < C; c++) {
        if (c <= last) {
            to[c] = from_computed<T>(row[c]);
        }
    }
}

} // namespace tcu

#endif /* TCUI_STENCIL_FUSED_ROW_CUH */
