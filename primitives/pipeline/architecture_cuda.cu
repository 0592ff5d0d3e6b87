/* SPDX-License-Identifier: Apache-2.0 */
#include "architecture_cuda.h"

/* Compiled like every other kernel, so it tells which of the build's targets the device takes. */
static __global__ void architecture_probe() {}

int tcui_kernel_architecture(int *architecture)
{
    cudaFuncAttributes attributes = {};
    const cudaError_t error = cudaFuncGetAttributes(&attributes, architecture_probe);
    *architecture = attributes.ptxVersion;
    return error;
}

int tcui_largest_cluster(int threads, size_t shared_bytes, int *blocks)
{
    const void *probe = reinterpret_cast<const void *>(architecture_probe);
    cudaError_t error = cudaFuncSetAttribute(probe, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    if (error == cudaSuccess) {
        error =
            cudaFuncSetAttribute(probe, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes));
    }
    if (error == cudaSuccess) {
        cudaLaunchConfig_t config = {};
        config.gridDim = dim3(1);
        config.blockDim = dim3(static_cast<unsigned>(threads));
        config.dynamicSmemBytes = shared_bytes;
        error = cudaOccupancyMaxPotentialClusterSize(blocks, architecture_probe, &config);
    }
    return error;
}
