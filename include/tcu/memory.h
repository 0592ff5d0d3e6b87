/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file memory.h
 * Memory of a context's space and copies between it and host memory, so that one program serves both backends, as one
 * does that lets TCU_BACKEND_AUTO choose. Operations take any other memory of the space as well: a program for CUDA
 * alone may go on with cudaMalloc() and cudaMemcpyAsync().
 *
 * @code
 * const float in[4] = {1, 2, 3, 4};
 * float out[4];
 * void *array = NULL;
 * tcu_status status = tcu_allocate(context, sizeof in, &array);
 * if (status == TCU_SUCCESS) {
 *     status = tcu_copy_in(context, array, in, sizeof in);
 * }
 * if (status == TCU_SUCCESS) { // here any operations on the array, of whichever backend the context has
 *     status = tcu_copy_out(context, out, array, sizeof out);
 * }
 * assert(status == TCU_SUCCESS && out[3] == 4);
 * tcu_free(context, array);
 * @endcode
 *
 * **Order.** On the CUDA backend copies come behind the work that was enqueued on the context's stream, and are
 * complete when they return; so they wait for that work. Programs that want to copy while kernels run use CUDA's own
 * functions. On the host backend there is nothing to wait for.
 *
 * **Lifetime.** Memory belongs to the process, not to the context: every context of the same backend and device can
 * use and free it, at once and on every stream, also when the one that allocated it was destroyed.
 *
 * **Graphs.** While the context's stream is captured these functions fail with TCU_ERROR_DEVICE, unless they have
 * nothing to do (no bytes, nothing to free), and the capture goes on. While other streams are captured, by any thread and
 * in any mode, they work as always, nothing that they do becomes a part of a graph, and the captures go on. (The legacy
 * default stream counts as captured while a stream is that was created without cudaStreamNonBlocking.)
 */
#ifndef TCU_MEMORY_H
#define TCU_MEMORY_H

#include <stddef.h>

#include "context.h"

TCU_BEGIN_DECLS

/**
 * Allocates memory of the context's space: by cudaMalloc() on the context's device, on the host from the C library.
 *
 * @param bytes         its size. With 0 nothing is allocated, and `*pointer` is NULL.
 * @param[out] pointer  receives the memory, aligned to 256 bytes, its content undefined; NULL on failure. Host memory.
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (`pointer` NULL);
 *   TCU_ERROR_SIZE_OVERFLOW (`bytes`, rounded up to a multiple of 256, is more than 2^63 - 1); TCU_ERROR_OUT_OF_MEMORY;
 *   TCU_ERROR_DEVICE.
 */
TCU_API tcu_status tcu_allocate(tcu_context *context, size_t bytes, void **pointer);

/**
 * Frees what tcu_allocate() returned, once the work that was enqueued on the context's stream is done. (Work on other
 * streams that uses it has to be done before.)
 *
 * @param pointer  of a context of the same backend and device; NULL is allowed. On the host backends any other pointer
 *                 is undefined behaviour, as it is for free().
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (CUDA does not know the pointer);
 *   TCU_ERROR_DEVICE. Unless it is TCU_SUCCESS the memory is not freed.
 */
TCU_API tcu_status tcu_free(tcu_context *context, void *pointer);

/**
 * Copies host memory into memory of the context's space. `from_host` may be changed as soon as the call returns.
 *
 * @param to_context_memory  memory of the context's space.
 * @param from_host          memory that the processor reads, pageable or pinned. It shares no byte with
 *                           `to_context_memory`.
 * @param bytes              how many. With 0 both pointers may be NULL.
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (a pointer is NULL, or
 *   `to_context_memory` is memory that the device cannot reach, see tcu_context_set_pointer_checks());
 *   TCU_ERROR_SIZE_OVERFLOW; TCU_ERROR_OVERLAP; TCU_ERROR_DEVICE (of the copy, or of work before it on the stream).
 */
TCU_API tcu_status tcu_copy_in(tcu_context *context, void *to_context_memory, const void *from_host, size_t bytes);

/**
 * Copies memory of the context's space into host memory. What was enqueued on the context's stream is done before, and
 * `to_host` can be read as soon as the call returns.
 *
 * @param to_host              memory that the processor writes, pageable or pinned. It shares no byte with
 *                             `from_context_memory`.
 * @param from_context_memory  memory of the context's space.
 * @param bytes                how many. With 0 both pointers may be NULL.
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_INVALID_ARGUMENT (a pointer is NULL, or
 *   `from_context_memory` is memory that the device cannot reach, see tcu_context_set_pointer_checks());
 *   TCU_ERROR_SIZE_OVERFLOW; TCU_ERROR_OVERLAP; TCU_ERROR_DEVICE (of the copy, or of work before it on the stream).
 */
TCU_API tcu_status tcu_copy_out(tcu_context *context, void *to_host, const void *from_context_memory, size_t bytes);

/**
 * Waits until all work that was enqueued on the context's stream is done. On the host backends it is when a call
 * returns.
 *
 * @return TCU_SUCCESS; TCU_ERROR_INVALID_CONTEXT; TCU_ERROR_DEVICE (some of that work failed, or the stream is
 *   captured).
 */
TCU_API tcu_status tcu_synchronize(tcu_context *context);

TCU_END_DECLS

#endif /* TCU_MEMORY_H */
