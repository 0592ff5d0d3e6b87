/* SPDX-License-Identifier: Apache-2.0 */
/* README's second example, and a main() to run it. */
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <tcu/tcu.h>

/* A context for work on the stream. Create it once and keep it: it holds the temporary memory of its calls. */
tcu_context *open_context(cudaStream_t stream)
{
    tcu_context *context;
    if (tcu_context_create(&context, TCU_BACKEND_CUDA, -1) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(NULL));
    } else {
        tcu_context_set_stream(context, stream);
    }
    return context;
}

/* prefix[i] = in[0] + ... + in[i] and *sum = their total; all in device memory, enqueued on the context's stream. */
tcu_status scan_and_sum(tcu_context *context, const float *in, float *prefix, float *sum, uint64_t n)
{
    tcu_status status = tcu_scan(context, TCU_SCAN_INCLUSIVE, in, TCU_TYPE_F32, prefix, TCU_TYPE_F32, n);
    if (status == TCU_SUCCESS) {
        status = tcu_reduce(context, in, TCU_TYPE_F32, sum, TCU_TYPE_F32, n, NULL);
    }
    if (status != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
    }
    return status;
}

int main(void)
{
    enum { N = 1 << 20 };
    static float numbers[N];
    float *in = NULL, *prefix = NULL, *sum = NULL, last_prefix = 0, total = 0;
    for (int i = 0; i < N; i++) {
        numbers[i] = 0.5f;
    }
    cudaError_t error = cudaMalloc((void **)&in, sizeof numbers);
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&prefix, sizeof numbers);
    }
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&sum, sizeof *sum);
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
    }
    tcu_context *context = open_context(NULL); /* the default stream */
    if (error == cudaSuccess && scan_and_sum(context, in, prefix, sum, N) != TCU_SUCCESS) {
        return 1;
    }
    /* These wait for what was enqueued on the default stream. */
    if (error == cudaSuccess) {
        error = cudaMemcpy(&last_prefix, prefix + N - 1, sizeof last_prefix, cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
    }
    tcu_context_destroy(context);
    cudaFree(in);
    cudaFree(prefix);
    cudaFree(sum);
    if (error != cudaSuccess) {
        return fprintf(stderr, "quickstart_cuda: %s\n", cudaGetErrorString(error)), 1;
    }
    printf("last prefix of %d halves: %.1f, their sum: %.1f\n", N, (double)last_prefix, (double)total);
    return last_prefix != 0.5f * N || total != 0.5f * N;
}
