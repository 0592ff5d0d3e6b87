/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Samples, drawn one by one (samples.h). The check of histograms: each thread finds the bins of its samples by the
 * definition and counts them with atomics, in shared memory where the histogram fits. Sums of weights are formed in
 * f64. max_error of counts is what part of the samples is counted elsewhere or not at all. n < 2^32, no 64-bit
 * integers.
 */
#include <cstdio>

#include "bench/gpu/check.cuh"
#include "bench/inputs/samples.h"

namespace bench
{
namespace
{
constexpr int kThreads = 512;
constexpr int kBlocks = 1024;
constexpr uint64_t kSharedBytes = 48 << 10;

/* --------------------------------------------------------------------------------------------------------- inputs --- */

template <class T>
__device__ T rounded(double x)
{
    return (T)x;
}
template <>
__device__ __half rounded(double x) // towards zero: the sample stays between lower and upper
{
    return __float2half_rz((float)x);
}
template <>
__device__ __nv_bfloat16 rounded(double x)
{
    return __float2bfloat16_rz((float)x);
}

template <class T>
__global__ void sample_kernel(bench_sampler sampler, T *samples, uint64_t count, uint64_t seed)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i >= count) {
        return;
    }
    const uint64_t bits = bench_hash(i ^ seed);
    samples[i] = rounded<T>(bench_draw_sample(&sampler, bench_draw_bin(&sampler, bits), bench_hash(bits)));
}

template <class T>
void make_samples(const bench_sampler &sampler, void *samples, uint64_t count, cudaStream_t stream)
{
    sample_kernel<<<blocks_of(count, kThreads), kThreads, 0, stream>>>(sampler, (T *)samples, count,
                                                                       (uint64_t)BENCH_SEED);
    cuda_check(cudaGetLastError(), "samples");
}

void make_samples(const bench_sampler &sampler, void *samples, uint64_t count, cudaStream_t stream)
{
#define MAKE(NAME, T)                                                                                                  \
    case TCU_TYPE_##NAME:                                                                                              \
        return make_samples<T>(sampler, samples, count, stream);
    switch (sampler.problem.in_type) {
        MAKE(F16, __half)
        MAKE(BF16, __nv_bfloat16)
        BENCH_TYPES(MAKE)
    default:
        throw std::invalid_argument("no samples of this type");
    }
}

/* ---------------------------------------------------------------------------------------------------------- check --- */

// add(histogram, output, i) for each sample i that a bin holds. `Cell` can be added to by `merge`.
template <class Cell, class Add, class Merge>
__device__ void collect(const bench_problem &p, bool in_shared, Cell *all, Add add, Merge merge)
{
    extern __shared__ unsigned char memory[];
    const uint64_t outputs = bench_histogram_out_count(&p), channels = bench_channels(p.op);
    Cell *const own = (Cell *)memory;
    if (in_shared) {
        for (uint64_t k = threadIdx.x; k < outputs; k += kThreads) {
            own[k] = {};
        }
    }
    __syncthreads();
    for (uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x; i < p.n * channels;
         i += (uint64_t)gridDim.x * kThreads) {
        const uint64_t channel = i % channels;
        const int64_t bin =
            channel < bench_active_channels(p.op) ? bench_bin_of(&p, element_at(p.in_type, p.in, i)) : -1;
        if (bin < 0) {
            continue;
        }
        const uint64_t k = channel * p.num_bins + (uint64_t)bin;
        if (in_shared) {
            add(own + k, i);
        } else {
            add(all + k, i);
        }
    }
    __syncthreads();
    if (in_shared) {
        for (uint64_t k = threadIdx.x; k < outputs; k += kThreads) {
            merge(all + k, own[k]);
        }
    }
}

__global__ void __launch_bounds__(kThreads) count_kernel(bench_problem p, bool in_shared, uint32_t *counts)
{
    collect(
        p, in_shared, counts, [](uint32_t *count, uint64_t) { atomicAdd(count, 1u); },
        [](uint32_t *count, uint32_t more) { atomicAdd(count, more); });
}

struct WeightSum {
    double sum, absolute;
};

__global__ void __launch_bounds__(kThreads) sum_kernel(bench_problem p, bool in_shared, WeightSum *sums)
{
    const float *weights = (const float *)p.weights;
    const auto merge = [](WeightSum *to, const WeightSum &more) {
        atomicAdd(&to->sum, more.sum);
        atomicAdd(&to->absolute, more.absolute);
    };
    collect(
        p, in_shared, sums,
        [&](WeightSum *to, uint64_t i) {
            merge(to, WeightSum{weights[i], fabs((double)weights[i])});
        },
        merge);
}

// Only counts may be anything but poison, and they all have to be.
__global__ void __launch_bounds__(kThreads)
    compare_kernel(bench_problem p, const uint32_t *counts, const WeightSum *sums, Findings *findings)
{
    const uint64_t k = (uint64_t)blockIdx.x * kThreads + threadIdx.x, outputs = bench_histogram_out_count(&p);
    bool wrong = false;
    double worst = 0;
    if (k < outputs && sums != nullptr) {
        const double got = ((const float *)p.out)[k], error = fabs(got - sums[k].sum);
        // The bound of reduce.h.
        const double bound = 4 * 0x1p-24 * fmax(1.0, log2((double)p.n)) * sums[k].absolute +
                             1.001 * 0x1p-24 * fabs(sums[k].sum) + 0x1p-149;
        wrong = !(error <= bound);
        worst = error > 0 && sums[k].absolute > 0 ? error / sums[k].absolute : 0;
    } else if (k < outputs) {
        const uint64_t expected = counts[k], got = integer_at(p.out_type, p.out, k);
        wrong = got != expected;
        if (wrong) { // samples that are missing, or surplus
            atomicAdd(&findings->sums[got > expected],
                      (unsigned long long)(got < expected ? expected - got : got - expected));
        }
    }
    if (k < BENCH_GUARD_BYTES) {
        wrong |= !is_poison((const uint8_t *)p.out + outputs * bench_size(p.out_type), k, 1);
    }
    findings->note(wrong, worst);
}

