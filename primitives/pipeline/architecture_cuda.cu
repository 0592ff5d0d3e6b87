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
