/* SPDX-License-Identifier: Apache-2.0 */
/* y[i] = x[n - 1 - i] in tiles; what it costs, and what happens if the barrier is forgotten. */
#include <cuda_runtime.h>
#include <emulated_checks.h>

#include <cstdio>
#include <vector>

constexpr int threads = 128;

template <bool WithBarrier>
__global__ void reverse(const float *x, float *y)
{
    __shared__ float tile[threads];
    const int t = threadIdx.x;
    const unsigned from = (gridDim.x - 1 - blockIdx.x) * threads, to = blockIdx.x * threads;
    tile[t] = x[from + t];
    if (WithBarrier) {
        __syncthreads();
    }
    y[to + t] = tile[threads - 1 - t];
}

/* (kernel<<<blocks, threads>>>(x, y), which only nvcc understands.) */
static cudaError_t launch(void (*kernel)(const float *, float *), unsigned blocks, const float *x, float *y)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    emulated::forget();
    cudaLaunchKernelEx(&config, kernel, x, y);
    return cudaGetLastError();
}

int main()
{
    const unsigned blocks = 8, n = blocks * threads;
    std::vector<float> host(n);
    for (unsigned i = 0; i < n; i++) {
        host[i] = static_cast<float>(i);
    }
    float *x, *y;
    cudaMalloc(reinterpret_cast<void **>(&x), n * sizeof(float));
    cudaMalloc(reinterpret_cast<void **>(&y), n * sizeof(float));
    cudaMemcpy(x, host.data(), n * sizeof(float), cudaMemcpyHostToDevice);

    cudaError_t error = launch(reverse<true>, blocks, x, y);
    const emulated::counts c = emulated::counted();
    cudaMemcpy(host.data(), y, n * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("with a barrier: %s, y[0] is %g\n", cudaGetErrorName(error), static_cast<double>(host[0]));
    std::printf("  %d bytes asked for, %d sectors of 32 bytes, %d bank conflicts\n",
                static_cast<int>(c.read_bytes + c.written_bytes), static_cast<int>(c.sectors),
                static_cast<int>(c.conflicts));

    error = launch(reverse<false>, blocks, x, y);
    std::printf("without: %s\n  %s\n", cudaGetErrorName(error), emulated::first_mistake().c_str());
    cudaFree(x);
    cudaFree(y);
    return error == cudaErrorLaunchFailure && host[0] == static_cast<float>(n - 1) ? 0 : 1;
}
