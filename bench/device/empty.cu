/* SPDX-License-Identifier: Apache-2.0 */
/* What a launch costs by itself. */
#include <cuda_runtime.h>

#include "bench/device/device.h"

namespace
{
__global__ void empty_kernel() {}
} // namespace

int bench_launch_empty(void *stream)
{
    return cudaLaunchKernel((const void *)empty_kernel, dim3(1), dim3(32), nullptr, 0, (cudaStream_t)stream);
}
