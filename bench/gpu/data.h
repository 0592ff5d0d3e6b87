/* SPDX-License-Identifier: Apache-2.0 */
/** @file data.h Device memory that is kept between rows: inputs, outputs, segments. */
#ifndef TCU_BENCH_GPU_DATA_H
#define TCU_BENCH_GPU_DATA_H

#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include "bench/family.h"
#include "bench/inputs/random.h"

/** Behind `out` lie so many bytes that no contestant may write. */
#define BENCH_GUARD_BYTES 256

namespace bench
{
inline void cuda_check(int error, const char *what)
{
    if (error != cudaSuccess) {
        throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(static_cast<cudaError_t>(error)));
    }
}

/** Grows, never shrinks; its content is lost when it grows. */
class DeviceBuffer
{
  public:
    DeviceBuffer() = default;
    DeviceBuffer(const DeviceBuffer &) = delete;
    DeviceBuffer &operator=(const DeviceBuffer &) = delete;
    ~DeviceBuffer() { cudaFree(pointer_); }
    void *ensure(size_t bytes);
    void *get() const { return pointer_; }
    size_t size() const { return size_; }

  private:
    void *pointer_ = nullptr;
    size_t size_ = 0;
};

class GpuFamily;

/** The inputs that families share, and the families. */
class GpuData
{
  public:
    /** `for_cub`: with inputs that only CUB's forms need. */
    explicit GpuData(cudaStream_t stream, bool for_cub = false);
    ~GpuData();
    /** The problem of a row, its input and segments made; equal inputs are made once. */
    bench_problem problem_of(const Row &row);
    GpuFamily &family(bench_op op);

    cudaStream_t stream() const { return stream_; }
    /**
     * An array of so many elements of one size, in memory that all rows share; `holds` says what is in it. It is made anew
     * if it holds something else, or less.
     */
    const void *input(const std::string &holds, uint64_t count, uint64_t size, const std::function<void(void *)> &make);
    /** Random elements. */
    const void *items(tcu_type type, uint64_t count);
    /** keys of an offsets problem, for by-key scans; NULL without CUB. */
    const uint32_t *keys_of(const bench_problem &problem);

  private:
    void add_segments(const Row &row, bench_problem &problem);

    cudaStream_t stream_;
    bool for_cub_;
    DeviceBuffer in_, out_, offsets_, keys_;
    std::string in_holds_, offsets_hold_, keys_hold_;
    uint64_t in_count_ = 0, num_segments_ = 0;
    std::map<const Family *, std::unique_ptr<GpuFamily>> families_;
};

/** Brings bytes of the host to the device. */
const void *upload(DeviceBuffer &to, const void *from, size_t bytes);

/** Random elements: reals uniform in [-1, 1], integers over their whole range. */
void fill(void *data, tcu_type type, uint64_t n, uint64_t seed, cudaStream_t stream);

/** keys[i] = the segment of element i. */
void make_keys(const bench_problem &problem, uint32_t *keys, cudaStream_t stream);
} // namespace bench

#endif
