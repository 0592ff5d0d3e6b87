/* SPDX-License-Identifier: Apache-2.0 */
/* Windows of the 128 results of a tile as fragments of A: where lines of the grid are, how windows are loaded, and
 * products. */
#ifndef TCUI_STENCIL_MATRIX_WINDOWS_CUH
#define TCUI_STENCIL_MATRIX_WINDOWS_CUH

#include "primitives/tile/element_mma.cuh"
#include "sweep.cuh"

namespace tcu
{

/* A grid line, or what all of it is. */
template <class T>
struct grid_line {
    const T *elements; /* of coordinate 0 */
    int64_t outside;   /* 0, or as tcui_map_coordinate() says */
};

/* Where coordinate i of an axis is in memory; negative outside, as tcui_map_coordinate() says. */
__device__ __forceinline__ int64_t place_on(const grid_axis &axis, int64_t i)
{
    const int64_t at = tcui_map_coordinate(i, axis.in, axis.boundary);
    return at < 0 ? at : at * axis.in_stride;
}

/* The line at such places of axes 0 and 1. */
template <class T>
__device__ __forceinline__ grid_line<T> line_at(const T *in, int64_t place0, int64_t place1)
{
    const int64_t outside = place0 < 0 ? place0 : place1 < 0 ? place1 : 0;
    return {outside != 0 ? in : in + place0 + place1, outside};
}

/* 2 neighbouring elements. */
template <loading How, class T>
__device__ __forceinline__ uint32_t load_pair(const T *from)
{
    if constexpr (How == loading::vectors) {
        return __ldg(reinterpret_cast<const unsigned *>(from));
    } else {
        const uintptr_t address = reinterpret_cast<uintptr_t>(from);
        const unsigned *const aligned = reinterpret_cast<const unsigned *>(address - address % 4);
        const unsigned shift = static_cast<unsigned>(address % 4 * 8);
        const uint32_t low = __ldg(aligned), high = __ldg(aligned + 1);
        return __funnelshift_r(low, high, shift);
    }
}

/* Where a lane's elements of windows begin, from that of the first: 2 of every 8, so that each load brings the elements to
 * the register whose operand they are. */
__device__ __forceinline__ int own_window(int lane)
{
    return 8 * device::group_of(lane) + 2 * device::lane_in_group(lane);
}

/* A lane's words of the A fragments of `Octets` octets, 4 of 16 elements, 2 of 8. `own` is the lane's, as above. */
template <loading How, int Octets, class T>
__device__ __forceinline__ void load_windows(const T *own, uint32_t (&words)[2 * Octets])
{
#pragma unroll
    for (int half = 0; half < 2; half++) { /* windows g and g + 8 */
#pragma unroll
        for (int octet = 0; octet < Octets; octet++) {
            words[2 * octet + half] = load_pair<How>(own + (64 * half + 8 * octet));
        }
    }
}

/* Of crossed windows: windows g and g + 8 of either half of a tile, an octet each. */
__device__ __forceinline__ int own_crossed_window(int lane)
{
    return 4 * device::group_of(lane) + 2 * device::lane_in_group(lane);
}

template <loading How, class T>
__device__ __forceinline__ void load_crossed_windows(const T *own, uint32_t (&words)[4])
{
#pragma unroll
    for (int i = 0; i < 4; i++) {
        words[i] = load_pair<How>(own + 32 * i);
    }
}

/* Where the two elements of word i of these fragments are, from the first element of all windows; of 1 octet: crossed
 * ones. */
template <int Octets>
__device__ __forceinline__ int place_of_word(int lane, int i)
{
    if constexpr (Octets == 1) {
        return own_crossed_window(lane) + 32 * i;
    }
    const int window = 8 * device::group_of(lane) + 64 * (i % 2), t = device::lane_in_group(lane);
    return window + 8 * (i / 2) + 2 * t;
}

/* A lane's registers of a band: of weights of two halves those of the high ones, then those of the low ones. */
template <int Halves>
using band_registers = std::conditional_t<Halves == 1, uint2, uint4>;

/* From the bands in memory, which have both. */
template <int Halves>
__device__ __forceinline__ band_registers<Halves> load_band(const uint4 *from)
{
    return *reinterpret_cast<const band_registers<Halves> *>(from);
}

/* Part 1 is the high one. */
__device__ __forceinline__ uint2 part_of_band(uint4 band, int part)
{
    return part == 1 ? make_uint2(band.x, band.y) : make_uint2(band.z, band.w);
}

__device__ __forceinline__ uint2 part_of_band(uint2 band, int)
{
    return band;
}

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_WINDOWS_CUH */
