/* SPDX-License-Identifier: Apache-2.0 */
/* Moments of segments and of columns. The reference is two passes in long double. */
#include "bench/family.h"
#include "bench/host/elements.h"

namespace bench
{
using namespace types;

namespace
{
const Pairs kPairs = {{F32, F32}, {F16, F32}, {BF16, F32}, {U8, F32}, {F32, F64}, {F64, F64}};
const Params kSegments = {16, 256, 1 << 10, 1 << 16},
             kSomeSegments = {3, 17, 100, 1000, 4096, 1 << 14, 1 << 20, 1 << 28};
const Params kMeans = {16, 256, 10000, 300000};
// The second one is no multiple of a vector: a thread has one column then.
const Params kColumns = {64, 1 << 12}, kSomeColumns = {1, 3, 1000, 1001, 1 << 16};

/* ----------------------------------------------------------------------------------------------------------- host --- */

class HostMoments : public HostData
{
  public:
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    void make(const Row &row) override { problem_.in = random(in_, row.in, row.n); }
};

uint64_t HostMoments::wrong(bool, double &max_error) const
{
    const bench_problem &p = problem_;
    const uint64_t results = bench_moments_count(&p);
    uint64_t wrong = 0;
    max_error = 0;
    for (uint64_t k = 0; k < results; k++) {
        uint64_t first = k, step = p.columns, count = p.columns > 0 ? p.n / p.columns : 0;
        if (p.op != BENCH_COLUMN_MOMENTS) {
            const auto [begin, end] = segment_of(p, k);
            first = begin, step = 1, count = end - begin;
        }
        const double got_mean = real_at(p.out_type, p.out, k), got = real_at(p.out_type, p.out, results + k);
        if (count == 0) {
            wrong += !std::isnan(got_mean) || !std::isnan(got);
            continue;
        }
        long double sum = 0, squares = 0;
        for (uint64_t i = 0; i < count; i++) {
            sum += element_at(p.in_type, p.in, first + i * step);
        }
        const long double mean = sum / count;
        for (uint64_t i = 0; i < count; i++) {
            const long double d = element_at(p.in_type, p.in, first + i * step) - mean;
            squares += d * d;
        }
        const double m = double(mean), variance = double(squares / count);
        if (!(std::fabs(got_mean - m) <= bench_mean_bound(p.out_type, m, std::sqrt(variance))) ||
            !(std::fabs(got - variance) <= bench_variance_bound(p.out_type, m, variance))) {
            wrong++;
        }
        if (variance > 0) {
            max_error = std::fmax(max_error, std::fabs(got - variance) / variance);
        }
    }
    return wrong + written_behind(out_);
}

/* --------------------------------------------------------------------------------------------------------- family --- */

class MomentsFamily final : public Family
{
  public:
    const char *params() const override { return "of moments segment sizes, mean lengths, columns"; }
    void add_rows(Table &t) const override;
    void add_host_rows(Table &t) const override;

    uint64_t elements(const Row &row, uint64_t bytes) const override
    {
        const uint64_t n = std::min(bytes / bench_size(row.in), bytes / 2);
        return bench_has_offsets(row.op) ? n / 2 : n;
    }
    bool fit(Row &row) const override
    {
        if (row.op == BENCH_COLUMN_MOMENTS && row.param >= 1) {
            row.n -= row.n % uint64_t(row.param); // whole rows
        }
        return Family::fit(row);
    }
    void set_problem(const Row &row, bench_problem &p) const override
    {
        p.columns = row.op == BENCH_COLUMN_MOMENTS ? uint64_t(row.param) : 0;
    }
    uint64_t out_bytes(const bench_problem &p) const override
    {
        return 2 * bench_moments_count(&p) * bench_size(p.out_type);
    }
    double bytes_moved(const bench_problem &p) const override
    {
        return double(p.n) * double(bench_size(p.in_type)) + double(out_bytes(p)) +
               (bench_has_offsets(p.op) ? 8.0 * double(p.num_segments + 1) : 0.0);
    }
    Roof roof(const bench_problem &p) const override { return {"read", bytes_moved(p)}; }