class HistogramCheck final : public GpuCheck
{
  public:
    HistogramCheck(const bench_problem &problem, cudaStream_t stream);
    bench_verdict check(bool) const override;

  private:
    bool is_weighted() const { return problem_.op == BENCH_HISTOGRAM_WEIGHTED; }

    DeviceBuffer cells_; // counts, or sums of weights
};

HistogramCheck::HistogramCheck(const bench_problem &p, cudaStream_t stream) : GpuCheck(p, stream)
{
    const uint64_t bytes = bench_histogram_out_count(&p) * (is_weighted() ? sizeof(WeightSum) : sizeof(uint32_t));
    const bool in_shared = bytes <= kSharedBytes;
    const unsigned shared_bytes = in_shared ? (unsigned)bytes : 0;
    if (p.n > UINT32_MAX || p.in_type == TCU_TYPE_I64 || p.in_type == TCU_TYPE_U64 ||
        (is_weighted() && p.out_type != TCU_TYPE_F32)) {
        throw std::invalid_argument("no reference of this histogram");
    }
    void *const cells = cells_.ensure(bytes);
    cuda_check(cudaMemsetAsync(cells, 0, bytes, stream), "reference");
    if (is_weighted()) {
        sum_kernel<<<kBlocks, kThreads, shared_bytes, stream>>>(p, in_shared, static_cast<WeightSum *>(cells));
    } else {
        count_kernel<<<kBlocks, kThreads, shared_bytes, stream>>>(p, in_shared, static_cast<uint32_t *>(cells));
    }
    cuda_check(cudaGetLastError(), "reference");
}

bench_verdict HistogramCheck::check(bool) const
{
    const uint64_t threads = std::max<uint64_t>(bench_histogram_out_count(&problem_), BENCH_GUARD_BYTES);
    const Findings found = find(stream_, [&](Findings *findings) {
        compare_kernel<<<blocks_of(threads, kThreads), kThreads, 0, stream_>>>(
            problem_, is_weighted() ? nullptr : static_cast<const uint32_t *>(cells_.get()),
            is_weighted() ? static_cast<const WeightSum *>(cells_.get()) : nullptr, findings);
    });
    bench_verdict verdict = found.verdict();
    if (!is_weighted()) {
        verdict.max_error = (double)std::max(found.sums[0], found.sums[1]) / (double)problem_.n;
    }
    return verdict;
}

/* --------------------------------------------------------------------------------------------------------- family --- */

class GpuHistogram final : public GpuFamilyWith<HistogramCheck>
{
  public:
    using GpuFamilyWith::GpuFamilyWith;
    void add_inputs(const Row &row, bench_problem &problem) override;
    std::vector<Role> variants() const override { return {}; } // one arithmetic
    std::string difference(const bench_problem &problem, const bench_verdict &verdict) const override;

  private:
    DeviceBuffer levels_, ranks_, weights_;
};

void GpuHistogram::add_inputs(const Row &row, bench_problem &p)
{
    const cudaStream_t stream = data_.stream();
    if (row.op == BENCH_HISTOGRAM_RANGE) {
        std::vector<float> levels(p.num_bins + 1);
        bench_make_levels(row.form, levels.data(), p.num_bins);
        p.levels = upload(levels_, levels.data(), levels.size() * sizeof(float));
    }
    if (row.op == BENCH_HISTOGRAM_WEIGHTED) {
        p.weights = weights_.ensure(row.n * bench_size(row.out));
        fill(weights_.get(), row.out, row.n, BENCH_SEED + 3, stream);
    }
    const uint64_t count = row.n * bench_channels(row.op);
    const std::string holds =
        "samples/" + type_name(row.in) + "/" + param_text(row.param) + "/" + row.case_name() + "/" + row.dist;
    p.in = data_.input(holds, count, bench_size(row.in), [&](void *to) {
        bench_sampler sampler = {p, bench_spread_named(row.dist.c_str()), nullptr};
        if (sampler.spread == BENCH_SPREAD_ZIPF) {
            std::vector<double> ranks(p.num_bins);
            bench_make_zipf_ranks(ranks.data(), p.num_bins);
            sampler.ranks = static_cast<const double *>(upload(ranks_, ranks.data(), ranks.size() * sizeof(double)));
        }
        make_samples(sampler, to, count, stream);
    });
}

// CUB finds the bins of reals with rounded arithmetic of their type.
std::string GpuHistogram::difference(const bench_problem &p, const bench_verdict &verdict) const
{
    char text[96];
    if (!bench_is_float(p.in_type)) {
        return "";
    }
    const bool sums = p.op == BENCH_HISTOGRAM_WEIGHTED;
    std::snprintf(text, sizeof text, "%llu of %llu %s differ, %s %.2g", (unsigned long long)verdict.wrong,
                  (unsigned long long)bench_histogram_out_count(&p), sums ? "sums" : "counts",
                  sums ? "error" : "part of the samples", verdict.max_error);
    return text;
}
} // namespace

std::unique_ptr<GpuFamily> make_histogram_gpu(GpuData &data)
{
    return std::make_unique<GpuHistogram>(data);
}
} // namespace bench
