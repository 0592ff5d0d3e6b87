/* SPDX-License-Identifier: Apache-2.0 */
/* What this build's kernels are for the current device. */
#ifndef TCUI_ARCHITECTURE_CUDA_H
#define TCUI_ARCHITECTURE_CUDA_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The architecture, as 10 major + minor, whose instructions the current device's code was written for: 80 where PTX of
 * sm_80 was compiled for a newer device at load time. Returns a cudaError_t: cudaErrorNoKernelImageForDevice if the
 * build has no code for the device.
 */
int tcui_kernel_architecture(int *architecture);

/*
 * How many of the largest blocks a cluster can have on the current device, one of sm_90 or newer; a cudaError_t. With
 * all of the shared memory that a block may have, each takes a multiprocessor of its own.
 */
int tcui_largest_cluster(size_t shared_bytes, int *blocks);

/* The same on a stream (a cudaStream_t), which may have fewer multiprocessors: a power of two up to `most`. */
int tcui_largest_cluster_on(void *stream, size_t shared_bytes, int most);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_ARCHITECTURE_CUDA_H */
