/* SPDX-License-Identifier: Apache-2.0 */
/* A box on images of bytes, and how its work is cut: a warp takes a strip of 256 elements of lines that follow each
 * other. */
#ifndef TCUI_STENCIL_IMAGES_TASK_CUH
#define TCUI_STENCIL_IMAGES_TASK_CUH

#include "algorithms/stencil/cuda/line_strip.cuh"
#include "algorithms/stencil/cuda/tuning.h"
#include "primitives/tile/instructions.cuh"

namespace tcu
{

constexpr int image_warps = TCUI_STENCIL_IMAGES_THREADS / 32, image_lines = 8, image_elements = 256;

/* The matrix unit's 16 lines of in are those of 8 lines of out. */
constexpr int image_most_rows = 16 - image_lines + 1;

/* Line j of the four whose bytes are a word of lane t of a group of 4: two of the upper 8 lines and two of the lower 8. */
__device__ __forceinline__ int image_line_of(int t, int j)
{
    return 2 * t + j % 2 + image_lines * (j / 2);
}

/* What a kernel is compiled for: columns of the box, and interleaved channels. */
template <int Columns, int Channels>
struct image_shape {
    static constexpr int columns = Columns, channels = Channels, window = 16 + (Columns - 1) * Channels;
    static constexpr int window_words = (window + 3) / 4, window_vectors = (window + 3 + 15) / 16;
};

/* Blocks that are on a multiprocessor together: wide windows take more registers. */
template <class Shape>
constexpr int image_resident = Shape::window_words <= 7 ? TCUI_STENCIL_IMAGES_BLOCKS : TCUI_STENCIL_IMAGES_BLOCKS_WIDE;

struct image_task {
    tcu::grid<u8> grid;
    const f32 *weights; /* rows x columns */
    int rows;
    bool is_reversed, vectors_out;
    u8 constant;
    strip_cut cut;
};

using image_strip = line_strip<u8>;

__device__ __forceinline__ image_strip strip_of(const image_task &task, uint64_t number)
{
    return strip_of<image_elements>(task.grid, task.cut, number);
}

/* The same for what few tiles need, which computes it anew: so that it is in no registers between. */
__device__ __forceinline__ image_strip strip_again(const image_task &task, uint64_t number)
{
    const uint64_t same = static_cast<uint64_t>(opaque(static_cast<uint32_t>(number >> 32))) << 32 |
                          opaque(static_cast<uint32_t>(number));
    return strip_of(task, same);
}

} // namespace tcu

#endif /* TCUI_STENCIL_IMAGES_TASK_CUH */
