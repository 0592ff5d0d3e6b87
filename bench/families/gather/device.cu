/* SPDX-License-Identifier: Apache-2.0 */
/* Permutations and lengths of runs, and the check of what was moved: a thread an item, byte by byte. */
#include "bench/gpu/check.cuh"
#include "bench/inputs/gather.h"

namespace bench
{
namespace
{
constexpr int kThreads = 256;

__global__ void index_kernel(bench_problem p, uint32_t *indices, uint64_t count)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i < count) {
        indices[i] = p.op == BENCH_RUN_LENGTH_DECODE ? bench_run_length(i, p.n / p.num_runs) : bench_place(i, p.n);
    }
}

__global__ void check_kernel(bench_problem p, Findings *findings)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x, bytes = p.item_bytes;
    unsigned wrong = 0;
    if (i < p.n) {
        const uint64_t from = p.op == BENCH_GATHER              ? bench_place(i, p.n)
                              : p.op == BENCH_RUN_LENGTH_DECODE ? bench_run_of(i, p.n / p.num_runs)
                                                                : i;
        const uint64_t to = p.op == BENCH_SCATTER ? bench_place(i, p.n) : i;
        const uint8_t *const is = (const uint8_t *)p.out + to * bytes;
        const uint8_t *const should_be = (const uint8_t *)p.in + from * bytes;
        bool is_right = true;
        for (uint64_t b = 0; b < bytes; b++) {
            is_right = is_right && is[b] == should_be[b];
        }
        wrong += !is_right;
    }
    if (i < BENCH_GUARD_BYTES) {
        wrong += !is_poison((const uint8_t *)p.out + p.n * bytes, i, 1);
    }
    if (i == 0 && p.op == BENCH_RUN_LENGTH_DECODE) {
        wrong += *p.count != p.n;
    }
    findings->note(wrong, wrong > 0);
}

class GatherCheck final : public GpuCheck
{
  public:
    using GpuCheck::GpuCheck;
    void poison() const override
    {
        GpuCheck::poison();
        GpuCheck::poison(problem_.count, sizeof(uint64_t));
    }
    bench_verdict check(bool) const override
    {
        const unsigned blocks = blocks_of(problem_.n > BENCH_GUARD_BYTES ? problem_.n : BENCH_GUARD_BYTES, kThreads);
        return find(stream_,
                    [&](Findings *findings) { check_kernel<<<blocks, kThreads, 0, stream_>>>(problem_, findings); })
            .exact_verdict();
    }
};

class GpuGather final : public GpuFamilyWith<GatherCheck>
{
  public:
    using GpuFamilyWith::GpuFamilyWith;
    void add_inputs(const Row &, bench_problem &p) override
    {
        const bool decodes = p.op == BENCH_RUN_LENGTH_DECODE;
        const uint64_t count = decodes ? p.num_runs : p.n;
        auto *const indices = static_cast<uint32_t *>(indices_.ensure(count * sizeof(uint32_t)));
        index_kernel<<<blocks_of(count, kThreads), kThreads, 0, data_.stream()>>>(p, indices, count);
        cuda_check(cudaGetLastError(), "indices");
        p.in = decodes ? data_.items(p.out_type, p.num_runs) : data_.items(TCU_TYPE_U8, p.n * p.item_bytes);
        p.indices = indices;
        p.count = static_cast<uint64_t *>(count_.ensure(sizeof(uint64_t)));
    }
    std::vector<Role> variants() const override { return {}; }

  private:
    DeviceBuffer indices_, count_;
};
} // namespace

std::unique_ptr<GpuFamily> make_gather_gpu(GpuData &data)
{
    return std::make_unique<GpuGather>(data);
}
} // namespace bench
