/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Walsh-Hadamard transforms of vectors of 16 numbers, 8 a warp, as one matrix product each: Y = H X, with a vector in each
 * column of X and H(i, j) = 1 where i and j have an even number of ones in common places, else -1. H is made in registers,
 * and no shared memory is used. Built with the headers alone: nvcc -std=c++17 -arch=sm_80 -Iinclude hadamard.cu
 */
#include <cstdio>
#include <vector>

#include <tcu/device/fragment.cuh>

using namespace tcu::device;

constexpr int length = m16n8k16::m, vectors_of_warp = m16n8k16::n;

__global__ void hadamard(const __half *x, float *y, int vectors)
{
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / warp_size;
    if (warp * vectors_of_warp >= vectors) {
        return; /* the whole warp */
    }
    fragment<use::a, m16n8k16, f16> h;
    load_matrix_with(h, [](int i, int j) { return __popc(i & j) % 2 == 0 ? 1.0f : -1.0f; });
    fragment<use::b, m16n8k16, f16> in;
    load_matrix<order::column_major, access::by_register>(in, x + warp * vectors_of_warp * length, length);
    fragment<use::accumulator, m16n8k16, float> out;
    fill(out, 0.0f);
    mma(out, h, in, out);
    store_matrix<order::column_major>(y + warp * vectors_of_warp * length, out, length);
}

int main()
{
    constexpr int vectors = 8000, warps_of_block = 4, n = vectors * length;
    std::vector<__half> x(n);
    std::vector<float> y(n);
    for (int i = 0; i < n; i++) {
        x[i] = __float2half_rn(static_cast<float>(i % 37 - 18));
    }
    __half *device_x = nullptr;
    float *device_y = nullptr;
    bool is_run = cudaMalloc(&device_x, n * sizeof(__half)) == cudaSuccess &&
                  cudaMalloc(&device_y, n * sizeof(float)) == cudaSuccess &&
                  cudaMemcpy(device_x, x.data(), n * sizeof(__half), cudaMemcpyHostToDevice) == cudaSuccess &&
                  cudaMemset(device_y, 0xff, n * sizeof(float)) == cudaSuccess; /* NaN: not yet written */
    if (is_run) {
        const int warps = vectors / vectors_of_warp;
        hadamard<<<(warps + warps_of_block - 1) / warps_of_block, warps_of_block * warp_size>>>(device_x, device_y,
                                                                                                vectors);
        is_run = cudaGetLastError() == cudaSuccess &&
                 cudaMemcpy(y.data(), device_y, n * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess;
    }
    if (!is_run) {
        std::fprintf(stderr, "hadamard: the GPU did not run it\n");
        return 1;
    }
    int wrong = 0;
    for (int v = 0; v < vectors; v++) {
        for (int i = 0; i < length; i++) {
            double sum = 0;
            for (int j = 0; j < length; j++) {
                sum += (__builtin_popcount(i & j) % 2 == 0 ? 1 : -1) * __half2float(x[v * length + j]);
            }
            wrong += sum != y[v * length + i];
        }
    }
    std::printf("%d transforms, %d wrong numbers\n", vectors, wrong);
    return wrong == 0 ? 0 : 1;
}
