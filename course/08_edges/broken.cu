/* SPDX-License-Identifier: Apache-2.0 */
/* Edges of a picture, with one mistake in this kernel of hysteresis. Find it. */
#include "canny.h"

using namespace course;

__global__ void broken_kernel(picture_of<uint8_t> in, uint8_t *out, int *changed)
{
    __shared__ uint8_t marks[rows + 2][columns + 2];
    const int y = static_cast<int>(threadIdx.y) + 1, x = static_cast<int>(threadIdx.x) + 1;
    const int top = static_cast<int>(blockIdx.y) * rows - 1, left = static_cast<int>(blockIdx.x) * columns - 1;
    for (int i = y - 1; i < rows + 2; i += rows) {
        for (int j = x - 1; j < columns + 2; j += columns) {
            if (in.has(top + i, left + j)) {
                marks[i][j] = in.at(top + i, left + j);
            }
        }
    }
    __syncthreads();
    if (in.has(top + y, left + x)) {
        uint8_t mark = marks[y][x];
        if (mark == weak && touches_strong([](int i, int j) { return marks[i][j]; }, y, x)) {
            mark = strong;
            atomicExch(changed, 1);
        }
        out[(top + y) * static_cast<size_t>(in.width) + left + x] = mark;
    }
}

static void broken(const task &t)
{
    stage_by_stage(t);
    collect_by_atomics(spread(broken_kernel, rows, t), t);
}

std::vector<version> course::versions()
{
    return {{"broken", broken, false, true}};
}
