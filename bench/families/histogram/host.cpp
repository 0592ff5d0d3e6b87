/* SPDX-License-Identifier: Apache-2.0 */
/* The reference finds bins by their definition (samples.h); it shares no loop with serial.c. */
#include "bench/families/histogram/family.h"

#include <algorithm>
#include <cstring>

#include "bench/families/histogram/samples.h"
#include "bench/host/elements.h"
#include "primitives/tile/half.h"

namespace bench
{
namespace
{
constexpr uint64_t kSeed = 20260, kGuardBytes = 64;
constexpr char kPoison = char(0xff);

void store(tcu_type type, void *data, uint64_t i, double x)
{
    switch (type) {
    case TCU_TYPE_F16:
        static_cast<uint16_t *>(data)[i] = tcui_f16_from_f64(x);
        break;
    case TCU_TYPE_BF16:
        static_cast<uint16_t *>(data)[i] = tcui_bf16_from_f64(x);
        break;
    case TCU_TYPE_F32:
        static_cast<float *>(data)[i] = float(x);
        break;
    case TCU_TYPE_F64:
        static_cast<double *>(data)[i] = x;
        break;
    default: {
        const int64_t integer = int64_t(x);
        std::memcpy(static_cast<char *>(data) + i * bench_size(type), &integer, bench_size(type)); // little-endian
        break;
    }
    }
}

double load(tcu_type type, const void *data, uint64_t i)
{
    return bench_is_float(type) ? bench_real(type, data, i) : double(int64_t(bench_integer(type, data, i)));
}

class HostHistogram : public HostData
{
  public:
    bench_problem prepare(const Row &row) override;
    void poison() override;
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    double error() const;

    bench_problem problem_ = {};
    std::vector<char> in_, weights_, out_;
    std::vector<float> levels_;
    std::vector<double> expected_, absolute_; // counts, or sums of weights and of their magnitudes
};

bench_problem HostHistogram::prepare(const Row &row)
{
    bench_problem &p = problem_;
    p = problem_without_arrays(row);
    const uint64_t channels = bench_channels(row.op), outputs = bench_histogram_out_count(&p);
    if (row.op == BENCH_HISTOGRAM_RANGE) {
        levels_.resize(p.num_bins + 1);
        bench_make_levels(row.form, levels_.data(), p.num_bins);
        p.levels = levels_.data();
    }
    if (row.op == BENCH_HISTOGRAM_WEIGHTED) {
        weights_.resize(row.n * bench_size(row.out));
        bench_serial_fill(weights_.data(), row.out, row.n, kSeed + 3);
        p.weights = weights_.data();
    }
    std::vector<double> ranks(p.num_bins);
    bench_make_zipf_ranks(ranks.data(), p.num_bins);
    const bench_sampler sampler = {p, bench_spread_named(row.dist.c_str()), ranks.data()};
    std::vector<uint64_t> bits(2 * row.n * channels); // as many random bits
    bench_serial_fill(bits.data(), TCU_TYPE_U64, bits.size(), kSeed);
    in_.resize(row.n * channels * bench_size(row.in));
    out_.resize(outputs * bench_size(row.out) + kGuardBytes);
    p.in = in_.data();
    p.out = out_.data();
    expected_.assign(outputs, 0);
    absolute_.assign(outputs, 0);
    for (uint64_t i = 0; i < row.n * channels; i++) {
        store(row.in, in_.data(), i,
              bench_draw_sample(&sampler, bench_draw_bin(&sampler, bits[2 * i]), bits[2 * i + 1]));
        const uint64_t channel = i % channels;
        const int64_t bin = bench_bin_of(&p, load(row.in, in_.data(), i));
        if (bin < 0 || channel >= bench_active_channels(row.op)) {
            continue;
        }
        const double weight = p.weights != nullptr ? bench_real(row.out, p.weights, i) : 1;
        expected_[channel * p.num_bins + uint64_t(bin)] += weight;
        absolute_[channel * p.num_bins + uint64_t(bin)] += std::fabs(weight);
    }
    return p;
}

void HostHistogram::poison()
{
    std::fill(out_.begin(), out_.end(), kPoison);
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
        const double difference = std::fabs(load(p.out_type, p.out, k) - expected_[k]);
        elsewhere += difference;
        if (difference != 0) { // NaN too
            worst = std::max(worst, absolute_[k] > 0 && std::isfinite(difference) ? difference / absolute_[k] : 1);
        }
    }
    for (uint64_t b = out_.size() - kGuardBytes; b < out_.size(); b++) {
        if (out_[b] != kPoison) {
            return 1;
        }
    }
    return p.weights != nullptr ? worst : elsewhere / double(p.n);
}
} // namespace

std::unique_ptr<HostData> HistogramFamily::make_host_data() const
{
    return std::make_unique<HostHistogram>();
}
} // namespace bench
