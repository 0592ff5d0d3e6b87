/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/family.h"
#include "bench/families/sums/problem.h"

namespace bench
{
namespace
{
class GpuSums final : public GpuFamily
{
  public:
    using GpuFamily::GpuFamily;
    void add_inputs(const Row &row, bench_problem &problem) override;
    const bench_check &check() const override { return bench_sums_check; }
};

void GpuSums::add_inputs(const Row &row, bench_problem &p)
{
    p.in = data_.items(row.in, row.n);
    if (row.op == BENCH_SEGMENTED_SCAN_OFFSETS) {
        p.keys = data_.keys_of(p);
    }
}
} // namespace

std::unique_ptr<GpuFamily> make_sums_gpu(GpuData &data)
{
    return std::make_unique<GpuSums>(data);
}
} // namespace bench
