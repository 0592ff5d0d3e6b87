/* SPDX-License-Identifier: Apache-2.0 */
/* Time steps of a grid, from all neighbours out of global memory to two steps in one sweep over it. */
#include <tcu/tcu.h>

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

/* A point, or the nearest one if there is none. */
__device__ float point(const grid &g, const float *u, int z, int y, int x)
{
    const size_t row = static_cast<size_t>(clamped(z, g.depth)) * g.height + clamped(y, g.height);
    return u[row * g.width + clamped(x, g.width)];
}

__device__ bool is_end(int i, int n)
{
    return n > 1 && (i <= 0 || i >= n - 1);
}

/* A point after a step, of what it and its six neighbours are before. */
__device__ float next_value(const grid &g, int z, int y, int x, float center, float neighbours)
{
    const bool is_rim = is_end(z, g.depth) || is_end(y, g.height) || is_end(x, g.width);
    return is_rim ? center : center + g.a * (neighbours - 6 * center);
}

/* ------------------------------------------------------------------------------------------ a thread a point --- */

constexpr int columns = 32, rows = 8; /* threads of a block, which has points of one plane */

/* 1. All seven values come from global memory. */
__global__ void naive_kernel(grid g, const float *u, float *next)
{
    const int z = blockIdx.z, y = blockIdx.y * rows + threadIdx.y, x = blockIdx.x * columns + threadIdx.x;
    if (y < g.height && x < g.width) {
        const float neighbours = point(g, u, z - 1, y, x) + point(g, u, z + 1, y, x) + point(g, u, z, y - 1, x) +
                                 point(g, u, z, y + 1, x) + point(g, u, z, y, x - 1) + point(g, u, z, y, x + 1);
        next[(static_cast<size_t>(z) * g.height + y) * g.width + x] =
            next_value(g, z, y, x, point(g, u, z, y, x), neighbours);
    }
}

/* 2. The block's part of its plane, with a halo, is in shared memory; only planes below and above are read again. */
__global__ void tile_kernel(grid g, const float *u, float *next)
{
    constexpr int width = columns + 2, points = width * (rows + 2);
    __shared__ float tile[points];
    const int z = blockIdx.z, y0 = blockIdx.y * rows - 1, x0 = blockIdx.x * columns - 1;
    for (int k = threadIdx.y * columns + threadIdx.x; k < points; k += columns * rows) {
        tile[k] = point(g, u, z, y0 + k / width, x0 + k % width);
    }
    __syncthreads();
    const int y = y0 + 1 + threadIdx.y, x = x0 + 1 + threadIdx.x;
    if (y < g.height && x < g.width) {
        const float *const own = tile + (threadIdx.y + 1) * width + threadIdx.x + 1;
        const float neighbours =
            point(g, u, z - 1, y, x) + point(g, u, z + 1, y, x) + own[-width] + own[width] + own[-1] + own[1];
        next[(static_cast<size_t>(z) * g.height + y) * g.width + x] = next_value(g, z, y, x, *own, neighbours);
    }
}

/* -------------------------------------------------------------------------------------------- a thread a column --- */

constexpr int sweep_columns = 32, sweep_rows = 16; /* threads of a block, halo included */

/* A block sweeps through planes z0 to z0 + planes - 1, each thread at its row and column. The thread holds what lies
 * below and above of its point in registers, so that each plane is read once; what lies around it in the plane is in
 * shared memory. Of `fused` steps the first makes plane z - 1 as soon as planes z - 2, z - 1 and z are read; the second
 * makes plane z - 2 as soon as the first has made z - 3, z - 2 and z - 1, and so on: memory is read and written once for
 * all of them. With each step one more ring of threads at the block's border has no neighbours, and what it calculates
 * is not used. below[s] and center[s] are two planes of what s steps have made. */
template <int fused>
__device__ void sweep(const grid &g, int planes, const float *u, float *next,
                      float (&around)[2][fused][sweep_rows][sweep_columns])
{
    const int row = threadIdx.y, column = threadIdx.x;
    const int y = blockIdx.y * (sweep_rows - 2 * fused) + row - fused;
    const int x = blockIdx.x * (sweep_columns - 2 * fused) + column - fused;
    const int yc = clamped(y, g.height), xc = clamped(x, g.width);
    const int up = max(row - 1, 0), down = min(row + 1, sweep_rows - 1);
    const int left = max(column - 1, 0), right = min(column + 1, sweep_columns - 1);
    const bool has_output = row >= fused && row < sweep_rows - fused && y < g.height && column >= fused &&
                            column < sweep_columns - fused && x < g.width;
    const int z0 = blockIdx.z * planes, end = min(z0 + planes, g.depth);
    float below[fused] = {}, center[fused] = {};
    float ahead = point(g, u, z0 - fused, y, x);
    for (int z = z0 - fused; z < end + fused; z++) {
        float above = ahead;
        ahead = point(g, u, z + 1, y, x); /* for the next plane, so that its read has time */
        const int half = z & 1;           /* of `around`: a barrier a plane is enough */
#pragma unroll
        for (int s = 0; s < fused; s++) {
            around[half][s][row][column] = center[s];
        }
        __syncthreads();
#pragma unroll
        for (int s = 0; s < fused; s++) {
            const float(&plane)[sweep_rows][sweep_columns] = around[half][s];
            const float neighbours =
                below[s] + above + plane[up][column] + plane[down][column] + plane[row][left] + plane[row][right];
            const float made = next_value(g, clamped(z - 1 - s, g.depth), yc, xc, center[s], neighbours);
            below[s] = center[s];
            center[s] = above;
            above = made; /* of one step more, a plane lower */
        }
        if (has_output && z - fused >= z0) {
            next[(static_cast<size_t>(z - fused) * g.height + y) * g.width + x] = above;
        }
    }
}

