/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the contexts of a device share for their temporary memory: a memory pool of the library's own, and a stream on
 * which memory is given back.
 *
 * CUDA's default pool gives all free memory back to the driver at each synchronisation, and asking for it again takes
 * longer than most calls. This one keeps up to a 32nd of the device's memory while the device has contexts, and
 * nothing when it has none. Other libraries' pools are not touched.
 *
 * The pool itself stays: a driver of CUDA 13.0 crashed now and then (a test in 3 of 6 runs) where a pool was destroyed
 * before work that used it was done, which the documentation allows.
 */
#ifndef TCUI_CUDA_POOL_H
#define TCUI_CUDA_POOL_H

#include <cuda_runtime_api.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct tcui_pool {
    cudaMemPool_t memory;
    cudaStream_t reclaim; /* waits for the streams that used a piece of memory, and frees it */
    /* The id of the default stream of the device's primary context, with which cudaDeviceReset() destroys the pool: the
     * next primary context's stream has another id. 0 where it is not known. */
    unsigned long long primary_context;
} tcui_pool;

/* For a context of the device, which is current, has memory pools, and `memory_bytes`. Any thread. */
cudaError_t tcui_pool_open(int device, size_t memory_bytes, tcui_pool *pool);

/*
 * For each context that opened it, with the device current. With the last one the pool's memory goes: what enqueued work
 * uses, when that is done and the device is synchronised.
 */
void tcui_pool_close(int device, const tcui_pool *pool);

/* False after cudaDeviceReset(): then the pool and all that was made with it are gone. The device is current. */
bool tcui_pool_exists(const tcui_pool *pool);

/* In a child of a process whose contexts opened a pool: there no CUDA call can succeed, and some never return. */
bool tcui_pool_is_forked(void);

#endif /* TCUI_CUDA_POOL_H */
