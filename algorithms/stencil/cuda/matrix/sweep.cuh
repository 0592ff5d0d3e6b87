/* SPDX-License-Identifier: Apache-2.0 */
/* A sweep as the kernels on the matrix unit see it: tiles of 128 neighbouring results of a line of the grid. */
#ifndef TCUI_STENCIL_MATRIX_SWEEP_CUH
#define TCUI_STENCIL_MATRIX_SWEEP_CUH

#include "algorithms/stencil/cuda/grid.cuh"
#include "policy.cuh"

namespace tcu
{

constexpr int tile_results = 128; /* of a line: 16 windows of 8 results */

/* How windows are loaded: those inside of the grid by vectors, or by words of which neighbours are put together; others
 * element by element, each from where its coordinate is mapped. */
enum class loading { vectors, words, elements };

template <class T>
struct matrix_sweep {
    tcu::grid<T> grid;
    const uint4 *bands;
    const f32 *weights; /* of the box, in C order */
    f32 scale;          /* of sums of bands */
    int32_t first_x;
    int steps;
    bool is_paired; /* pairs of results are aligned */
    /* Warps: tiles of a line, fastest; groups of lines; strips of `rows` rows of results; images. */
    int64_t tiles, groups, strips;
    int rows;
    uint64_t warps;
    uint64_t turns; /* of lines: what a warp makes, one behind the other */
};

/* Elements beyond its windows that a load of words touches. */
constexpr int64_t word_slack = 2;

/* Whether the `span` elements of the windows of `tiles` tiles, and their results, are inside the line. */
template <class T>
__device__ __forceinline__ bool is_inside(const matrix_sweep<T> &sweep, int64_t x, int tiles, int span)
{
    const grid_axis &axis = sweep.grid.axes[2];
    const int64_t first = x + sweep.first_x, end = first + span;
    return first >= word_slack && end + word_slack <= axis.in && x + tile_results * tiles <= axis.out;
}

} // namespace tcu

#endif /* TCUI_STENCIL_MATRIX_SWEEP_CUH */
