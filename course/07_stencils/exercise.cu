/* SPDX-License-Identifier: Apache-2.0 */
/* Time steps of a grid in three steps. Each step's kernel is complete but for one hole. */
#include "task.h"

using namespace course;

struct grid {
    int depth, height, width;
    float a;
};

__device__ int clamped(int i, int n)
{
    return min(max(i, 0), n - 1);
}

__device__ size_t index_of(const grid &g, int z, int y, int x)
{
    return (static_cast<size_t>(z) * g.height + y) * g.width + x;
}

/* A point, or the nearest one if there is none: u may be read with any coordinates. */
__device__ float point(const grid &g, const float *u, int z, int y, int x)
{
    return u[index_of(g, clamped(z, g.depth), clamped(y, g.height), clamped(x, g.width))];
}

__device__ bool is_end(int i, int n)
{
    return n > 1 && (i <= 0 || i >= n - 1);
}

/* What becomes of the point (z, y, x) in a step, if it is `center` and the sum of its six neighbours is
 * `neighbours`. (Points of the rim, and what is outside, keep their value, whatever their neighbours are.) */
__device__ float next_value(const grid &g, int z, int y, int x, float center, float neighbours)
{
    const bool is_rim = is_end(z, g.depth) || is_end(y, g.height) || is_end(x, g.width);
    return is_rim ? center : center + g.a * (neighbours - 6 * center);
}

constexpr int columns = 32, rows = 8; /* threads of a block in steps 1 and 2 */

/* Step 1: one time step, a thread a point: this one has plane blockIdx.z, row y and column x. Read it and its six
 * neighbours in u by point(), and write next_value() to the element index_of(g, z, y, x) of `next`. The last blocks
 * of rows and columns have threads without a point. */
__global__ void step_kernel(grid g, const float *u, float *next)
{
    const int z = blockIdx.z, y = blockIdx.y * rows + threadIdx.y, x = blockIdx.x * columns + threadIdx.x;
    /* FILL IN 1 */
}

/* The sum of a point's four neighbours in its plane. */
__device__ float sum_around(const grid &g, const float *u, int z, int y, int x)
{
    return point(g, u, z, y - 1, x) + point(g, u, z, y + 1, x) + point(g, u, z, y, x - 1) + point(g, u, z, y, x + 1);
}

/* Step 2: one time step, a thread a column of points, from plane 0 to the last one. The point of plane z + 1 is
 * needed three times: as neighbour above of plane z, as center of plane z + 1, as neighbour below of plane z + 2.
 * Read it once: in each plane read `above` alone by point(), write the element of `next` as in step 1 (sum_around()
 * has the other four neighbours), then hand the values down for the next plane. */
__global__ void column_kernel(grid g, const float *u, float *next)
{
    const int y = blockIdx.y * rows + threadIdx.y, x = blockIdx.x * columns + threadIdx.x;
    if (y >= g.height || x >= g.width) {
        return;
    }
    float below = point(g, u, -1, y, x), center = point(g, u, 0, y, x);
    for (int z = 0; z < g.depth; z++) {
        /* FILL IN 2 */
    }
}

/* A cube of points around a block's cube of outputs: `halo` more on each side. */
constexpr int side = 6;
template <int halo>
struct cube {
    static constexpr int width = side + 2 * halo, points = width * width * width;
    float values[points];

    /* Of the outputs' coordinates, -halo to side + halo - 1. */
    __device__ static int index(int z, int y, int x) { return ((z + halo) * width + y + halo) * width + x + halo; }
    __device__ float sum_of_neighbours(int i) const
    {
        return values[i - width * width] + values[i + width * width] + values[i - width] + values[i + width] +
               values[i - 1] + values[i + 1];
    }
};

/* Step 3: two time steps in one launch (or one, if `steps` is 1). The block's outputs are the points (z0 + z, y0 +
 * y, x0 + x) for z, y, x from 0 to 5. Their second step needs the first step of their neighbours, too: of a cube
 * with a halo of one. That needs u in a cube with a halo of two, which is loaded. Let the 216 threads calculate
 * `once` from `before`: all points (z, y, x) for z, y, x from -1 to 6. Number i of these 512 is z = i / 64 - 1, y =
 * i / 8 % 8 - 1, x = i % 8 - 1; cube<1>::index(z, y, x) is its place in once.values, cube<2>::index(z, y, x) that in
 * before.values, and `next_value` wants to know the point's place in the grid. Then see to it that all is written
 * before it is read. */
__global__ void fused_kernel(grid g, int steps, const float *u, float *next)
{
    __shared__ cube<2> before;
    __shared__ cube<1> once;
    const int z0 = blockIdx.z * side, y0 = blockIdx.y * side, x0 = blockIdx.x * side;
    const int thread = (threadIdx.z * side + threadIdx.y) * side + threadIdx.x, threads = side * side * side;
    for (int i = thread; i < cube<2>::points; i += threads) {
        const int z = i / (cube<2>::width * cube<2>::width), y = i / cube<2>::width % cube<2>::width;
        before.values[i] = point(g, u, z0 + z - 2, y0 + y - 2, x0 + i % cube<2>::width - 2);
    }
    __syncthreads();
    /* FILL IN 3 */
    const int own = cube<1>::index(threadIdx.z, threadIdx.y, threadIdx.x);
    const int z = z0 + threadIdx.z, y = y0 + threadIdx.y, x = x0 + threadIdx.x;
    if (z < g.depth && y < g.height && x < g.width) {
        next[index_of(g, z, y, x)] =
            steps == 1 ? once.values[own] : next_value(g, z, y, x, once.values[own], once.sum_of_neighbours(own));
    }
}

/* ----------------------------------------------------------------------------------------------------- launches --- */

static void step(const task &t, const grid &g, int, const float *now, float *next)
{
    launch(step_kernel, dim3(blocks_for(t.width, columns), blocks_for(t.height, rows), t.depth), dim3(columns, rows), g,
           now, next);
}

static void column(const task &t, const grid &g, int, const float *now, float *next)
{
    launch(column_kernel, dim3(blocks_for(t.width, columns), blocks_for(t.height, rows)), dim3(columns, rows), g, now,
           next);
}

static void fused(const task &t, const grid &g, int steps, const float *now, float *next)
{
    launch(fused_kernel, dim3(blocks_for(t.width, side), blocks_for(t.height, side), blocks_for(t.depth, side)),
           dim3(side, side, side), g, steps, now, next);
}

/* All steps, up to `most` a launch. Launches write into the two arrays in turn, the last into the result. */
static void run(void (*advance)(const task &, const grid &, int, const float *, float *), int most, const task &t)
{
    const grid g = {static_cast<int>(t.depth), static_cast<int>(t.height), static_cast<int>(t.width), t.a};
    const float *now = t.u;
    if (t.steps == 0) {
        cudaMemcpyAsync(t.result, t.u, t.depth * t.height * t.width * sizeof(float), cudaMemcpyDeviceToDevice, nullptr);
    }
    for (int launches = (t.steps + most - 1) / most, left = t.steps; launches > 0; launches--, left -= most) {
        float *const next = launches % 2 == 1 ? t.result : t.scratch;
        advance(t, g, left < most ? left : most, now, next);
        now = next;
    }
}

std::vector<version> course::versions()
{
    return {{"1 a step of every point", [](const task &t) { run(step, 1, t); }},
            {"2 a column in registers", [](const task &t) { run(column, 1, t); }},
            {"3 two steps in one launch", [](const task &t) { run(fused, 2, t); }}};
}
