/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A variant is launched once for each number of warps a multiprocessor, on all multiprocessors at the same time, as blocks
 * of at most four warps. Blocks start together (meet() in loop.cuh), and what counts is a multiprocessor's time from when
 * its first warp begins until its last one ends; the median over multiprocessors. Those that got another number of warps do
 * not count. Each launch's results are compared, all of them.
 *
 * Blocks leave meet() one after the other, which takes some thousand cycles where many wait: so a first launch tells how
 * often a collective has to be repeated until that is about a percent, and the second one counts.
 */
#include "bench/studies/collectives/measure.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "bench/studies/collectives/expected.h"
#include "bench/studies/collectives/loop.cuh"
#include "bench/studies/gpu.cuh"

namespace study::collectives
{
namespace
{
constexpr int kRepetitions = 64, kQuickRepetitions = 8; // of the first launch
constexpr double kLeastCycles = 2e5;                    // of the launch that counts
constexpr int kUnwritten = 0xff;                        // each byte of results that no kernel has written
constexpr int kWarpsOfBlock = 4;                        // at most, where warps work by themselves
constexpr int kMostItems = 16;
constexpr int kMostResultBytes = sizeof(double);
constexpr int kCompareThreads = 256;
constexpr double kUnknown = NAN;

/** What is counted on the device. */
struct Counters {
    unsigned arrived; // blocks
    unsigned wrong;   // results
};

/** Counts results of threads 0, stride, 2 stride, ... that differ by more than is allowed; NaN does. */
template <class Sum>
__global__ void compare_kernel(const void *out, unsigned count, int results, int stride, int group_threads,
                               const double *value, const double *allowed, unsigned *wrong)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned thread = i / results;
    if (i >= count || thread % stride != 0) {
        return;
    }
    const unsigned in_group = i % (group_threads * results);
    if (!(fabs(double(static_cast<const Sum *>(out)[i]) - value[in_group]) <= allowed[in_group])) {
        atomicAdd(wrong, 1);
    }
}

auto compare_kernel_of(tcu_type type)
{
    switch (type) {
    case TCU_TYPE_F64:
        return compare_kernel<double>;
    case TCU_TYPE_U8:
        return compare_kernel<uint32_t>;
    case TCU_TYPE_I32:
        return compare_kernel<int32_t>;
    default:
        return compare_kernel<float>;
    }
}

struct Cycles {
    double median, spread; // spread: of the largest and the least one, in terms of the median
};

/** Of those multiprocessors that had so many warps: cycles from the first beginning to the last end. */
Cycles cycles_of(const std::vector<Span> &spans, int warps)
{
    struct Whole {
        int warps = 0;
        int64_t begin = INT64_MAX, end = INT64_MIN;
    };
    std::map<uint32_t, Whole> all;
    for (const Span &span : spans) {
        Whole &whole = all[span.multiprocessor];
        whole.warps++;
        whole.begin = std::min(whole.begin, span.begin);
        whole.end = std::max(whole.end, span.end);
    }
    std::vector<double> cycles;
    for (const auto &[multiprocessor, whole] : all) {
        if (whole.warps == warps) {
            cycles.push_back(double(whole.end - whole.begin));
        }
    }
    if (cycles.empty()) {
        return {kUnknown, kUnknown};
    }
    std::sort(cycles.begin(), cycles.end());
    const double median = cycles[cycles.size() / 2];
    return {median, (cycles.back() - cycles.front()) / median};
}

int threads_of_block(const Variant &variant, int warps)
{
    return is_of_block(variant.operation) ? kBlockThreads : kLanes * std::min(warps, kWarpsOfBlock);
}
} // namespace

class Runner::State
{
  public:
    explicit State(const Gpu &gpu)
        : gpu_(gpu),
          threads_(uint64_t(gpu.properties.multiProcessorCount) * gpu.properties.maxThreadsPerMultiProcessor),
          out_(threads_ * kMostItems * kMostResultBytes), spans_(threads_ / kLanes), counters_(1), control_(1)
    {
    }

    Measured measure(const Variant &variant)
    {
        const Expected expected = expected_of(variant);
        const Array<double> value(expected.value), allowed(expected.allowed);
        Measured measured = {};
        measured.right = true;
        measured.latency = measured.full = measured.spread = kUnknown;
        cudaFuncAttributes attributes;
        cuda_check(cudaFuncGetAttributes(&attributes, variant.kernel), "attributes");
        measured.registers = attributes.numRegs;
        measured.local_bytes = int(attributes.localSizeBytes);
        measured.full_warps = full_warps(variant);
        for (int warps : kOccupancies) {
            if (warps <= measured.full_warps && warps * kLanes % threads_of_block(variant, warps) == 0) {
                const Cycles cycles = of_call(variant, warps, value.data(), allowed.data(), measured.right);
                measured.throughput[warps] = elements(variant, warps) / cycles.median;
                if (std::isnan(measured.latency)) {
                    measured.latency = cycles.median;
                }
            }
        }
        const Cycles full = of_call(variant, measured.full_warps, value.data(), allowed.data(), measured.right);
        measured.full = elements(variant, measured.full_warps) / full.median;
        measured.spread = full.spread;
        measured.right = measured.right && std::isfinite(measured.latency) && std::isfinite(measured.full);
        return measured;
    }

