/* SPDX-License-Identifier: Apache-2.0 */
/* Convolutions of a picture, from all neighbours out of global memory to sums of rows and columns in a tile. */
#include <tcu/tcu.h>

#include "task.h"

using namespace course;

constexpr int side = 32;               /* of the block's square of outputs */
constexpr int threads_y = 8;           /* rows of `side` threads */
constexpr int each = side / threads_y; /* outputs a thread, in one column */

__constant__ float mask[most_rows * most_columns], column_weights[most_rows], row_weights[most_columns];

struct picture {
    const float *pixels;
    int height, width;
};

/* A pixel, or the nearest one of the rim. */
__device__ __forceinline__ float pixel(const picture &p, int y, int x)
{
    y = min(max(y, 0), p.height - 1);
    x = min(max(x, 0), p.width - 1);
    return p.pixels[static_cast<size_t>(y) * p.width + x];
}

/* --------------------------------------------------------------------------------------------- the whole mask --- */

/* 1. A thread a pixel, which reads all its neighbours from global memory. */
__global__ void naive_kernel(picture in, int rows, int columns, float *out)
{
    const int y = blockIdx.y * threads_y + threadIdx.y, x = blockIdx.x * side + threadIdx.x;
    if (y < in.height && x < in.width) {
        float sum = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                sum += mask[i * columns + j] * pixel(in, y - rows / 2 + i, x - columns / 2 + j);
            }
        }
        out[static_cast<size_t>(y) * in.width + x] = sum;
    }
}

constexpr int tile_rows = side + most_rows - 1, tile_pixels = tile_rows * (side + most_columns - 1);
static_assert(most_columns - 1 <= side, "the halo's columns are read by one warp");

/* All pixels that the block's outputs need, row after row, with a halo on four sides: of each row a warp reads 32
 * pixels, then its first lanes the rest. Returns the pixels of a row. */
__device__ int load_tile(const picture &in, int rows, int columns, float *tile)
{
    const int width = side + columns - 1, x = threadIdx.x;
    const int y0 = blockIdx.y * side - rows / 2, x0 = blockIdx.x * side - columns / 2;
    for (int y = threadIdx.y; y < side + rows - 1; y += threads_y) {
        tile[y * width + x] = pixel(in, y0 + y, x0 + x);
        if (x < columns - 1) {
            tile[y * width + side + x] = pixel(in, y0 + y, x0 + side + x);
        }
    }
    return width;
}

/* 2. A block reads the pixels of 32 x 32 outputs once. Each thread has four outputs, one below the other: larger tiles
 * have less halo. */
__global__ void tile_kernel(picture in, int rows, int columns, float *out)
{
    __shared__ float tile[tile_pixels];
    const int width = load_tile(in, rows, columns, tile);
    __syncthreads();
    const int x = blockIdx.x * side + threadIdx.x;
    for (int own = threadIdx.y * each; own < threadIdx.y * each + each; own++) {
        const int y = blockIdx.y * side + own;
        if (y < in.height && x < in.width) {
            float sum = 0;
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    sum += mask[i * columns + j] * tile[(own + i) * width + threadIdx.x + j];
                }
            }
            out[static_cast<size_t>(y) * in.width + x] = sum;
        }
    }
}

/* ------------------------------------------------------------------------- masks that are a column times a row --- */

/* Sums along the row, or along the column, of one pixel's neighbours. */
__device__ float sum_of_row(const picture &in, int columns, int y, int x)
{
    float sum = 0;
    for (int j = 0; j < columns; j++) {
        sum += row_weights[j] * pixel(in, y, x - columns / 2 + j);
    }
    return sum;
}

__device__ float sum_of_column(const picture &in, int rows, int y, int x)
{
    float sum = 0;
    for (int i = 0; i < rows; i++) {
        sum += column_weights[i] * pixel(in, y - rows / 2 + i, x);
    }
    return sum;
}

/* 3. Two passes: first a picture of the rows' sums, then sums of its columns. rows + columns multiply-adds instead of
 * rows * columns, but the picture between them goes through memory. */
__global__ void pass_kernel(picture in, int rows, int columns, bool along_rows, float *out)
{
    const int y = blockIdx.y * threads_y + threadIdx.y, x = blockIdx.x * side + threadIdx.x;
    if (y < in.height && x < in.width) {
        out[static_cast<size_t>(y) * in.width + x] =
            along_rows ? sum_of_row(in, columns, y, x) : sum_of_column(in, rows, y, x);
    }
}

/* 4. Both passes in a tile: the picture between them is as small as the tile, and stays in shared memory. A thread
 * reads the rows' sums for its four outputs once. */
