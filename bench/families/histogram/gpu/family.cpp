/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/family.h"

#include <cstdio>

#include "bench/families/histogram/gpu/inputs.h"

namespace bench
{
namespace
{
class GpuHistogram final : public GpuFamily
{
  public:
    using GpuFamily::GpuFamily;
    void add_inputs(const Row &row, bench_problem &problem) override;
    const bench_check &check() const override { return bench_histogram_check; }
    std::vector<Role> variants() const override { return {}; } // one arithmetic
    std::string difference(const bench_problem &problem, const bench_verdict &verdict) const override;

  private:
    DeviceBuffer levels_, ranks_, weights_;
};

void GpuHistogram::add_inputs(const Row &row, bench_problem &p)
{
    const cudaStream_t stream = data_.stream();
    if (row.op == BENCH_HISTOGRAM_RANGE) {
        std::vector<float> levels(p.num_bins + 1);
        bench_make_levels(row.form, levels.data(), p.num_bins);
        p.levels = upload(levels_, levels.data(), levels.size() * sizeof(float));
    }
    if (row.op == BENCH_HISTOGRAM_WEIGHTED) {
        p.weights = weights_.ensure(row.n * bench_size(row.out));
        cuda_check(bench_fill(weights_.get(), row.out, row.n, kSeed + 3, stream), "weights");
    }
    const uint64_t count = row.n * bench_channels(row.op);
    const std::string holds =
        "samples/" + type_name(row.in) + "/" + param_text(row.param) + "/" + row.case_name() + "/" + row.dist;
    p.in = data_.input(holds, count, bench_size(row.in), [&](void *to) {
        bench_sampler sampler = {p, bench_spread_named(row.dist.c_str()), nullptr};
        if (sampler.spread == BENCH_SPREAD_ZIPF) {
            std::vector<double> ranks(p.num_bins);
            bench_make_zipf_ranks(ranks.data(), p.num_bins);
            sampler.ranks = static_cast<const double *>(upload(ranks_, ranks.data(), ranks.size() * sizeof(double)));
        }
        return bench_make_samples(&sampler, to, count, kSeed, stream);
    });
}

// CUB finds the bins of reals with rounded arithmetic of their type.
std::string GpuHistogram::difference(const bench_problem &p, const bench_verdict &verdict) const
{
    char text[96];
    if (!bench_is_float(p.in_type)) {
        return "";
    }
    const bool sums = p.op == BENCH_HISTOGRAM_WEIGHTED;
    std::snprintf(text, sizeof text, "%llu of %llu %s differ, %s %.2g", (unsigned long long)verdict.wrong,
                  (unsigned long long)bench_histogram_out_count(&p), sums ? "sums" : "counts",
                  sums ? "error" : "part of the samples", verdict.max_error);
    return text;
}
} // namespace

std::unique_ptr<GpuFamily> make_histogram_gpu(GpuData &data)
{
    return std::make_unique<GpuHistogram>(data);
}
} // namespace bench
