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

int tcui_largest_cluster(int threads, int *blocks)
{
    cudaError_t error = cudaFuncSetAttribute(reinterpret_cast<const void *>(architecture_probe),
                                             cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    if (error == cudaSuccess) {
        cudaLaunchConfig_t config = {};
        config.gridDim = dim3(1);
        config.blockDim = dim3(static_cast<unsigned>(threads));
        error = cudaOccupancyMaxPotentialClusterSize(blocks, architecture_probe, &config);
    }
    return error;
}
