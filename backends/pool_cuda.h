/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the contexts of a device share for their temporary memory: a memory pool of the library's own, as long as the
 * device has contexts, and a stream on which memory is given back.
 *
 * CUDA's default pool gives all free memory back to the driver at each synchronisation, and asking for it again costs
 * 120 us (H200, CUDA 13.0). This one keeps up to a 32nd of the device's memory. Other libraries' pools are not touched.
 */
#ifndef TCUI_POOL_CUDA_H
#define TCUI_POOL_CUDA_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct tcui_pool {
    cudaMemPool_t memory;
    cudaStream_t reclaim; /* waits for the streams that used a piece of memory, and frees it */
} tcui_pool;

/* For a context of the device, which has `memory_bytes`. False where the device has no memory pools. Any thread. */
bool tcui_pool_open(int device, size_t memory_bytes, tcui_pool *pool);

/*
 * For each context that opened it. With the last one the pool is destroyed: memory that enqueued work still uses, and
 * of captured graphs, stays until these are done with it.
 */
void tcui_pool_close(int device);

/* False in the child of a process whose contexts opened it: there no CUDA call can succeed. */
bool tcui_pool_is_open(int device);

#endif /* TCUI_POOL_CUDA_H */
