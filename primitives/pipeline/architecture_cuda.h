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

/* How many such blocks a cluster can have on the current device, one of sm_90 or newer; a cudaError_t. */
int tcui_largest_cluster(int threads, size_t shared_bytes, int *blocks);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_ARCHITECTURE_CUDA_H */
