/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms. The reference finds bins by their definition (samples.h). */
#include <algorithm>
#include <cstring>

#include "bench/family.h"
#include "bench/host/elements.h"
#include "bench/inputs/samples.h"

namespace bench
{
using namespace types;

namespace
{
const Params k256 = {256}, kSomeBins = {256, 1024, 4096}, kManyBins = {1 << 17, 200000, 1 << 20};
const Names kSpreads = {"uniform", "zipf", "peak", "constant"};

void add_large(Table &t)
{
    const bench_op even = BENCH_HISTOGRAM_EVEN;
    t.add(even, BENCH_NO_FORM, {{U8, U32}}, kLarge, k256, kSpreads);
    t.add(even, BENCH_NO_FORM, {{U8, U64}}, kLarge, k256);
    t.add(even, BENCH_NO_FORM, {{U16, U32}, {F16, U32}, {BF16, U32}, {F32, U32}}, kLarge, kSomeBins, kSpreads);
    t.add(even, BENCH_NO_FORM, {{U16, U32}}, kLarge, {65536}, kSpreads);
    t.add(even, BENCH_NO_FORM, {{F64, U32}}, kLarge, k256, kSpreads);
    t.add(even, BENCH_NO_FORM, {{I32, U32}, {U32, U32}}, kLarge, {256, 1024, 4096, 32768}, kSpreads);
    t.add(even, BENCH_NO_FORM, {{I32, U64}}, kLarge, k256);
    t.add(even, BENCH_NO_FORM, {{I32, U32}, {F32, U32}}, kLarge, kManyBins, kSpreads);
    for (bench_form form : {BENCH_LINEAR, BENCH_POWER, BENCH_LOG, BENCH_RANDOM}) {
        t.add(BENCH_HISTOGRAM_RANGE, form, {{F32, U32}}, kLarge, k256, kSpreads);
    }
    t.add(BENCH_HISTOGRAM_MULTI, BENCH_NO_FORM, {{U8, U32}}, kLarge, k256, kSpreads);
    t.add(BENCH_HISTOGRAM_WEIGHTED, BENCH_NO_FORM, same({F32}), kLarge, k256, kSpreads);
}

/* An element of a type. */
void store_real(tcu_type type, void *data, uint64_t i, double x)
{
    with_element(type, [&](auto zero) {
        auto &to = static_cast<decltype(zero) *>(data)[i];
        if constexpr (std::is_same_v<decltype(zero), f16>) {
            to.bits = tcui_f16_from_f64(x);
        } else if constexpr (std::is_same_v<decltype(zero), bf16>) {
            to.bits = tcui_bf16_from_f64(x);
        } else {
            to = decltype(zero)(x);
        }
        return 0;
    });
}

/* ----------------------------------------------------------------------------------------------------------- host --- */

class HostHistogram : public HostData
{
  public:
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    void make(const Row &row) override;
    double error() const;

