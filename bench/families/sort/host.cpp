/* SPDX-License-Identifier: Apache-2.0 */
/* The reference is a stable sort of the positions by the keys as numbers. */
#include "bench/families/sort/family.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "bench/families/sort/keys.h"
#include "bench/host/elements.h"

namespace bench
{
namespace
{
constexpr uint64_t kSeed = 20260, kGuardBytes = 64;
constexpr char kPoison = char(0xff);

// Bytes of a number that fits; little-endian.
void store(std::vector<char> &to, uint64_t i, uint64_t bytes, uint64_t value)
{
    std::memcpy(to.data() + i * bytes, &value, bytes);
}

bool is_poison(const std::vector<char> &data, uint64_t at)
{
    return std::all_of(data.begin() + at, data.end(), [](char byte) { return byte == kPoison; });
}

template <class Number>
void sort_positions(const bench_problem &p, std::vector<uint64_t> &positions, Number number)
{
    const auto less = [&](uint64_t a, uint64_t b) { return number(a) < number(b); };
    for (uint64_t k = 0, begin, end; k < p.num_segments; k++) {
        bench_segment(&p, k, &begin, &end);
        std::stable_sort(positions.begin() + begin, positions.begin() + end, less);
    }
}

class HostSort : public HostData
{
  public:
    bench_problem prepare(const Row &row) override;
    void poison() override;
    bool is_changed() const override { return problem_.form == BENCH_BUFFERS; }
    void reset() override;
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    bench_problem problem_ = {};
    std::vector<char> in_, out_, values_in_, values_out_, spare_, spare_values_;
    std::vector<int64_t> offsets_;
    std::vector<uint64_t> positions_; // of the keys in order
};

bench_problem HostSort::prepare(const Row &row)
{
    bench_problem &p = problem_;
    p = problem_without_arrays(row);
    if (bench_has_offsets(row.op)) {
        offsets_ = make_offsets(row);
        p.offsets = offsets_.data();
        p.num_segments = offsets_.size() - 1;
    }
    const uint64_t bytes = bench_size(row.in), value_bytes = bench_value_bytes(&p);
    const bench_key_sampler sampler = {row.in, bench_key_spread_named(row.dist.c_str()), row.n};
    std::vector<uint64_t> bits(row.n);
    bench_serial_fill(bits.data(), TCU_TYPE_U64, row.n, kSeed);
    in_.resize(row.n * bytes);
    values_in_.resize(row.n * value_bytes);
    for (uint64_t i = 0; i < row.n; i++) {
        store(in_, i, bytes, bench_key_of_rank(row.in, bench_draw_rank(&sampler, i, bits[i])));
        store(values_in_, i, value_bytes, i);
    }
    out_.resize(bench_sort_out_bytes(&p) + kGuardBytes);
    values_out_.resize(values_in_.size() + kGuardBytes);
    spare_.resize(in_.size());
    spare_values_.resize(values_in_.size());
    p.in = in_.data();
    p.out = out_.data();
    p.values_in = values_in_.data();
    p.values_out = values_out_.data();
    p.spare = spare_.data();
    p.spare_values = spare_values_.data();

    positions_.resize(row.n);
    std::iota(positions_.begin(), positions_.end(), 0);
    if (bench_is_float(row.in)) {
        sort_positions(p, positions_, [&](uint64_t i) { return bench_real(p.in_type, p.in, i); });
    } else if (bench_is_signed(row.in)) {
        sort_positions(p, positions_, [&](uint64_t i) { return int64_t(bench_integer(p.in_type, p.in, i)); });
    } else {
        sort_positions(p, positions_, [&](uint64_t i) { return bench_integer(p.in_type, p.in, i); });
    }
    return p;
}

void HostSort::reset()
{
    if (problem_.form != BENCH_BUFFERS) {
        return;
    }
    const bool in_spare = bench_begins_in_spare(&problem_);
    std::copy(in_.begin(), in_.end(), (in_spare ? spare_ : out_).begin());
    std::copy(values_in_.begin(), values_in_.end(), (in_spare ? spare_values_ : values_out_).begin());
}

void HostSort::poison()
{
    for (std::vector<char> *data : {&out_, &values_out_}) {
        std::fill(data->begin(), data->end(), kPoison);
    }
}

uint64_t HostSort::wrong(bool, double &max_error) const
{
    const bench_problem &p = problem_;
    const uint64_t bytes = bench_size(p.in_type), value_bytes = bench_value_bytes(&p);
    uint64_t wrong = !is_poison(out_, bench_sort_out_bytes(&p)) + !is_poison(values_out_, p.n * value_bytes);
    for (uint64_t k = 0; k < p.n; k++) {
        const uint64_t position = positions_[k];
        if (p.op == BENCH_ARGSORT) {
            wrong += bench_integer(p.out_type, p.out, k) != position;
            continue;
        }
        wrong += std::memcmp(out_.data() + k * bytes, in_.data() + position * bytes, bytes) != 0;
        if (value_bytes > 0) {
            wrong += bench_integer(p.out_type, p.values_out, k) != position;
        }
    }
    max_error = wrong > 0;
    return wrong;
}
} // namespace

std::unique_ptr<HostData> SortFamily::make_host_data() const
{
    return std::make_unique<HostSort>();
}
} // namespace bench
