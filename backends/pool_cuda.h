/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The memory pool that calls without a workspace and without an allocator take temporary memory from: one for each
 * device, of the library's own, as long as the device has contexts.
 *
 * CUDA's default pool gives all free memory back to the driver at each synchronisation, and asking for it again costs
 * 120 us (H200, CUDA 13.0). This one keeps up to a 32nd of the device's memory. Other libraries' pools are not touched.
 */
#ifndef TCUI_POOL_CUDA_H
#define TCUI_POOL_CUDA_H

#include <stddef.h>

/*
 * For a context of the device, which has `memory_bytes`: its cudaMemPool_t; NULL where it has none (a device without
 * memory pools), and then nothing is to be closed. Any thread.
 */
void *tcui_pool_open(int device, size_t memory_bytes);

/*
 * For each context that opened it. With the last one the pool is destroyed: memory that enqueued work still uses, and
 * of captured graphs, stays until these are done with it.
 */
void tcui_pool_close(int device);

#endif /* TCUI_POOL_CUDA_H */
