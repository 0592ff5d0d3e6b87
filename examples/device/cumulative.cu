/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cumulative distributions: rows of 2048 weights become their prefix sums divided by their sum, as drawing from a discrete
 * distribution needs them. A block takes a row, and the row stays in registers.
 * Built with the headers alone: nvcc -std=c++17 -arch=sm_80 -Iinclude cumulative.cu
 */
#include <cmath>
#include <cstdio>
#include <vector>

#include <tcu/device/collectives.cuh>

using namespace tcu::device;

constexpr int threads = 256, items = 8, row = threads * items;

struct alignas(16) eight_weights {
    __half weight[items];
};

__global__ void cumulative(const eight_weights *weights, float *distribution)
{
    __shared__ block_storage<__half, threads> storage;
    const eight_weights own = weights[blockIdx.x * threads + threadIdx.x];
    float sums[items];
    const float total = block_scan<threads>(own.weight, sums, storage);
    for (int i = 0; i < items; i++) {
        distribution[(blockIdx.x * threads + threadIdx.x) * items + i] = sums[i] / total;
    }
}

int main()
{
    constexpr int rows = 1000;
    std::vector<__half> weights(rows * row);
    std::vector<float> distributions(rows * row);
    for (int i = 0; i < rows * row; i++) {
        weights[i] = __float2half_rn(static_cast<float>((i % 101) * (i % 103)) / 8192);
    }
    const size_t bytes_in = weights.size() * sizeof(__half), bytes_out = distributions.size() * sizeof(float);
    eight_weights *device_weights = nullptr;
    float *device_distributions = nullptr;
    bool is_run = cudaMalloc(&device_weights, bytes_in) == cudaSuccess &&
                  cudaMalloc(&device_distributions, bytes_out) == cudaSuccess &&
                  cudaMemcpy(device_weights, weights.data(), bytes_in, cudaMemcpyHostToDevice) == cudaSuccess &&
                  cudaMemset(device_distributions, 0xff, bytes_out) == cudaSuccess; /* NaN: not yet written */
    if (is_run) {
        cumulative<<<rows, threads>>>(device_weights, device_distributions);
        is_run = cudaGetLastError() == cudaSuccess && cudaMemcpy(distributions.data(), device_distributions, bytes_out,
                                                                 cudaMemcpyDeviceToHost) == cudaSuccess;
    }
    if (!is_run) {
        std::fprintf(stderr, "cumulative: the GPU did not run it\n");
        return 1;
    }
    int wrong = 0;
    for (int r = 0; r < rows; r++) {
        double total = 0, sum = 0;
        for (int i = 0; i < row; i++) {
            total += __half2float(weights[r * row + i]);
        }
        for (int i = 0; i < row; i++) {
            sum += __half2float(weights[r * row + i]);
            wrong += !(std::fabs(distributions[r * row + i] - sum / total) <= 1e-5); /* (NaN is wrong, too) */
        }
    }
    std::printf("%d rows, %d wrong numbers\n", rows, wrong);
    return wrong == 0 ? 0 : 1;
}
