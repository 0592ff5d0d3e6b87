/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operands, and some elements of a product against loops in f64 on the host. What lies between rows of A and columns of B is
 * NaN, and C is NaN before each product: reading the one, or not writing the other, shows in the result.
 *
 * Operands are random numbers, of which results have the error that is shown, or random signs. Of many random numbers the
 * rounding that f16 accumulators may have is larger than the product itself, so that such a check would pass zeros. Sums of
 * signs are integers of about sqrt(k), which f16 holds up to 2048: with them each order of additions is exact, and a
 * product that lacks one term is not.
 */
#ifndef TCU_BENCH_STUDIES_GEMM_CHECK_CUH
#define TCU_BENCH_STUDIES_GEMM_CHECK_CUH

#include <algorithm>
#include <cmath>

#include "bench/inputs/random.h"
#include "bench/studies/gemm/operands.cuh"

namespace study
{
constexpr int kFillThreads = 256;
constexpr int kSamples = 24;      // rows, and columns
constexpr int kNotANumber = 0xff; // each byte of a NaN, in f16 and in f32

enum class Values {
    numbers, // in [-1, 1)
    signs    // -1 and 1
};

/** Lines of `length` values, and NaN from there to `stride`. */
static __global__ void fill_lines_kernel(__half *to, int64_t lines, int length, int64_t stride, Values values,
                                         uint64_t seed)
{
    const int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < lines * stride) {
        const float number = float(2 * bench_unit(bench_hash(uint64_t(i) ^ (seed << 40))) - 1);
        const float value = values == Values::numbers ? number : copysignf(1.0f, number);
        to[i] = __float2half_rn(i % stride < length ? value : nanf(""));
    }
}

/** to[i * columns + j] = C[rows[i]][columns[j]], as f32. */
template <class Out>
__global__ void gather_kernel(const Out *c, int64_t stride, const int *rows, const int *columns, int count, float *to)
{
    const int j = threadIdx.x, i = blockIdx.x;
    to[i * count + j] = float(c[rows[i] * stride + columns[j]]);
}

/** Up to `kSamples` indices from 0 to count - 1, the first and the last among them. */
inline std::vector<int> sampled(int count)
{
    std::vector<int> indices;
    for (int s = 0; s < std::min(kSamples, count); s++) {
        indices.push_back(count == 1 ? 0 : int(int64_t(s) * (count - 1) / (std::min(kSamples, count) - 1)));
    }
    return indices;
}

/** The operands of a problem in device memory. */
class Operands
{
  public:
    Operands(cudaStream_t stream, int m, int n, int k, Values values)
        : stride_(padded(k)), a_(m * stride_), b_(n * stride_)
    {
        fill(stream, a_, m, k, values, 1);
        fill(stream, b_, n, k, values, 2);
        problem_ = {m, n, k, stride_, n == 1 ? 1 : padded(n), a_.data(), b_.data()};
    }
    const Problem &problem() const { return problem_; }

  private:
    static int64_t padded(int length) { return int64_t(divide_up(length, kVector) * kVector); }
    void fill(cudaStream_t stream, const Array<__half> &to, int lines, int length, Values values, uint64_t seed)
    {
        launch(stream, dim3(unsigned(divide_up(to.count(), kFillThreads))), kFillThreads, fill_lines_kernel, to.data(),
               lines, length, stride_, values, seed);
    }

    int64_t stride_;
    Array<__half> a_, b_;
    Problem problem_;
};

/** Exact values of the sampled elements of a product, and the sum of |a b| of each. */
class Reference
{
  public:
    Reference(cudaStream_t stream, const Problem &p)
        : stream_(stream), host_rows_(sampled(p.m)), host_columns_(sampled(p.n)), rows_(host_rows_),
          columns_(host_columns_), found_(host_rows_.size() * host_columns_.size())
    {
        const std::vector<std::vector<double>> a = lines(p.a, p, host_rows_), b = lines(p.b, p, host_columns_);
        for (const std::vector<double> &row : a) {
            for (const std::vector<double> &column : b) {
                double sum = 0, magnitudes = 0;
                for (int k = 0; k < p.k; k++) {
                    sum += row[k] * column[k];
                    magnitudes += std::fabs(row[k] * column[k]);
                }
                exact_.push_back(sum);
                magnitudes_.push_back(magnitudes);
            }
        }
    }

    /** The largest |error| of the sampled elements of C, in units of the sum of |a b|; NaN where one is NaN. */
    template <class Out>
    double error(const Out *c, int64_t stride) const
    {
        const int count = int(host_columns_.size());
        launch(stream_, dim3(unsigned(host_rows_.size())), unsigned(count), gather_kernel<Out>, c, stride, rows_.data(),
               columns_.data(), count, found_.data());
        const std::vector<float> found = found_.download(stream_);
        double largest = 0;
        for (size_t i = 0; i < found.size(); i++) {
            const double error = std::fabs(found[i] - exact_[i]) / magnitudes_[i];
            largest = error <= largest ? largest : error;
            if (std::isnan(error)) {
                return error;
            }
        }
        return largest;
    }

  private:
    std::vector<std::vector<double>> lines(const __half *matrix, const Problem &p, const std::vector<int> &which) const
    {
        std::vector<std::vector<double>> all;
        std::vector<__half> halves(p.k);
        for (int i : which) {
            cuda_check(cudaMemcpyAsync(halves.data(), matrix + i * p.stride, p.k * sizeof(__half),
                                       cudaMemcpyDeviceToHost, stream_),
                       "copy");
            cuda_check(cudaStreamSynchronize(stream_), "copy from the device");
            all.emplace_back();
            for (__half value : halves) {
                all.back().push_back(double(__half2float(value)));
            }
        }
        return all;
    }

    cudaStream_t stream_;
    std::vector<int> host_rows_, host_columns_;
    Array<int> rows_, columns_;
    Array<float> found_;
    std::vector<double> exact_, magnitudes_;
};
} // namespace study

#endif
