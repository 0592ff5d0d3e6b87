/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Percent changes of prices on the GPU, and the greatest and the least of them: docs/guide/stencils.md. A quotient of
 * neighbours is no operation of the library, so it is a kernel of the program's own, on the stream of the context: what
 * tcu enqueues there begins when the kernel is done, and the host waits once, at the end.
 */
#include "check_cuda.h"

#include <cuda_runtime.h>
#include <stdint.h>
#include <stdio.h>
#include <tcu/tcu.h>

enum { N = 6, THREADS = 256 };

/* change[i] = x[i] / x[i-1] - 1. The first price has no change: 0 stands there, pandas has NaN. (Of prices that differ
 * little the difference is exact, the quotient is not.) */
__global__ void find_changes(const float *x, float *change, uint64_t n)
{
    const uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        change[i] = i > 0 ? (x[i] - x[i - 1]) / x[i - 1] : 0;
    }
}

int main()
{
    const float prices[N] = {100, 110, 99, 99, 123.75f, 99};
    float changes[N], extremes[2];
    float *x = NULL, *change = NULL, *extreme = NULL;
    cudaStream_t stream;
    tcu_context *context = NULL;
    tcu_reduce_options greatest = TCU_REDUCE_OPTIONS_INIT, least = TCU_REDUCE_OPTIONS_INIT;
    greatest.op = TCU_OPERATOR_MAX;
    least.op = TCU_OPERATOR_MIN;

    CHECK_CUDA(cudaStreamCreate(&stream));
    CHECK_TCU(tcu_context_create(&context, TCU_BACKEND_CUDA, -1));
    CHECK_TCU(tcu_context_set_stream(context, stream));
    CHECK_CUDA(cudaMalloc(&x, sizeof prices));
    CHECK_CUDA(cudaMalloc(&change, sizeof changes));
    CHECK_CUDA(cudaMalloc(&extreme, sizeof extremes));
    CHECK_CUDA(cudaMemcpyAsync(x, prices, sizeof prices, cudaMemcpyHostToDevice, stream));
    find_changes<<<(N + THREADS - 1) / THREADS, THREADS, 0, stream>>>(x, change, N);
    CHECK_CUDA(cudaGetLastError());
    /* The extremes are those of the N - 1 changes, without what stands at the first price. */
    CHECK_TCU(tcu_reduce(context, change + 1, TCU_TYPE_F32, extreme, TCU_TYPE_F32, N - 1, &greatest));
    CHECK_TCU(tcu_reduce(context, change + 1, TCU_TYPE_F32, extreme + 1, TCU_TYPE_F32, N - 1, &least));
    CHECK_CUDA(cudaMemcpyAsync(changes, change, sizeof changes, cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaMemcpyAsync(extremes, extreme, sizeof extremes, cudaMemcpyDeviceToHost, stream));
    CHECK_CUDA(cudaStreamSynchronize(stream));
    for (int i = 0; i < N; i++) {
        printf("%6.2f  %+6.2f %%\n", prices[i], 100 * changes[i]);
    }
    printf("greatest %+.2f %%, least %+.2f %%\n", 100 * extremes[0], 100 * extremes[1]);
    CHECK_TCU(tcu_context_destroy(context));
    CHECK_CUDA(cudaFree(x));
    CHECK_CUDA(cudaFree(change));
    CHECK_CUDA(cudaFree(extreme));
    CHECK_CUDA(cudaStreamDestroy(stream));
    return 0;
}
