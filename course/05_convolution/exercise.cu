/* SPDX-License-Identifier: Apache-2.0 */
/* The convolution of a signal in three steps. Each step's kernel is complete but for one hole. */
#include "task.h"

using namespace course;

constexpr int threads = 256, each = 4, outputs = each * threads;

__constant__ float weights[most_weights];

/* Step 1: what lies outside. If i is 0 ... n - 1, nothing is to be done. Else return 0 for boundary::zero, and for
 * the other policies replace i by the index whose element stands there: clamp: the nearest; periodic: the signal
 * begins again, so add or subtract n; reflect: mirrored at the outermost elements, -1 becomes 1, n becomes n - 2.
 * The signal may be shorter than what is outside, so repeat this until i is inside, or calculate with %. (n is 1 or
 * more. A signal of one element mirrored is that element.) */
__device__ float value_at(const float *x, long long n, long long i, boundary outside)
{
    /* FILL IN 1 */
    return i >= 0 && i < n ? x[i] : 0;
}

__global__ void constant_kernel(const float *x, long long n, int width, boundary outside, float *y)
{
    const long long i = blockIdx.x * static_cast<long long>(threads) + threadIdx.x;
    if (i < n) {
        float sum = 0;
        for (int j = 0; j < width; j++) {
            sum += weights[j] * value_at(x, n, i - width / 2 + j, outside);
        }
        y[i] = sum;
    }
}

/* Step 2: a tile with its halo. The outputs of the block are begin ... begin + 255; together they need threads +
 * width - 1 elements, the first of which is element begin - width / 2 of the signal. All threads of the block write
 * them into tile[0], tile[1], ..., each with value_at(). After that, tile[t + j] is what the weight j is multiplied
 * with; make sure that all of the tile is written before any thread reads it. (It needs step 1.) */
__global__ void tile_kernel(const float *x, long long n, int width, boundary outside, float *y)
{
    __shared__ float tile[threads + most_weights - 1];
    const int t = threadIdx.x;
    const long long begin = blockIdx.x * static_cast<long long>(threads), i = begin + t;
    float sum = 0;
    /* FILL IN 2 */
    if (i < n) {
        y[i] = sum;
    }
}

/* Step 3: four outputs a thread, i to i + 3. With x'[k] = value_at(x, n, i - width / 2 + k, outside), output i + o is
 * weights[0] * x'[o] + weights[1] * x'[o + 1] + ... For each output by itself these are width reads; but the four need
 * only width + 3 different elements. So let window[0 ... 3] hold x'[j] to x'[j + 3] for the weight j, one for each sum.
 * The first three are there for j = 0; read the fourth, and from one weight to the next move the window on by one
 * element. Let loops over the four be of constant length, so that the arrays stay in registers. (It needs step 1.) */
__global__ void register_kernel(const float *x, long long n, int width, boundary outside, float *y)
{
    const long long i = each * (blockIdx.x * static_cast<long long>(threads) + threadIdx.x);
    float sums[each] = {0, 0, 0, 0};
    float window[each];
    for (int o = 0; o < each - 1; o++) {
        window[o] = value_at(x, n, i - width / 2 + o, outside); /* x'[0], x'[1], x'[2] */
    }
    /* FILL IN 3 */
    for (int o = 0; o < each && i + o < n; o++) {
        y[i + o] = sums[o];
    }
}

using kernel = void(const float *, long long, int, boundary, float *);

static void run(kernel *k, int outputs_of_block, const task &t)
{
    cudaMemcpyToSymbol(weights, t.host_weights, static_cast<size_t>(t.width) * sizeof(float));
    launch(k, blocks_for(t.n, static_cast<size_t>(outputs_of_block)), threads, t.x, t.n, t.width, t.outside, t.y);
}

std::vector<version> course::versions()
{
    return {{"1 what lies outside", [](const task &t) { run(constant_kernel, threads, t); }},
            {"2 a tile with its halo", [](const task &t) { run(tile_kernel, threads, t); }},
            {"3 four outputs each thread", [](const task &t) { run(register_kernel, outputs, t); }}};
}