  private:
    int full_warps(const Variant &variant) const
    {
        const int threads = threads_of_block(variant, kWarpsOfBlock);
        int blocks = 0;
        cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, variant.kernel, threads, 0), "occupancy");
        return blocks * threads / kLanes;
    }

    double elements(const Variant &variant, int warps) const // that a multiprocessor handles in a repetition
    {
        return double(warps) * kLanes * variant.items;
    }

    const void *elements_of_type(tcu_type type)
    {
        std::unique_ptr<Array<uint8_t>> &array = elements_[type];
        if (!array) {
            array = std::make_unique<Array<uint8_t>>(elements_of(type, kBlockThreads * kMostItems));
        }
        return array->data();
    }

    /** Cycles of a repetition with so many warps a multiprocessor. */
    Cycles of_call(const Variant &variant, int warps, const double *value, const double *allowed, bool &right)
    {
        int repetitions = gpu_.quick ? kQuickRepetitions : kRepetitions;
        Cycles cycles = launch(variant, warps, repetitions, value, allowed, right);
        if (cycles.median < kLeastCycles && !gpu_.quick) {
            repetitions = int(std::ceil(repetitions * kLeastCycles / std::max(cycles.median, 1.0)));
            cycles = launch(variant, warps, repetitions, value, allowed, right);
        }
        return {cycles.median / repetitions, cycles.spread};
    }

    /** Cycles of all repetitions. */
    Cycles launch(const Variant &variant, int warps, int repetitions, const double *value, const double *allowed,
                  bool &right)
    {
        const int block = threads_of_block(variant, warps);
        const unsigned all_threads = unsigned(gpu_.properties.multiProcessorCount * warps * kLanes);
        cudaLaunchAttribute together = {};
        together.id = cudaLaunchAttributeCooperative;
        together.val.cooperative = 1;
        cudaLaunchConfig_t how = {};
        how.gridDim = dim3(all_threads / block);
        how.blockDim = dim3(block);
        how.stream = gpu_.stream;
        how.attrs = &together;
        how.numAttrs = 1;
        const void *in = elements_of_type(variant.type);
        void *out = out_.data();
        Span *spans = spans_.data();
        unsigned *arrived = &counters_.data()->arrived;
        const Control *control = control_.data();
        void *arguments[] = {&in, &out, &spans, &arrived, &control};
        const Control how_often = {repetitions, 0};
        const size_t out_bytes = size_t(all_threads) * variant.items * kMostResultBytes;
        cuda_check(cudaMemsetAsync(counters_.data(), 0, sizeof(Counters), gpu_.stream), "memset");
        cuda_check(cudaMemsetAsync(out, kUnwritten, out_bytes, gpu_.stream), "memset");
        cuda_check(cudaMemcpyAsync(control_.data(), &how_often, sizeof how_often, cudaMemcpyHostToDevice, gpu_.stream),
                   "copy");
        cuda_check(cudaLaunchKernelExC(&how, variant.kernel, arguments), "launch");
        if (variant.implementation != Implementation::loop) {
            const int results = result_count(variant.operation, variant.items);
            study::launch(gpu_.stream, dim3(unsigned(divide_up(uint64_t(all_threads) * results, kCompareThreads))),
                          kCompareThreads, compare_kernel_of(variant.type), out, all_threads * results, results,
                          variant.result_stride, group_threads(variant.operation), value, allowed,
                          &counters_.data()->wrong);
        }
        std::vector<Span> host(all_threads / kLanes);
        cuda_check(cudaMemcpyAsync(host.data(), spans, host.size() * sizeof(Span), cudaMemcpyDeviceToHost, gpu_.stream),
                   "copy");
        right = read(gpu_.stream, counters_.data()).wrong == 0 && right;
        return cycles_of(host, warps);
    }

    const Gpu &gpu_;
    const uint64_t threads_; // that the GPU holds
    const Array<char> out_;
    const Array<Span> spans_;
    const Array<Counters> counters_;
    const Array<Control> control_;
    std::map<tcu_type, std::unique_ptr<Array<uint8_t>>> elements_;
};

Runner::Runner(const Gpu &gpu) : state_(std::make_unique<State>(gpu)) {}
Runner::~Runner() = default;

Measured Runner::measure(const Variant &variant)
{
    return state_->measure(variant);
}
} // namespace study::collectives