__global__ void separable_kernel(picture in, int rows, int columns, float *out)
{
    __shared__ float tile[tile_pixels];
    __shared__ float between[tile_rows][side];
    const int width = load_tile(in, rows, columns, tile);
    __syncthreads();
    for (int y = threadIdx.y; y < side + rows - 1; y += threads_y) {
        float sum = 0;
        for (int j = 0; j < columns; j++) {
            sum += row_weights[j] * tile[y * width + threadIdx.x + j];
        }
        between[y][threadIdx.x] = sum;
    }
    __syncthreads();
    const int own = threadIdx.y * each;
    float sums[each] = {0, 0, 0, 0};
    for (int i = 0; i < each + rows - 1; i++) {
        const float sum_of_row = between[own + i][threadIdx.x];
#pragma unroll
        for (int o = 0; o < each; o++) {
            if (i >= o && i - o < rows) {
                sums[o] += column_weights[i - o] * sum_of_row;
            }
        }
    }
    const int y = blockIdx.y * side + own, x = blockIdx.x * side + threadIdx.x;
    for (int o = 0; o < each; o++) {
        if (y + o < in.height && x < in.width) {
            out[static_cast<size_t>(y + o) * in.width + x] = sums[o];
        }
    }
}

/* ----------------------------------------------------------------------------------------------------- launches --- */

static void copy_weights(const task &t)
{
    const size_t rows = static_cast<size_t>(t.mask_rows), columns = static_cast<size_t>(t.mask_columns);
    cudaMemcpyToSymbol(mask, t.mask.host, rows * columns * sizeof(float));
    if (t.row.host != nullptr) {
        cudaMemcpyToSymbol(column_weights, t.column.host, rows * sizeof(float));
        cudaMemcpyToSymbol(row_weights, t.row.host, columns * sizeof(float));
    }
}

static picture as_picture(const float *pixels, const task &t)
{
    return {pixels, static_cast<int>(t.height), static_cast<int>(t.width)};
}

/* Blocks of 32 x 8 threads, each with 32 columns and so many rows of outputs. */
static dim3 grid(const task &t, unsigned rows_of_block)
{
    return {blocks_for(t.width, side), blocks_for(t.height, rows_of_block)};
}

static void run_naive(const task &t)
{
    copy_weights(t);
    launch(naive_kernel, grid(t, threads_y), dim3(side, threads_y), as_picture(t.in, t), t.mask_rows, t.mask_columns,
           t.out);
}

static void run_tile(const task &t)
{
    copy_weights(t);
    launch(tile_kernel, grid(t, side), dim3(side, threads_y), as_picture(t.in, t), t.mask_rows, t.mask_columns, t.out);
}

/* (Masks that are no product have version 2.) */
static void run_two_passes(const task &t)
{
    if (t.row.host == nullptr) {
        run_tile(t);
        return;
    }
    copy_weights(t);
    const dim3 blocks = grid(t, threads_y), threads(side, threads_y);
    launch(pass_kernel, blocks, threads, as_picture(t.in, t), t.mask_rows, t.mask_columns, true, t.between);
    launch(pass_kernel, blocks, threads, as_picture(t.between, t), t.mask_rows, t.mask_columns, false, t.out);
}

static void run_separable(const task &t)
{
    if (t.row.host == nullptr) {
        run_tile(t);
        return;
    }
    copy_weights(t);
    launch(separable_kernel, grid(t, side), dim3(side, threads_y), as_picture(t.in, t), t.mask_rows, t.mask_columns,
           t.out);
}

static void by_tcu(const task &t)
{
    if (t.height == 0 || t.width == 0) {
        return; /* tcu takes no pictures without pixels */
    }
    tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
    desc.height = t.height;
    desc.width = t.width;
    desc.padding = TCU_PADDING_SAME;
    desc.kind = TCU_CORRELATION;
    desc.boundary = TCU_BOUNDARY_CLAMP;
    const uint64_t rows = static_cast<uint64_t>(t.mask_rows), columns = static_cast<uint64_t>(t.mask_columns);
    if (t.row.device == nullptr) {
        expect_success(tcu_convolve_2d(context(), &desc, t.in, t.mask.device, rows, columns, t.out, nullptr));
    } else {
        expect_success(tcu_convolve_2d_separable(context(), &desc, t.in, t.column.device, rows, t.row.device, columns,
                                                 t.out, nullptr));
    }
}

std::vector<version> course::versions()
{
    return {{"1 naive", run_naive},
            {"2 tile with halo", run_tile},
            {"3 two passes", run_two_passes},
            {"4 two passes in a tile", run_separable},
            {"5 tcu", by_tcu}};
}
