/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys, drawn one by one (keys.h), and the positions that are their values. The check of sorts, by what sorted means. With
 * positions as values (and of argsort, by them): each key is the one at its position, and (key, position) ascend strictly;
 * so no position is there twice, all are there, and equal keys are in the order in which they came. Of keys alone: they
 * ascend, and the sum of their hashes, in which the segment has part, is that of the input. Since different keys of these
 * inputs are nowhere equal, one result only passes: who does has the same elements in the same places as all others.
 */
#include "bench/gpu/check.cuh"
#include "bench/inputs/keys.h"

namespace bench
{
namespace
{
constexpr int kThreads = 256;
constexpr int kChunk = 32;

/* --------------------------------------------------------------------------------------------------------- inputs --- */

template <class T>
__global__ void key_kernel(bench_key_sampler sampler, T *keys, uint64_t seed)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i < sampler.n) {
        keys[i] = (T)bench_key_of_rank(sampler.type, bench_draw_rank(&sampler, i, bench_hash(i ^ seed)));
    }
}

template <class T>
void make_keys(const bench_key_sampler &sampler, void *keys, cudaStream_t stream)
{
    key_kernel<<<blocks_of(sampler.n, kThreads), kThreads, 0, stream>>>(sampler, (T *)keys, (uint64_t)BENCH_SEED);
    cuda_check(cudaGetLastError(), "keys");
}

// 0, 1, 2, ...; of 16 bytes the upper half is the complement.
__global__ void position_kernel(tcu_type type, void *positions, uint64_t n)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i >= n) {
        return;
    }
    if (type == TCU_TYPE_U32) {
        ((uint32_t *)positions)[i] = (uint32_t)i;
    } else if (type == TCU_TYPE_U64) {
        ((uint64_t *)positions)[i] = i;
    } else {
        ((ulonglong2 *)positions)[i] = make_ulonglong2(i, ~i);
    }
}

/* ---------------------------------------------------------------------------------------------------------- check --- */

__device__ uint64_t hash_of(uint64_t key, uint64_t segment)
{
    return bench_hash(key ^ bench_hash(segment));
}

__device__ void add_over_warp(unsigned long long *to, unsigned long long x)
{
    for (int lanes = 16; lanes > 0; lanes /= 2) {
        x += __shfl_down_sync(0xffffffffu, x, lanes);
    }
    if (threadIdx.x % 32 == 0 && x != 0) {
        atomicAdd(to, x);
    }
}

__global__ void __launch_bounds__(kThreads) sum_kernel(bench_problem p, Findings *findings)
{
    const uint64_t first = ((uint64_t)blockIdx.x * kThreads + threadIdx.x) * kChunk;
    unsigned long long sum = 0;
    if (first < p.n) {
        SegmentWalk walk(p, first);
        for (uint64_t i = first; i < p.n && i < first + kChunk; i++) {
            walk.advance(p, i);
            sum += hash_of(bench_key_at(p.in_type, p.in, i), walk.segment);
        }
    }
    add_over_warp(&findings->sums[0], sum);
}

struct Element {
    uint64_t rank, position;
    bool valid;
};

// Output k of a segment. Of keys alone all have one position.
__device__ Element element_at(const bench_problem &p, uint64_t k, uint64_t begin, uint64_t end)
{
    if (!bench_moves_values(p.op) && p.op != BENCH_ARGSORT) {
        return {bench_rank_of_key(p.in_type, bench_key_at(p.in_type, p.out, k)), 0, true};
    }
    const void *const positions = p.op == BENCH_ARGSORT ? p.out : p.values_out;
    const bool is_wide = p.out_type == BENCH_B128;
    const uint64_t position = bench_key_at(p.out_type, positions, is_wide ? 2 * k : k);
    if (position < begin || position >= end || (is_wide && ((const uint64_t *)positions)[2 * k + 1] != ~position)) {
        return {0, position, false};
    }
    const uint64_t key = bench_key_at(p.in_type, p.in, position);
    const bool same = p.op == BENCH_ARGSORT || bench_key_at(p.in_type, p.out, k) == key;
    return {bench_rank_of_key(p.in_type, key), position, same};
}

__global__ void __launch_bounds__(kThreads) check_kernel(bench_problem p, bool bare, Findings *findings)
{
    const uint64_t first = ((uint64_t)blockIdx.x * kThreads + threadIdx.x) * kChunk;
    unsigned long long wrong = 0, sum = 0;
    if (first < p.n) {
        SegmentWalk walk(p, first);
        Element before = {};
        for (uint64_t k = first; k < p.n && k < first + kChunk; k++) {
            walk.advance(p, k);
            const Element now = element_at(p, k, walk.begin, walk.end);
            if (k == first && k > walk.begin) {
                before = element_at(p, k - 1, walk.begin, walk.end);
            }
            wrong += !now.valid;
            if (k > walk.begin) {
                wrong +=
                    now.rank < before.rank || (now.rank == before.rank && !bare && now.position <= before.position);
            }
            if (bare) {
                sum += hash_of(bench_key_at(p.in_type, p.out, k), walk.segment);
            }
            before = now;
        }
    }
    if (first < BENCH_GUARD_BYTES) {
        for (uint64_t b = first; b < first + kChunk && b < BENCH_GUARD_BYTES; b++) {
            wrong += !is_poison(p.out, bench_sort_out_bytes(&p) + b, 1);
            wrong += p.values_out != nullptr && !is_poison(p.values_out, p.n * bench_value_bytes(&p) + b, 1);
        }
    }
    add_over_warp(&findings->wrong, wrong);
    add_over_warp(&findings->sums[0], sum);
}

