/* SPDX-License-Identifier: Apache-2.0 */
/* Launches of kernels. */
#ifndef TCU_EMULATED_CUDA_LAUNCH_H
#define TCU_EMULATED_CUDA_LAUNCH_H

#include <functional>
#include <mutex>

#include "language.h"
#include "runtime.h"

/* Of the program's device (runtime.cpp). */
namespace emulated
{
int architecture();
int largest_cluster();
/* What streams have, where emulated_limit_streams() was called; else 0. */
int stream_multiprocessors();
int stream_cluster_blocks();
size_t most_shared_bytes(); /* of a block */
std::mutex &launching();
/* Does it, or makes it part of the graph that the stream is captured for. */
cudaError_t enqueue(cudaStream_t stream, std::function<void()> work);
/* For cudaGetLastError(). */
void set_last_error(cudaError_t error);
/* Whether this could be an address of the device's memory. */
bool is_device_address(const void *pointer);
} // namespace emulated

enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize, cudaFuncAttributeNonPortableClusterSizeAllowed };

enum cudaLaunchAttributeID {
    cudaLaunchAttributeCooperative,
    cudaLaunchAttributeClusterDimension,
    cudaLaunchAttributeProgrammaticStreamSerialization
};

struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
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
    int ptxVersion;
};

template <class Kernel>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, Kernel)
{
    *attributes = {0, INT32_MAX, emulated::architecture()};
    return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, Kernel, int, size_t)
{
    *blocks = 1;
    return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int *blocks, Kernel, const cudaLaunchConfig_t *)
{
    *blocks = emulated::largest_cluster();
    return cudaSuccess;
}
template <class Kernel>
cudaError_t cudaOccupancyMaxActiveClusters(int *clusters, Kernel, const cudaLaunchConfig_t *config)
{
    const int most =
        emulated::stream_cluster_blocks() > 0 ? emulated::stream_cluster_blocks() : emulated::largest_cluster();
    *clusters = static_cast<int>(config->gridDim.x) <= most;
    return cudaSuccess;
}
inline cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int)
{
    return cudaSuccess;
}
namespace emulated
{
/* Whether the stream's multiprocessors hold all blocks of a cooperative grid at once, by their threads and shared
 * memory. (By their registers fewer may fit.) */
inline bool holds_grid(uint64_t blocks, uint64_t threads, size_t bytes)
{
    constexpr uint64_t resident_threads = 2048, reserved_bytes = 1024;
    const uint64_t by_threads = resident_threads / threads,
                   by_memory = (most_shared_bytes() + reserved_bytes) / (bytes + reserved_bytes);
    const uint64_t multiprocessors = static_cast<uint64_t>(stream_multiprocessors());
    return multiprocessors == 0 || blocks <= multiprocessors * (by_threads < by_memory ? by_threads : by_memory);
}
} // namespace emulated

/* Blocks run one after the other, those of a cooperative grid or of a cluster together. */
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(Parameters...), Arguments... arguments)
{
    using namespace emulated;
    const dim3 shape = config->blockDim, grid = config->gridDim;
    const uint64_t threads = uint64_t{shape.x} * shape.y * shape.z, blocks = uint64_t{grid.x} * grid.y * grid.z;
    const size_t bytes = config->dynamicSmemBytes;
    unsigned together = 1;
    cudaError_t refused = cudaSuccess;
    for (int i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttribute &attribute = config->attrs[i];
        if (attribute.id == cudaLaunchAttributeCooperative) {
            together = static_cast<unsigned>(blocks);
            refused = threads > 0 && !holds_grid(blocks, threads, bytes) ? cudaErrorCooperativeLaunchTooLarge : refused;
        }
        if (attribute.id == cudaLaunchAttributeClusterDimension) {
            together = attribute.val.clusterDim.x;
            const unsigned most = static_cast<unsigned>(stream_cluster_blocks());
            refused = most > 0 && together > most ? cudaErrorInvalidClusterSize : refused;
        }
    }
    if (threads == 0 || blocks == 0 || blocks > UINT32_MAX || blocks % together != 0 || threads > 1024 ||
        bytes > most_shared_bytes()) {
        refused = cudaErrorInvalidConfiguration;
    }
    if (refused != cudaSuccess) {
        set_last_error(refused);
        return refused;
    }
    return enqueue(config->stream, [=] {
        const std::lock_guard<std::mutex> lock(launching());
        gpu.block_threads = static_cast<unsigned>(threads);
        gpu.grid_blocks = static_cast<unsigned>(blocks);
        gpu.launched_bytes = bytes;
        gpu.stopped = false;
        for (int axis = 0; axis < 3; axis++) {
            gpu.block_shape[axis] = axis == 0 ? shape.x : axis == 1 ? shape.y : shape.z;
            gpu.grid_shape[axis] = axis == 0 ? grid.x : axis == 1 ? grid.y : grid.z;
        }
        threads_of_block = shape;
        blocks_of_grid = grid;
        const action run = [&] { kernel(arguments...); };
        if (watch != nullptr) {
            watch->launched(reinterpret_cast<const void *>(kernel));
        }
        for (unsigned b = 0; b < blocks && !gpu.stopped; b += together) {
            run_blocks(b, together, run);
        }
        gpu.current = nullptr;
        if (gpu.stopped) {
            set_last_error(cudaErrorLaunchFailure);
        }
    });
}

#endif /* TCU_EMULATED_CUDA_LAUNCH_H */
