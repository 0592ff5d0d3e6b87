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

/* Threads of the largest blocks of every device. */
constexpr int largest_block = 1024;

/* Clusters of more than 8 blocks, and more than 48 KB of shared memory, a kernel has to ask for. */
static cudaError_t allow_largest_clusters(size_t shared_bytes)
{
    const void *probe = reinterpret_cast<const void *>(architecture_probe);
    const cudaError_t error = cudaFuncSetAttribute(probe, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    return error != cudaSuccess ? error
                                : cudaFuncSetAttribute(probe, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                       static_cast<int>(shared_bytes));
}

static cudaLaunchConfig_t largest_blocks(int blocks, size_t shared_bytes)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(static_cast<unsigned>(blocks));
    config.blockDim = dim3(largest_block);
    config.dynamicSmemBytes = shared_bytes;
    return config;
}

int tcui_largest_cluster(size_t shared_bytes, int *blocks)
{
    const cudaError_t error = allow_largest_clusters(shared_bytes);
    if (error != cudaSuccess) {
        return error;
    }
    const cudaLaunchConfig_t config = largest_blocks(1, shared_bytes);
    return cudaOccupancyMaxPotentialClusterSize(blocks, architecture_probe, &config);
}

int tcui_largest_cluster_on(void *stream, size_t shared_bytes, int most)
{
    int blocks = 1;
    while (2 * blocks <= most) {
        blocks *= 2;
    }
    if (blocks > 1 && allow_largest_clusters(shared_bytes) != cudaSuccess) {
        cudaGetLastError();
        return 1;
    }
    for (; blocks > 1; blocks /= 2) {
        cudaLaunchAttribute cluster = {};
        cluster.id = cudaLaunchAttributeClusterDimension;
        cluster.val.clusterDim.x = static_cast<unsigned>(blocks);
        cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
        cudaLaunchConfig_t config = largest_blocks(blocks, shared_bytes);
        config.stream = static_cast<cudaStream_t>(stream);
        config.attrs = &cluster;
        config.numAttrs = 1;
        int clusters = 0;
        if (cudaOccupancyMaxActiveClusters(&clusters, architecture_probe, &config) == cudaSuccess && clusters > 0) {
            break;
        }
        cudaGetLastError();
    }
    return blocks;
}
