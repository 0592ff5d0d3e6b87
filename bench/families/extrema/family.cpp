/* SPDX-License-Identifier: Apache-2.0 */
/* Minima and maxima with their positions, of arrays and segments. The reference is a plain loop. */
#include "bench/family.h"
#include "bench/host/elements.h"

namespace bench
{
using namespace types;

namespace
{
const Pairs kPairs = same({F32, U32, F16}), kOtherPairs = same({BF16, F64, I8, U16});
const Params kSegments = {16, 64, 256, 1 << 10}, kSomeSegments = {3, 17, 100, 1000, 4096, 1 << 16};
const Params kMeans = {16, 256, 10000};

/* ----------------------------------------------------------------------------------------------------------- host --- */

class HostExtrema : public HostData
{
  public:
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    void make(const Row &row) override { problem_.in = random(in_, row.in, row.n); }
};

uint64_t HostExtrema::wrong(bool, double &max_error) const
{
    const bench_problem &p = problem_;
    const auto *const positions =
        reinterpret_cast<const int64_t *>(static_cast<const char *>(p.out) + bench_positions_at(&p));
    uint64_t wrong = 0;
    for (uint64_t k = 0; k < p.num_segments; k++) {
        const auto [begin, end] = segment_of(p, k);
        int64_t least = begin < end ? 0 : -1, greatest = least;
        for (uint64_t i = begin; i < end; i++) {
            const double x = element_at(p.in_type, p.in, i);
            least = x < element_at(p.in_type, p.in, begin + uint64_t(least)) ? int64_t(i - begin) : least;
            greatest = x > element_at(p.in_type, p.in, begin + uint64_t(greatest)) ? int64_t(i - begin) : greatest;
        }
        bool is_right = positions[k] == least && positions[p.num_segments + k] == greatest;
        if (is_right && begin < end) {
            is_right = element_at(p.in_type, p.out, k) == element_at(p.in_type, p.in, begin + uint64_t(least)) &&
                       element_at(p.in_type, p.out, p.num_segments + k) ==
                           element_at(p.in_type, p.in, begin + uint64_t(greatest));
        }
        wrong += !is_right;
    }
    max_error = wrong > 0 ? 1 : 0;
    return wrong + written_behind(out_);
}

/* --------------------------------------------------------------------------------------------------------- family --- */

class ExtremaFamily final : public Family
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
    uint64_t out_bytes(const bench_problem &p) const override
    {
        return bench_positions_at(&p) + 2 * p.num_segments * sizeof(int64_t);
    }
    double bytes_moved(const bench_problem &p) const override
    {
        return double(p.n) * double(bench_size(p.in_type)) + double(out_bytes(p)) +
               (bench_has_offsets(p.op) ? 8.0 * double(p.num_segments + 1) : 0.0);
    }
    Roof roof(const bench_problem &p) const override { return {"read", bytes_moved(p)}; }

    tcu_status call(tcu_context *context, const bench_problem &p, size_t *bytes) const override;
    std::unique_ptr<HostData> make_host_data() const override { return std::make_unique<HostExtrema>(); }
    std::vector<Yardstick> yardsticks() const override { return extrema_yardsticks(); }
};

void ExtremaFamily::add_rows(Table &t) const
{
    const bench_op whole = BENCH_REDUCE_EXTREMA, segmented = BENCH_SEGMENTED_REDUCE_EXTREMA,
                   offsets = BENCH_SEGMENTED_REDUCE_EXTREMA_OFFSETS;
    if (t.wants("large")) {
        t.add(whole, BENCH_NO_FORM, kPairs, kLarge);
        t.add(whole, BENCH_NO_FORM, kOtherPairs, kLarge);
        t.add(segmented, BENCH_NO_FORM, kPairs, kLarge, kSegments);
        t.add(segmented, BENCH_NO_FORM, same({F32}), kLarge, kSomeSegments);
        t.add(offsets, BENCH_NO_FORM, same({F32, F16}), kLarge, kMeans);
        t.add(offsets, BENCH_NO_FORM, same({F32}), kLarge, kNone, Names{"powerlaw", "giant", "empty"});
    }
    for (uint64_t n : t.wants("small") ? powers(10, 22) : Sizes()) {
        t.add(whole, BENCH_NO_FORM, same({F32}), {n});
    }
    if (t.wants("calls")) {
        t.add_call({whole, BENCH_NO_FORM, F32, F32});
    }
}

void ExtremaFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    t.add(BENCH_REDUCE_EXTREMA, BENCH_NO_FORM, kPairs, {1 << 14, kMiddle});
    t.add(BENCH_SEGMENTED_REDUCE_EXTREMA, BENCH_NO_FORM, kPairs, {1 << 14, kMiddle}, {16, 256});
    t.add(BENCH_SEGMENTED_REDUCE_EXTREMA_OFFSETS, BENCH_NO_FORM, same({F32}), {1 << 14, kMiddle}, {16, 256});
}

tcu_status ExtremaFamily::call(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    const tcu_type type = p.in_type;
    void *const max = static_cast<char *>(p.out) + p.num_segments * bench_size(type);
    auto *const argmin = reinterpret_cast<int64_t *>(static_cast<char *>(p.out) + bench_positions_at(&p));
    int64_t *const argmax = argmin + p.num_segments;
    switch (p.op) {
    case BENCH_REDUCE_EXTREMA:
        return bytes ? tcu_reduce_extrema_workspace(context, type, p.n, nullptr, bytes)
                     : tcu_reduce_extrema(context, p.in, type, p.out, argmin, max, argmax, p.n, nullptr);
    case BENCH_SEGMENTED_REDUCE_EXTREMA:
        return bytes ? tcu_segmented_reduce_extrema_workspace(context, type, p.n, p.segment_size, nullptr, bytes)
                     : tcu_segmented_reduce_extrema(context, p.in, type, p.out, argmin, max, argmax, p.n,
                                                    p.segment_size, nullptr);
    default:
        return bytes
                   ? tcu_segmented_reduce_extrema_offsets_workspace(context, type, p.n, p.num_segments, nullptr, bytes)
                   : tcu_segmented_reduce_extrema_offsets(context, p.in, type, p.out, argmin, max, argmax, p.n,
                                                          p.offsets, p.num_segments, nullptr);
    }
}

const ExtremaFamily the_family;
} // namespace

const Family &extrema_family = the_family;
} // namespace bench
