/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys, and the check of operations by key. Of runs: a thread counts the heads of kChunk elements, one block adds the
 * counts up, and the first threads walk again, with the number of each run and its sum in f64. Of groups, whose keys
 * are their numbers: sums by atomic additions in f64.
 */
#include "bench/gpu/check.cuh"
#include "bench/inputs/by_key.h"

namespace bench
{
namespace
{
constexpr int kThreads = 256, kChunk = 64, kScanThreads = 1024;

__global__ void run_kernel(double mean, uint32_t *keys, uint64_t n)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i >= n) {
        return;
    }
    uint64_t begin = i;
    while (!bench_begins_run(mean, begin, BENCH_SEED)) {
        begin--;
    }
    keys[i] = (uint32_t)bench_hash(begin ^ ~(uint64_t)BENCH_SEED);
}

__global__ void group_kernel(uint64_t groups, uint32_t *keys, uint64_t n)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i < n) {
        keys[i] = bench_group_key(i, groups);
    }
}

__device__ uint32_t key_at(const bench_problem &p, uint64_t i)
{
    return ((const uint32_t *)p.in)[i];
}

__device__ bool is_head(const bench_problem &p, uint64_t i)
{
    return i == 0 || key_at(p, i) != key_at(p, i - 1);
}

__global__ void count_kernel(bench_problem p, uint64_t *counts)
{
    const uint64_t chunk = (uint64_t)blockIdx.x * kThreads + threadIdx.x, first = chunk * kChunk;
    uint64_t count = 0;
    for (uint64_t i = first; i < p.n && i < first + kChunk; i++) {
        count += is_head(p, i);
    }
    if (first < p.n) {
        counts[chunk] = count;
    }
}

// counts[c] becomes the sum of all before it; counts[chunks] that of all.
__global__ void __launch_bounds__(kScanThreads) add_up_kernel(uint64_t *counts, uint64_t chunks)
{
    __shared__ uint64_t sums[kScanThreads];
    const uint64_t each = (chunks + kScanThreads - 1) / kScanThreads, first = min(each * threadIdx.x, chunks);
    const uint64_t last = min(first + each, chunks);
    uint64_t sum = 0;
    for (uint64_t c = first; c < last; c++) {
        sum += counts[c];
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    uint64_t before = 0;
    for (unsigned t = 0; t < threadIdx.x; t++) {
        before += sums[t];
    }
    if (threadIdx.x == kScanThreads - 1) {
        counts[chunks] = before + sum;
    }
    for (uint64_t c = first; c < last; c++) {
        const uint64_t mine = counts[c];
        counts[c] = before;
        before += mine;
    }
}

struct Sum {
    double sum, magnitude;
    uint64_t count;

    __device__ void add(double x)
    {
        sum += x;
        magnitude += fabs(x);
        count++;
    }
};

// Whether out[i] is that sum; `worst`: of errors relative to the sum of magnitudes.
__device__ bool is_near(const bench_problem &p, uint64_t i, const Sum &sum, double &worst)
{
    const double error = fabs(element_at(p.out_type, p.out, i) - sum.sum);
    if (sum.magnitude > 0) {
        worst = fmax(worst, error / sum.magnitude);
    }
    return error <= bench_sum_bound(p.out_type, sum.count, sum.sum, sum.magnitude);
}

// The run that begins at element i, number k.
__device__ unsigned check_run(const bench_problem &p, uint64_t i, uint64_t k, double &worst)
{
    Sum sum = {};
    unsigned wrong = ((const uint32_t *)p.values_out)[k] != key_at(p, i);
    if (p.op == BENCH_UNIQUE_BY_KEY) {
        return wrong + (element_at(p.out_type, p.out, k) != element_at(p.out_type, p.values_in, i));
    }
    const uint64_t begin = i;
    do {
        sum.add(element_at(p.out_type, p.values_in, i++));
    } while (i < p.n && key_at(p, i) == key_at(p, begin));
    return wrong + !is_near(p, k, sum, worst);
}

__global__ void check_runs_kernel(bench_problem p, const uint64_t *counts, Findings *findings)
{
    const uint64_t chunk = (uint64_t)blockIdx.x * kThreads + threadIdx.x, first = chunk * kChunk;
    double worst = 0;
    unsigned wrong = 0;
    if (first < p.n) {
        uint64_t run = counts[chunk], begin = first;
        for (uint64_t i = first; i < p.n && i < first + kChunk && p.op != BENCH_SCAN_BY_KEY; i++) {
            if (is_head(p, i)) {
                wrong += check_run(p, i, run++, worst);
            }
        }
        Sum sum = {};
        while (!is_head(p, begin)) {
            begin--;
        }
        for (uint64_t i = begin; i < p.n && i < first + kChunk && p.op == BENCH_SCAN_BY_KEY; i++) {
            sum = is_head(p, i) ? Sum{} : sum;
            sum.add(element_at(p.out_type, p.values_in, i));
            wrong += i >= first && !is_near(p, i, sum, worst);
        }
    }
    if (chunk < BENCH_GUARD_BYTES) {
        wrong += !is_poison((const uint8_t *)p.out + p.n * bench_size(p.out_type), chunk, 1);
    }
    if (chunk == 0 && p.op != BENCH_SCAN_BY_KEY) {
        wrong += *p.count != p.kept;
    }
    findings->note(wrong, worst);
}

__global__ void sum_groups_kernel(bench_problem p, double *sums, double *magnitudes, unsigned long long *counts)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i < p.n) {
        const double x = element_at(p.out_type, p.values_in, i);
        atomicAdd(&sums[key_at(p, i)], x);
        atomicAdd(&magnitudes[key_at(p, i)], fabs(x));
        atomicAdd(&counts[key_at(p, i)], 1ull);
    }
}

