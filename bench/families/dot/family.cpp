/* SPDX-License-Identifier: Apache-2.0 */
/* Dot products of arrays and of segments. The reference is a plain loop in long double. */
#include "bench/family.h"
#include "bench/host/elements.h"

namespace bench
{
using namespace types;

namespace
{
const Pairs kPairs = {{F32, F32}, {F16, F32}, {BF16, F32}, {F64, F64}, {I8, I32}, {U32, U64}};
const Params kSegments = {16, 256, 1 << 10, 1 << 16};

/* ----------------------------------------------------------------------------------------------------------- host --- */

class HostDot : public HostData
{
  public:
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    void make(const Row &row) override
    {
        problem_.in = random(in_, row.in, row.n);
        problem_.a = random(a_, row.in, row.n, BENCH_SEED + 6);
    }

    std::vector<char> a_;
};

uint64_t HostDot::wrong(bool, double &max_error) const
{
    const bench_problem &p = problem_;
    uint64_t wrong = 0;
    max_error = 0;
    for (uint64_t k = 0; k < p.num_segments; k++) {
        const auto [begin, end] = segment_of(p, k);
        long double sum = 0, terms = 0;
        uint64_t integer = 0;
        for (uint64_t i = begin; i < end; i++) {
            if (bench_is_float(p.in_type)) {
                const long double term = (long double)real_at(p.in_type, p.in, i) * real_at(p.in_type, p.a, i);
                sum += term;
                terms += std::fabs(term);
            } else {
                integer += integer_at(p.in_type, p.in, i) * integer_at(p.in_type, p.a, i);
            }
        }
        if (!bench_is_float(p.in_type)) {
            const uint64_t mask = bench_size(p.out_type) == 8 ? ~uint64_t(0) : uint64_t(UINT32_MAX);
            wrong += ((integer_at(p.out_type, p.out, k) ^ integer) & mask) != 0;
            continue;
        }
        const double error = double(std::fabs(real_at(p.out_type, p.out, k) - sum));
        wrong += !(error <= bench_dot_bound(p.out_type, end - begin, double(terms)));
        max_error = std::fmax(max_error, terms > 0 ? error / double(terms) : 0);
    }
    return wrong + written_behind(out_);
}

/* --------------------------------------------------------------------------------------------------------- family --- */

class DotFamily final : public Family
{
  public:
    const char *params() const override { return ""; }
    void add_rows(Table &t) const override;
    void add_host_rows(Table &t) const override;

    uint64_t elements(const Row &row, uint64_t bytes) const override { return bytes / 2 / bench_size(row.in); }
    uint64_t out_bytes(const bench_problem &p) const override { return p.num_segments * bench_size(p.out_type); }
    double bytes_moved(const bench_problem &p) const override
    {
        return 2.0 * double(p.n) * double(bench_size(p.in_type)) + double(out_bytes(p));
    }
    Roof roof(const bench_problem &p) const override { return {"read", bytes_moved(p)}; }

    tcu_status call(tcu_context *context, const bench_problem &p, size_t *bytes) const override
    {
        const tcu_type in = p.in_type, out = p.out_type;
        if (p.op == BENCH_DOT) {
            return bytes ? tcu_dot_workspace(context, in, out, p.n, nullptr, bytes)
                         : tcu_dot(context, p.in, p.a, in, p.out, out, p.n, nullptr);
        }
        return bytes ? tcu_segmented_dot_workspace(context, in, out, p.n, p.segment_size, nullptr, bytes)
                     : tcu_segmented_dot(context, p.in, p.a, in, p.out, out, p.n, p.segment_size, nullptr);
    }
    std::unique_ptr<HostData> make_host_data() const override { return std::make_unique<HostDot>(); }
    std::vector<Yardstick> yardsticks() const override { return dot_yardsticks(); }
};

void DotFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        t.add(BENCH_DOT, BENCH_NO_FORM, kPairs, kLarge);
        t.add(BENCH_SEGMENTED_DOT, BENCH_NO_FORM, {{F32, F32}, {F16, F32}}, kLarge, kSegments);
    }
    for (uint64_t n : t.wants("small") ? powers(10, 22) : Sizes()) {
        t.add(BENCH_DOT, BENCH_NO_FORM, {{F32, F32}}, {n});
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_DOT, BENCH_NO_FORM, F32, F32});
    }
}

void DotFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    t.add(BENCH_DOT, BENCH_NO_FORM, kPairs, {1 << 14, kMiddle});
    t.add(BENCH_SEGMENTED_DOT, BENCH_NO_FORM, {{F32, F32}}, {1 << 14, kMiddle}, {16, 256});
}

const DotFamily the_family;
} // namespace

const Family &dot_family = the_family;
} // namespace bench
