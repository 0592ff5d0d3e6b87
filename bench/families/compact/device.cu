/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Flags, and runs of equal items. The check of compactions: the positions of the kept items in their order, behind them
 * those of the others. One thread counts the kept items of kChunk items one by one, one block adds up the chunks' counts,
 * and the first threads walk again and note each position at its place. Then any output can be looked up. n < 2^32.
 */
#include "bench/gpu/check.cuh"

namespace bench
{
namespace
{
constexpr int kThreads = 256;
constexpr int kChunk = 64;
constexpr int kScanThreads = 1024;

/* --------------------------------------------------------------------------------------------------------- inputs --- */

__global__ void flag_kernel(bench_pattern pattern, double fraction, bench_form form, uint64_t n, uint64_t seed,
                            uint8_t *flags)
{
    const uint64_t b = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (b < bench_flag_bytes(form, n)) {
        flags[b] = bench_draw_flags(pattern, fraction, form, b, seed);
    }
}

template <class T>
__global__ void run_kernel(double mean, T *data, uint64_t n, uint64_t seed)
{
    const uint64_t i = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i >= n) {
        return;
    }
    uint64_t begin = i;
    while (!bench_begins_run(mean, begin, seed)) {
        begin--;
    }
    data[i] = (T)bench_hash(begin ^ ~seed);
}

template <class T>
void make_runs(double mean, void *data, uint64_t n, cudaStream_t stream)
{
    run_kernel<<<blocks_of(n, kThreads), kThreads, 0, stream>>>(mean, (T *)data, n, (uint64_t)BENCH_SEED);
    cuda_check(cudaGetLastError(), "runs");
}

/* ---------------------------------------------------------------------------------------------------------- check --- */

template <class T>
__device__ bool holds(bench_form form, const void *in, uint64_t i, const uint64_t &value, const uint64_t &upper)
{
    const T x = ((const T *)in)[i];
    T low, high;
    memcpy(&low, &value, sizeof low);
    memcpy(&high, &upper, sizeof high);
    return form == BENCH_LESS ? x < low : low <= x && x <= high;
}
__device__ bool satisfies(const bench_problem &p, uint64_t i)
{
#define HOLDS(NAME, T)                                                                                                 \
    case TCU_TYPE_##NAME:                                                                                              \
        return holds<T>(p.form, p.in, i, p.value, p.upper);
    switch (p.in_type) {
        BENCH_TYPES(HOLDS)
    default: // no row has a predicate on it (family.cpp)
        return false;
    }
}

__device__ bool same(const void *a, uint64_t i, const void *b, uint64_t j, uint64_t size)
{
    for (uint64_t byte = 0; byte < size; byte++) {
        if (((const uint8_t *)a)[i * size + byte] != ((const uint8_t *)b)[j * size + byte]) {
            return false;
        }
    }
    return true;
}

__device__ bool is_kept(const bench_problem &p, uint64_t i)
{
    if (bench_has_predicate(p.op)) {
        return satisfies(p, i);
    }
    if (p.op == BENCH_UNIQUE) {
        return i == 0 || !same(p.in, i, p.in, i - 1, bench_size(p.in_type));
    }
    const uint8_t *const flags = (const uint8_t *)p.flags;
    return p.form == BENCH_BITS ? (flags[i / 8] >> i % 8 & 1) != 0 : flags[i] != 0;
}

__global__ void count_kernel(bench_problem p, uint64_t *counts)
{
    const uint64_t chunk = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    const uint64_t first = chunk * kChunk;
    if (first >= p.n) {
        return;
    }
    uint64_t count = 0;
    for (uint64_t i = first; i < p.n && i < first + kChunk; i++) {
        count += is_kept(p, i);
    }
    counts[chunk] = count;
}

// counts[c] becomes the sum of all before it; counts[chunks] that of all.
__global__ void __launch_bounds__(kScanThreads) scan_kernel(uint64_t *counts, uint64_t chunks)
{
    __shared__ uint64_t sums[kScanThreads];
    const uint64_t each = (chunks + kScanThreads - 1) / kScanThreads;
    const uint64_t first = each * threadIdx.x, last = first + each < chunks ? first + each : chunks;
    uint64_t sum = 0;
    for (uint64_t c = first; c < last; c++) {
        sum += counts[c];
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        uint64_t before = 0;
        for (int t = 0; t < kScanThreads; t++) {
            const uint64_t mine = sums[t];
            sums[t] = before;
            before += mine;
        }
        counts[chunks] = before;
    }
    __syncthreads();
    uint64_t before = sums[threadIdx.x];
    for (uint64_t c = first; c < last; c++) {
        const uint64_t mine = counts[c];
        counts[c] = before;
        before += mine;
    }
}

__global__ void order_kernel(bench_problem p, const uint64_t *counts, uint64_t chunks, uint32_t *positions)
{
    const uint64_t chunk = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    const uint64_t first = chunk * kChunk;
    if (first >= p.n) {
        return;
    }
    uint64_t kept_before = counts[chunk];
    for (uint64_t i = first; i < p.n && i < first + kChunk; i++) {
        if (is_kept(p, i)) {
            positions[kept_before++] = (uint32_t)i;
        } else {
            positions[counts[chunks] + i - kept_before] = (uint32_t)i;
        }
    }
}

__global__ void check_kernel(bench_problem p, const uint32_t *positions, bool rejects_reversed, Findings *findings)
{
    const uint64_t k = (uint64_t)blockIdx.x * kThreads + threadIdx.x;
    const uint64_t columns = bench_columns(p.op), size = bench_size(p.out_type);
    unsigned wrong = 0;
    if (k < p.n) {
        const uint64_t position = positions[k];
        const bool kept = k < p.kept;
        for (uint64_t column = 0; column < columns; column++) {
            const uint64_t first = column * p.n;
            if (!kept && !bench_is_partition(p.op)) {
                wrong += !is_poison(p.out, first + k, size);
            } else if (p.op == BENCH_COMPACT_INDICES) {
                wrong += position !=
                         (p.out_type == TCU_TYPE_U32 ? ((const uint32_t *)p.out)[k] : ((const uint64_t *)p.out)[k]);
            } else {
                wrong += !same(p.out, first + (!kept && rejects_reversed ? p.n - 1 - (k - p.kept) : k), p.in,
                               first + position, size);
            }
        }
        if (p.run_lengths != nullptr) {
            if (kept) {
                wrong += p.run_lengths[k] != (k + 1 < p.kept ? positions[k + 1] : p.n) - position;
            } else {
                wrong += !is_poison(p.run_lengths, k, sizeof(uint64_t));
            }
        }
    }
    if (k < BENCH_GUARD_BYTES) {
        wrong += !is_poison((const uint8_t *)p.out + columns * p.n * size, k, 1);
    }
    if (k == 0) {
        wrong += *p.count != p.kept;
    }
    findings->note(wrong, 0);
}

class CompactCheck final : public GpuCheck
{
  public:
    CompactCheck(bench_problem &problem, cudaStream_t stream);
    void poison() const override;
    bench_verdict check(bool rejects_reversed) const override;

