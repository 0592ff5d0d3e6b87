/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Products of matrices, and of a matrix and a vector, of halves on the matrix unit: a naive kernel, one by way of shared
 * memory, and cuBLAS; with f32 accumulators (mixed precision) and with f16 ones. After S. Markidis et al.: "NVIDIA Tensor
 * Core Programmability, Performance & Precision", 2018, who compare WMMA, CUTLASS and cuBLAS.
 */
#include <cstdio>

#include "bench/studies/bounds.h"
#include "bench/studies/gemm/check.cuh"
#include "bench/studies/gemm/cublas.h"
#include "bench/studies/gemm/gemv.cuh"
#include "bench/studies/gemm/naive.cuh"
#include "bench/studies/gemm/shared.cuh"

namespace
{
using namespace study;

// Squares; odd sizes are as good as others.
constexpr int kGemmSizes[] = {256, 512, 1000, 1024, 2048, 4095, 4096, 8192}, kGemmQuick[] = {1, 50, 129};
constexpr int kGemvSizes[] = {1024, 2048, 4095, 4096, 8192, 16384, 32768}, kGemvQuick[] = {1, 50, 300};

template <class Out>
struct Contestant {
    const char *method;
    std::function<void(const Problem &, Out *)> enqueue;
    bool may_refuse = false; // a problem, by an exception
};

/** What |error| may be, in units of the sum of |a b|: a rounding for each product of the unit. */
template <class Out>
double bound(int k)
{
    return (double(divide_up(k, kTileDepth)) + 1) * (std::is_same_v<Out, __half> ? kUnitHalfRounding : kUnitRounding);
}

/** Operands of one kind, and what their product has to be. */
struct Checked {
    Checked(cudaStream_t stream, int m, int n, int k, Values values)
        : operands(stream, m, n, k, values), reference(stream, operands.problem())
    {
    }
    const Operands operands;
    const Reference reference;
};

/** The error of a contestant, whose result is NaN before. */
template <class Out>
double error_of(cudaStream_t stream, const Contestant<Out> &contestant, const Checked &on, const Array<Out> &c)
{
    const Problem &p = on.operands.problem();
    cuda_check(cudaMemsetAsync(c.data(), kNotANumber, c.count() * sizeof(Out), stream), "memset");
    contestant.enqueue(p, c.data());
    return on.reference.error(c.data(), p.c_stride);
}

/** A row for each contestant; `work` is what a millisecond of it is divided by: operations, or bytes. */
template <class Out>
void compare(Gpu &gpu, Table &table, const char *kind, const Checked &signs, const Checked &numbers, double work,
             const std::vector<Contestant<Out>> &contestants)
{
    const Problem &p = numbers.operands.problem();
    const Array<Out> c(p.m * p.c_stride);
    for (const Contestant<Out> &contestant : contestants) {
        double error_of_signs = NAN, error = NAN, ms = NAN;
        try {
            error_of_signs = error_of(gpu.stream, contestant, signs, c);
            error = error_of(gpu.stream, contestant, numbers, c);
            ms = time_of(gpu.stream, [&] { contestant.enqueue(p, c.data()); }).median;
        } catch (const std::exception &problem) {
            if (!contestant.may_refuse) {
                throw;
            }
            std::fprintf(stderr, "tcu-study: %s of %d: %s\n", contestant.method, p.m, problem.what());
            continue;
        }
        table.add(Row()
                      .text("kind", kind)
                      .text("precision", std::is_same_v<Out, __half> ? "half" : "mixed")
                      .text("method", contestant.method)
                      .count("n", p.m)
                      .number("ms", ms)
                      .number("speed", work / ms)
                      .number("error", error)
                      .number("error_of_signs", error_of_signs),
                  error_of_signs == 0 && error <= bound<Out>(p.k));
    }
}

void gemm(Gpu &gpu, Table &table, int size, Cublas *cublas)
{
    const cudaStream_t s = gpu.stream;
    const Checked signs(s, size, size, size, Values::signs), numbers(s, size, size, size, Values::numbers);
    const double teraflops = 2.0 * size * size * size * 1e-9; // in a millisecond: TFLOP/s
    std::vector<Contestant<float>> mixed = {
        {"naive", [s](const Problem &p, float *c) { enqueue_naive_gemm(s, p, c); }},
        {"shared memory", [s](const Problem &p, float *c) { enqueue_shared_gemm(s, p, c); }}};
    std::vector<Contestant<__half>> half = {
        {"naive", [s](const Problem &p, __half *c) { enqueue_naive_gemm(s, p, c); }},
        {"shared memory", [s](const Problem &p, __half *c) { enqueue_shared_gemm(s, p, c); }}};
    if (cublas != nullptr) {
        mixed.push_back({"cuBLAS", [cublas](const Problem &p, float *c) { cublas->enqueue(p, c); }, true});
        half.push_back({"cuBLAS", [cublas](const Problem &p, __half *c) { cublas->enqueue_half(p, c); }, true});
    }
    compare(gpu, table, "gemm", signs, numbers, teraflops, mixed);
    compare(gpu, table, "gemm", signs, numbers, teraflops, half);
}

void gemv(Gpu &gpu, Table &table, int size, Cublas *cublas)
{
    const cudaStream_t s = gpu.stream;
    const Checked signs(s, size, 1, size, Values::signs), numbers(s, size, 1, size, Values::numbers);
    const double gigabytes = double(sizeof(__half)) * size * (size + 1.0) * 1e-6; // in a millisecond: GB/s
    std::vector<Contestant<float>> mixed = {
        {"naive", [s](const Problem &p, float *y) { enqueue_naive_gemv(s, p, y); }},
        {"wide", [s](const Problem &p, float *y) { enqueue_wide_gemv(s, p, y); }},
        {"plain", [s](const Problem &p, float *y) { enqueue_plain_gemv(s, p, y); }}};
    std::vector<Contestant<__half>> half = {
        {"naive", [s](const Problem &p, __half *y) { enqueue_naive_gemv(s, p, y); }},
        {"wide", [s](const Problem &p, __half *y) { enqueue_wide_gemv(s, p, y); }}};
    if (cublas != nullptr) {
        mixed.push_back({"cuBLAS", [cublas](const Problem &p, float *y) { cublas->enqueue(p, y); }, true});
        mixed.push_back({"cuBLAS gemv", [cublas](const Problem &p, float *y) { cublas->enqueue_gemv(p, y); }, true});
        half.push_back({"cuBLAS", [cublas](const Problem &p, __half *y) { cublas->enqueue_half(p, y); }, true});
    }
    compare(gpu, table, "gemv", signs, numbers, gigabytes, mixed);
    compare(gpu, table, "gemv", signs, numbers, gigabytes, half);
}

void run(Gpu &gpu, Table &table)
{
    const auto sizes = [&gpu](const auto &all, const auto &quick) {
        return gpu.quick ? std::vector<int>(std::begin(quick), std::end(quick))
                         : std::vector<int>(std::begin(all), std::end(all));
    };
    const std::unique_ptr<Cublas> cublas = Cublas::open(gpu.stream);
    for (int size : sizes(kGemmSizes, kGemmQuick)) {
        gemm(gpu, table, size, cublas.get());
    }
    for (int size : sizes(kGemvSizes, kGemvQuick)) {
        gemv(gpu, table, size, cublas.get());
    }
}

const Study entry("gemm", "products of matrices, and of a matrix and a vector, of halves: three ways, two precisions",
                  run);
} // namespace
