/* SPDX-License-Identifier: Apache-2.0 */
/** @file cublas.h cuBLAS, which is loaded when it is asked for: the program runs without it, too. */
#ifndef TCU_BENCH_STUDIES_GEMM_CUBLAS_H
#define TCU_BENCH_STUDIES_GEMM_CUBLAS_H

#include <memory>

#include "bench/studies/study.h"

namespace study
{
struct Problem;

class Cublas
{
  public:
    virtual ~Cublas() = default;
    /** Enqueues C = A B by cublasGemmEx() (operands.cuh says how matrices lie), of one column as the product of A and a
     * matrix of one column; throws where it fails. */
    virtual void enqueue(const Problem &p, float *c) = 0;
    /** The same with f16 accumulators, as far as cuBLAS takes them: C is of f16. */
    virtual void enqueue_half(const Problem &p, void *c) = 0;
    /** Enqueues y = A x by cublasHSSgemvStridedBatched(), a batch of one; throws where it fails. */
    virtual void enqueue_gemv(const Problem &p, float *y) = 0;

    /** On this stream; null, and a line on stderr, where there is no cuBLAS. */
    static std::unique_ptr<Cublas> open(cudaStream_t stream);
};
} // namespace study

#endif