__global__ void check_groups_kernel(bench_problem p, const double *sums, const double *magnitudes,
                                    const unsigned long long *counts, Findings *findings)
{
    const uint64_t k = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    double worst = 0;
    unsigned wrong = 0;
    if (k < p.groups) {
        wrong += ((const uint32_t *)p.values_out)[k] != (uint32_t)k ||
                 !is_near(p, k, {sums[k], magnitudes[k], (uint64_t)counts[k]}, worst);
    }
    if (k < BENCH_GUARD_BYTES) {
        wrong += !is_poison((const uint8_t *)p.out + p.n * bench_size(p.out_type), k, 1);
    }
    if (k == 0) {
        wrong += *p.count != p.kept;
    }
    findings->note(wrong, worst);
}

class ByKeyCheck final : public GpuCheck
{
  public:
    ByKeyCheck(bench_problem &problem, cudaStream_t stream);
    void poison() const override
    {
        GpuCheck::poison();
        GpuCheck::poison(problem_.count, sizeof *problem_.count);
        GpuCheck::poison(problem_.values_out, problem_.n * bench_size(problem_.in_type));
    }
    bench_verdict check(bool) const override;

  private:
    void sum_groups();
    void count_runs(bench_problem &problem);

    DeviceBuffer counts_, sums_, magnitudes_;
};

ByKeyCheck::ByKeyCheck(bench_problem &problem, cudaStream_t stream) : GpuCheck(problem, stream)
{
    if (problem.op == BENCH_GROUP_BY) {
        problem.kept = problem.groups;
        sum_groups();
    } else {
        count_runs(problem);
    }
    problem_.kept = problem.kept;
}

