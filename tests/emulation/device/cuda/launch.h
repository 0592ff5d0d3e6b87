/* SPDX-License-Identifier: Apache-2.0 */
/* Launches of kernels. */
#ifndef TCU_EMULATED_CUDA_LAUNCH_H
#define TCU_EMULATED_CUDA_LAUNCH_H

#include "language.h"
#include "runtime.h"

enum {
    cudaFuncAttributeMaxDynamicSharedMemorySize,
    cudaFuncAttributeNonPortableClusterSizeAllowed,
    cudaLaunchAttributeCooperative,
    cudaLaunchAttributeClusterDimension,
    cudaLaunchAttributeProgrammaticStreamSerialization
};

struct cudaLaunchAttribute {
    int id;
    struct {
        int cooperative, programmaticStreamSerializationAllowed;
        dim3 clusterDim;
    } val;
};

struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    int numAttrs;
};

struct cudaFuncAttributes {
    size_t sharedSizeBytes;
    int maxDynamicSharedSizeBytes;
};

inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *)
{
    *attributes = {0, INT32_MAX};
    return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Kernel, int, size_t)
{
    *blocks = 1;
    return cudaSuccess;
}
inline cudaError_t cudaFuncSetAttribute(const void *, int, int)
{
    return cudaSuccess;
}
/* Blocks run one after the other, those of a cooperative grid or of a cluster together. */
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...), Arguments... arguments)
{
    using namespace emulated;
    gpu.block_threads = config->blockDim.x;
    gpu.grid_blocks = config->gridDim.x;
    const action run = [&] { kernel(arguments...); };
    unsigned together = 1;
    for (int i = 0; i < config->numAttrs; ++i) {
        const cudaLaunchAttribute &attribute = config->attrs[i];
        if (attribute.id == cudaLaunchAttributeCooperative)
            together = gpu.grid_blocks;
        if (attribute.id == cudaLaunchAttributeClusterDimension)
            together = attribute.val.clusterDim.x;
    }
    if (gpu.grid_blocks % together != 0 || config->dynamicSmemBytes > gpu.shared_limit)
        return cudaErrorInvalidConfiguration;
    for (unsigned b = 0; b < gpu.grid_blocks; b += together)
        run_blocks(b, together, run);
    return cudaSuccess;
}

#endif /* TCU_EMULATED_CUDA_LAUNCH_H */
