/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How accurate a sum of n halves is, by where it is rounded: in f16 or f32, in one chain or in a tree, on the matrix unit or
 * not. After R. Carrasco, R. Vega, C. A. Navarro: "Analyzing GPU Tensor Core Potential for Fast Reductions", 2018, and S.
 * Markidis et al.: "NVIDIA Tensor Core Programmability, Performance & Precision", 2018. The exact sum is that of a loop on
 * the host over the same halves. They are integers times 2^-24 below 2^40, so the sum of 2^24 of them is exact in a long
 * double of 64 bits.
 */
#include <functional>
#include <limits>

#include "bench/studies/precision/inputs.cuh"
#include "bench/studies/precision/sums.cuh"
#include "bench/studies/reduction.cuh"

namespace
{
using namespace study;

constexpr int kLeast = 8, kMost = 24, kStep = 2; // log2 n
constexpr int kMostQuick = 12;                   // with --quick

struct Method {
    const char *name;
    bool in_half; // sums of its elements may be beyond f16
    std::function<float(uint64_t n)> sum;
    std::function<double(uint64_t n)> bound; // of |error|, in units of the sum of |x|
};

struct Sums {
    long double sum = 0, magnitudes = 0;
};

Sums exact_sums(const std::vector<__half> &x)
{
    Sums sums;
    for (__half element : x) {
        const double value = double(__half2float(element));
        sums.sum += value;
        sums.magnitudes += std::fabs(value);
    }
    return sums;
}

double tiles(uint64_t n)
{
    return double(divide_up(n, kOnesTile));
}

/** All methods on the array x, with results in memory that they share. */
class Methods
{
  public:
    Methods(const Gpu &gpu, const Array<__half> &x)
        : stream_(gpu.stream), x_(x), floats_(all_ones_memory(x.count())), halves_(all_ones_memory(x.count())),
          result_(1), to_half_(gpu, TCU_TYPE_F16, TCU_TYPE_F16, x.count()),
          to_float_(gpu, TCU_TYPE_F16, TCU_TYPE_F32, x.count())
    {
    }

    std::vector<Method> all()
    {
        return {
            {"naive f16", true, one(1, serial_kernel<NaiveHalf>), [](uint64_t n) { return double(n) * kHalfRounding; }},
            {"Kahan f16", true, one(1, serial_kernel<KahanHalf>),
             [](uint64_t n) { return 2 * kHalfRounding + 8 * double(n) * kHalfRounding * kHalfRounding; }},
            {"naive f32", false, one(1, serial_kernel<NaiveFloat>),
             [](uint64_t n) { return double(n) * kFloatRounding; }},
            {"unit, f16 accumulators", true, one(kWarp, chain_kernel<HalfAccumulators>),
             [](uint64_t n) { return (tiles(n) + 1) * kUnitHalfRounding; }},
            {"unit, f32 accumulators", false, one(kWarp, chain_kernel<FloatAccumulators>),
             [](uint64_t n) { return (tiles(n) + 2 * kTf32Parts) * kUnitRounding; }},
            {"all-ones, f16 between", true,
             [this](uint64_t n) {
                 return __half2float(read(stream_, enqueue_all_ones(stream_, x_.data(), n, halves_.data())));
             },
             all_ones_rounding<__half>},
            {"all-ones, f32 between", false,
             [this](uint64_t n) { return read(stream_, enqueue_all_ones(stream_, x_.data(), n, floats_.data())); },
             all_ones_rounding<float>},
            {"tcu_reduce to f16", true,
             [this](uint64_t n) {
                 to_half_.enqueue(x_.data(), halves_.data(), n);
                 return __half2float(read(stream_, halves_.data()));
             },
             [](uint64_t n) { return library_rounding(n) + kHalfRounding; }},
            {"tcu_reduce to f32", false,
             [this](uint64_t n) {
                 to_float_.enqueue(x_.data(), floats_.data(), n);
                 return read(stream_, floats_.data());
             },
             library_rounding},
        };
    }

  private:
    std::function<float(uint64_t)> one(unsigned threads, void (*kernel)(const __half *, uint64_t, float *))
    {
        return [=](uint64_t n) {
            launch(stream_, dim3(1), threads, kernel, x_.data(), n, result_.data());
            return read(stream_, result_.data());
        };
    }

    cudaStream_t stream_;
    const Array<__half> &x_;
    Array<float> floats_;
    Array<__half> halves_;
    Array<float> result_;
    Reduction to_half_, to_float_;
};

void add_row(Table &table, const Method &method, Input input, uint64_t n, const Sums &exact, float sum)
{
    const double error = std::fabs(double(sum - exact.sum)), magnitudes = double(exact.magnitudes);
    // An f16 that overflows is no mistake where the sum of |x| is beyond its range.
    const bool may_overflow = method.in_half && magnitudes > kMostHalf;
    const bool right = std::isfinite(sum) ? error <= method.bound(n) * magnitudes : may_overflow;
    const double inaccurate = std::isfinite(sum) ? error : std::numeric_limits<double>::infinity();
    table.add(Row()
                  .text("input", kInputNames[int(input)])
                  .count("n", n)
                  .text("method", method.name)
                  .number("condition", magnitudes / std::fabs(double(exact.sum)))
                  .number("relative_error", inaccurate / std::fabs(double(exact.sum)))
                  .number("scaled_error", inaccurate / magnitudes),
              right);
}

void run(Gpu &gpu, Table &table)
{
    const int most = gpu.quick ? kMostQuick : kMost;
    const Array<__half> x(uint64_t(1) << most);
    Methods methods(gpu, x);
    const std::vector<Method> all = methods.all();
    for (int input = 0; input < kInputs; input++) {
        for (int power = kLeast; power <= most; power += kStep) {
            const uint64_t n = uint64_t(1) << power;
            launch(gpu.stream, dim3(unsigned(divide_up(n, kFillThreads))), kFillThreads, fill_kernel, Input(input),
                   x.data(), n);
            const Sums exact = exact_sums(x.download(gpu.stream, n));
            for (const Method &method : all) {
                add_row(table, method, Input(input), n, exact, method.sum(n));
            }
        }
    }
}

const Study entry("precision", "the error of sums of halves by where they are rounded", run);
} // namespace
