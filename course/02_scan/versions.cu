/* SPDX-License-Identifier: Apache-2.0 */
/* Scans of an array: two trees, rows of a warp, the matrix unit, and one pass over memory. */
#include <mma.h>

#include <tcu/tcu.h>

#include "look_back.h"
#include "task.h"

using namespace course;

constexpr int threads = 256, warps = threads / 32, rows = 8, tile_elements = threads * rows;
constexpr unsigned all_lanes = 0xffffffff;

/* 1. Hillis and Steele: each thread adds what is 1, 2, 4, ... to its left. All threads read before any of them writes, so
 * there are two arrays: what one step writes the next one reads. */
__device__ float hillis_steele(float own)
{
    __shared__ float tile[2][threads];
    const int t = threadIdx.x;
    int from = 0;
    tile[0][t] = own;
    for (int distance = 1; distance < threads; distance *= 2) {
        __syncthreads();
        tile[1 - from][t] = tile[from][t] + (t >= distance ? tile[from][t - distance] : 0);
        from = 1 - from;
    }
    return tile[from][t];
}

/* 2. Blelloch: up a tree of sums, and down again, where each node hands what comes before it to its left child, and that
 * plus the left child's sum to its right one. 2 n additions instead of n log n. */
__device__ float blelloch(float own)
{
    __shared__ float tile[threads];
    const int t = threadIdx.x;
    tile[t] = own;
    for (int distance = 1; distance < threads; distance *= 2) {
        __syncthreads();
        const int node = (t + 1) * 2 * distance - 1;
        if (node < threads) {
            tile[node] += tile[node - distance];
        }
    }
    if (t == 0) {
        tile[threads - 1] = 0; /* comes before the root */
    }
    for (int distance = threads / 2; distance > 0; distance /= 2) {
        __syncthreads();
        const int node = (t + 1) * 2 * distance - 1;
        if (node < threads) {
            const float left = tile[node - distance];
            tile[node - distance] = tile[node];
            tile[node] += left;
        }
    }
    __syncthreads();
    return tile[t] + own;
}

/* Scans a tile of one element a thread: y = the sums from the tile's first element on, totals[tile] = its sum. */
template <float (*scan)(float)>
__global__ void tree_kernel(const float *x, size_t n, float *y, float *totals)
{
    const size_t i = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    const float sum = scan(i < n ? x[i] : 0);
    if (i < n) {
        y[i] = sum;
    }
    if (threadIdx.x == threads - 1) {
        totals[blockIdx.x] = sum;
    }
}

/* Lane l gets the sum of lanes 0 to l. */
__device__ float scan_of_warp(float x)
{
    for (int distance = 1; distance < 32; distance *= 2) {
        const float left = __shfl_up_sync(all_lanes, x, distance);
        x += threadIdx.x % 32 >= distance ? left : 0;
    }
    return x;
}

/* 3. Lane l holds element 32 r + l of its warp's slice in v[r]. Scans of rows do not depend on each other, so that the
 * warp has many additions in flight; then rows are joined. */
__device__ void scan_slice(float (&v)[rows])
{
    for (int r = 0; r < rows; r++) {
        v[r] = scan_of_warp(v[r]);
    }
    for (int r = 1; r < rows; r++) {
        v[r] += __shfl_sync(all_lanes, v[r - 1], 31);
    }
}

/* 4. The same by the matrix unit. With the slice as rows of A, 16 x 16, U and L upper and strictly lower triangles of
 * ones: A U are the rows' scans, L A the sums of what is above each element, and (L A) 1 adds these up along the rows. */
__device__ void scan_slice_by_matrices(float (&v)[rows])
{
    using namespace nvcuda::wmma;
    /* (Matrices have to be aligned to 32 bytes.) */
    __shared__ __align__(32) half upper[256], lower[256], elements[warps][256];
    __shared__ __align__(32) float sums[warps][256];
    const int t = threadIdx.x, warp = t / 32, lane = t % 32;
    upper[t] = __float2half(t / 16 <= t % 16 ? 1 : 0);
    lower[t] = __float2half(t / 16 > t % 16 ? 1 : 0);
    bool fits = true;
    for (int r = 0; r < rows; r++) {
        elements[warp][32 * r + lane] = __float2half(v[r]);
        fits = fits && fabsf(v[r]) < 4096; /* sums of 15 are in the range of f16 */
    }
    __syncthreads();
    if (!__all_sync(all_lanes, fits)) { /* 0 times infinity is NaN, also in columns that come before it */
        scan_slice(v);
        return;
    }
    fragment<matrix_a, 16, 16, 16, half, row_major> a, l;
    fragment<matrix_b, 16, 16, 16, half, row_major> b, u, ones;
    fragment<accumulator, 16, 16, 16, float> above, scan;
    load_matrix_sync(a, elements[warp], 16);
    load_matrix_sync(b, elements[warp], 16);
    load_matrix_sync(l, lower, 16);
    load_matrix_sync(u, upper, 16);
    fill_fragment(ones, __float2half(1));
    fill_fragment(above, 0.0f);
    fill_fragment(scan, 0.0f);
    mma_sync(above, l, b, above);
    store_matrix_sync(sums[warp], above, 16, mem_row_major);
    __syncwarp();
    for (int r = 0; r < rows; r++) { /* L A becomes a factor: f16 again */
        elements[warp][32 * r + lane] = __float2half(sums[warp][32 * r + lane]);
    }
    __syncwarp();
    load_matrix_sync(l, elements[warp], 16);
    mma_sync(scan, a, u, scan);
    mma_sync(scan, l, ones, scan);
    store_matrix_sync(sums[warp], scan, 16, mem_row_major);
    __syncwarp();
    for (int r = 0; r < rows; r++) {
        v[r] = sums[warp][32 * r + lane];
    }
}

