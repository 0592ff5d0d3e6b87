/* SPDX-License-Identifier: Apache-2.0 */
/* The reference looks at items by their bytes, at reals as doubles; it shares no loop with serial.c. */
#include "bench/families/compact/family.h"

#include <cstring>
#include <random>

#include "bench/host/elements.h"

namespace bench
{
namespace
{
constexpr uint64_t kSeed = 20260, kCluster = 4096, kGuardBytes = 64;
constexpr char kPoison = char(0xff);

std::vector<char> make_flags(const Row &row)
{
    std::vector<char> flags(bench_flag_bytes(row.form, row.n), 0);
    std::mt19937_64 random(kSeed + 2);
    std::uniform_real_distribution<double> unit(0, 1);
    bool kept = false;
    for (uint64_t i = 0; i < row.n; i++) {
        if (row.dist == "alternating") {
            kept = std::floor(double(i + 1) * row.param) > std::floor(double(i) * row.param);
        } else if (row.dist != "clustered" || i % kCluster == 0) {
            kept = unit(random) < row.param;
        }
        if (kept && row.form == BENCH_BITS) {
            flags[i / 8] = char(flags[i / 8] | 1 << i % 8);
        } else if (kept) {
            flags[i] = 1;
        }
    }
    return flags;
}

void make_runs(const Row &row, std::vector<char> &in)
{
    const uint64_t size = bench_size(row.in);
    std::mt19937_64 random(kSeed);
    std::uniform_real_distribution<double> unit(0, 1);
    uint64_t item[2] = {0, 0};
    for (uint64_t i = 0; i < row.n; i++) {
        if (i == 0 || unit(random) * row.param < 1) {
            item[0] = random(), item[1] = random();
        }
        std::memcpy(in.data() + i * size, item, size);
    }
}

class HostCompaction : public HostData
{
  public:
    bench_problem prepare(const Row &row) override;
    void poison() override;
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    bool is_kept(uint64_t i) const;
    bool is_poison(const std::vector<char> &data, uint64_t at, uint64_t bytes) const;

    bench_problem problem_ = {};
    std::vector<char> in_, flags_, out_, run_lengths_, count_;
    std::vector<uint64_t> positions_; // of the kept items, then of the others
};

bench_problem HostCompaction::prepare(const Row &row)
{
    bench_problem &p = problem_;
    p = problem_without_arrays(row);
    const uint64_t size = bench_size(row.in);
    const uint64_t items = row.op == BENCH_COMPACT_INDICES ? 0 : row.n * bench_columns(row.op);
    in_.resize(items * size);
    if (row.op == BENCH_UNIQUE) {
        make_runs(row, in_);
    } else if (row.in == BENCH_B128) {
        bench_serial_fill(in_.data(), TCU_TYPE_U64, 2 * items, kSeed);
    } else {
        bench_serial_fill(in_.data(), row.in, items, kSeed);
    }
    flags_ = bench_has_flags(row.op) ? make_flags(row) : std::vector<char>();
    out_.resize(bench_compact_out_count(&p) * bench_size(row.out) + kGuardBytes);
    run_lengths_.resize(row.form == BENCH_LENGTHS ? row.n * sizeof(uint64_t) : 0);
    count_.resize(sizeof(uint64_t));
    p.in = in_.empty() ? nullptr : in_.data();
    p.flags = flags_.empty() ? nullptr : flags_.data();
    p.out = out_.data();
    p.run_lengths = run_lengths_.empty() ? nullptr : reinterpret_cast<uint64_t *>(run_lengths_.data());
    p.count = reinterpret_cast<uint64_t *>(count_.data());

    positions_.clear();
    for (const bool kept : {true, false}) {
        for (uint64_t i = 0; i < p.n; i++) {
            if (is_kept(i) == kept) {
                positions_.push_back(i);
            }
        }
        if (kept) {
            p.kept = positions_.size();
        }
    }
    return p;
}

bool HostCompaction::is_kept(uint64_t i) const
{
    const bench_problem &p = problem_;
    const uint64_t size = bench_size(p.in_type);
    if (p.op == BENCH_UNIQUE) {
        return i == 0 || std::memcmp(in_.data() + i * size, in_.data() + (i - 1) * size, size) != 0;
    }
    if (!bench_has_predicate(p.op)) {
        return p.form == BENCH_BITS ? (flags_[i / 8] >> i % 8 & 1) != 0 : flags_[i] != 0;
    }
    const auto compare = [&](auto read) {
        const auto x = read(p.in_type, p.in, i), low = read(p.in_type, &p.value, 0),
                   high = read(p.in_type, &p.upper, 0);
        return p.form == BENCH_LESS ? x < low : x >= low && x <= high;
    };
    return bench_is_float(p.in_type) ? compare(bench_real) : compare(bench_integer);
}

void HostCompaction::poison()
{
    for (std::vector<char> *data : {&out_, &run_lengths_, &count_}) {
        std::fill(data->begin(), data->end(), kPoison);
    }
}

bool HostCompaction::is_poison(const std::vector<char> &data, uint64_t at, uint64_t bytes) const
{
    for (uint64_t b = at; b < at + bytes; b++) {
        if (data[b] != kPoison) {
            return false;
        }
    }
    return true;
}

uint64_t HostCompaction::wrong(bool is_yardstick, double &max_error) const
{
    const bench_problem &p = problem_;
    const uint64_t size = bench_size(p.out_type), columns = bench_columns(p.op);
    uint64_t wrong = *p.count != p.kept;
    for (uint64_t k = 0; k < p.n; k++) {
        const bool kept = k < p.kept;
        const uint64_t position = positions_[k];
        for (uint64_t column = 0; column < columns; column++) {
            const uint64_t at = (column * p.n + k) * size, from = (column * p.n + position) * size;
            if (!kept && !bench_is_partition(p.op)) {
                wrong += !is_yardstick && !is_poison(out_, at, size);
            } else if (p.op == BENCH_COMPACT_INDICES) {
                wrong += std::memcmp(out_.data() + at, &position, size) != 0; // little-endian
            } else {
                wrong += std::memcmp(out_.data() + at, in_.data() + from, size) != 0;
            }
        }
        if (p.run_lengths != nullptr) {
            const uint64_t end = k + 1 < p.kept ? positions_[k + 1] : p.n;
            wrong += kept ? p.run_lengths[k] != end - position : !is_yardstick ? !is_poison(run_lengths_, k * 8, 8) : 0;
        }
    }
    wrong += !is_poison(out_, out_.size() - kGuardBytes, kGuardBytes);
    max_error = wrong > 0;
    return wrong;
}
} // namespace

std::unique_ptr<HostData> CompactFamily::make_host_data() const
{
    return std::make_unique<HostCompaction>();
}
} // namespace bench
