/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The cost model of R. Carrasco, R. Vega, C. A. Navarro: "Analyzing GPU Tensor Core Potential for Fast Reductions", 2018,
 * equation 16, T(n) = 5 log_{m^2} n, beside what is measured: of the algorithm that it is about, a launch for each level
 * of all-ones products, and of the library's reduction. The model counts 5 units of time a level, whatever its length, as
 * if there were as many matrix units as tiles; a GPU has a few a multiprocessor, launches take time, and memory has a
 * bandwidth. So each row also holds the time of as many empty launches, and of reading the array.
 */
#include <cmath>

#include "bench/inputs/random.h"
#include "bench/studies/all_ones.cuh"
#include "bench/studies/reduction.cuh"

namespace
{
using namespace study;

constexpr double kSide = 16;                     // m, of m x m matrices
constexpr int kLeast = 8, kMost = 28, kStep = 2; // log2 n
constexpr int kMostQuick = 12;                   // with --quick
constexpr int kFillThreads = 256;

/** x[i] = a random number in [0, 1) with 8 fractional bits: sums of 2^28 such numbers are exact in f64. */
__global__ void fill_kernel(__half *x, uint64_t n)
{
    const uint64_t i = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = __float2half_rn(float(bench_hash(i ^ BENCH_SEED) % 256) / 256.0f);
    }
}

__global__ void empty_kernel() {}

double model(uint64_t n) // units of time
{
    return 5 * std::log(double(n)) / std::log(kSide * kSide);
}

void run(Gpu &gpu, Table &table)
{
    const int most = gpu.quick ? kMostQuick : kMost;
    const uint64_t longest = uint64_t(1) << most;
    const cudaStream_t stream = gpu.stream;
    const Array<__half> x(longest);
    const Array<float> levels_memory(all_ones_memory(longest)), sum(1);
    const Reduction reduction(gpu, TCU_TYPE_F16, TCU_TYPE_F32, longest);
    launch(stream, dim3(unsigned(divide_up(longest, kFillThreads))), kFillThreads, fill_kernel, x.data(), longest);
    const std::vector<__half> host = x.download(stream);

    double exact = 0;
    uint64_t added = 0;
    for (int power = kLeast; power <= most; power += kStep) {
        const uint64_t n = uint64_t(1) << power;
        for (; added < n; added++) {
            exact += double(__half2float(host[added]));
        }
        const size_t levels = all_ones_levels(n).size();
        const float *result = nullptr;
        const bench::Times ones =
            time_of(stream, [&] { result = enqueue_all_ones(stream, x.data(), n, levels_memory.data()); });
        const double ones_sum = read(stream, result);
        const bench::Times library = time_of(stream, [&] { reduction.enqueue(x.data(), sum.data(), n); });
        const double library_sum = read(stream, sum.data());
        const bench::Times empty = time_of(stream, [&] {
            for (size_t level = 0; level < levels; level++) {
                launch(stream, dim3(1), kWarp, empty_kernel);
            }
        });
        const double ones_error = std::fabs(ones_sum - exact) / exact, error = std::fabs(library_sum - exact) / exact;
        table.add(Row()
                      .count("n", n)
                      .count("levels", levels)
                      .number("model", model(n))
                      .number("all_ones_us", ones.median * 1e3)
                      .number("tcu_us", library.median * 1e3)
                      .number("empty_us", empty.median * 1e3)
                      .number("tcu_gbs", double(n * sizeof(__half)) / library.median * 1e-6)
                      .number("all_ones_error", ones_error)
                      .number("tcu_error", error),
                  ones_error <= all_ones_rounding<float>(n) && error <= library_rounding(n));
    }
}

const Study entry("cost_model", "T(n) = 5 log_{m^2} n of Carrasco et al. beside measured times of reductions", run);
} // namespace
