/* SPDX-License-Identifier: Apache-2.0 */
/* Linear recurrences of arrays and segments, with factors in an array or a constant one. The reference is a plain loop
 * in long double. */
#include "bench/family.h"
#include "bench/host/elements.h"

namespace bench
{
using namespace types;

namespace
{
const Pairs kPairs = same({F32, F16, BF16, F64});
const Params kSegments = {16, 256, 1 << 12, 1 << 16, 1 << 20}, kSomeSegments = {3, 17, 100, 1000, 100003};
const Params kMeans = {16, 256, 10000};

/* ----------------------------------------------------------------------------------------------------------- host ---
 * */

class HostRecurrence : public HostData
{
  public:
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    void make(const Row &row) override
    {
        problem_.in = random(in_, row.in, row.n);
        problem_.a = row.form == BENCH_CONSTANT ? nullptr : random(a_, row.in, row.n, BENCH_SEED + 5);
    }

    std::vector<char> a_;
};

uint64_t HostRecurrence::wrong(bool, double &max_error) const
{
    const bench_problem &p = problem_;
    uint64_t wrong = 0;
    max_error = 0;
    for (uint64_t k = 0; k < p.num_segments; k++) {
        const auto [begin, end] = segment_of(p, k);
        long double x = 0;
        double terms = 0, weighted = 0;
        for (uint64_t i = begin; i < end; i++) {
            const double a = p.a == nullptr ? BENCH_CONSTANT_FACTOR : real_at(p.in_type, p.a, i);
            const double b = real_at(p.in_type, p.in, i);
            x = a * x + b;
            weighted = std::fabs(a) * (weighted + terms);
            terms = std::fabs(a) * terms + std::fabs(b);
            const double error = double(std::fabs(real_at(p.out_type, p.out, i) - x));
            wrong += !(error <= bench_recurrence_bound(p.in_type, double(x), terms, weighted));
            max_error = std::fmax(max_error, terms > 0 ? error / terms : 0);
        }
    }
    return wrong + written_behind(out_);
}

/* --------------------------------------------------------------------------------------------------------- family ---
 * */

class RecurrenceFamily final : public Family
{
  public:
    const char *params() const override { return ""; }
    void add_rows(Table &t) const override;
    void add_host_rows(Table &t) const override;

    uint64_t elements(const Row &row, uint64_t bytes) const override
    {
        const uint64_t n = bytes / 2 / bench_size(row.in);
        return bench_has_offsets(row.op) ? n / 2 : n;
    }
    uint64_t out_bytes(const bench_problem &p) const override { return p.n * bench_size(p.out_type); }
    double bytes_moved(const bench_problem &p) const override
    {
        return double(p.n) * double(bench_size(p.in_type)) * (p.form == BENCH_CONSTANT ? 2 : 3) +
               (bench_has_offsets(p.op) ? 8.0 * double(p.num_segments + 1) : 0.0);
    }

    tcu_status call(tcu_context *context, const bench_problem &p, size_t *bytes) const override;
    std::unique_ptr<HostData> make_host_data() const override { return std::make_unique<HostRecurrence>(); }
    std::vector<Yardstick> yardsticks() const override { return recurrence_yardsticks(); }
};

void RecurrenceFamily::add_rows(Table &t) const
{
    const bench_op whole = BENCH_LINEAR_RECURRENCE, segmented = BENCH_SEGMENTED_LINEAR_RECURRENCE,
                   offsets = BENCH_SEGMENTED_LINEAR_RECURRENCE_OFFSETS;
    if (t.wants("large")) {
        t.add(whole, BENCH_NO_FORM, kPairs, kLarge);
        t.add(whole, BENCH_CONSTANT, kPairs, kLarge);
        t.add(segmented, BENCH_NO_FORM, same({F32, F16, F64}), kLarge, kSegments);
        t.add(segmented, BENCH_NO_FORM, same({F32}), kLarge, kSomeSegments);
        t.add(segmented, BENCH_CONSTANT, same({F32}), kLarge, kSegments);
        t.add(offsets, BENCH_NO_FORM, same({F32, F16, F64}), kLarge, kMeans);
        t.add(offsets, BENCH_NO_FORM, same({F32}), kLarge, kNone, Names{"powerlaw", "giant"});
    }
    for (uint64_t n : t.wants("small") ? powers(10, 22) : Sizes()) {
        t.add(whole, BENCH_NO_FORM, same({F32}), {n});
    }
    if (t.wants("calls")) {
        t.add_call({whole, BENCH_NO_FORM, F32, F32});
    }
}

void RecurrenceFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    t.add(BENCH_LINEAR_RECURRENCE, BENCH_NO_FORM, kPairs, {1 << 14, kMiddle});
    t.add(BENCH_LINEAR_RECURRENCE, BENCH_CONSTANT, kPairs, {1 << 14, kMiddle});
    t.add(BENCH_SEGMENTED_LINEAR_RECURRENCE, BENCH_NO_FORM, same({F32, F64}), {1 << 14, kMiddle}, {16, 256});
    t.add(BENCH_SEGMENTED_LINEAR_RECURRENCE_OFFSETS, BENCH_NO_FORM, same({F32}), {1 << 14, kMiddle}, {16, 256});
}

tcu_status RecurrenceFamily::call(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    tcu_recurrence_options options = TCU_RECURRENCE_OPTIONS_INIT;
    options.constant_a = p.form == BENCH_CONSTANT;
    options.a = BENCH_CONSTANT_FACTOR;
    const tcu_type type = p.in_type;
    switch (p.op) {
    case BENCH_LINEAR_RECURRENCE:
        return bytes ? tcu_linear_recurrence_workspace(context, type, p.n, &options, bytes)
                     : tcu_linear_recurrence(context, p.a, p.in, nullptr, p.out, type, p.n, &options);
    case BENCH_SEGMENTED_LINEAR_RECURRENCE:
        return bytes ? tcu_segmented_linear_recurrence_workspace(context, type, p.n, p.segment_size, &options, bytes)
                     : tcu_segmented_linear_recurrence(context, p.a, p.in, nullptr, p.out, type, p.n, p.segment_size,
                                                       &options);
    default:
        return bytes ? tcu_segmented_linear_recurrence_offsets_workspace(context, type, p.n, p.num_segments, &options,
                                                                         bytes)
                     : tcu_segmented_linear_recurrence_offsets(context, p.a, p.in, nullptr, p.out, type, p.n, p.offsets,
                                                               p.num_segments, &options);
    }
}

const RecurrenceFamily the_family;
} // namespace

const Family &recurrence_family = the_family;
} // namespace bench