void ByKeyCheck::sum_groups()
{
    const uint64_t bytes = problem_.groups * sizeof(double);
    for (DeviceBuffer *buffer : {&counts_, &sums_, &magnitudes_}) {
        cuda_check(cudaMemsetAsync(buffer->ensure(bytes), 0, bytes, stream_), "reference");
    }
    sum_groups_kernel<<<blocks_of(problem_.n, kThreads), kThreads, 0, stream_>>>(
        problem_, static_cast<double *>(sums_.get()), static_cast<double *>(magnitudes_.get()),
        static_cast<unsigned long long *>(counts_.get()));
    cuda_check(cudaGetLastError(), "reference");
    cuda_check(cudaStreamSynchronize(stream_), "reference");
}

void ByKeyCheck::count_runs(bench_problem &problem)
{
    const uint64_t chunks = (problem.n + kChunk - 1) / kChunk;
    uint64_t *const counts = static_cast<uint64_t *>(counts_.ensure((chunks + 1) * sizeof(uint64_t)));
    count_kernel<<<blocks_of(chunks, kThreads), kThreads, 0, stream_>>>(problem, counts);
    add_up_kernel<<<1, kScanThreads, 0, stream_>>>(counts, chunks);
    cuda_check(cudaGetLastError(), "reference");
    cuda_check(cudaMemcpyAsync(&problem.kept, counts + chunks, sizeof problem.kept, cudaMemcpyDeviceToHost, stream_),
               "reference");
    cuda_check(cudaStreamSynchronize(stream_), "reference");
}

bench_verdict ByKeyCheck::check(bool) const
{
    const bool of_groups = problem_.op == BENCH_GROUP_BY;
    const uint64_t items = of_groups ? problem_.groups : (problem_.n + kChunk - 1) / kChunk;
    const unsigned blocks = blocks_of(items > BENCH_GUARD_BYTES ? items : BENCH_GUARD_BYTES, kThreads);
    return find(stream_,
                [&](Findings *findings) {
                    if (of_groups) {
                        check_groups_kernel<<<blocks, kThreads, 0, stream_>>>(
                            problem_, static_cast<const double *>(sums_.get()),
                            static_cast<const double *>(magnitudes_.get()),
                            static_cast<const unsigned long long *>(counts_.get()), findings);
                    } else {
                        check_runs_kernel<<<blocks, kThreads, 0, stream_>>>(
                            problem_, static_cast<const uint64_t *>(counts_.get()), findings);
                    }
                })
        .verdict();
}

class GpuByKey final : public GpuFamilyWith<ByKeyCheck>
{
  public:
    using GpuFamilyWith::GpuFamilyWith;
    void add_inputs(const Row &row, bench_problem &p) override;
    std::vector<Role> variants() const override { return {}; }

  private:
    DeviceBuffer values_, keys_out_, count_;
    uint64_t values_count_ = 0;
};

void GpuByKey::add_inputs(const Row &row, bench_problem &p)
{
    const bool of_groups = row.op == BENCH_GROUP_BY;
    p.in = data_.input(std::string(of_groups ? "groups/" : "u32/") + param_text(row.param), row.n, bench_size(row.in),
                       [&](void *to) {
                           uint32_t *const keys = static_cast<uint32_t *>(to);
                           const unsigned blocks = blocks_of(row.n, kThreads);
                           if (of_groups) {
                               group_kernel<<<blocks, kThreads, 0, data_.stream()>>>(p.groups, keys, row.n);
                           } else {
                               run_kernel<<<blocks, kThreads, 0, data_.stream()>>>(row.param, keys, row.n);
                           }
                           cuda_check(cudaGetLastError(), "keys");
                       });
    if (row.n > values_count_) {
        fill(values_.ensure(row.n * bench_size(row.out)), row.out, row.n, BENCH_SEED + 3, data_.stream());
        values_count_ = row.n;
    }
    p.values_in = values_.get();
    p.values_out = keys_out_.ensure(row.n * bench_size(row.in));
    p.count = static_cast<uint64_t *>(count_.ensure(sizeof(uint64_t)));
}
} // namespace

std::unique_ptr<GpuFamily> make_by_key_gpu(GpuData &data)
{
    return std::make_unique<GpuByKey>(data);
}
} // namespace bench
