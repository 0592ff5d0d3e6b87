/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/family.h"
#include "bench/families/sort/gpu/inputs.h"

namespace bench
{
namespace
{
class GpuSort final : public GpuFamily
{
  public:
    using GpuFamily::GpuFamily;
    void add_inputs(const Row &row, bench_problem &problem) override;
    const bench_check &check() const override { return bench_sort_check; }
    std::vector<Role> variants() const override { return {Role::documented}; }
    bool changes_input(const bench_problem &p) const override { return p.form == BENCH_BUFFERS; }
    void bring_input(const bench_problem &problem, cudaStream_t stream) const override;
    double slow_ms() const override { return 40; }

  private:
    DeviceBuffer values_in_, values_out_, spare_, spare_values_;
    uint64_t positions_ = 0;
    tcu_type position_type_ = TCU_TYPE_U32;
};

// Keys in order depend on how many there are; an array of others serves every n up to its own.
void GpuSort::add_inputs(const Row &row, bench_problem &p)
{
    const cudaStream_t stream = data_.stream();
    const bench_key_sampler sampler = {row.in, bench_key_spread_named(row.dist.c_str()), row.n};
    const bool ordered = sampler.spread == BENCH_KEYS_SORTED || sampler.spread == BENCH_KEYS_REVERSED ||
                         sampler.spread == BENCH_KEYS_COUNTDOWN;
    const std::string holds =
        "keys/" + type_name(row.in) + "/" + row.dist + (ordered ? "/" + std::to_string(row.n) : "");
    p.in = data_.input(holds, row.n, bench_size(row.in),
                       [&](void *to) { return bench_make_sort_keys(&sampler, to, kSeed, stream); });
    p.spare = spare_.ensure(row.n * bench_size(row.in));
    if (row.op != BENCH_SORT_PAIRS && row.op != BENCH_ARGSORT) {
        return;
    }
    if (position_type_ != row.out || row.n > positions_) {
        positions_ = 0;
        cuda_check(bench_make_positions(values_in_.ensure(row.n * bench_size(row.out)), row.out, row.n, stream),
                   "values");
        position_type_ = row.out;
        positions_ = row.n;
    }
    p.values_in = values_in_.get();
    if (row.op == BENCH_SORT_PAIRS) {
        p.values_out = values_out_.ensure(row.n * bench_size(row.out) + BENCH_GUARD_BYTES);
        p.spare_values = spare_values_.ensure(row.n * bench_size(row.out));
    }
}

void GpuSort::bring_input(const bench_problem &p,
                          cudaStream_t stream) const // to where a sort between two arrays begins
{
    const bool in_spare = bench_begins_in_spare(&p);
    cuda_check(cudaMemcpyAsync(in_spare ? p.spare : p.out, p.in, p.n * bench_size(p.in_type), cudaMemcpyDeviceToDevice,
                               stream),
               "input");
    if (p.op == BENCH_SORT_PAIRS) {
        cuda_check(cudaMemcpyAsync(in_spare ? p.spare_values : p.values_out, p.values_in, p.n * bench_value_bytes(&p),
                                   cudaMemcpyDeviceToDevice, stream),
                   "input");
    }
}
} // namespace

std::unique_ptr<GpuFamily> make_sort_gpu(GpuData &data)
{
    return std::make_unique<GpuSort>(data);
}
} // namespace bench
