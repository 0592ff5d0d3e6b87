/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts. The reference is a stable sort of the positions by the keys as numbers. */
#include <algorithm>
#include <cstring>
#include <numeric>

#include "bench/family.h"
#include "bench/host/elements.h"
#include "bench/inputs/keys.h"

namespace bench
{
using namespace types;

namespace
{
const Names kSpreads = {"uniform", "sorted", "reversed", "four", "two", "zipf", "constant", "spaced", "countdown"},
            kPowerLaw = {"powerlaw"};

void add_large(Table &t)
{
    t.add(BENCH_SORT, BENCH_NO_FORM, same({U32, I32, F32}), kLarge, kNone, kSpreads);
    t.add(BENCH_SORT, BENCH_NO_FORM, same({U64}), kLarge, kNone, {"uniform", "sorted", "reversed"});
    t.add(BENCH_SORT, BENCH_NO_FORM, same({F64}), kLarge);
    t.add(BENCH_SORT, BENCH_NO_FORM, same({U8, U16}), kLarge, kNone, {"uniform", "zipf", "constant"});
    t.add(BENCH_SORT, BENCH_NO_FORM, same({I8, I16, F16, BF16}), kLarge);
    t.add(BENCH_SORT, BENCH_BUFFERS, same({U32}), kLarge);
    t.add(BENCH_SORT_PAIRS, BENCH_NO_FORM, same({U32}), kLarge, kNone, kSpreads);
    t.add(BENCH_SORT_PAIRS, BENCH_NO_FORM, same({U64}), kLarge);
    t.add(BENCH_SORT_PAIRS, BENCH_NO_FORM, {{U32, B128}, {U64, B128}}, kLarge);
    t.add(BENCH_SORT_PAIRS, BENCH_BUFFERS, same({U32}), kLarge);
    t.add(BENCH_ARGSORT, BENCH_NO_FORM, same({U32}), kLarge);
    t.add(BENCH_SEGMENTED_SORT, BENCH_NO_FORM, same({U32}), kLarge, {16, 64, 256, 1024, 4096, 65536, 1 << 20});
    t.add(BENCH_SEGMENTED_SORT, BENCH_NO_FORM, same({U64}), kLarge, {4096, 65536, 1 << 20});
    t.add(BENCH_SEGMENTED_SORT_OFFSETS, BENCH_NO_FORM, same({U32}), kLarge, kNone, kPowerLaw);
}

/* ----------------------------------------------------------------------------------------------------------- host --- */

template <class Number>
void sort_positions(const bench_problem &p, std::vector<uint64_t> &positions, Number number)
{
    const auto less = [&](uint64_t a, uint64_t b) { return number(a) < number(b); };
    for (uint64_t k = 0; k < p.num_segments; k++) {
        const auto [begin, end] = segment_of(p, k);
        std::stable_sort(positions.begin() + begin, positions.begin() + end, less);
    }
}

class HostSort : public HostData
{
  public:
    void poison() override
    {
        fill_with_poison(out_);
        fill_with_poison(values_out_);
    }
    bool is_changed() const override { return problem_.form == BENCH_BUFFERS || problem_.form == BENCH_IN_PLACE; }
    void reset() override;
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    void make(const Row &row) override;