    std::vector<char> weights_;
    std::vector<float> levels_;
    std::vector<double> expected_, absolute_; // counts, or sums of weights and of their magnitudes
};

void HostHistogram::make(const Row &row)
{
    bench_problem &p = problem_;
    const uint64_t channels = bench_channels(row.op), outputs = bench_histogram_out_count(&p);
    if (row.op == BENCH_HISTOGRAM_RANGE) {
        levels_.resize(p.num_bins + 1);
        bench_make_levels(row.form, levels_.data(), p.num_bins);
        p.levels = levels_.data();
    }
    if (row.op == BENCH_HISTOGRAM_WEIGHTED) {
        p.weights = random(weights_, row.out, row.n, BENCH_SEED + 3);
    }
    std::vector<double> ranks(p.num_bins);
    bench_make_zipf_ranks(ranks.data(), p.num_bins);
    const bench_sampler sampler = {p, bench_spread_named(row.dist.c_str()), ranks.data()};
    in_.resize(row.n * channels * bench_size(row.in));
    p.in = in_.data();
    expected_.assign(outputs, 0);
    absolute_.assign(outputs, 0);
    for (uint64_t i = 0; i < row.n * channels; i++) {
        const uint64_t bits = bench_hash(i ^ BENCH_SEED), channel = i % channels;
        store_real(row.in, in_.data(), i,
                   bench_draw_sample(&sampler, bench_draw_bin(&sampler, bits), bench_hash(bits)));
        const int64_t bin = bench_bin_of(&p, element_at(row.in, in_.data(), i));
        if (bin < 0 || channel >= bench_active_channels(row.op)) {
            continue;
        }
        const double weight = p.weights != nullptr ? real_at(row.out, p.weights, i) : 1;
        expected_[channel * p.num_bins + uint64_t(bin)] += weight;
        absolute_[channel * p.num_bins + uint64_t(bin)] += std::fabs(weight);
    }
}

uint64_t HostHistogram::wrong(bool is_yardstick, double &max_error) const
{
    const bench_problem &p = problem_;
    const bool is_weighted = p.weights != nullptr;
    double allowed = is_weighted ? 4 * 0x1p-24 * std::log2(double(p.n) + 1) : 0;
    if (is_yardstick) { // a loop may count samples at the edges of bins beside their bin, and its sums are not compensated
        allowed = is_weighted ? 1 : bench_is_float(p.in_type) ? std::max(1e-3, 2 / double(p.n)) : 0;
    }
    max_error = error();
    return !(max_error <= allowed);
}

/*
 * The part of the samples that are not counted in their bin, or the largest error of a sum of weights relative to the
 * sum of their magnitudes; 1 if anything was written behind the output.
 */
double HostHistogram::error() const
{
    const bench_problem &p = problem_;
    double worst = 0, elsewhere = 0;
    for (uint64_t k = 0; k < expected_.size(); k++) {
        const double difference = std::fabs(element_at(p.out_type, p.out, k) - expected_[k]);
        elsewhere += difference;
        if (difference != 0) { // NaN too
            worst = std::max(worst, absolute_[k] > 0 && std::isfinite(difference) ? difference / absolute_[k] : 1);
        }
    }
    if (written_behind(out_) > 0) {
        return 1;
    }
    return p.weights != nullptr ? worst : elsewhere / double(p.n);
}

/* --------------------------------------------------------------------------------------------------------- family --- */

class HistogramFamily final : public Family
{
  public:
    std::vector<Distributions> distributions() const override
    {
        return {{"samples over bins", {"zipf", "peak", "constant"}}};
    }
    const char *params() const override { return "numbers of bins"; }
    void add_rows(Table &t) const override;
    void add_host_rows(Table &t) const override;

    uint64_t elements(const Row &row, uint64_t bytes) const override
    {
        return bytes / (bench_size(row.in) * bench_channels(row.op) +
                        (row.op == BENCH_HISTOGRAM_WEIGHTED ? bench_size(row.out) : 0));
    }
    bool fit(Row &row) const override { return Family::fit(row) && row.param <= BENCH_MOST_BINS; }
    void set_problem(const Row &row, bench_problem &p) const override;
    uint64_t out_bytes(const bench_problem &p) const override
    {
        return bench_histogram_out_count(&p) * bench_size(p.out_type);
    }
    double bytes_moved(const bench_problem &p) const override
    {
        const double in = double(bench_size(p.in_type) * bench_channels(p.op));
        return double(p.n) * (in + (p.weights != nullptr ? double(bench_size(p.out_type)) : 0.0)) +
               double(out_bytes(p));
    }
    Roof roof(const bench_problem &p) const override { return {"read", bytes_moved(p)}; }

    bool takes_length(const bench_problem &) const override { return true; }
    tcu_status call(tcu_context *context, const bench_problem &p, size_t *bytes) const override;
    std::unique_ptr<HostData> make_host_data() const override { return std::make_unique<HostHistogram>(); }
    std::vector<Yardstick> yardsticks() const override { return histogram_yardsticks(); }
};

void HistogramFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        add_large(t);
    }
    for (uint64_t n : t.wants("small") ? powers(10, 22) : Sizes()) {
        t.add(BENCH_HISTOGRAM_EVEN, BENCH_NO_FORM, {{U8, U32}, {I32, U32}, {F32, U32}}, {n}, k256);
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_HISTOGRAM_EVEN, BENCH_NO_FORM, U8, U32, 0, 256});
    }
}

void HistogramFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    const bench_op even = BENCH_HISTOGRAM_EVEN;
    t.add(even, BENCH_NO_FORM, {{U8, U32}, {U16, U32}, {U32, U32}, {F32, U32}, {F64, U32}}, kAll, k256);
    t.add(even, BENCH_NO_FORM, {{U8, U64}}, kOne, k256);
    t.add(even, BENCH_NO_FORM, {{U16, U32}, {I32, U32}}, {1 << 18, kMiddle}, {65536});
    t.add(even, BENCH_NO_FORM, {{U32, U32}, {F32, U32}}, kOne, {4096});
    for (const char *dist : {"constant", "zipf"}) {
        t.add(even, BENCH_NO_FORM, {{U8, U32}, {U32, U32}, {F32, U32}}, kOne, k256, {dist});
    }
    t.add(BENCH_HISTOGRAM_RANGE, BENCH_RANDOM, {{F32, U32}}, kSome, k256);
    t.add(BENCH_HISTOGRAM_MULTI, BENCH_NO_FORM, {{U8, U32}}, kSome, k256);
    t.add(BENCH_HISTOGRAM_WEIGHTED, BENCH_NO_FORM, same({F32}), kSome, k256);
}

// Integers: all values of bytes, and of other types a range that no multiplication by a power of two finds the bins of,
// unless there is a bin for each value.
void HistogramFamily::set_problem(const Row &row, bench_problem &p) const
{
    p.num_bins = uint64_t(row.param);
    p.level_type = bench_is_float(row.in) || row.in == U32 ? row.in : I32;
    p.lower_level = bench_is_float(row.in) ? -1.5 : row.in == U16 ? 100 : row.in == I32 ? -1e9 : 0;
    p.upper_level = bench_is_float(row.in) ? 1.5
                    : row.in == U8         ? 256
                    : row.in == U16        ? 60100
                    : row.in == I32        ? 1000000007
                                           : 4000000007;
    if ((row.in == U16 || row.in == I32) && p.num_bins >= 65536) {
        p.lower_level = 0;
        p.upper_level = double(p.num_bins);
    }
}

tcu_status HistogramFamily::call(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    const tcu_type in = p.in_type, out = p.out_type;
    alignas(8) char lower[8] = {}, upper[8] = {}; // of level_type, in the first bytes
    store_real(p.level_type, lower, 0, p.lower_level);
    store_real(p.level_type, upper, 0, p.upper_level);
    tcu_histogram_channel channels[BENCH_CHANNELS];
    for (uint64_t c = 0; c < bench_channels(p.op); c++) {
        channels[c] = TCU_HISTOGRAM_CHANNEL_NONE_INIT;
        if (c < bench_active_channels(p.op)) {
            void *counts = static_cast<char *>(p.out) + c * p.num_bins * bench_size(out);
            channels[c] = TCU_HISTOGRAM_CHANNEL_EVEN_INIT(counts, p.num_bins, lower, upper, p.level_type);
        }
    }
    tcu_histogram_options with_length = TCU_HISTOGRAM_OPTIONS_INIT;
    with_length.count = p.length;
    const tcu_histogram_options *const options = p.length != nullptr ? &with_length : nullptr;
    switch (p.op) {
    case BENCH_HISTOGRAM_EVEN:
        return bytes ? tcu_histogram_even_workspace(context, in, out, p.num_bins, p.level_type, p.n, options, bytes)
                     : tcu_histogram_even(context, p.in, in, p.out, out, p.num_bins, lower, upper, p.level_type, p.n,
                                          options);
    case BENCH_HISTOGRAM_RANGE:
        return bytes ? tcu_histogram_range_workspace(context, in, out, p.num_bins, p.level_type, p.n, options, bytes)
                     : tcu_histogram_range(context, p.in, in, p.out, out, p.num_bins, p.levels, p.level_type, p.n,
                                           options);
    case BENCH_HISTOGRAM_MULTI:
        return bytes ? tcu_histogram_multi_workspace(context, in, BENCH_CHANNELS, channels, out, p.n, options, bytes)
                     : tcu_histogram_multi(context, p.in, in, BENCH_CHANNELS, channels, out, p.n, options);
    default:
        return bytes ? tcu_histogram_weighted_workspace(context, in, out, 1, channels, out, p.n, options, bytes)
                     : tcu_histogram_weighted(context, p.in, in, p.weights, out, 1, channels, out, p.n, options);
    }
}

const HistogramFamily the_family;
} // namespace

const Family &histogram_family = the_family;
} // namespace bench
