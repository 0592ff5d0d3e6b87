/* SPDX-License-Identifier: Apache-2.0 */
/* The README's example, and a main() to run it. */
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <tcu/tcu.h>

/* prefix[i] = in[0] + ... + in[i] and *sum = their total; all in device memory, enqueued on the stream. */
int scan_and_sum(const float *in, float *prefix, float *sum, uint64_t n, cudaStream_t stream)
{
    tcu_context *context;
    if (tcu_context_create(&context, TCU_BACKEND_CUDA, -1) != TCU_SUCCESS)
        return fprintf(stderr, "%s\n", tcu_context_last_error(NULL)), 1;
    tcu_context_set_stream(context, stream);
    tcu_status status = tcu_scan(context, TCU_SCAN_INCLUSIVE, in, TCU_TYPE_F32, prefix, TCU_TYPE_F32, n);
    if (status == TCU_SUCCESS)
        status = tcu_reduce(context, in, TCU_TYPE_F32, sum, TCU_TYPE_F32, n, NULL);
    if (status != TCU_SUCCESS)
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    tcu_context_destroy(context);
    return status != TCU_SUCCESS;
}

int main(void)
{
    enum { N = 1 << 20 };
    static float numbers[N];
    float *in = NULL, *prefix = NULL, *sum = NULL, result[2] = {0, 0};
    for (int i = 0; i < N; i++)
        numbers[i] = 0.5f;
    if (cudaMalloc((void **)&in, sizeof numbers) != cudaSuccess ||
        cudaMalloc((void **)&prefix, sizeof numbers) != cudaSuccess ||
        cudaMalloc((void **)&sum, sizeof *sum) != cudaSuccess ||
        cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice) != cudaSuccess)
        return fprintf(stderr, "quickstart: %s\n", cudaGetErrorString(cudaGetLastError())), 1;
    if (scan_and_sum(in, prefix, sum, N, NULL) != 0)
        return 1;
    cudaMemcpy(&result[0], sum, sizeof *sum, cudaMemcpyDeviceToHost);
    cudaMemcpy(&result[1], prefix + N - 1, sizeof *prefix, cudaMemcpyDeviceToHost);
    printf("sum of %d halves: %.1f, last prefix: %.1f\n", N, (double)result[0], (double)result[1]);
    cudaFree(in);
    cudaFree(prefix);
    cudaFree(sum);
    return result[0] != 0.5f * N || result[1] != result[0];
}
