/* SPDX-License-Identifier: Apache-2.0 */
/** @file gpu.cuh What studies do on the GPU: arrays, launches, times of launches. */
#ifndef TCU_BENCH_STUDIES_GPU_CUH
#define TCU_BENCH_STUDIES_GPU_CUH

#include <functional>
#include <type_traits>
#include <vector>

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "bench/gpu/data.h"
#include "bench/result.h"
#include "bench/studies/study.h"

namespace study
{
using bench::cuda_check;

constexpr int kWarp = 32; // lanes

/** As many parts of `part` as hold `whole`. */
__host__ __device__ constexpr uint64_t divide_up(uint64_t whole, uint64_t part)
{
    return (whole + part - 1) / part;
}

/** A number in f16, rounded to nearest, or in another type as C++ converts it. */
template <class T>
__host__ __device__ T rounded(float value)
{
    if constexpr (std::is_same_v<T, __half>) {
        return __float2half_rn(value);
    } else {
        return static_cast<T>(value);
    }
}

/** Device memory for `count` elements, freed with the object. */
template <class T>
class Array
{
  public:
    explicit Array(uint64_t count) : count_(count)
    {
        cuda_check(cudaMalloc(&data_, count * sizeof(T)), "device memory");
    }
    explicit Array(const std::vector<T> &values) : Array(values.size())
    {
        cuda_check(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice), "copy to the device");
        cuda_check(cudaDeviceSynchronize(),
                   "copy to the device"); // a copy of pageable memory may return before its end
    }
    Array(const Array &) = delete;
    Array &operator=(const Array &) = delete;
    ~Array() { cudaFree(data_); }

    T *data() const { return static_cast<T *>(data_); }
    uint64_t count() const { return count_; }
    std::vector<T> download(cudaStream_t stream) const { return download(stream, count_); }
    /** The first `count` elements, after all work of the stream. */
    std::vector<T> download(cudaStream_t stream, uint64_t count) const
    {
        std::vector<T> values(count);
        cuda_check(cudaMemcpyAsync(values.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost, stream), "copy");
        cuda_check(cudaStreamSynchronize(stream), "copy from the device");
        return values;
    }

  private:
    void *data_ = nullptr;
    uint64_t count_;
};

/** One element of device memory, after all work of the stream. */
template <class T>
T read(cudaStream_t stream, const T *from)
{
    T value;
    cuda_check(cudaMemcpyAsync(&value, from, sizeof value, cudaMemcpyDeviceToHost, stream), "copy");
    cuda_check(cudaStreamSynchronize(stream), "copy from the device");
    return value;
}

/** Enqueues a kernel of so many blocks and threads a block. */
template <class... Parameters, class... Arguments>
void launch(cudaStream_t stream, dim3 blocks, unsigned threads, void (*kernel)(Parameters...), Arguments... arguments)
{
    cudaLaunchConfig_t how = {};
    how.gridDim = blocks;
    how.blockDim = dim3(threads);
    how.stream = stream;
    cuda_check(cudaLaunchKernelEx(&how, kernel, static_cast<Parameters>(arguments)...), "launch");
}

/** The same work some times in one graph, so that the GPU does it as fast as it can and not as fast as the host enqueues. */
class Repeated
{
  public:
    Repeated(cudaStream_t stream, int times, const std::function<void()> &enqueue);
    Repeated(const Repeated &) = delete;
    Repeated &operator=(const Repeated &) = delete;
    ~Repeated();
    void enqueue() const { cuda_check(cudaGraphLaunch(executable_, stream_), "graph"); }

  private:
    cudaStream_t stream_;
    cudaGraphExec_t executable_ = nullptr;
};

/**
 * Milliseconds of what `enqueue` puts on the stream. Work that is shorter than a look at the clock is repeated (Repeated),
 * so it must be allowed in a capture.
 */
bench::Times time_of(cudaStream_t stream, const std::function<void()> &enqueue);
} // namespace study

#endif
