/* SPDX-License-Identifier: Apache-2.0 */
/** @file cudnn.h The convolution layer by cuDNN, in builds that have it. */
#ifndef TCU_BENCH_GPU_CUDNN_H
#define TCU_BENCH_GPU_CUDNN_H

#include <functional>

#include <cuda_runtime_api.h>

#include "bench/problem.h"

namespace bench
{
/**
 * Enqueues a layer in NCHW, as the library's, by cuDNN's fastest algorithm; sums in f32, of f32 without TF32. Tries all
 * algorithms before, which write the problem's output. Empty if cuDNN is not there; throws where it fails.
 */
std::function<void()> cudnn_layer(const bench_problem &problem, cudaStream_t stream);
} // namespace bench

#endif
