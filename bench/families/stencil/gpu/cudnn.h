/* SPDX-License-Identifier: Apache-2.0 */
/** @file cudnn.h The convolution layer by cuDNN, in builds that have it. */
#ifndef TCU_BENCH_FAMILIES_STENCIL_GPU_CUDNN_H
#define TCU_BENCH_FAMILIES_STENCIL_GPU_CUDNN_H

#include <memory>

#include <cuda_runtime_api.h>

#include "bench/problem.h"

namespace bench
{
/** A layer in NCHW, as the library's, by cuDNN's fastest algorithm; sums in f32, of f32 without TF32. */
class CudnnLayer
{
  public:
    static bool is_available();

    /** Tries cuDNN's algorithms, which write the problem's output. Throws where it fails, or is not there. */
    CudnnLayer(const bench_problem &problem, cudaStream_t stream);
    CudnnLayer(const CudnnLayer &) = delete;
    CudnnLayer &operator=(const CudnnLayer &) = delete;
    ~CudnnLayer();
    void launch();

  private:
    struct State;
    std::unique_ptr<State> state_;
};
} // namespace bench

#endif