class SortCheck final : public GpuCheck
{
  public:
    SortCheck(const bench_problem &p, cudaStream_t stream)
        : GpuCheck(p, stream), bare_(!bench_moves_values(p.op) && p.op != BENCH_ARGSORT)
    {
        if (bare_) {
            sum_ = find(stream, [&](Findings *findings) {
                       sum_kernel<<<blocks_of(p.n, kThreads * kChunk), kThreads, 0, stream>>>(p, findings);
                   }).sums[0];
        }
    }
    void poison() const override
    {
        GpuCheck::poison();
        if (problem_.values_out != nullptr) {
            GpuCheck::poison(problem_.values_out, problem_.n * bench_value_bytes(&problem_) + BENCH_GUARD_BYTES);
        }
    }
    bench_verdict check(bool) const override
    {
        const uint64_t threads = std::max<uint64_t>(problem_.n, BENCH_GUARD_BYTES);
        Findings found = find(stream_, [&](Findings *findings) {
            check_kernel<<<blocks_of(threads, kThreads * kChunk), kThreads, 0, stream_>>>(problem_, bare_, findings);
        });
        found.wrong += bare_ && found.sums[0] != sum_;
        return found.exact_verdict();
    }

  private:
    bool bare_; // keys alone
    unsigned long long sum_ = 0;
};

/* --------------------------------------------------------------------------------------------------------- family --- */

class GpuSort final : public GpuFamilyWith<SortCheck>
{
  public:
    using GpuFamilyWith::GpuFamilyWith;
    void add_inputs(const Row &row, bench_problem &problem) override;
    std::vector<Role> variants() const override { return {Role::documented}; }
    bool changes_input(const bench_problem &p) const override
    {
        return p.form == BENCH_BUFFERS || p.form == BENCH_IN_PLACE;
    }
    void bring_input(const bench_problem &problem, cudaStream_t stream) const override;
    double slow_ms() const override { return 40; }

  private:
    DeviceBuffer values_in_, values_out_, spare_, spare_values_;
    uint64_t positions_ = 0;
    tcu_type position_type_ = TCU_TYPE_U32;
};

// Keys in order depend on how many there are; an array of others serves every n up to its own.
void GpuSort::add_inputs(const Row &row, bench_problem &p)
{
    const cudaStream_t stream = data_.stream();
    const bench_key_sampler sampler = {row.in, bench_key_spread_named(row.dist.c_str()), row.n};
    const bool ordered = sampler.spread == BENCH_KEYS_SORTED || sampler.spread == BENCH_KEYS_REVERSED ||
                         sampler.spread == BENCH_KEYS_COUNTDOWN;
    const std::string holds =
        "keys/" + type_name(row.in) + "/" + row.dist + (ordered ? "/" + std::to_string(row.n) : "");
    p.in = data_.input(holds, row.n, bench_size(row.in), [&](void *to) {
        const uint64_t size = bench_size(row.in);
        const auto make = size == 1   ? make_keys<uint8_t>
                          : size == 2 ? make_keys<uint16_t>
                          : size == 4 ? make_keys<uint32_t>
                                      : make_keys<uint64_t>;
        make(sampler, to, stream);
    });
    p.spare = spare_.ensure(row.n * bench_size(row.in));
    if (!bench_moves_values(row.op) && row.op != BENCH_ARGSORT) {
        return;
    }
    if (position_type_ != row.out || row.n > positions_) {
        positions_ = 0;
        position_kernel<<<blocks_of(row.n, kThreads), kThreads, 0, stream>>>(
            row.out, values_in_.ensure(row.n * bench_size(row.out)), row.n);
        cuda_check(cudaGetLastError(), "values");
        position_type_ = row.out;
        positions_ = row.n;
    }
    p.values_in = values_in_.get();
    if (bench_moves_values(row.op)) {
        p.values_out = values_out_.ensure(row.n * bench_size(row.out) + BENCH_GUARD_BYTES);
        p.spare_values = spare_values_.ensure(row.n * bench_size(row.out));
    }
}

void GpuSort::bring_input(const bench_problem &p,
                          cudaStream_t stream) const // to where a sort between two arrays begins
{
    const bool in_spare = p.form == BENCH_BUFFERS && bench_begins_in_spare(&p);
    cuda_check(cudaMemcpyAsync(in_spare ? p.spare : p.out, p.in, p.n * bench_size(p.in_type), cudaMemcpyDeviceToDevice,
                               stream),
               "input");
    if (bench_moves_values(p.op)) {
        cuda_check(cudaMemcpyAsync(in_spare ? p.spare_values : p.values_out, p.values_in, p.n * bench_value_bytes(&p),
                                   cudaMemcpyDeviceToDevice, stream),
                   "input");
    }
}
} // namespace

std::unique_ptr<GpuFamily> make_sort_gpu(GpuData &data)
{
    return std::make_unique<GpuSort>(data);
}
} // namespace bench
