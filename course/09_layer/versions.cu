/* SPDX-License-Identifier: Apache-2.0 */
/* A convolution layer as a product of matrices, and the moments of batch-norm. */
#include <mma.h>

#include <tcu/tcu.h>

#include "layer.h"

using namespace course;

/* 1. A thread a result (direct_kernel of layer.h). Each element is read by every filter and by up to R R windows. */

/* ------------------------------------------------------------------------------- im2col, then a tiled product --- */

/* The matrix of windows, in memory: R R times as large as the pictures. */
__global__ void im2col_kernel(layer s, const __half *in, __half *matrix)
{
    const size_t j = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    const int l = static_cast<int>(blockIdx.y);
    if (j < s.windows) {
        matrix[static_cast<size_t>(l) * s.windows + j] = element_of(s, in, l, window_of(s, j));
    }
}

constexpr int edge = 16; /* of a tile of the product */

/* 2. Results = weights (filters x depth) times windows (depth x windows). A block brings tiles of both into shared
 * memory, where each element is used 16 times. */
__global__ void product_kernel(layer s, const __half *weights, const __half *matrix, __half *out)
{
    __shared__ float a[edge][edge], b[edge][edge];
    const int x = static_cast<int>(threadIdx.x), y = static_cast<int>(threadIdx.y), depth = s.depth;
    const size_t j = blockIdx.x * static_cast<size_t>(edge) + threadIdx.x;
    const int k = static_cast<int>(blockIdx.y) * edge + y;
    float sum = 0;
    for (int first = 0; first < depth; first += edge) {
        const bool has_weight = k < s.filters && first + x < depth, has_element = j < s.windows && first + y < depth;
        a[y][x] = has_weight ? __half2float(weights[static_cast<size_t>(k) * depth + first + x]) : 0;
        b[y][x] = has_element ? __half2float(matrix[static_cast<size_t>(first + y) * s.windows + j]) : 0;
        __syncthreads();
        for (int l = 0; l < edge; l++) {
            sum += a[y][l] * b[l][x];
        }
        __syncthreads();
    }
    if (k < s.filters && j < s.windows) {
        out[place_of(s, k, window_of(s, j))] = __float2half(sum);
    }
}

static void im2col_and_product(const task &t)
{
    const layer &s = t.shape;
    launch(im2col_kernel, {blocks_for(s.windows, threads), static_cast<unsigned>(s.depth)}, threads, s, t.in, t.matrix);
    launch(product_kernel, {blocks_for(s.windows, edge), blocks_for(static_cast<size_t>(s.filters), edge)},
           {edge, edge}, s, t.weights, t.matrix, t.out);
}

/* ------------------------------------------------------------------------------- implicit im2col, matrix unit --- */

constexpr int tile = 64, step = 16; /* 64 filters, 64 windows, 16 elements of each at a time */

/* 3. The tiles of the matrix of windows are made in shared memory, of the pictures, so that the matrix is never
 * stored; the matrix unit multiplies. A warp has one of four rows of 16 x 16 results, so that a fragment of filters
 * serves four products. (Rows have 8 elements more than are used, so that they begin in different banks.) */
__global__ void implicit_kernel(layer s, const __half *in, const __half *weights, __half *out)
{
    using namespace nvcuda::wmma;
    __shared__ __align__(32) __half a[tile][step + 8], b[step][tile + 8];
    __shared__ __align__(32) float results[tile][tile + 8];
    const int t = static_cast<int>(threadIdx.x), warp = t / 32, depth = s.depth;
    const int top = static_cast<int>(blockIdx.y) * tile;
    const size_t j = blockIdx.x * static_cast<size_t>(tile) + static_cast<size_t>(t % tile);
    const window own = window_of(s, j); /* a thread's elements are all of one window */
    const __half zero = __float2half(0.0f);
    fragment<accumulator, 16, 16, 16, float> sums[tile / 16];
    for (auto &sum : sums) {
        fill_fragment(sum, 0.0f);
    }
    for (int first = 0; first < depth; first += step) {
        for (int i = t; i < tile * step; i += threads) {
            const int k = top + i / step, l = first + i % step;
            a[i / step][i % step] = k < s.filters && l < depth ? weights[static_cast<size_t>(k) * depth + l] : zero;
        }
        for (int row = t / tile; row < step; row += threads / tile) {
            const bool is_inside = j < s.windows && first + row < depth;
            b[row][t % tile] = is_inside ? element_of(s, in, first + row, own) : zero;
        }
        __syncthreads();
        fragment<matrix_a, 16, 16, 16, __half, row_major> filters;
        fragment<matrix_b, 16, 16, 16, __half, row_major> windows;
        load_matrix_sync(filters, &a[16 * warp][0], step + 8);
        for (int part = 0; part < tile / 16; part++) {
            load_matrix_sync(windows, &b[0][16 * part], tile + 8);
            mma_sync(sums[part], filters, windows, sums[part]);
        }
        __syncthreads();
    }
    for (int part = 0; part < tile / 16; part++) {
        store_matrix_sync(&results[16 * warp][16 * part], sums[part], tile + 8, mem_row_major);
    }
    __syncthreads();
    for (int row = t / tile; row < tile && j < s.windows; row += threads / tile) {
        if (top + row < s.filters) {
            out[place_of(s, top + row, own)] = __float2half(results[row][t % tile]);
        }
    }
}

