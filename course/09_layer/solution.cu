/* SPDX-License-Identifier: Apache-2.0 */
/* A convolution layer as a product of matrices, and moments, in three steps. Each step's kernel is complete but for one
 * hole; layer.h has the rest. */
#include <mma.h>

#include "layer.h"

using namespace course;

/* Step 1: element (l, j) of the matrix of windows. l = (c R + r) R + s, R = shape.extent; window_of(shape, j) has the
 * picture of window j and the row `top` and the column `left` of its first element. So the element is that of channel
 * c, row top + r, column left + s of that picture, or 0 where this is outside of it (rows are 0 to shape.height - 1,
 * columns 0 to shape.width - 1). Element (n, c, y, x) of the pictures is in[((n channels + c) height + y) width + x].
 * (layer.h does it in element_of(): look there afterwards.) */
__global__ void im2col_step(layer shape, const __half *in, __half *matrix)
{
    const size_t j = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    [[maybe_unused]] const int l = static_cast<int>(blockIdx.y);
    if (j < shape.windows) {
        [[maybe_unused]] const window w = window_of(shape, j);
        __half element = __float2half(0.0f);
        /* FILL IN 1 */
        const int R = shape.extent, c = l / (R * R), y = w.top + l / R % R, x = w.left + l % R;
        if (y >= 0 && y < shape.height && x >= 0 && x < shape.width) {
            const size_t row = (w.picture * shape.channels + c) * shape.height + y;
            element = in[row * shape.width + x];
        }
        /* END */
        matrix[static_cast<size_t>(blockIdx.y) * shape.windows + j] = element;
    }
}

/* (A thread a result, from the matrix of windows.) */
__global__ void product_kernel(layer s, const __half *weights, const __half *matrix, __half *out)
{
    const size_t j = blockIdx.x * static_cast<size_t>(threads) + threadIdx.x;
    const int k = static_cast<int>(blockIdx.y), depth = s.depth;
    if (j < s.windows) {
        float sum = 0;
        for (int l = 0; l < depth; l++) {
            sum += __half2float(weights[static_cast<size_t>(k) * static_cast<size_t>(depth) + static_cast<size_t>(l)]) *
                   __half2float(matrix[static_cast<size_t>(l) * s.windows + j]);
        }
        out[place_of(s, k, window_of(s, j))] = __float2half(sum);
    }
}

static void im2col_by_step(const task &t)
{
    const layer &s = t.shape;
    launch(im2col_step, {blocks_for(s.windows, threads), static_cast<unsigned>(s.depth)}, threads, s, t.in, t.matrix);
    launch(product_kernel, {blocks_for(s.windows, threads), static_cast<unsigned>(s.filters)}, threads, s, t.weights,
           t.matrix, t.out);
}

/* Step 2: one warp, 16 filters and 16 windows. a[16][16] holds elements `first` to `first` + 15 of the filters, a
 * filter a row; b[16][16] those of the windows, a window a column. Load both into the fragments `filters` and `windows`
 * (load_matrix_sync(fragment, pointer, elements from one row to the next)), and add their product to `sums`
 * (mma_sync(d, a, b, c): d = a b + c). All lanes have to have written a and b before, and to have loaded them before
 * they write the next ones: __syncwarp(). */
