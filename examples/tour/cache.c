/* SPDX-License-Identifier: Apache-2.0 */
#include "cache.h"

#ifdef TCU_WITH_CUDA
#include <cuda_runtime_api.h>
#endif

size_t cache_bytes(tcu_backend backend)
{
#ifdef TCU_WITH_CUDA
    int device = 0, bytes = 0;
    if (backend == TCU_BACKEND_CUDA && cudaGetDevice(&device) == cudaSuccess &&
        cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device) == cudaSuccess) {
        return (size_t)bytes;
    }
#endif
    (void)backend;
    return 0;
}
