/* SPDX-License-Identifier: Apache-2.0 */
/** @file share.h A stream that has some of the device's multiprocessors. */
#ifndef TCU_BENCH_GPU_SHARE_H
#define TCU_BENCH_GPU_SHARE_H

#include <cuda_runtime_api.h>

namespace bench
{
/**
 * A new stream of the current device, in a green context that has so many of its multiprocessors, or the few more that
 * the device makes of it and that `multiprocessors` becomes; 0: with all of them. Throws where the driver or the device
 * cannot. The context lives as long as the process.
 */
cudaStream_t make_stream(int &multiprocessors);
} // namespace bench

#endif
