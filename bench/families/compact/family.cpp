/* SPDX-License-Identifier: Apache-2.0 */
/* Compactions, partitions and unique. The reference looks at items by their bytes, at reals as doubles. */
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "bench/family.h"
#include "bench/host/elements.h"

namespace bench
{
using namespace types;

namespace
{
// Of the items that are kept; mean lengths of runs.
const Params kKept = {0.1, 0.5, 0.9}, kRuns = {1, 4, 64}, kRunsWithLengths = {1, 4, 64, 256};
const Names kGeometric = {"geometric"};

void add_large(Table &t)
{
    t.add(BENCH_COMPACT, BENCH_BYTES, same({U8, U16, U32, U64, B128}), kLarge, kKept);
    t.add(BENCH_COMPACT, BENCH_BYTES, same({U32}), kLarge, {0, 1e-4, 1});
    t.add(BENCH_COMPACT, BENCH_BYTES, same({U32}), kLarge, kHalf, {"clustered", "alternating"});
    t.add(BENCH_COMPACT, BENCH_BITS, same({U8, U32}), kLarge, kHalf);
    t.add(BENCH_COMPACT_IF, BENCH_LESS, same({U32, F32}), kLarge, kKept);
    t.add(BENCH_COMPACT_IF, BENCH_LESS, same({U8, U16, F64}), kLarge, kHalf);
    t.add(BENCH_COMPACT_IF, BENCH_INSIDE, same({U32}), kLarge, kHalf);
    t.add(BENCH_COMPACT_INDICES, BENCH_BYTES, {{U8, U32}}, kLarge, kKept);
    t.add(BENCH_COMPACT_INDICES, BENCH_BYTES, {{U8, U64}}, kLarge, kHalf);
    t.add(BENCH_COMPACT_INDICES, BENCH_BITS, {{U8, U32}}, kLarge, kHalf);
    t.add(BENCH_COMPACT_COLUMNS, BENCH_BYTES, same({U32}), kLarge, kKept);
    t.add(BENCH_PARTITION, BENCH_BYTES, same({U32}), kLarge, kKept);
    t.add(BENCH_PARTITION, BENCH_BYTES, same({U8, U16, U64, B128}), kLarge, kHalf);
    t.add(BENCH_PARTITION_IF, BENCH_LESS, same({U32, F32}), kLarge, kHalf);
    t.add(BENCH_UNIQUE, BENCH_NO_FORM, same({U32}), kLarge, kRuns, kGeometric);
    t.add(BENCH_UNIQUE, BENCH_LENGTHS, same({U32}), kLarge, kRunsWithLengths, kGeometric);
    t.add(BENCH_UNIQUE, BENCH_NO_FORM, same({U8, U16, U64}), kLarge, {4}, kGeometric);
}

/* ----------------------------------------------------------------------------------------------------------- host --- */

class HostCompaction : public HostData
{
  public:
    void poison() override
    {
        for (std::vector<char> *data : {&out_, &run_lengths_, &count_}) {
            fill_with_poison(*data);
        }
    }
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    void make(const Row &row) override;
    void make_runs(const Row &row);
    bool is_kept(uint64_t i) const;

