/* SPDX-License-Identifier: Apache-2.0 */
/** @file data.h Device memory that is kept between rows: inputs, outputs, offsets, keys, flags, levels, values. */
#ifndef TCU_BENCH_GPU_DATA_H
#define TCU_BENCH_GPU_DATA_H

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

#include "bench/device/device.h"
#include "bench/problems/polynomials.h"
#include "bench/problems/stencils.h"
#include "bench/rows.h"

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

class GpuData
{
  public:
    explicit GpuData(cudaStream_t stream) : stream_(stream) {}
    /** The problem of a row, its input and segments made; equal inputs are made once. */
    bench_problem problem_of(const Row &row);
    /** keys of an offsets problem, for by-key scans. */
    const uint32_t *keys_of(const bench_problem &problem);
    /** Of a problem whose weights are a product the same as a box of weights; else nothing is set. */
    bool dense_of(const bench_problem &problem, bench_problem &dense);

  private:
    void add_items(const Row &row, bench_problem &problem);
    void add_segments(const Row &row, bench_problem &problem);
    void add_selection(const Row &row, bench_problem &problem);
    void add_samples(const Row &row, bench_problem &problem);
    void add_sort(const Row &row, bench_problem &problem);
    void add_polynomials(const Row &row, bench_problem &problem);
    void add_stencils(const Row &row, bench_problem &problem);
    void add_weights(const Row &row, bench_problem &problem);

    cudaStream_t stream_;
    DeviceBuffer in_, out_, offsets_, keys_, flags_, count_, run_lengths_, levels_, ranks_, weights_, values_in_,
        values_out_, spare_, spare_values_, coefficients_, breakpoints_, indices_, which_, scratch_, box_, kernel_,
        column_factor_, row_factor_, filters_;
    std::vector<char> coefficients_here_;
    std::unique_ptr<Plan> plan_;
    std::vector<double> box_here_;
    std::unique_ptr<StencilPlan> stencil_, dense_;
    std::string in_holds_, offsets_hold_, keys_hold_, flags_hold_;
    uint64_t in_count_ = 0, flags_count_ = 0, num_segments_ = 0, positions_ = 0;
    tcu_type position_type_ = TCU_TYPE_U32;
};

} // namespace bench

#endif
