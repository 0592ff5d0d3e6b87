/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorted arrays and values, drawn one by one (inputs/merge.h). The check of merges: keys ascend, and the sum of their
 * hashes is that of the input, so that the same keys are there. Of searches: the key before a position is less than the
 * value, and the key there is not.
 */
#include "bench/gpu/check.cuh"
#include "bench/inputs/merge.h"

namespace bench
{
namespace
{
constexpr int kThreads = 256;

/* The keys of `in`, or with is_searched those of the sorted array. */
__global__ void key_kernel(bench_problem p, bool is_searched, void *keys, uint64_t n)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i >= n) {
        return;
    }
    const uint64_t key =
        bench_key_of_rank(p.in_type, is_searched ? bench_searched_rank(&p, i) : bench_merge_rank(&p, i));
    memcpy((char *)keys + i * bench_size(p.in_type), &key, bench_size(p.in_type)); // little-endian
}

__device__ uint64_t rank_at(const bench_problem &p, const void *keys, uint64_t i)
{
    return bench_rank_of_key(p.in_type, bench_key_at(p.in_type, keys, i));
}

__global__ void check_kernel(bench_problem p, Findings *findings)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    unsigned wrong = 0;
    if (i < p.n && p.op == BENCH_MERGE) {
        const uint64_t key = rank_at(p, p.out, i);
        wrong += i > 0 && rank_at(p, p.out, i - 1) > key;
        atomicAdd(&findings->sums[0], bench_hash(rank_at(p, p.in, i)));
        atomicAdd(&findings->sums[1], bench_hash(key));
    } else if (i < p.n) {
        const uint64_t at = integer_at(p.out_type, p.out, i), value = rank_at(p, p.in, i);
        wrong += at > p.searched_keys || (at > 0 && rank_at(p, p.values_in, at - 1) >= value) ||
                 (at < p.searched_keys && rank_at(p, p.values_in, at) < value);
    }
    if (i < BENCH_GUARD_BYTES) {
        wrong += !is_poison((const uint8_t *)p.out + p.n * bench_size(p.out_type), i, 1);
    }
    findings->note(wrong, wrong > 0);
}

class MergeCheck final : public GpuCheck
{
  public:
    using GpuCheck::GpuCheck;
    bench_verdict check(bool) const override
    {
        const uint64_t threads = problem_.n > BENCH_GUARD_BYTES ? problem_.n : BENCH_GUARD_BYTES;
        Findings found = find(stream_, [&](Findings *findings) {
            check_kernel<<<blocks_of(threads, kThreads), kThreads, 0, stream_>>>(problem_, findings);
        });
        found.wrong += found.sums[0] != found.sums[1];
        return found.exact_verdict();
    }
};

class GpuMerge final : public GpuFamilyWith<MergeCheck>
{
  public:
    using GpuFamilyWith::GpuFamilyWith;
    void add_inputs(const Row &row, bench_problem &p) override
    {
        const uint64_t size = bench_size(row.in);
        const auto fill = [&](bool is_searched, void *keys, uint64_t n) {
            key_kernel<<<blocks_of(n, kThreads), kThreads, 0, data_.stream()>>>(p, is_searched, keys, n);
            cuda_check(cudaGetLastError(), "keys");
        };
        const std::string holds = "merge " + row.name();
        p.in = data_.input(holds, row.n, size, [&](void *keys) { fill(false, keys, row.n); });
        if (p.searched_keys > 0) {
            void *const searched = searched_.ensure(p.searched_keys * size);
            fill(true, searched, p.searched_keys);
            p.values_in = searched;
        }
    }
    std::vector<Role> variants() const override { return {}; }

  private:
    DeviceBuffer searched_;
};
} // namespace

std::unique_ptr<GpuFamily> make_merge_gpu(GpuData &data)
{
    return std::make_unique<GpuMerge>(data);
}
} // namespace bench