    std::vector<char> flags_, run_lengths_, count_;
    std::vector<uint64_t> positions_; // of the kept items, then of the others
};

void HostCompaction::make_runs(const Row &row)
{
    const uint64_t size = bench_size(row.in);
    in_.resize(row.n * size);
    uint64_t item = 0;
    if (size > sizeof item) {
        throw std::runtime_error("no runs of items of 16 bytes");
    }
    for (uint64_t i = 0; i < row.n; i++) {
        item = bench_begins_run(row.param, i, BENCH_SEED) ? bench_hash(i ^ ~uint64_t(BENCH_SEED)) : item;
        std::memcpy(in_.data() + i * size, &item, size); // little-endian
    }
}

void HostCompaction::make(const Row &row)
{
    bench_problem &p = problem_;
    if (row.op == BENCH_UNIQUE) {
        make_runs(row);
    } else if (row.op != BENCH_COMPACT_INDICES) {
        random(in_, row.in, row.n * bench_columns(row.op));
    }
    if (bench_has_flags(row.op)) {
        flags_.resize(bench_flag_bytes(row.form, row.n));
        for (uint64_t b = 0; b < flags_.size(); b++) {
            flags_[b] =
                char(bench_draw_flags(bench_pattern_named(row.dist.c_str()), row.param, row.form, b, BENCH_SEED + 2));
        }
        p.flags = flags_.data();
    }
    run_lengths_.resize(row.form == BENCH_LENGTHS ? row.n * sizeof(uint64_t) : 0);
    count_.resize(sizeof(uint64_t));
    p.in = in_.empty() ? nullptr : in_.data();
    p.run_lengths = run_lengths_.empty() ? nullptr : reinterpret_cast<uint64_t *>(run_lengths_.data());
    p.count = reinterpret_cast<uint64_t *>(count_.data());
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
    return bench_is_float(p.in_type) ? compare(real_at) : compare(integer_at);
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
    wrong += written_behind(out_);
    max_error = wrong > 0;
    return wrong;
}

/* --------------------------------------------------------------------------------------------------------- family --- */

// The element below which lies that fraction of random elements, as the first bytes of a value.
uint64_t quantile(tcu_type type, double fraction)
{
    uint64_t bits = 0;
    const double real = 2 * fraction - 1;
    const float narrow = float(real);
    switch (type) {
    case TCU_TYPE_F32:
        std::memcpy(&bits, &narrow, sizeof narrow);
        return bits;
    case TCU_TYPE_F64:
        std::memcpy(&bits, &real, sizeof real);
        return bits;
    case TCU_TYPE_U8:
    case TCU_TYPE_U16:
    case TCU_TYPE_U32:
        bits = uint64_t(std::ldexp(fraction, int(8 * bench_size(type))));
        if (bits >> 8 * bench_size(type) == 0) {
            return bits;
        }
        throw std::invalid_argument("no " + type_name(type) + " is above all others");
    default:
        throw std::invalid_argument("no predicate on " + type_name(type) + " here");
    }
}

tcu_flags_format flags_format(const bench_problem &p)
{
    return p.form == BENCH_BITS ? TCU_FLAGS_BITS : TCU_FLAGS_BYTES;
}

tcu_predicate predicate_of(const bench_problem &p) // points into the problem
{
    tcu_predicate predicate =
        TCU_PREDICATE_INIT(p.form == BENCH_LESS ? TCU_COMPARE_LESS : TCU_COMPARE_INSIDE, &p.value);
    predicate.upper = &p.upper;
    return predicate;
}

class CompactFamily final : public Family
{
  public:
    std::vector<Distributions> distributions() const override
    {
        return {{"flags", {"clustered", "alternating"}}, {"runs", {"geometric"}}};
    }
    const char *params() const override { return "fractions of items kept"; }
    void add_rows(Table &t) const override;
    void add_host_rows(Table &t) const override;

    uint64_t elements(const Row &row, uint64_t bytes) const override // one n for all sizes up to 8 bytes
    {
        return std::min(bytes / 8, bytes / bench_size(row.in));
    }
    bool fit(Row &row) const override { return row.op == BENCH_UNIQUE ? Family::fit(row) : row.param <= 1; }
    void set_problem(const Row &row, bench_problem &p) const override
    {
        if (row.form == BENCH_LESS) {
            p.value = quantile(row.in, row.param);
        }
        if (row.form == BENCH_INSIDE) {
            p.value = quantile(row.in, 0.5 - row.param / 2);
            p.upper = quantile(row.in, 0.5 + row.param / 2);
        }
    }
    uint64_t out_bytes(const bench_problem &p) const override
    {
        return p.n * bench_columns(p.op) * bench_size(p.out_type);
    }
    double bytes_moved(const bench_problem &p) const override
    {
        const double in = double(bench_size(p.in_type)), out = double(bench_size(p.out_type)), n = double(p.n);
        const double columns = double(bench_columns(p.op)), kept = double(p.kept);
        return (p.in != nullptr ? n * in * columns : 0.0) +
               (p.flags != nullptr ? double(bench_flag_bytes(p.form, p.n)) : 0.0) +
               (bench_is_partition(p.op) ? n : kept) * out * columns + (p.run_lengths != nullptr ? 8.0 * kept : 0.0);
    }

    bool takes_length(const bench_problem &) const override { return true; }
    tcu_status call(tcu_context *context, const bench_problem &p, size_t *bytes) const override;
    std::unique_ptr<HostData> make_host_data() const override { return std::make_unique<HostCompaction>(); }
    std::vector<Yardstick> yardsticks() const override { return compact_yardsticks(); }
};

void CompactFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        add_large(t);
    }
    if (t.wants("small")) {
        const Sizes sizes = powers(10, 22);
        t.add(BENCH_COMPACT, BENCH_BYTES, same({U32}), sizes, kHalf);
        t.add(BENCH_COMPACT_IF, BENCH_LESS, same({U32}), sizes, kHalf);
        t.add(BENCH_COMPACT_COLUMNS, BENCH_BYTES, same({U32}), sizes, kHalf);
        t.add(BENCH_PARTITION, BENCH_BYTES, same({U32}), sizes, kHalf);
        t.add(BENCH_UNIQUE, BENCH_NO_FORM, same({U32}), sizes, {4}, kGeometric);
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_COMPACT, BENCH_BYTES, U32, U32, 0, 0.5});
        t.add_call({BENCH_COMPACT_IF, BENCH_LESS, U32, U32, 0, 0.5});
        t.add_call({BENCH_UNIQUE, BENCH_NO_FORM, U32, U32, 0, 4, "geometric"});
        t.add_call({BENCH_PARTITION, BENCH_BYTES, U32, U32, 0, 0.5});
    }
}

void CompactFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    const Pairs items = same({U8, U16, U32, U64});
    const Params fractions = {0, 0.1, 0.9, 1};
    t.add(BENCH_COMPACT, BENCH_BYTES, items, kAll, kHalf);
    t.add(BENCH_COMPACT, BENCH_BYTES, items, kOne, fractions);
    t.add(BENCH_COMPACT, BENCH_BITS, same({U32}), kSome, kHalf);
    t.add(BENCH_COMPACT_IF, BENCH_LESS, same({U8, U16, U32, F32, F64}), kAll, kHalf);
    t.add(BENCH_COMPACT_IF, BENCH_LESS, same({U8, U16, U32}), kOne, {0, 0.1, 0.9});
    t.add(BENCH_COMPACT_IF, BENCH_LESS, same(kReals), kOne, fractions);
    t.add(BENCH_COMPACT_IF, BENCH_INSIDE, same({U32, F32}), kOne, kHalf);
    t.add(BENCH_COMPACT_INDICES, BENCH_BYTES, {{U8, U32}, {U8, U64}}, kAll, kHalf);
    t.add(BENCH_COMPACT_INDICES, BENCH_BYTES, {{U8, U32}}, kOne, fractions);
    t.add(BENCH_COMPACT_INDICES, BENCH_BITS, {{U8, U32}}, kSome, kHalf);
    t.add(BENCH_COMPACT_COLUMNS, BENCH_BYTES, same({U32}), kSome, kHalf);
    t.add(BENCH_PARTITION, BENCH_BYTES, items, kAll, kHalf);
    t.add(BENCH_PARTITION, BENCH_BYTES, same({U32}), kOne, fractions);
    t.add(BENCH_PARTITION_IF, BENCH_LESS, same({U32, F32, F64}), kAll, kHalf);
    t.add(BENCH_UNIQUE, BENCH_NO_FORM, items, kAll, {4}, kGeometric);
    t.add(BENCH_UNIQUE, BENCH_NO_FORM, same({U32}), kOne, {1, 64}, kGeometric);
    t.add(BENCH_UNIQUE, BENCH_LENGTHS, same({U32}), kSome, {4}, kGeometric);
}

tcu_status CompactFamily::call(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    const size_t size = bench_size(p.in_type);
    const tcu_flags_format format = flags_format(p);
    const tcu_predicate predicate = predicate_of(p);
    tcu_column columns[BENCH_COLUMNS];
    tcu_compact_options with_length = TCU_COMPACT_OPTIONS_INIT;
    with_length.count = p.length;
    const tcu_compact_options *const options = p.length != nullptr ? &with_length : nullptr;
    switch (p.op) {
    case BENCH_COMPACT:
        return bytes ? tcu_compact_workspace(context, size, format, p.n, 0, options, bytes)
                     : tcu_compact(context, p.in, size, p.flags, format, p.out, p.count, p.n, options);
    case BENCH_COMPACT_IF:
        return bytes ? tcu_compact_if_workspace(context, p.in_type, p.n, 0, options, bytes)
                     : tcu_compact_if(context, p.in, p.in_type, &predicate, p.out, p.count, p.n, options);
    case BENCH_COMPACT_INDICES:
        return bytes ? tcu_compact_indices_workspace(context, format, p.out_type, p.n, options, bytes)
                     : tcu_compact_indices(context, p.flags, format, p.out, p.out_type, p.count, p.n, options);
    case BENCH_COMPACT_COLUMNS:
        for (uint64_t c = 0; c < BENCH_COLUMNS; c++) {
            columns[c] = {static_cast<const char *>(p.in) + c * p.n * size, static_cast<char *>(p.out) + c * p.n * size,
                          size};
        }
        return bytes ? tcu_compact_columns_workspace(context, BENCH_COLUMNS, format, p.n, options, bytes)
                     : tcu_compact_columns(context, columns, BENCH_COLUMNS, p.flags, format, p.count, p.n, options);
    case BENCH_PARTITION:
        return bytes ? tcu_partition_workspace(context, size, format, p.n, options, bytes)
                     : tcu_partition(context, p.in, size, p.flags, format, p.out, p.count, p.n, options);
    case BENCH_PARTITION_IF:
        return bytes ? tcu_partition_if_workspace(context, p.in_type, p.n, options, bytes)
                     : tcu_partition_if(context, p.in, p.in_type, &predicate, p.out, p.count, p.n, options);
    default:
        return bytes ? tcu_unique_workspace(context, size, p.run_lengths != nullptr, p.n, 0, options, bytes)
                     : tcu_unique(context, p.in, size, p.out, p.run_lengths, p.count, p.n, options);
    }
}

const CompactFamily the_family;
} // namespace

const Family &compact_family = the_family;
} // namespace bench