  private:
    DeviceBuffer positions_, counts_;
};

CompactCheck::CompactCheck(bench_problem &problem, cudaStream_t stream) : GpuCheck(problem, stream)
{
    const uint64_t n = problem.n, chunks = (n + kChunk - 1) / kChunk;
    if (n == 0 || n > UINT32_MAX) {
        throw std::invalid_argument("no reference of this compaction");
    }
    uint32_t *const positions = static_cast<uint32_t *>(positions_.ensure(n * sizeof(uint32_t)));
    uint64_t *const counts = static_cast<uint64_t *>(counts_.ensure((chunks + 1) * sizeof(uint64_t)));
    count_kernel<<<blocks_of(chunks, kThreads), kThreads, 0, stream>>>(problem, counts);
    scan_kernel<<<1, kScanThreads, 0, stream>>>(counts, chunks);
    order_kernel<<<blocks_of(chunks, kThreads), kThreads, 0, stream>>>(problem, counts, chunks, positions);
    cuda_check(cudaGetLastError(), "reference");
    cuda_check(cudaMemcpyAsync(&problem.kept, counts + chunks, sizeof problem.kept, cudaMemcpyDeviceToHost, stream),
               "reference");
    cuda_check(cudaStreamSynchronize(stream), "reference");
    problem_.kept = problem.kept;
}

void CompactCheck::poison() const
{
    GpuCheck::poison();
    GpuCheck::poison(problem_.count, sizeof *problem_.count);
    if (problem_.run_lengths != nullptr) {
        GpuCheck::poison(problem_.run_lengths, problem_.n * sizeof(uint64_t));
    }
}

bench_verdict CompactCheck::check(bool rejects_reversed) const
{
    const uint64_t threads = std::max<uint64_t>(problem_.n, BENCH_GUARD_BYTES);
    const uint32_t *const positions = static_cast<const uint32_t *>(positions_.get());
    return find(stream_,
                [&](Findings *findings) {
                    check_kernel<<<blocks_of(threads, kThreads), kThreads, 0, stream_>>>(problem_, positions,
                                                                                         rejects_reversed, findings);
                })
        .exact_verdict();
}

/* --------------------------------------------------------------------------------------------------------- family --- */

class GpuCompact final : public GpuFamilyWith<CompactCheck>
{
  public:
    using GpuFamilyWith::GpuFamilyWith;
    void add_inputs(const Row &row, bench_problem &problem) override;
    std::vector<Role> variants() const override { return {}; } // one arithmetic
    bool shows_all_cub_forms(const bench_problem &p) const override { return p.op == BENCH_COMPACT_COLUMNS; }

