/* SPDX-License-Identifier: Apache-2.0 */
/* Planes cut into strips: a warp takes lines that follow each other, as many elements of each as its lanes have. */
#ifndef TCUI_STENCIL_LINE_STRIP_CUH
#define TCUI_STENCIL_LINE_STRIP_CUH

#include "coordinates.cuh"
#include "cut.cuh"
#include "grid.cuh"

namespace tcu
{

struct strip_cut {
    int64_t lines;        /* of a strip */
    int64_t down, across; /* strips of a plane */
    uint64_t strips;      /* of all planes */
};

inline uint64_t count_planes(const tcui_stencil &s)
{
    return s.axes[0].out * s.copies * s.batch;
}

inline strip_cut cut_planes(const tcui_stencil &s, uint64_t lines, uint64_t across)
{
    const uint64_t down = divide_up(s.axes[1].out, lines);
    return {static_cast<int64_t>(lines), static_cast<int64_t>(down), static_cast<int64_t>(across),
            down * across * count_planes(s)};
}

template <class T>
struct line_strip {
    const T *in; /* of coordinates 0 */
    T *out;
    int64_t y, y_end; /* lines of out */
    int64_t first;    /* the first element of the lines */
};

/* Strip `number`, of so many elements of a line. */
template <int Elements, class T>
__device__ __forceinline__ line_strip<T> strip_of(const grid<T> &g, const strip_cut &cut, uint64_t number)
{
    uint64_t rest = number;
    line_strip<T> strip;
    strip.first = take_coordinate(rest, cut.across) * Elements;
    strip.y = take_coordinate(rest, cut.down) * cut.lines;
    strip.y_end = min(strip.y + cut.lines, g.axes[1].out);
    const int64_t z = take_coordinate(rest, g.axes[0].out), copy = take_coordinate(rest, g.copies),
                  batch = static_cast<int64_t>(rest);
    strip.in = g.in + batch * g.in_batch_stride + copy * g.in_copy_stride + z * g.axes[0].in_stride;
    strip.out = g.out + batch * g.out_batch_stride + copy * g.out_copy_stride + z * g.axes[0].out_stride;
    return strip;
}

} // namespace tcu

#endif /* TCUI_STENCIL_LINE_STRIP_CUH */
