/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory of a context's space for the example programs, which run on both backends. A program written for CUDA alone
 * calls cudaMalloc and cudaMemcpy itself, as quickstart_cuda.c does.
 */
#ifndef TCU_EXAMPLES_DEVICE_MEMORY_H
#define TCU_EXAMPLES_DEVICE_MEMORY_H

#include <stddef.h>
#include <tcu/context.h>

/* NULL if there is none left. */
void *device_allocate(tcu_backend backend, size_t bytes);
void device_free(tcu_backend backend, void *pointer);

/* Each returns 0, or -1 if the device failed. */
int device_upload(tcu_backend backend, void *to_device, const void *from_host, size_t bytes);
int device_download(tcu_backend backend, void *to_host, const void *from_device, size_t bytes);

/* Sets all bytes to one value. */
int device_fill(tcu_backend backend, void *pointer, int value, size_t bytes);

/* Waits until all work of the device is done. */
int device_synchronize(tcu_backend backend);

/* Bytes of the current device's L2; 0 if that is not known, as of a host. */
size_t device_l2_bytes(tcu_backend backend);

#endif /* TCU_EXAMPLES_DEVICE_MEMORY_H */
