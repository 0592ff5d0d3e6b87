/* SPDX-License-Identifier: Apache-2.0 */
/* README's third example: it stands there as it is here. */
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <tcu/tcu.h>

int main(void)
{
    enum { N = 1000000 };
    static float numbers[N];
    float *array = NULL;
    cudaStream_t stream = NULL;
    tcu_context *context; /* to be kept where calls come again: it holds the temporary memory of its calls */
    for (int i = 0; i < N; i++) {
        numbers[i] = 0.5f;
    }
    if (cudaStreamCreate(&stream) != cudaSuccess || cudaMalloc((void **)&array, sizeof numbers) != cudaSuccess ||
        cudaMemcpyAsync(array, numbers, sizeof numbers, cudaMemcpyHostToDevice, stream) != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
        return 1;
    }
    if (tcu_context_create(&context, TCU_BACKEND_CUDA, -1) != TCU_SUCCESS ||
        tcu_context_set_stream(context, stream) != TCU_SUCCESS ||
        tcu_scan(context, TCU_SCAN_INCLUSIVE, array, TCU_TYPE_F32, array, TCU_TYPE_F32, N, NULL) != TCU_SUCCESS) {
        fprintf(stderr, "%s\n", tcu_context_last_error(context));
        return 1;
    }
    /* The scan was enqueued, and is waited for with the copy. */
    if (cudaMemcpyAsync(numbers, array, sizeof numbers, cudaMemcpyDeviceToHost, stream) != cudaSuccess ||
        cudaStreamSynchronize(stream) != cudaSuccess) {
        fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
        return 1;
    }
    printf("%g %g ... %g\n", (double)numbers[0], (double)numbers[1], (double)numbers[N - 1]);
    tcu_context_destroy(context);
    cudaFree(array);
    cudaStreamDestroy(stream);
    return 0;
}
