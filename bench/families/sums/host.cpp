/* SPDX-License-Identifier: Apache-2.0 */
/* The reference is a serial loop in long double, or in integers modulo 2^64. */
#include "bench/families/sums/family.h"

#include <cstring>
#include <random>

#include "bench/host/elements.h"

namespace bench
{
namespace
{
constexpr uint64_t kGuardBytes = 64;
constexpr char kPoison = char(0xff);

class HostSums : public HostData
{
  public:
    bench_problem prepare(const Row &row) override;
    void poison() override { std::fill(out_.begin(), out_.end(), kPoison); }
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    bench_problem problem_ = {};
    std::vector<char> in_, out_;
    std::vector<int64_t> offsets_;
};

bench_problem HostSums::prepare(const Row &row)
{
    bench_problem &p = problem_;
    p = problem_without_arrays(row);
    if (bench_has_offsets(row.op)) {
        offsets_ = make_offsets(row);
        p.offsets = offsets_.data();
        p.num_segments = offsets_.size() - 1;
    }
    in_.resize(row.n * bench_size(row.in));
    bench_serial_fill(in_.data(), row.in, row.n, 20260);
    out_.resize(bench_sums_out_count(&p) * bench_size(row.out) + kGuardBytes);
    p.in = in_.data();
    p.out = out_.data();
    return p;
}

uint64_t HostSums::wrong(bool is_yardstick, double &max_error) const
{
    const bench_problem &p = problem_;
    const bool real = bench_is_float(p.in_type), f64 = p.in_type == TCU_TYPE_F64 || p.out_type == TCU_TYPE_F64;
    const double unit_out = p.out_type == TCU_TYPE_F16    ? 0x1p-11
                            : p.out_type == TCU_TYPE_BF16 ? 0x1p-8
                            : p.out_type == TCU_TYPE_F32  ? 0x1p-24
                                                          : 0x1p-53;
    const uint64_t mask =
        tcu_type_size(p.out_type) == 8 ? ~uint64_t(0) : (uint64_t(1) << 8 * tcu_type_size(p.out_type)) - 1;
    uint64_t wrong = 0;
    max_error = 0;
    long double sum = 0, absolute = 0;
    uint64_t integer = 0;
    const auto compare = [&](uint64_t at, uint64_t terms) {
        if (!real) {
            if (((bench_integer(p.out_type, p.out, at) ^ integer) & mask) != 0) {
                wrong++;
                max_error = 1;
            }
            return;
        }
        const double got = bench_real(p.out_type, p.out, at), error = double(std::fabs(got - sum));
        const double steps = is_yardstick ? double(terms) : std::fmax(1.0, std::log2(double(terms)));
        const double bound = 4 * (f64 ? 0x1p-49 : 0x1p-24) * steps * double(absolute) +
                             1.001 * unit_out * double(std::fabs(sum)) + 0x1p-24;
        if (!(error <= bound)) {
            wrong++;
        }
        if (absolute > 0) {
            max_error = std::fmax(max_error, error / double(absolute));
        }
    };
    for (uint64_t k = 0; k < p.num_segments; k++) {
        const uint64_t size = bench_has_segment_size(p.op) ? p.segment_size : p.n;
        const uint64_t begin = bench_has_offsets(p.op) ? uint64_t(p.offsets[k]) : k * size;
        const uint64_t end = bench_has_offsets(p.op) ? uint64_t(p.offsets[k + 1]) : std::min(begin + size, p.n);
        sum = absolute = 0;
        integer = 0;
        for (uint64_t i = begin; i < end; i++) {
            if (bench_is_scan(p.op) && p.form == BENCH_EXCLUSIVE) {
                compare(i, i - begin);
            }
            if (real) {
                sum += bench_real(p.in_type, p.in, i);
                absolute += std::fabs(bench_real(p.in_type, p.in, i));
            } else {
                integer += bench_integer(p.in_type, p.in, i);
            }
            if (bench_is_scan(p.op) && p.form == BENCH_INCLUSIVE) {
                compare(i, i + 1 - begin);
            }
        }
        if (!bench_is_scan(p.op)) {
            compare(k, end - begin);
        }
    }
    for (uint64_t b = out_.size() - kGuardBytes; b < out_.size(); b++) {
        wrong += out_[b] != kPoison;
    }
    return wrong;
}

} // namespace

std::unique_ptr<HostData> SumsFamily::make_host_data() const
{
    return std::make_unique<HostSums>();
}
} // namespace bench