static void implicit_im2col(const task &t)
{
    const layer &s = t.shape;
    launch(implicit_kernel, {blocks_for(s.windows, tile), blocks_for(static_cast<size_t>(s.filters), tile)}, threads, s,
           t.in, t.weights, t.out);
}

/* ---------------------------------------------------------------------------------------- moments in one pass --- */

/* 4. A block a filter's results of one picture, each read once: a thread updates its mean with each (Welford), then
 * lanes and warps are joined (Chan), at last pictures. No sum of squares is formed, whose digits a large mean would
 * take. */
__global__ void one_pass_kernel(layer s, const __half *out, float *part_means, float *part_variances)
{
    __shared__ float shared[3][warps];
    const int warp = static_cast<int>(threadIdx.x / 32), lane = static_cast<int>(threadIdx.x % 32);
    const __half *part = out + blockIdx.x * s.area;
    moments own = {0, 0, 0};
    for (size_t i = threadIdx.x; i < s.area; i += threads) {
        const float x = __half2float(part[i]), delta = x - own.mean;
        own.count += 1;
        own.mean += delta / own.count;
        own.squares += delta * (x - own.mean);
    }
    for (int distance = 16; distance > 0; distance /= 2) {
        const moments other = {__shfl_down_sync(0xffffffff, own.count, distance),
                               __shfl_down_sync(0xffffffff, own.mean, distance),
                               __shfl_down_sync(0xffffffff, own.squares, distance)};
        own = joined(own, other);
    }
    if (lane == 0) {
        shared[0][warp] = own.count;
        shared[1][warp] = own.mean;
        shared[2][warp] = own.squares;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < warps; w++) {
            own = joined(own, {shared[0][w], shared[1][w], shared[2][w]});
        }
        part_means[blockIdx.x] = own.mean;
        part_variances[blockIdx.x] = own.squares / own.count;
    }
}

static void moments_in_one_pass(const task &t)
{
    launch(one_pass_kernel, parts_of(t), threads, t.shape, t.out, t.part_means, t.part_variances);
    join_parts(t);
}

/* -------------------------------------------------------------------------------------------------------- tcu --- */

static void layer_of_tcu(const task &t)
{
    const layer &s = t.shape;
    tcu_convolution_layer_desc desc = TCU_CONVOLUTION_LAYER_DESC_INIT;
    desc.batch = static_cast<uint64_t>(s.batch);
    desc.in_channels = static_cast<uint64_t>(s.channels);
    desc.height = static_cast<uint64_t>(s.height);
    desc.width = static_cast<uint64_t>(s.width);
    desc.out_channels = static_cast<uint64_t>(s.filters);
    desc.kernel_height = desc.kernel_width = static_cast<uint32_t>(s.extent);
    desc.stride_y = desc.stride_x = static_cast<uint32_t>(s.stride);
    desc.padding_y = desc.padding_x = static_cast<uint32_t>(s.padding);
    expect_success(tcu_convolution_layer(context(), &desc, t.in, t.weights, nullptr, t.out, nullptr));
}

static void moments_of_tcu(const task &t)
{
    const size_t n = parts_of(t) * t.shape.area;
    expect_success(tcu_segmented_moments(context(), t.out, TCU_TYPE_F16, nullptr, t.part_means, t.part_variances,
                                         TCU_TYPE_F32, n, t.shape.area, nullptr));
    join_parts(t);
}

std::vector<version> course::versions()
{
    return {{"1 direct", run<direct, moments_in_two_passes>},
            {"2 im2col, product", run<im2col_and_product, moments_in_two_passes>},
            {"3 implicit, matrix unit", run<implicit_im2col, moments_in_two_passes>},
            {"4 moments in one pass", run<implicit_im2col, moments_in_one_pass>},
            {"5 tcu", run<layer_of_tcu, moments_of_tcu>}};
}
