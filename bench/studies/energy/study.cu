/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The energy of sums by NVML's counter: the library's reduction of one array on the matrix unit and by plain adds, nothing
 * else changed. Of an array in device memory, where moving it takes most of the energy, and of one that stays in L2. The
 * clock is what the GPU chooses, and is in the rows. A GPU that is warm takes more power: so the two are measured as matrix,
 * plain, plain, matrix, and what the two measurements of one differ by is in the rows, too.
 */
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <thread>

#include "bench/inputs/random.h"
#include "bench/studies/bounds.h"
#include "bench/studies/energy/steps.cuh"
#include "bench/studies/reduction.cuh"

namespace
{
using namespace study;

constexpr double kSeconds = 1, kSecondsQuick = 0.01; // of each measurement
constexpr double kGraph = 2;                         // ms of work that are counted as a whole
constexpr std::chrono::seconds kCoolDown(3);         // before idle power is measured
constexpr int kFillThreads = 256;
constexpr uint64_t kGibibyte = uint64_t(1) << 30, kInCache = uint64_t(16) << 20, kInCacheQuick = uint64_t(1) << 16;

constexpr int kMostCalls = 400;                 // in one graph
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
constexpr int kArithmeticCount = sizeof kArithmetics / sizeof kArithmetics[0];

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

/** The library's choice is back when this object ends, whatever happens. */
class Chosen
{
  public:
    Chosen(const Gpu &gpu, tcu_arithmetic arithmetic) : context_(gpu.context)
    {
        if (tcu_context_set_arithmetic(context_, arithmetic) != TCU_SUCCESS) {
            throw std::runtime_error(tcu_context_last_error(context_));
        }
    }
    Chosen(const Chosen &) = delete;
    Chosen &operator=(const Chosen &) = delete;
    ~Chosen() { tcu_context_set_arithmetic(context_, TCU_ARITHMETIC_AUTO); }

  private:
    tcu_context *context_;
};

/** The sum of an array by one arithmetic: its time, its error, and some of it in a graph. */
class Sum
{
  public:
    Sum(const Gpu &gpu, const Array<char> &memory, const Type &type, uint64_t n, double exact,
        tcu_arithmetic arithmetic)
        : chosen_(std::make_unique<Chosen>(gpu, arithmetic)), out_(1), reduction_(gpu, type.in, type.out, n)
    {
        const auto enqueue = [&] { reduction_.enqueue(memory.data(), out_.data(), n); };
        ms = time_of(gpu.stream, enqueue).median;
        error = std::fabs(result_of(gpu, out_, type.out) - exact) / exact;
        calls = std::min(std::max(1, int(kGraph / ms)), kMostCalls);
        graph = std::make_unique<Repeated>(gpu.stream, calls, enqueue);
        chosen_.reset(); // (the graph holds the kernels)
    }
    double ms, error;
    int calls; // in the graph
    std::unique_ptr<Repeated> graph;
    std::vector<Counted> counted;

    /** The mean over the measurements of what `of` says of one. */
    template <class Of>
    double mean(Of of) const
    {
        double sum = 0;
        for (const Counted &c : counted) {
            sum += of(c);
        }
        return sum / double(counted.size());
    }

  private:
    std::unique_ptr<Chosen> chosen_;
    Array<double> out_;
    Reduction reduction_;
};

void measure(const Gpu &gpu, Table &table, bench::EnergyMeter &meter, const Array<char> &memory, const Type &type,
             const char *place, uint64_t bytes)
{
    const uint64_t n = bytes / type.size;
    const double exact = make_array(gpu, memory, type, n);
    std::unique_ptr<Sum> sums[kArithmeticCount];
    for (int a = 0; a < kArithmeticCount; a++) {
        sums[a] = std::make_unique<Sum>(gpu, memory, type, n, exact, kArithmetics[a].value);
    }
    for (int turn = 0; turn < 2 * kArithmeticCount; turn++) {
        Sum &sum = *sums[turn < kArithmeticCount ? turn : 2 * kArithmeticCount - 1 - turn];
        sum.counted.push_back(count_energy(meter, gpu.stream, *sum.graph, gpu.quick ? kSecondsQuick : kSeconds));
    }
    for (int a = 0; a < kArithmeticCount; a++) {
        const Sum &sum = *sums[a];
        const double gigabytes = double(bytes) * sum.calls * 1e-9; // of a graph
        const auto net = [&](const Counted &c) { return c.net_joules / (c.times * gigabytes); };
        const double mean = sum.mean(net);
        table.add(Row()
                      .text("array", place)
                      .text("type", type.name)
                      .text("arithmetic", kArithmetics[a].name)
                      .number("ms", sum.ms)
                      .number("joules_per_gb", mean)
                      .number("joules_per_gb_raw",
                              sum.mean([&](const Counted &c) { return c.joules / (c.times * gigabytes); }))
                      .number("difference", std::fabs(net(sum.counted.front()) - net(sum.counted.back())) / mean)
                      .number("watts", sum.mean([](const Counted &c) { return c.watts; }))
                      .number("idle_watts", meter.idle_watts())
                      .number("sm_mhz", sum.mean([](const Counted &c) { return c.sm_mhz; }))
                      .number("error", sum.error),
                  sum.error <= bound(type.out, n));
    }
}

void run(Gpu &gpu, Table &table)
{
    if (!gpu.quick) { // what ran before has left the GPU warm and at a high clock
        std::this_thread::sleep_for(kCoolDown);
    }
    const std::unique_ptr<bench::EnergyMeter> meter = bench::EnergyMeter::open(gpu.device);
    if (!meter) { // it has said why
        throw std::runtime_error("no energy is counted here");
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