__global__ void unit_step(layer s, const __half *in, const __half *weights, __half *out)
{
    using namespace nvcuda::wmma;
    __shared__ __align__(32) __half a[16][16], b[16][16];
    __shared__ __align__(32) float results[16][16];
    const int lane = static_cast<int>(threadIdx.x), top = static_cast<int>(blockIdx.y) * 16, depth = s.depth;
    const size_t j = blockIdx.x * size_t{16} + static_cast<size_t>(lane % 16);
    const window own = window_of(s, j);
    fragment<accumulator, 16, 16, 16, float> sums;
    fill_fragment(sums, 0.0f);
    for (int first = 0; first < depth; first += 16) {
        for (int i = lane; i < 256; i += 32) {
            const int k = top + i / 16, l = first + i % 16, m = first + i / 16;
            const bool has_weight = k < s.filters && l < depth, has_element = j < s.windows && m < depth;
            a[i / 16][i % 16] =
                has_weight ? weights[static_cast<size_t>(k) * static_cast<size_t>(depth) + static_cast<size_t>(l)]
                           : __float2half(0.0f);
            b[i / 16][i % 16] = has_element ? element_of(s, in, m, own) : __float2half(0.0f);
        }
        fragment<matrix_a, 16, 16, 16, __half, row_major> filters;
        fragment<matrix_b, 16, 16, 16, __half, row_major> windows;
        /* FILL IN 2 */
        __syncwarp();
        load_matrix_sync(filters, &a[0][0], 16);
        load_matrix_sync(windows, &b[0][0], 16);
        mma_sync(sums, filters, windows, sums);
        __syncwarp();
        /* END */
    }
    store_matrix_sync(&results[0][0], sums, 16, mem_row_major);
    __syncwarp();
    for (int row = lane / 16; row < 16 && j < s.windows; row += 2) {
        if (top + row < s.filters) {
            out[place_of(s, top + row, own)] = __float2half(results[row][lane % 16]);
        }
    }
}

static void layer_by_step(const task &t)
{
    const layer &s = t.shape;
    launch(unit_step, {blocks_for(s.windows, 16), blocks_for(static_cast<size_t>(s.filters), 16)}, 32, s, t.in,
           t.weights, t.out);
}

/* Step 3: the moments of two parts together. `count` numbers have the mean `mean`, and `squares` is the sum of
 * (x - mean)^2. With n = n_a + n_b and delta = mean_b - mean_a:
 *
 *     mean = mean_a + delta n_b / n        squares = squares_a + squares_b + delta^2 n_a n_b / n
 *
 * Either part, or both, may have no numbers (mind n = 0); then the other one is the result. */
__device__ static moments both(const moments &a, [[maybe_unused]] const moments &b)
{
    moments all = a;
    /* FILL IN 3 */
    if (b.count > 0) {
        const float n = a.count + b.count, delta = b.mean - a.mean;
        all.count = n;
        all.mean = a.mean + delta * b.count / n;
        all.squares = a.squares + b.squares + delta * delta * a.count * b.count / n;
    }
    /* END */
    return all;
}

/* (Each lane of one warp a part of a filter's elements of one picture; lanes are joined, then pictures.) */
__global__ void moments_step(layer s, const __half *out, float *mean, float *variance)
{
    moments all = {0, 0, 0};
    for (int n = 0; n < s.batch; n++) {
        const __half *part = out + (static_cast<size_t>(n) * static_cast<size_t>(s.filters) + blockIdx.x) * s.area;
        for (size_t i = threadIdx.x; i < s.area; i += 32) {
            all = both(all, {1, __half2float(part[i]), 0});
        }
    }
    for (int distance = 16; distance > 0; distance /= 2) {
        const moments other = {__shfl_down_sync(0xffffffff, all.count, distance),
                               __shfl_down_sync(0xffffffff, all.mean, distance),
                               __shfl_down_sync(0xffffffff, all.squares, distance)};
        all = both(all, other);
    }
    if (threadIdx.x == 0) {
        mean[blockIdx.x] = all.count > 0 ? all.mean : NAN; /* of no picture */
        variance[blockIdx.x] = all.squares / all.count;
    }
}

static void moments_by_step(const task &t)
{
    launch(moments_step, static_cast<unsigned>(t.shape.filters), 32, t.shape, t.out, t.mean, t.variance);
}

std::vector<version> course::versions()
{
    return {{"1 the matrix of windows", run<im2col_by_step, moments_in_two_passes>},
            {"2 a product on the matrix unit", run<layer_by_step, moments_in_two_passes>},
            {"3 moments of two parts", run<direct, moments_by_step>}};
}
