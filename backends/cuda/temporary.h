/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where calls of a CUDA context that have neither a workspace nor an allocator of the caller's take temporary memory
 * from. Two sources, because allocating from a memory pool and freeing takes longer than the rest of a call:
 *
 *     kept memory         up to TCUI_KEPT_BYTES of a context, for the calls on one stream, which orders them
 *     the device's pool   larger pieces; calls on a stream whose call before was on another one; captured calls, whose
 *                         memory then belongs to the graph
 *
 * The context records an event behind each call that used kept memory, so that this can be freed after that call even if
 * its stream is gone by then.
 */
#ifndef TCUI_CUDA_TEMPORARY_H
#define TCUI_CUDA_TEMPORARY_H

#include <cuda_runtime_api.h>

#include "primitives/context/context_internal.h"

/* The most bytes that a context keeps: workspaces of a million elements, and most of several millions. */
enum { TCUI_KEPT_BYTES = 32 << 20 };

typedef struct tcui_temporary tcui_temporary;

/* For a context whose device is current. *temporary is NULL where the device has no memory pools. */
cudaError_t tcui_temporary_open(int device, size_t memory_bytes, tcui_temporary **temporary);

/* The device is current, or the process forked. Memory that enqueued work uses stays until it is done. NULL is allowed. */
void tcui_temporary_close(tcui_temporary *temporary);

/* As of a backend: ordered on `stream`, *pointer is aligned to 256 bytes. */
cudaError_t tcui_temporary_allocate(tcui_temporary *temporary, size_t bytes, cudaStream_t stream, void **pointer);
void tcui_temporary_release(tcui_temporary *temporary, void *pointer, cudaStream_t stream);

/* The pool that it takes memory from, and a setter for tests. */
cudaMemPool_t tcui_temporary_pool(const tcui_temporary *temporary);
void tcui_temporary_set_pool(tcui_temporary *temporary, cudaMemPool_t pool);

#endif /* TCUI_CUDA_TEMPORARY_H */