/* 3. One step in a sweep. */
__global__ void sweep_kernel(grid g, int planes, const float *u, float *next)
{
    __shared__ float around[2][1][sweep_rows][sweep_columns];
    sweep(g, planes, u, next, around);
}

/* 4. Two steps in a sweep. */
__global__ void fused_kernel(grid g, int planes, const float *u, float *next)
{
    __shared__ float around[2][2][sweep_rows][sweep_columns];
    sweep(g, planes, u, next, around);
}

/* ----------------------------------------------------------------------------------------------------- launches --- */

/* From `now` to `next`, by one launch. */
static void step_naive(const task &t, const grid &g, const float *now, float *next)
{
    launch(naive_kernel, dim3(blocks_for(t.width, columns), blocks_for(t.height, rows), t.depth), dim3(columns, rows),
           g, now, next);
}

static void step_tile(const task &t, const grid &g, const float *now, float *next)
{
    launch(tile_kernel, dim3(blocks_for(t.width, columns), blocks_for(t.height, rows), t.depth), dim3(columns, rows), g,
           now, next);
}

static void run_sweep(void (*kernel)(grid, int, const float *, float *), int fused, const task &t, const grid &g,
                      const float *now, float *next)
{
    const size_t planes = t.depth < 64 ? 16 : (t.depth + 3) / 4; /* so that there are enough blocks */
    const dim3 blocks(blocks_for(t.width, sweep_columns - 2 * fused), blocks_for(t.height, sweep_rows - 2 * fused),
                      blocks_for(t.depth, planes));
    launch(kernel, blocks, dim3(sweep_columns, sweep_rows), g, planes, now, next);
}

static void step_sweep(const task &t, const grid &g, const float *now, float *next)
{
    run_sweep(sweep_kernel, 1, t, g, now, next);
}

static void step_twice(const task &t, const grid &g, const float *now, float *next)
{
    run_sweep(fused_kernel, 2, t, g, now, next);
}

using step = void(const task &, const grid &, const float *, float *);

/* All steps, `fused` a launch while so many are left. Launches write into the two arrays in turn, the last into the
 * result. */
static void run(step *several, int fused, step *one, const task &t)
{
    const grid g = {static_cast<int>(t.depth), static_cast<int>(t.height), static_cast<int>(t.width), t.a};
    int launches = t.steps / fused + t.steps % fused, steps = t.steps;
    const float *now = t.u;
    if (launches == 0) {
        cudaMemcpyAsync(t.result, t.u, t.depth * t.height * t.width * sizeof(float), cudaMemcpyDeviceToDevice, nullptr);
    }
    for (; launches > 0; launches--) {
        float *const next = launches % 2 == 1 ? t.result : t.scratch;
        (steps >= fused ? several : one)(t, g, now, next);
        steps -= steps >= fused ? fused : 1;
        now = next;
    }
}

/* A plan for the task's grid. Axes of one point are none, except for the last one if it has none but such. */
static tcu_stencil *create_plan(const task &t)
{
    const size_t extents[3] = {t.depth, t.height, t.width};
    tcu_stencil_desc desc = TCU_STENCIL_DESC_INIT;
    for (int axis = 0; axis < 3; axis++) {
        if (extents[axis] > 1 || (axis == 2 && desc.dimensions == 0)) {
            desc.boundaries[desc.dimensions] = TCU_BOUNDARY_KEEP;
            desc.extents[desc.dimensions++] = extents[axis];
        }
    }
    const uint32_t axes = desc.dimensions;
    const double a = static_cast<double>(t.a);
    std::vector<int32_t> offsets(axes, 0); /* the point itself, then its neighbours */
    std::vector<double> weights(1, 1 - 2 * a * axes);
    for (uint32_t axis = 0; axis < axes; axis++) {
        for (int32_t distance : {-1, 1}) {
            offsets.resize(offsets.size() + axes, 0);
            offsets[offsets.size() - axes + axis] = distance;
            weights.push_back(a);
        }
    }
    desc.num_taps = weights.size();
    desc.offsets = offsets.data();
    desc.weights = weights.data();
    tcu_stencil *plan = nullptr;
    expect_success(tcu_stencil_create(context(), &desc, &plan));
    return plan;
}

/* (The plan is kept for the next call.) */
static void by_tcu(const task &t)
{
    static tcu_stencil *plan = nullptr;
    static std::vector<size_t> planned;
    const std::vector<size_t> extents = {t.depth, t.height, t.width};
    const size_t points = t.depth * t.height * t.width;
    if (points == 0) {
        return; /* tcu takes no grids without points */
    }
    if (extents != planned) {
        expect_success(tcu_stencil_destroy(plan));
        plan = create_plan(t);
        planned = extents;
    }
    cudaMemcpyAsync(t.result, t.u, points * sizeof(float), cudaMemcpyDeviceToDevice, nullptr);
    expect_success(tcu_stencil_iterate(context(), plan, t.result, t.scratch, static_cast<uint64_t>(t.steps)));
}

std::vector<version> course::versions()
{
    return {{"1 naive", [](const task &t) { run(step_naive, 1, step_naive, t); }},
            {"2 tile with halo", [](const task &t) { run(step_tile, 1, step_tile, t); }},
            {"3 sweep along z", [](const task &t) { run(step_sweep, 1, step_sweep, t); }},
            {"4 two steps fused", [](const task &t) { run(step_twice, 2, step_sweep, t); }},
            {"5 tcu", by_tcu}};
}
