/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys drawn one by one (inputs/selection.h). The check of top-k: each row's results descend, the keys that are greater
 * than its last one are those of the input, by the sum of their hashes, and those that are equal to it are no more than
 * in the input. Of the others: as many keys are before a result as its place says, or with it.
 */
#include "bench/gpu/check.cuh"
#include "bench/inputs/selection.h"

namespace bench
{
namespace
{
constexpr int kThreads = 256;

__global__ void key_kernel(bench_problem p, void *keys)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i < p.n) {
        const uint64_t key = bench_key_of_rank(p.in_type, bench_selection_rank(&p, i));
        memcpy((char *)keys + i * bench_size(p.in_type), &key, bench_size(p.in_type)); // little-endian
    }
}

__device__ uint64_t rank_at(const bench_problem &p, const void *keys, uint64_t i)
{
    return bench_rank_of_key(p.in_type, bench_key_at(p.in_type, keys, i));
}

/* The sums are of the greater keys, of input and results; `equals`, zeros before, is of each row the number of keys of
 * the input that are equal to its last result, less that of such results. */
__global__ void top_k_kernel(bench_problem p, unsigned long long *equals, Findings *findings)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x, k = p.num_results;
    const uint64_t size = p.op == BENCH_TOP_K ? p.n : p.segment_size;
    if (i < p.n && k > 0) {
        const uint64_t row = i / size, rank = rank_at(p, p.in, i), last = rank_at(p, p.out, row * k + k - 1);
        if (rank > last) {
            atomicAdd(&findings->sums[0], bench_hash(rank ^ bench_hash(row)));
        } else if (rank == last) {
            atomicAdd(&equals[row], 1ull);
        }
    }
    if (i < p.num_segments * k) {
        const uint64_t row = i / k, rank = rank_at(p, p.out, i), last = rank_at(p, p.out, row * k + k - 1);
        findings->note(i % k > 0 && rank_at(p, p.out, i - 1) < rank, 0);
        if (rank > last) {
            atomicAdd(&findings->sums[1], bench_hash(rank ^ bench_hash(row)));
        } else if (rank == last) {
            atomicAdd(&equals[row], ~0ull); // less 1
        }
    }
}

__global__ void equals_kernel(bench_problem p, const unsigned long long *equals, Findings *findings)
{
    const uint64_t row = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (row < p.num_segments) {
        findings->note((long long)equals[row] < 0, 0);
    }
}

/* The sums are of the keys before result j, and of these and those that are equal to it. */
__global__ void place_kernel(bench_problem p, uint64_t j, Findings *findings)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i < p.n) {
        bool is_before, is_up_to;
        if (p.op == BENCH_QUANTILES) {
            const double key = element_at(p.in_type, p.in, i), value = element_at(p.out_type, p.out, j);
            is_before = key < value;
            is_up_to = key <= value;
        } else {
            const uint64_t key = rank_at(p, p.in, i), value = rank_at(p, p.out, j);
            is_before = key < value;
            is_up_to = key <= value;
        }
        if (is_before) {
            atomicAdd(&findings->sums[0], 1ull);
        }
        if (is_up_to) {
            atomicAdd(&findings->sums[1], 1ull);
        }
    }
}

__global__ void guard_kernel(bench_problem p, uint64_t out_bytes, Findings *findings)
{
    if (threadIdx.x < BENCH_GUARD_BYTES) {
        findings->note(!is_poison((const uint8_t *)p.out + out_bytes, threadIdx.x, 1), 0);
    }
}
static_assert(BENCH_GUARD_BYTES <= 1024, "a block");

class SelectionCheck final : public GpuCheck
{
  public:
    using GpuCheck::GpuCheck;
    bench_verdict check(bool) const override
    {
        const bench_problem &p = problem_;
        const uint64_t out_bytes = p.num_segments * p.num_results * bench_size(p.out_type);
        Findings found = find(stream_, [&](Findings *findings) {
            guard_kernel<<<1, BENCH_GUARD_BYTES, 0, stream_>>>(p, out_bytes, findings);
        });
        if (p.op == BENCH_TOP_K || p.op == BENCH_SEGMENTED_TOP_K) {
            DeviceBuffer buffer;
            auto *const equals = (unsigned long long *)buffer.ensure(p.num_segments * sizeof(unsigned long long));
            cuda_check(cudaMemsetAsync(equals, 0, p.num_segments * sizeof *equals, stream_), "counters");
            const Findings rows = find(stream_, [&](Findings *findings) {
                top_k_kernel<<<blocks_of(p.n, kThreads), kThreads, 0, stream_>>>(p, equals, findings);
                equals_kernel<<<blocks_of(p.num_segments, kThreads), kThreads, 0, stream_>>>(p, equals, findings);
            });
            found.wrong += rows.wrong + (rows.sums[0] != rows.sums[1]);
            return found.exact_verdict();
        }
        for (uint64_t j = 0; j < p.num_results; j++) {
            const double place = p.op == BENCH_QUANTILES ? bench_quantile_place(&p, j) : (double)(p.n / 2);
            const Findings one = find(stream_, [&](Findings *findings) {
                place_kernel<<<blocks_of(p.n, kThreads), kThreads, 0, stream_>>>(p, j, findings);
            });
            found.wrong += (double)one.sums[0] > ceil(place) || (double)one.sums[1] < floor(place) + 1;
        }
        return found.exact_verdict();
    }
};

class GpuSelection final : public GpuFamilyWith<SelectionCheck>
{
  public:
    using GpuFamilyWith::GpuFamilyWith;
    void add_inputs(const Row &row, bench_problem &p) override
    {
        const uint64_t size = bench_size(row.in);
        p.in = data_.input("selection " + row.name(), row.n, size, [&](void *keys) {
            key_kernel<<<blocks_of(row.n, kThreads), kThreads, 0, data_.stream()>>>(p, keys);
            cuda_check(cudaGetLastError(), "keys");
        });
        p.spare = sorted_.ensure(row.n * size); // of CUB, which sorts all keys
    }
    std::vector<Role> variants() const override { return {}; }

  private:
    DeviceBuffer sorted_;
};
} // namespace

std::unique_ptr<GpuFamily> make_selection_gpu(GpuData &data)
{
    return std::make_unique<GpuSelection>(data);
}
} // namespace bench
