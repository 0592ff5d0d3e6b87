/* SPDX-License-Identifier: Apache-2.0 */
/* The convolution of a picture in three steps. Each step's kernel is complete but for one hole. */
#include "task.h"

using namespace course;

constexpr int side = 32, threads_y = 8; /* a block: 32 columns and 8 rows of threads, for 32 x 32 outputs */
constexpr int each = side / threads_y;

__constant__ float mask[most_rows * most_columns], column_weights[most_rows], row_weights[most_columns];

/* A pixel, or the nearest one of the rim. */
__device__ float pixel(const float *in, int height, int width, int y, int x)
{
    y = min(max(y, 0), height - 1);
    x = min(max(x, 0), width - 1);
    return in[static_cast<size_t>(y) * width + x];
}

/* Complete: a thread a pixel, by the whole mask. Steps 2 and 3 need masks that are a column times a row; others get
 * this kernel there. */
__global__ void plain_kernel(const float *in, int height, int width, int rows, int columns, float *out)
{
    const int y = blockIdx.y * threads_y + threadIdx.y, x = blockIdx.x * side + threadIdx.x;
    if (y < height && x < width) {
        float sum = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                sum += mask[i * columns + j] * pixel(in, height, width, y - rows / 2 + i, x - columns / 2 + j);
            }
        }
        out[static_cast<size_t>(y) * width + x] = sum;
    }
}

/* Step 1: a tile with a halo on four sides. The block's outputs are the rows blockIdx.y * side to blockIdx.y * side
 * + 31 and the columns blockIdx.x * side to blockIdx.x * side + 31. tile[0][0] is the pixel `rows / 2` rows above
 * and `columns / 2` columns to the left of the first of them; the tile has side + rows - 1 rows and side + columns -
 * 1 columns. Let the threads fill it with pixel(), each warp reading neighbours of one row, and make sure that it is
 * full before any thread goes on. */
__global__ void tile_kernel(const float *in, int height, int width, int rows, int columns, float *out)
{
    __shared__ float tile[side + most_rows - 1][side + most_columns - 1];
    /* FILL IN 1 */
    const int y0 = blockIdx.y * side - rows / 2, x0 = blockIdx.x * side - columns / 2;
    for (int y = threadIdx.y; y < side + rows - 1; y += threads_y) {
        for (int x = threadIdx.x; x < side + columns - 1; x += side) {
            tile[y][x] = pixel(in, height, width, y0 + y, x0 + x);
        }
    }
    __syncthreads();
    /* END */
    const int x = blockIdx.x * side + threadIdx.x;
    for (int own = threadIdx.y * each; own < threadIdx.y * each + each; own++) {
        const int y = blockIdx.y * side + own;
        if (y < height && x < width) {
            float sum = 0;
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    sum += mask[i * columns + j] * tile[own + i][threadIdx.x + j];
                }
            }
            out[static_cast<size_t>(y) * width + x] = sum;
        }
    }
}

/* A thread a pixel: sums along rows. */
__global__ void rows_kernel(const float *in, int height, int width, int, int columns, float *out)
{
    const int y = blockIdx.y * threads_y + threadIdx.y, x = blockIdx.x * side + threadIdx.x;
    if (y < height && x < width) {
        float sum = 0;
        for (int j = 0; j < columns; j++) {
            sum += row_weights[j] * pixel(in, height, width, y, x - columns / 2 + j);
        }
        out[static_cast<size_t>(y) * width + x] = sum;
    }
}

/* Step 2: the second pass. `in` is what rows_kernel() wrote. out(y, x) is the sum of `rows` pixels of column x, of
 * which the first is rows / 2 above row y, each times its weight in column_weights[]. As in rows_kernel(), a thread
 * has one pixel; the last blocks have threads without any. */
__global__ void columns_kernel(const float *in, int height, int width, int rows, int, float *out)
{
    /* FILL IN 2 */
    const int y = blockIdx.y * threads_y + threadIdx.y, x = blockIdx.x * side + threadIdx.x;
    if (y < height && x < width) {
        float sum = 0;
        for (int i = 0; i < rows; i++) {
            sum += column_weights[i] * pixel(in, height, width, y - rows / 2 + i, x);
        }
        out[static_cast<size_t>(y) * width + x] = sum;
    }
    /* END */
}

/* Step 3: both passes in one kernel. between[k][x] is the sum along the row that lies k - rows / 2 below the block's
 * first row of outputs. This thread has the outputs number own, own + 1, own + 2, own + 3 of its column; output own
 * + o is the sum over i of column_weights[i] * between[own + o + i][threadIdx.x]. Calculate the four in sums[0 ...
 * 3], and read each element of `between` only once: it belongs to up to four sums, with another weight in each. */
__global__ void both_kernel(const float *in, int height, int width, int rows, int columns, float *out)
{
    __shared__ float between[side + most_rows - 1][side];
    const int x = blockIdx.x * side + threadIdx.x, own = threadIdx.y * each;
    for (int k = threadIdx.y; k < side + rows - 1; k += threads_y) {
        float sum = 0;
        for (int j = 0; j < columns; j++) {
            sum += row_weights[j] * pixel(in, height, width, blockIdx.y * side - rows / 2 + k, x - columns / 2 + j);
        }
        between[k][threadIdx.x] = sum;
    }
    __syncthreads();
    float sums[each] = {0, 0, 0, 0};
    /* FILL IN 3 */
    for (int k = 0; k < each + rows - 1; k++) {
        const float sum_of_row = between[own + k][threadIdx.x];
        for (int o = 0; o < each; o++) {
            if (k - o >= 0 && k - o < rows) {
                sums[o] += column_weights[k - o] * sum_of_row;
            }
        }
    }
    /* END */
    for (int o = 0; o < each; o++) {
        const int y = blockIdx.y * side + own + o;
        if (y < height && x < width) {
            out[static_cast<size_t>(y) * width + x] = sums[o];
        }
    }
}

/* ----------------------------------------------------------------------------------------------------- launches --- */

using kernel = void(const float *, int, int, int, int, float *);

static void run(kernel *k, unsigned rows_of_block, const float *in, const task &t, float *out)
{
    const size_t rows = static_cast<size_t>(t.mask_rows), columns = static_cast<size_t>(t.mask_columns);
    cudaMemcpyToSymbol(mask, t.mask.host, rows * columns * sizeof(float));
    if (t.row.host != nullptr) {
        cudaMemcpyToSymbol(column_weights, t.column.host, rows * sizeof(float));
        cudaMemcpyToSymbol(row_weights, t.row.host, columns * sizeof(float));
    }
    launch(k, dim3(blocks_for(t.width, side), blocks_for(t.height, rows_of_block)), dim3(side, threads_y), in, t.height,
           t.width, t.mask_rows, t.mask_columns, out);
}

static void run_tile(const task &t)
{
    run(tile_kernel, side, t.in, t, t.out);
}

static void run_two_passes(const task &t)
{
    if (t.row.host == nullptr) {
        run(plain_kernel, threads_y, t.in, t, t.out);
        return;
    }
    run(rows_kernel, threads_y, t.in, t, t.between);
    run(columns_kernel, threads_y, t.between, t, t.out);
}

static void run_both(const task &t)
{
    if (t.row.host == nullptr) {
        run(plain_kernel, threads_y, t.in, t, t.out);
        return;
    }
    run(both_kernel, side, t.in, t, t.out);
}

std::vector<version> course::versions()
{
    return {{"1 a tile with its halo", run_tile},
            {"2 sums of columns", run_two_passes},
            {"3 both passes in one kernel", run_both}};
}