  private:
    void add_flags(const Row &row, bench_problem &problem);

    DeviceBuffer flags_, count_, run_lengths_;
    std::string flags_hold_;
    uint64_t flags_count_ = 0;
};

void GpuCompact::add_inputs(const Row &row, bench_problem &p)
{
    const uint64_t size = bench_size(row.in);
    if (row.op == BENCH_UNIQUE) {
        p.in = data_.input(type_name(row.in) + "/" + param_text(row.param), row.n, size, [&](void *to) {
            const auto make = size == 1   ? make_runs<uint8_t>
                              : size == 2 ? make_runs<uint16_t>
                              : size == 4 ? make_runs<uint32_t>
                                          : make_runs<uint64_t>;
            make(row.param, to, row.n, data_.stream());
        });
    } else if (row.op != BENCH_COMPACT_INDICES) {
        p.in = data_.items(row.in, row.n * bench_columns(row.op));
    }
    if (bench_has_flags(row.op)) {
        add_flags(row, p);
    }
    p.count = static_cast<uint64_t *>(count_.ensure(sizeof(uint64_t)));
    if (row.form == BENCH_LENGTHS) {
        p.run_lengths = static_cast<uint64_t *>(run_lengths_.ensure(row.n * sizeof(uint64_t)));
    }
}

void GpuCompact::add_flags(const Row &row, bench_problem &p)
{
    const std::string holds = row.dist + "/" + param_text(row.param) + "/" + form_name(row.form);
    if (flags_hold_ != holds || row.n > flags_count_) {
        const uint64_t bytes = bench_flag_bytes(row.form, row.n);
        flags_hold_ = "";
        uint8_t *const flags = static_cast<uint8_t *>(flags_.ensure(bytes));
        flag_kernel<<<blocks_of(bytes, kThreads), kThreads, 0, data_.stream()>>>(
            bench_pattern_named(row.dist.c_str()), row.param, row.form, row.n, BENCH_SEED + 2, flags);
        cuda_check(cudaGetLastError(), "flags");
        flags_hold_ = holds;
        flags_count_ = row.n;
    }
    p.flags = flags_.get();
}
} // namespace

std::unique_ptr<GpuFamily> make_compact_gpu(GpuData &data)
{
    return std::make_unique<GpuCompact>(data);
}
} // namespace bench
