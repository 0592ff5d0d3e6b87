/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How accurate a sum of n halves is, by where it is rounded: in f16 or f32, in one chain or in a tree, on the matrix unit or
 * not. After R. Carrasco, R. Vega, C. A. Navarro: "Analyzing GPU Tensor Core Potential for Fast Reductions", 2018, and S.
 * Markidis et al.: "NVIDIA Tensor Core Programmability, Performance & Precision", 2018. The exact sum is that of a loop on
 * the host over the same halves. They are integers times 2^-24 below 2^40, so the sum of 2^24 of them is exact in a long
 * double of 64 bits.
 *
 * Chains of one thread must give the bits of the same chain on the host. The others have bounds of rounding, which grow with
 * n until they say nothing; so there is an input of small integers, whose sums must be exact.
 */
#include <functional>
#include <limits>

#include "bench/studies/precision/host_sums.h"
#include "bench/studies/precision/inputs.cuh"
#include "bench/studies/precision/sums.cuh"
#include "bench/studies/reduction.cuh"

namespace
{
using namespace study;

constexpr int kLeast = 8, kMost = 24, kStep = 2; // log2 n
constexpr int kMostQuick = 12;                   // with --quick

constexpr uint64_t kExactInHalf = uint64_t(1) << 16; // so many of Input::integers have exact sums in f16

struct Sums {
    long double sum = 0, magnitudes = 0;
};

enum class Holds { f32, f16, f32_then_f16 }; // where a method holds partial sums, and its result

struct Method {
    const char *name;
    Holds holds;
    std::function<float(uint64_t n)> sum;
    std::function<double(uint64_t n)> bound; // of |error|, in units of the sum of |x|
    /** Instead of a bound: the same chain of additions on the host. */
    float (*on_host)(const std::vector<__half> &x) = nullptr;

    /** An f16 that overflows is no mistake where the sum, or that of |x|, is beyond its range. */
    bool may_overflow(const Sums &exact, uint64_t n) const
    {
        const double sum = std::fabs(double(exact.sum)), magnitudes = double(exact.magnitudes);
        return holds == Holds::f16            ? magnitudes > kMostHalf
               : holds == Holds::f32_then_f16 ? sum + bound(n) * magnitudes > kMostHalf
                                              : false;
    }
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
            {"naive f16", Holds::f16, one(1, serial_kernel<NaiveHalf>), nullptr, host_naive_half},
            {"Kahan f16", Holds::f16, one(1, serial_kernel<KahanHalf>), nullptr, host_kahan_half},
            {"naive f32", Holds::f32, one(1, serial_kernel<NaiveFloat>), nullptr, host_naive_float},
            {"unit, f16 accumulators", Holds::f16, one(kWarp, chain_kernel<HalfAccumulators>),
             [](uint64_t n) { return (tiles(n) + 1) * kUnitHalfRounding; }},
            {"unit, f32 accumulators", Holds::f32, one(kWarp, chain_kernel<FloatAccumulators>),
             [](uint64_t n) { return (tiles(n) + 2 * kTf32Parts) * kUnitRounding; }},
            {"all-ones, f16 between", Holds::f16,
             [this](uint64_t n) {
                 return __half2float(read(stream_, enqueue_all_ones(stream_, x_.data(), n, halves_.data())));
             },
             all_ones_rounding<__half>},
            {"all-ones, f32 between", Holds::f32,
             [this](uint64_t n) { return read(stream_, enqueue_all_ones(stream_, x_.data(), n, floats_.data())); },
             all_ones_rounding<float>},
            {"tcu_reduce to f16", Holds::f32_then_f16,
             [this](uint64_t n) {
                 to_half_.enqueue(x_.data(), halves_.data(), n);
                 return __half2float(read(stream_, halves_.data()));
             },
             [](uint64_t n) { return library_rounding(n) + kHalfRounding; }},
            {"tcu_reduce to f32", Holds::f32,
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

bool is_right(const Method &method, Input input, const std::vector<__half> &x, const Sums &exact, float sum)
{
    if (method.on_host != nullptr) {
        const float expected = method.on_host(x);
        return sum == expected || (std::isnan(sum) && std::isnan(expected));
    }
    const uint64_t n = x.size();
    if (!std::isfinite(sum)) {
        return method.may_overflow(exact, n);
    }
    const double error = std::fabs(double(sum - exact.sum));
    if (input == Input::integers && (method.holds == Holds::f32 || n <= kExactInHalf)) {
        return error == 0;
    }
    return error <= method.bound(n) * double(exact.magnitudes);
}

void add_row(Table &table, const Method &method, Input input, const std::vector<__half> &x, const Sums &exact)
{
    const uint64_t n = x.size();
    const float sum = method.sum(n);
    const double whole = std::fabs(double(exact.sum)), magnitudes = double(exact.magnitudes);
    const double inaccurate =
        std::isfinite(sum) ? std::fabs(double(sum - exact.sum)) : std::numeric_limits<double>::infinity();
    table.add(Row()
                  .text("input", kInputNames[int(input)])
                  .count("n", n)
                  .text("method", method.name)
                  .number("condition", magnitudes / whole)
                  .number("relative_error", inaccurate == 0 ? 0 : inaccurate / whole) // (the sum may be 0)
                  .number("scaled_error", inaccurate / magnitudes),
              is_right(method, input, x, exact, sum));
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
            const std::vector<__half> host = x.download(gpu.stream, n);
            const Sums exact = exact_sums(host);
            for (const Method &method : all) {
                add_row(table, method, Input(input), host, exact);
            }
        }
    }
}

const Study entry("precision", "the error of sums of halves by where they are rounded", run);
} // namespace
