/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The energy of sums by NVML's counter: the library's reduction of one array on the matrix unit and by plain adds, nothing
 * else changed. Of an array in device memory, where moving it takes most of the energy, and of one that stays in L2. The
 * clock is what the GPU chooses, and is in the rows.
 */
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "bench/gpu/energy.h"
#include "bench/inputs/random.h"
#include "bench/studies/bounds.h"
#include "bench/studies/reduction.cuh"

namespace
{
using namespace study;

constexpr double kSeconds = 2, kSecondsQuick = 0.01; // of each measurement; the counter steps every tenth of a second
constexpr double kLook = 20;                         // ms of work between two looks at the clock
constexpr int kFillThreads = 256;
constexpr uint64_t kGibibyte = uint64_t(1) << 30, kInCache = uint64_t(16) << 20, kInCacheQuick = uint64_t(1) << 16;

constexpr int kMostCalls = 200;                 // in one graph
constexpr uint64_t kPeriod = uint64_t(1) << 20; // after so many elements the array repeats itself
constexpr uint64_t kValues = 8;                 // that elements have: multiples of 1/8 in [0, 1), of integers 0 to 7

struct Type { // one that the library has a path on the matrix unit for
    const char *name;
    tcu_type in, out;
    uint64_t size;
};
constexpr Type kTypes[] = {{"f16 to f32", TCU_TYPE_F16, TCU_TYPE_F32, sizeof(__half)},
                           {"f64", TCU_TYPE_F64, TCU_TYPE_F64, sizeof(double)},
                           {"u8 to u32", TCU_TYPE_U8, TCU_TYPE_U32, sizeof(uint8_t)}};

struct Arithmetic {
    const char *name;
    tcu_arithmetic value;
};
constexpr Arithmetic kArithmetics[] = {{"matrix", TCU_ARITHMETIC_MATRIX}, {"plain", TCU_ARITHMETIC_PLAIN}};

__host__ __device__ uint64_t step_of(uint64_t i)
{
    return bench_hash((i % kPeriod) ^ BENCH_SEED) % kValues;
}

/** x[i] = step_of(i) * unit. Sums of them are exact in f64, and they toggle bits as real data do. */
template <class T>
__global__ void fill_kernel(T *x, uint64_t n, float unit)
{
    const uint64_t i = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n) {
        x[i] = rounded<T>(float(step_of(i)) * unit);
    }
}

template <class T>
void fill(const Gpu &gpu, const Array<char> &memory, uint64_t n, float unit)
{
    launch(gpu.stream, dim3(unsigned(divide_up(n, kFillThreads))), kFillThreads, fill_kernel<T>,
           reinterpret_cast<T *>(memory.data()), n, unit);
}

double sum_of_steps(uint64_t n)
{
    double period = 0, rest = 0;
    for (uint64_t i = 0; i < kPeriod; i++) {
        period += double(step_of(i));
        rest += i < n % kPeriod ? double(step_of(i)) : 0;
    }
    return double(n / kPeriod) * period + rest;
}

/** Fills the array and returns its exact sum. */
double make_array(const Gpu &gpu, const Array<char> &memory, const Type &type, uint64_t n)
{
    const float unit = type.in == TCU_TYPE_U8 ? 1.0f : 1.0f / kValues;
    switch (type.in) {
    case TCU_TYPE_F16:
        fill<__half>(gpu, memory, n, unit);
        break;
    case TCU_TYPE_F64:
        fill<double>(gpu, memory, n, unit);
        break;
    default:
        fill<uint8_t>(gpu, memory, n, unit);
    }
    return sum_of_steps(n) * unit;
}

double result_of(const Gpu &gpu, const Array<double> &out, tcu_type type)
{
    switch (type) {
    case TCU_TYPE_F64:
        return read(gpu.stream, out.data());
    case TCU_TYPE_F32:
        return read(gpu.stream, reinterpret_cast<const float *>(out.data()));
    default:
        return read(gpu.stream, reinterpret_cast<const uint32_t *>(out.data()));
    }
}

/** What reduce.h allows of |error|, in units of the sum; integers are exact. */
double bound(tcu_type out, uint64_t n)
{
    return out == TCU_TYPE_U32 ? 0 : library_rounding(n) * (out == TCU_TYPE_F64 ? 0x1p-51 / kFloatRounding : 1);
}

void measure(const Gpu &gpu, Table &table, bench::EnergyMeter &meter, const Array<char> &memory, const Type &type,
             const char *place, uint64_t bytes)
{
    const uint64_t n = bytes / type.size;
    const double exact = make_array(gpu, memory, type, n);
    const Array<double> out(1);
    for (const Arithmetic &arithmetic : kArithmetics) {
        if (tcu_context_set_arithmetic(gpu.context, arithmetic.value) != TCU_SUCCESS) {
            throw std::runtime_error(tcu_context_last_error(gpu.context));
        }
        const Reduction reduction(gpu, type.in, type.out, n);
        const auto enqueue = [&] { reduction.enqueue(memory.data(), out.data(), n); };
        const double ms = time_of(gpu.stream, enqueue).median;
        const double error = std::fabs(result_of(gpu, out, type.out) - exact) / exact;
        const int calls = std::min(std::max(1, int(kLook / ms)), kMostCalls);
        const int looks = std::max(1, int(kLook / (ms * calls)));
        const Repeated repeated(gpu.stream, calls, enqueue);
        const double seconds = gpu.quick ? kSecondsQuick : kSeconds;
        const bench::Energy energy =
            meter.measure(seconds, double(bytes) * calls * looks, [&] { // here an element is a byte
                for (int look = 0; look < looks; look++) {
                    repeated.enqueue();
                }
                cuda_check(cudaStreamSynchronize(gpu.stream), "energy");
            });
        table.add(Row()
                      .text("array", place)
                      .text("type", type.name)
                      .text("arithmetic", arithmetic.name)
                      .number("ms", ms)
                      .number("joules_per_gb", energy.net_nj) // nJ a byte is J a GB
                      .number("joules_per_gb_raw", energy.raw_nj)
                      .number("watts", energy.watts)
                      .number("idle_watts", meter.idle_watts())
                      .number("sm_mhz", energy.sm_mhz)
                      .number("error", error),
                  error <= bound(type.out, n));
    }
    tcu_context_set_arithmetic(gpu.context, TCU_ARITHMETIC_AUTO);
}

void run(Gpu &gpu, Table &table)
{
    const std::unique_ptr<bench::EnergyMeter> meter = bench::EnergyMeter::open(gpu.device);
    if (!meter) { // it has said why
        return;
    }
    const uint64_t large = gpu.quick ? 2 * kInCacheQuick : kGibibyte, small = gpu.quick ? kInCacheQuick : kInCache;
    const Array<char> memory(large);
    for (const Type &type : kTypes) {
        measure(gpu, table, *meter, memory, type, "memory", large);
        measure(gpu, table, *meter, memory, type, "L2", small);
    }
}

const Study entry("energy", "joules of sums on the matrix unit and by plain adds", run);
} // namespace