    tcu_status call(tcu_context *context, const bench_problem &p, size_t *bytes) const override;
    std::unique_ptr<HostData> make_host_data() const override { return std::make_unique<HostMoments>(); }
    std::vector<Yardstick> yardsticks() const override { return moments_yardsticks(); }
};

void MomentsFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        t.add(BENCH_SEGMENTED_MOMENTS, BENCH_NO_FORM, kPairs, kLarge, kSegments);
        t.add(BENCH_SEGMENTED_MOMENTS, BENCH_NO_FORM, {{F32, F32}}, kLarge, kSomeSegments);
        t.add(BENCH_SEGMENTED_MOMENTS_OFFSETS, BENCH_NO_FORM, {{F32, F32}, {F16, F32}}, kLarge, kMeans);
        t.add(BENCH_SEGMENTED_MOMENTS_OFFSETS, BENCH_NO_FORM, {{F32, F32}}, kLarge, kNone,
              Names{"powerlaw", "giant", "empty"});
        t.add(BENCH_COLUMN_MOMENTS, BENCH_NO_FORM, kPairs, kLarge, kColumns);
        t.add(BENCH_COLUMN_MOMENTS, BENCH_NO_FORM, {{F32, F32}}, kLarge, kSomeColumns);
    }
    for (uint64_t n : t.wants("small") ? powers(10, 22) : Sizes()) {
        t.add(BENCH_SEGMENTED_MOMENTS, BENCH_NO_FORM, {{F32, F32}}, {n}, {256});
        t.add(BENCH_COLUMN_MOMENTS, BENCH_NO_FORM, {{F32, F32}}, {n}, {64});
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_SEGMENTED_MOMENTS, BENCH_NO_FORM, F32, F32, 0, 256});
        t.add_call({BENCH_COLUMN_MOMENTS, BENCH_NO_FORM, F32, F32, 0, 64});
    }
}

void MomentsFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    const Pairs pairs = {{F32, F32}, {F64, F64}, {F16, F32}, {U8, F32}};
    t.add(BENCH_SEGMENTED_MOMENTS, BENCH_NO_FORM, pairs, {1 << 14, kMiddle}, {16, 256, 1 << 14});
    t.add(BENCH_SEGMENTED_MOMENTS_OFFSETS, BENCH_NO_FORM, {{F32, F32}}, {1 << 14, kMiddle}, {16, 256});
    t.add(BENCH_COLUMN_MOMENTS, BENCH_NO_FORM, pairs, {1 << 14, kMiddle}, {3, 64, 1 << 10});
}

tcu_status MomentsFamily::call(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    const tcu_type in = p.in_type, out = p.out_type;
    void *const variance = static_cast<char *>(p.out) + bench_moments_count(&p) * bench_size(out);
    switch (p.op) {
    case BENCH_SEGMENTED_MOMENTS:
        return bytes ? tcu_segmented_moments_workspace(context, in, out, p.n, p.segment_size, nullptr, bytes)
                     : tcu_segmented_moments(context, p.in, in, nullptr, p.out, variance, out, p.n, p.segment_size,
                                             nullptr);
    case BENCH_SEGMENTED_MOMENTS_OFFSETS:
        return bytes ? tcu_segmented_moments_offsets_workspace(context, in, out, p.n, p.num_segments, nullptr, bytes)
                     : tcu_segmented_moments_offsets(context, p.in, in, nullptr, p.out, variance, out, p.n, p.offsets,
                                                     p.num_segments, nullptr);
    default:
        return bytes ? tcu_column_moments_workspace(context, in, out, p.n / p.columns, p.columns, p.columns, nullptr,
                                                    bytes)
                     : tcu_column_moments(context, p.in, in, nullptr, p.out, variance, out, p.n / p.columns, p.columns,
                                          p.columns, nullptr);
    }
}

const MomentsFamily the_family;
} // namespace

const Family &moments_family = the_family;
} // namespace bench