/* From the sums of the block's warps, which their last lanes know: what comes before this warp, and the block's sum. */
__device__ float before_warp(float own, float *sum)
{
    __shared__ float of_warps[warps];
    float before = 0;
    if (threadIdx.x % 32 == 31) {
        of_warps[threadIdx.x / 32] = own;
    }
    __syncthreads();
    *sum = 0;
    for (int w = 0; w < warps; w++) {
        before += w < static_cast<int>(threadIdx.x) / 32 ? of_warps[w] : 0;
        *sum += of_warps[w];
    }
    return before;
}

/* A block's tile: reads it, scans its slices, asks `before_tile`, whom it tells the tile's sum, and stores. */
template <void (*scan)(float (&)[rows]), class Before>
__device__ void scan_tile(const float *x, size_t n, float *y, size_t tile, const Before &before_tile)
{
    const size_t first = tile * tile_elements + threadIdx.x / 32 * 32 * rows + threadIdx.x % 32;
    float v[rows], sum;
    for (int r = 0; r < rows; r++) {
        v[r] = first + 32 * r < n ? x[first + 32 * r] : 0;
    }
    scan(v);
    float before = before_warp(v[rows - 1], &sum);
    before += before_tile(sum);
    for (int r = 0; r < rows; r++) {
        if (first + 32 * r < n) {
            y[first + 32 * r] = before + v[r];
        }
    }
}

template <void (*scan)(float (&)[rows])>
__global__ void slices_kernel(const float *x, size_t n, float *y, float *totals)
{
    scan_tile<scan>(x, n, y, blockIdx.x, [=](float sum) {
        if (threadIdx.x == 0) {
            totals[blockIdx.x] = sum;
        }
        return 0.0f;
    });
}

/* 5. One pass: tiles are joined while they are in registers (look_back.h). */
__global__ void one_pass_kernel(const float *x, size_t n, float *y, word *next_tile, word *states)
{
    const size_t tile = take_tile(next_tile);
    scan_tile<scan_slice>(x, n, y, tile, [=](float sum) { return join_tile(states, tile, sum); });
}

/* ------------------------------------------------------------------------------------------------------ launches --- */

/* Adds to tile 1, 2, ... the sum of all before it: block b to tile b + 1. */
__global__ void add_kernel(float *y, size_t n, const float *totals, int tile)
{
    const size_t first = (blockIdx.x + size_t{1}) * tile;
    for (int k = threadIdx.x; k < tile && first + k < n; k += threads) {
        y[first + k] += totals[blockIdx.x];
    }
}

/* Scans tiles, then by itself their totals, and adds to each tile the totals before it. */
template <void (*kernel)(const float *, size_t, float *, float *), int tile>
static void by_tiles(const task &t)
{
    const unsigned tiles = blocks_for(t.n, tile);
    float *const totals = reinterpret_cast<float *>(t.scratch);
    launch(kernel, tiles, threads, t.x, t.n, t.y, totals);
    if (tiles > 1) {
        by_tiles<kernel, tile>({totals, tiles, totals, t.scratch + tiles});
        launch(add_kernel, tiles - 1, threads, t.y, t.n, totals, tile);
    }
}

static void one_pass(const task &t)
{
    const unsigned tiles = blocks_for(t.n, tile_elements);
    cudaMemsetAsync(t.scratch, 0, (1 + tiles) * sizeof(word), nullptr);
    launch(one_pass_kernel, tiles, threads, t.x, t.n, t.y, t.scratch, t.scratch + 1);
}

static void by_tcu(const task &t)
{
    expect_success(tcu_scan(context(), TCU_SCAN_INCLUSIVE, t.x, TCU_TYPE_F32, t.y, TCU_TYPE_F32, t.n, nullptr));
}

std::vector<version> course::versions()
{
    return {{"1 Hillis, Steele", by_tiles<tree_kernel<hillis_steele>, threads>},
            {"2 Blelloch", by_tiles<tree_kernel<blelloch>, threads>},
            {"3 rows and shuffles", by_tiles<slices_kernel<scan_slice>, tile_elements>},
            {"4 matrix unit", by_tiles<slices_kernel<scan_slice_by_matrices>, tile_elements>, true},
            {"5 one pass", one_pass},
            {"6 tcu", by_tcu}};
}
