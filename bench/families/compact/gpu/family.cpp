/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/family.h"
#include "bench/families/compact/gpu/inputs.h"

namespace bench
{
namespace
{
class GpuCompact final : public GpuFamily
{
  public:
    using GpuFamily::GpuFamily;
    void add_inputs(const Row &row, bench_problem &problem) override;
    const bench_check &check() const override { return bench_compact_check; }
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
    const cudaStream_t stream = data_.stream();
    if (row.op == BENCH_UNIQUE) {
        p.in = data_.input(type_name(row.in) + "/" + param_text(row.param), row.n, bench_size(row.in),
                           [&](void *to) { return bench_make_runs(row.param, to, row.in, row.n, kSeed, stream); });
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
    const bench_pattern pattern = row.dist == "clustered"     ? BENCH_PATTERN_CLUSTERED
                                  : row.dist == "alternating" ? BENCH_PATTERN_ALTERNATING
                                                              : BENCH_PATTERN_UNIFORM;
    const std::string holds = row.dist + "/" + param_text(row.param) + "/" + form_name(row.form);
    if (flags_hold_ != holds || row.n > flags_count_) {
        flags_hold_ = "";
        flags_.ensure(bench_flag_bytes(row.form, row.n));
        cuda_check(bench_make_flags(pattern, row.param, row.form, row.n, kSeed + 2, flags_.get(), data_.stream()),
                   "flags");
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