    std::vector<char> values_in_, values_out_, spare_, spare_values_;
    std::vector<uint64_t> positions_; // of the keys in order
};

void HostSort::make(const Row &row)
{
    bench_problem &p = problem_;
    const uint64_t bytes = bench_size(row.in), value_bytes = bench_value_bytes(&p);
    const bench_key_sampler sampler = {row.in, bench_key_spread_named(row.dist.c_str()), row.n};
    in_.resize(row.n * bytes);
    values_in_.resize(row.n * value_bytes);
    for (uint64_t i = 0; i < row.n; i++) { // little-endian
        const uint64_t key = bench_key_of_rank(row.in, bench_draw_rank(&sampler, i, bench_hash(i ^ BENCH_SEED)));
        const uint64_t value[2] = {i, ~i};
        std::memcpy(in_.data() + i * bytes, &key, bytes);
        std::memcpy(values_in_.data() + i * value_bytes, value, value_bytes);
    }
    values_out_.resize(values_in_.size() + kGuardBytes);
    spare_.resize(in_.size());
    spare_values_.resize(values_in_.size());
    p.in = in_.data();
    p.values_in = values_in_.data();
    p.values_out = values_out_.data();
    p.spare = spare_.data();
    p.spare_values = spare_values_.data();

    positions_.resize(row.n);
    std::iota(positions_.begin(), positions_.end(), 0);
    if (bench_is_float(row.in)) {
        sort_positions(p, positions_, [&](uint64_t i) { return real_at(p.in_type, p.in, i); });
    } else if (bench_is_signed(row.in)) {
        sort_positions(p, positions_, [&](uint64_t i) { return int64_t(integer_at(p.in_type, p.in, i)); });
    } else {
        sort_positions(p, positions_, [&](uint64_t i) { return integer_at(p.in_type, p.in, i); });
    }
}

void HostSort::reset()
{
    if (!is_changed()) {
        return;
    }
    const bool in_spare = problem_.form == BENCH_BUFFERS && bench_begins_in_spare(&problem_);
    std::copy(in_.begin(), in_.end(), (in_spare ? spare_ : out_).begin());
    std::copy(values_in_.begin(), values_in_.end(), (in_spare ? spare_values_ : values_out_).begin());
}

uint64_t HostSort::wrong(bool, double &max_error) const
{
    const bench_problem &p = problem_;
    const uint64_t bytes = bench_size(p.in_type), value_bytes = bench_value_bytes(&p);
    uint64_t wrong = written_behind(out_) + written_behind(values_out_);
    for (uint64_t k = 0; k < p.n; k++) {
        const uint64_t position = positions_[k];
        if (p.op == BENCH_ARGSORT) {
            wrong += integer_at(p.out_type, p.out, k) != position;
            continue;
        }
        wrong += std::memcmp(out_.data() + k * bytes, in_.data() + position * bytes, bytes) != 0;
        wrong += std::memcmp(values_out_.data() + k * value_bytes, values_in_.data() + position * value_bytes,
                             value_bytes) != 0;
    }
    max_error = wrong > 0;
    return wrong;
}

/* --------------------------------------------------------------------------------------------------------- family --- */

class SortFamily final : public Family
{
  public:
    std::vector<Distributions> distributions() const override
    {
        return {{"keys (four: values a byte; two: values)",
                 {"sorted", "reversed", "four", "two", "zipf", "constant", "spaced", "countdown"}}};
    }
    const char *params() const override { return ""; }
    void add_rows(Table &t) const override;
    void add_host_rows(Table &t) const override;

    uint64_t elements(const Row &row, uint64_t bytes) const override // one n for keys of up to 4 bytes
    {
        return bytes / (std::max(bench_size(row.in), bench_size(row.out)) <= 4 ? 8 : 16);
    }
    uint64_t out_bytes(const bench_problem &p) const override { return bench_sort_out_bytes(&p); }
    double bytes_moved(const bench_problem &p) const override // positions do not come from memory
    {
        const double n = double(p.n), offsets = bench_has_offsets(p.op) ? 8.0 * double(p.num_segments + 1) : 0.0;
        return n * double(bench_size(p.in_type)) + double(out_bytes(p)) + 2 * n * double(bench_value_bytes(&p)) +
               offsets;
    }

    bool takes_length(const bench_problem &p) const override { return !bench_has_offsets(p.op); }
    tcu_status call(tcu_context *context, const bench_problem &p, size_t *bytes) const override;
    std::unique_ptr<HostData> make_host_data() const override { return std::make_unique<HostSort>(); }
    std::vector<Yardstick> yardsticks() const override { return sort_yardsticks(); }
};

void SortFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        add_large(t);
    }
    for (uint64_t n : t.wants("small") ? powers(10, 24) : Sizes()) {
        t.add(BENCH_SORT, BENCH_NO_FORM, same({U8, U16, U32}), {n});
        t.add(BENCH_SORT_PAIRS, BENCH_NO_FORM, {{U32, U32}, {U32, B128}}, {n});
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_SORT, BENCH_NO_FORM, U32, U32});
        t.add_call({BENCH_SORT_PAIRS, BENCH_NO_FORM, U32, U32});
        t.add_call({BENCH_ARGSORT, BENCH_NO_FORM, U32, U32});
        t.add_call({BENCH_SEGMENTED_SORT, BENCH_NO_FORM, U32, U32, 0, 256});
    }
}

void SortFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    t.add(BENCH_SORT, BENCH_NO_FORM, same(kTypes), kSorted);
    t.add(BENCH_SORT, BENCH_NO_FORM, same({U32, F64}), {1 << 24});
    t.add(BENCH_SORT, BENCH_NO_FORM, same({U32}), kOne, kNone, {"sorted", "reversed", "two", "constant"});
    t.add(BENCH_SORT, BENCH_BUFFERS, same({U32}), kOne);
    t.add(BENCH_SORT_PAIRS, BENCH_NO_FORM, same({U32, U64}), kSorted);
    t.add(BENCH_SORT_PAIRS, BENCH_NO_FORM, {{U32, B128}, {U64, B128}}, kSorted);
    t.add(BENCH_ARGSORT, BENCH_NO_FORM, {{U32, U32}, {F32, U32}, {F64, U64}}, kSorted);
    t.add(BENCH_SEGMENTED_SORT, BENCH_NO_FORM, same({U32, F32}), {1 << 14, kMiddle}, {16, 256, 4096});
    t.add(BENCH_SEGMENTED_SORT_OFFSETS, BENCH_NO_FORM, same({U32}), kOne, kNone, kPowerLaw);
}

tcu_status SortFamily::call(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    const size_t value_bytes = size_t(bench_value_bytes(&p));
    tcu_sort_options options = TCU_SORT_OPTIONS_INIT;
    options.ranking = p.ranking;
    options.count = p.length;
    if (p.form == BENCH_BUFFERS) {
        tcu_sort_buffers buffers = TCU_SORT_BUFFERS_INIT(p.out, p.spare);
        buffers.values[0] = p.values_out;
        buffers.values[1] = p.spare_values;
        buffers.value_bytes = value_bytes;
        buffers.current = bench_begins_in_spare(&p);
        return bytes ? tcu_radix_sort_buffers_workspace(context, p.in_type, value_bytes, p.n, &options, bytes)
                     : tcu_radix_sort_buffers(context, &buffers, p.in_type, p.n, &options);
    }
    switch (p.op) {
    case BENCH_SORT:
        return bytes
                   ? tcu_radix_sort_workspace(context, p.in_type, p.n, p.form == BENCH_IN_PLACE, &options, bytes)
                   : tcu_radix_sort(context, p.form == BENCH_IN_PLACE ? p.out : p.in, p.out, p.in_type, p.n, &options);
    case BENCH_SORT_PAIRS:
        return bytes ? tcu_radix_sort_pairs_workspace(context, p.in_type, value_bytes, p.n, 0, &options, bytes)
                     : tcu_radix_sort_pairs(context, p.in, p.out, p.in_type, p.values_in, p.values_out, value_bytes,
                                            p.n, &options);
    case BENCH_ARGSORT:
        return bytes ? tcu_argsort_workspace(context, p.in_type, p.out_type, p.n, &options, bytes)
                     : tcu_argsort(context, p.in, p.in_type, p.out, p.out_type, p.n, &options);
    case BENCH_SEGMENTED_SORT:
        return bytes ? tcu_segmented_sort_workspace(context, p.in_type, p.n, p.segment_size, 0, &options, bytes)
                     : tcu_segmented_sort(context, p.in, p.out, p.in_type, p.n, p.segment_size, &options);
    case BENCH_SEGMENTED_SORT_PAIRS:
        return bytes ? tcu_segmented_sort_pairs_workspace(context, p.in_type, value_bytes, p.n, p.segment_size, 0,
                                                          &options, bytes)
                     : tcu_segmented_sort_pairs(context, p.in, p.out, p.in_type, p.values_in, p.values_out, value_bytes,
                                                p.n, p.segment_size, &options);
    default:
        return bytes ? tcu_segmented_sort_offsets_workspace(context, p.in_type, p.n, p.num_segments, 0, &options, bytes)
                     : tcu_segmented_sort_offsets(context, p.in, p.out, p.in_type, p.n, p.offsets, p.num_segments,
                                                  &options);
    }
}

const SortFamily the_family;
} // namespace

const Family &sort_family = the_family;
} // namespace bench
