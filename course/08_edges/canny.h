/* SPDX-License-Identifier: Apache-2.0 */
/* Canny's stages: the arithmetic of a point, in integers, so that all versions find the same edges; and a plain kernel
 * of each stage, a thread a point, which versions and exercise have in common. */
#ifndef TCU_COURSE_CANNY_H
#define TCU_COURSE_CANNY_H

#include "task.h"

namespace course
{

constexpr int columns = 32, rows = 8, threads = columns * rows; /* of a block */
constexpr int none = 0, weak = 1, strong = 2; /* marks; what hysteresis adds to the edges is strong, too */

/* ----------------------------------------------------------------------------------------------- of one point --- */

__device__ inline int clamped(int i, int n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

/* Five neighbours of a line with binomial weights, which sum up to 16. */
template <class At>
__device__ int binomial(const At &at, int i)
{
    return at(i - 2) + 4 * (at(i - 1) + at(i + 1)) + 6 * at(i) + at(i + 2);
}

/* The Gaussian of a point, of neighbours at(y, x): along rows, then along columns, and rounded to nearest. */
template <class At>
__device__ uint8_t smoothed(const At &at, int y, int x)
{
    const auto along_row = [&](int i) { return binomial([&](int j) { return at(i, j); }, x); };
    return static_cast<uint8_t>((binomial(along_row, y) + 128) >> 8);
}

/* Sobel: 4 (|g_x| + |g_y|) + direction. Directions 0 to 3: along x, downwards to the right, along y, downwards to the
 * left; their borders are at a slope of 2/5, which is about tan(22.5 degrees). */
template <class At>
__device__ uint16_t gradient(const At &at, int y, int x)
{
    const int g_x =
        at(y - 1, x + 1) + 2 * at(y, x + 1) + at(y + 1, x + 1) - at(y - 1, x - 1) - 2 * at(y, x - 1) - at(y + 1, x - 1);
    const int g_y =
        at(y + 1, x - 1) + 2 * at(y + 1, x) + at(y + 1, x + 1) - at(y - 1, x - 1) - 2 * at(y - 1, x) - at(y - 1, x + 1);
    const int size_x = g_x < 0 ? -g_x : g_x, size_y = g_y < 0 ? -g_y : g_y;
    const int diagonal = (g_x < 0) == (g_y < 0) ? 1 : 3;
    const int direction = 5 * size_y < 2 * size_x ? 0 : 5 * size_x < 2 * size_y ? 2 : diagonal;
    return static_cast<uint16_t>(4 * (size_x + size_y) + direction);
}

/* Non-maximum suppression and thresholds, of neighbours' gradients: a point is kept if none of the two neighbours along
 * its direction has a larger gradient (of two equal ones the first is kept). */
template <class At>
__device__ uint8_t thinned(const At &at, int y, int x, int low, int high)
{
    const int own = at(y, x) / 4, direction = at(y, x) % 4;
    const int dy = direction > 0, dx = direction == 3 ? -1 : direction != 2;
    const bool is_largest = own > at(y - dy, x - dx) / 4 && own >= at(y + dy, x + dx) / 4;
    return !is_largest || own < low ? none : own < high ? weak : strong;
}

/* Hysteresis: whether one of the eight neighbours' marks is strong. */
template <class At>
__device__ bool touches_strong(const At &at, int y, int x)
{
    bool touches = false;
    for (int i = -1; i <= 1; i++) {
        touches |= at(y + i, x - 1) == strong || at(y + i, x) == strong || at(y + i, x + 1) == strong;
    }
    return touches;
}

/* ------------------------------------------------------------------------------------------- a thread a point --- */

/* Of a picture in global memory: beyond its border the nearest point, or 0. */
template <class T>
struct picture_of {
    const T *points;
    int height, width;
    __device__ T at(int y, int x) const { return points[y * static_cast<size_t>(width) + x]; }
    __device__ T nearest(int y, int x) const { return at(clamped(y, height), clamped(x, width)); }
    __device__ bool has(int y, int x) const { return y >= 0 && y < height && x >= 0 && x < width; }
    __device__ T or_zero(int y, int x) const { return has(y, x) ? at(y, x) : static_cast<T>(0); }
};

__device__ inline int own_row()
{
    return static_cast<int>(blockIdx.y * rows + threadIdx.y);
}
__device__ inline int own_column()
{
    return static_cast<int>(blockIdx.x * columns + threadIdx.x);
}

__global__ void smooth_kernel(picture_of<uint8_t> in, uint8_t *out)
{
    const int y = own_row(), x = own_column();
    if (in.has(y, x)) {
        out[y * static_cast<size_t>(in.width) + x] = smoothed([&](int i, int j) { return in.nearest(i, j); }, y, x);
    }
}

__global__ void gradient_kernel(picture_of<uint8_t> in, uint16_t *out)
{
    const int y = own_row(), x = own_column();
    if (in.has(y, x)) {
        out[y * static_cast<size_t>(in.width) + x] = gradient([&](int i, int j) { return in.nearest(i, j); }, y, x);
    }
}

__global__ void thin_kernel(picture_of<uint16_t> in, int low, int high, uint8_t *out)
{
    const int y = own_row(), x = own_column();
    if (in.has(y, x)) {
        out[y * static_cast<size_t>(in.width) + x] =
            thinned([&](int i, int j) { return in.or_zero(i, j); }, y, x, low, high);
    }
}

/* One step of hysteresis: weak points beside strong ones become strong. From one array to another one, as a thread that
 * wrote where its neighbours read would race with them. */
__global__ void sweep_kernel(picture_of<uint8_t> in, uint8_t *out, int *changed)
{
    const int y = own_row(), x = own_column();
    if (in.has(y, x)) {
        uint8_t mark = in.at(y, x);
        if (mark == weak && touches_strong([&](int i, int j) { return in.or_zero(i, j); }, y, x)) {
            mark = strong;
            atomicExch(changed, 1);
        }
        out[y * static_cast<size_t>(in.width) + x] = mark;
    }
}

/* Each edge point takes the next place, in whatever order threads come. */
__global__ void atomic_kernel(const uint8_t *marks, size_t n, uint32_t *positions, unsigned long long *count)
{
    const size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    if (i < n && marks[i] == strong) {
        positions[atomicAdd(count, 1)] = static_cast<uint32_t>(i);
    }
}

/* --------------------------------------------------------------------------------------------------- launches --- */

inline size_t points_of(const task &t)
{
    return static_cast<size_t>(t.height) * static_cast<size_t>(t.width);
}

/* Blocks that cover the picture, each of columns x `block_rows` points. */
inline dim3 blocks_of(const task &t, int block_rows)
{
    return {blocks_for(static_cast<size_t>(t.width), columns),
            blocks_for(static_cast<size_t>(t.height), static_cast<size_t>(block_rows))};
}

inline void smooth_and_gradients(const task &t)
{
    launch(smooth_kernel, blocks_of(t, rows), dim3(columns, rows), picture_of<uint8_t>{t.picture, t.height, t.width},
           t.smooth);
    launch(gradient_kernel, blocks_of(t, rows), dim3(columns, rows), picture_of<uint8_t>{t.smooth, t.height, t.width},
           t.gradients);
}

inline void stage_by_stage(const task &t)
{
    smooth_and_gradients(t);
    launch(thin_kernel, blocks_of(t, rows), dim3(columns, rows), picture_of<uint16_t>{t.gradients, t.height, t.width},
           t.low, t.high, t.marks[0]);
}

using step_of_hysteresis = void(picture_of<uint8_t>, uint8_t *, int *);

/* Steps until nothing changes. Returns the marks of the last one. */
inline const uint8_t *spread(step_of_hysteresis *step, int block_rows, const task &t)
{
    size_t steps = 0;
    int changed = 1;
    while (changed != 0 && steps <= points_of(t)) {
        const uint8_t *from = t.marks[steps % 2];
        steps++;
        cudaMemset(t.changed, 0, sizeof(int));
        launch(step, blocks_of(t, block_rows), dim3(columns, rows), picture_of<uint8_t>{from, t.height, t.width},
               t.marks[steps % 2], t.changed);
        cudaMemcpy(&changed, t.changed, sizeof(int), cudaMemcpyDeviceToHost);
    }
    return t.marks[steps % 2];
}

inline const uint8_t *spread_by_sweeps(const task &t)
{
    return spread(sweep_kernel, rows, t);
}

inline void collect_by_atomics(const uint8_t *marks, const task &t)
{
    cudaMemsetAsync(t.count, 0, sizeof *t.count, nullptr);
    launch(atomic_kernel, blocks_for(points_of(t), threads), threads, marks, points_of(t), t.positions, t.count);
}

} // namespace course

#endif /* TCU_COURSE_CANNY_H */
