/* SPDX-License-Identifier: Apache-2.0 */
/* Reductions and scans, of whole arrays and of segments. The reference is a serial loop in long double, or modulo 2^64. */
#include "bench/family.h"
#include "bench/host/elements.h"

namespace bench
{
using namespace types;

namespace
{
const Pairs kReducePairs = {{F16, F16}, {F16, F32}, {BF16, BF16}, {BF16, F32}, {F32, F32}, {F32, F64}, {F64, F64},
                            {I8, I8},   {I8, I32},  {I8, I64},    {U8, U8},    {U8, U32},  {U8, U64},  {I16, I16},
                            {I16, I32}, {I16, I64}, {U16, U16},   {U16, U32},  {U16, U64}, {I32, I32}, {I32, I64},
                            {U32, U32}, {U32, U64}, {I64, I64},   {U64, U64}};
const Pairs kScanPairs = {{F16, F16}, {BF16, BF16}, {F32, F32}, {F64, F64}, {I8, I8},   {U8, U8},   {I16, I16},
                          {U16, U16}, {I32, I32},   {U32, U32}, {I64, I64}, {U64, U64}, {F16, F32}, {U8, U32}};
// What a type pair stands for where not all are measured: each width, reals and integers, with and without widening.
const Pairs kSmallReducePairs = {{F16, F32}, {F32, F32}, {I8, I32}, {F64, F64}};
const Pairs kSmallScanPairs = {{F16, F16}, {F32, F32}, {U8, U8}, {I64, I64}};

const Params kAllSegments = {1,       2,       3,      4,       5,       6,       7,       8,      10,
                             12,      16,      17,     20,      24,      32,      33,      64,     100,
                             128,     256,     333,    512,     1000,    1003,    1024,    4096,   10000,
                             1 << 14, 1 << 16, 100003, 1 << 18, 1 << 20, 1 << 24, 1 << 28, 1 << 30};
const Params kSomeReduceSegments = {1, 3, 5, 8, 10, 16, 20, 64, 100, 256, 1000, 4096, 1 << 14, 1 << 20, 1 << 28};
const Params kSomeScanSegments = {5, 8, 64, 100, 1000, 4096, 1 << 16, 100003, 1 << 20};
const Params kExclusiveSegments = {8, 20, 64, 1000, 1 << 14, 1 << 20};

// Mean lengths.
const Params kMeans = {8, 16, 32, 64, 256, 1000, 10000, 300000}, kSomeMeans = {16, 256, 10000};

// Least and greatest elements.
const bench_form kExtrema[] = {BENCH_MINIMUM, BENCH_MAXIMUM};
const Pairs kExtremaPairs = {{F32, F32}, {U32, U32}, {F16, F16}};
const Params kExtremaSegments = {16, 20, 64, 100, 256, 1000, 1024};

// Sums in one order: as narrow as lanes of a warp share, of one chunk and of several.
const Pairs kReproduciblePairs = {{F16, F32}, {F32, F32}, {F64, F64}};
const Params kReproducibleSegments = {8, 16, 100, 256, 1000, 4096, 1 << 16};

void add_offsets(Table &t, bench_op op, bench_form form, Pair pair, const Params &means, bool empty)
{
    t.add(op, form, {pair}, kLarge, means);
    t.add(op, form, {pair}, kLarge, kNone, empty ? Names{"powerlaw", "giant", "empty"} : Names{"powerlaw", "giant"});
}

void add_large(Table &t)
{
    t.add(BENCH_REDUCE, BENCH_NO_FORM, kReducePairs, kLarge);
    t.add(BENCH_SCAN, BENCH_MAXIMUM, kExtremaPairs, kLarge);
    t.add(BENCH_SCAN, BENCH_PRODUCT, same({F32}), kLarge);
    for (const bench_form form : kExtrema) {
        t.add(BENCH_REDUCE, form, kExtremaPairs, kLarge);
        t.add(BENCH_SEGMENTED_REDUCE, form, kExtremaPairs, kLarge, kExtremaSegments);
    }
    t.add(BENCH_SCAN, BENCH_INCLUSIVE, kScanPairs, kLarge);
    t.add(BENCH_SCAN, BENCH_EXCLUSIVE, kScanPairs, kLarge);
    t.add(BENCH_REDUCE, BENCH_REPRODUCIBLE, kReproduciblePairs, kLarge);
    t.add(BENCH_SCAN, BENCH_REPRODUCIBLE, same({F16, F32, F64}), kLarge);
    t.add(BENCH_SEGMENTED_REDUCE, BENCH_REPRODUCIBLE, {{F32, F32}}, kLarge, kReproducibleSegments);
    t.add(BENCH_SEGMENTED_REDUCE_OFFSETS, BENCH_REPRODUCIBLE, {{F32, F32}}, kLarge, kSomeMeans);

    const bench_op reduce = BENCH_SEGMENTED_REDUCE, scan = BENCH_SEGMENTED_SCAN;
    t.add(reduce, BENCH_NO_FORM, {{F16, F32}}, kLarge, kAllSegments);
    t.add(reduce, BENCH_NO_FORM, {{F16, F16}, {BF16, F32}, {F32, F32}, {I8, I32}, {I32, I32}}, kLarge,
          kSomeReduceSegments);
    t.add(scan, BENCH_INCLUSIVE, same({F16}), kLarge, kAllSegments);
    t.add(scan, BENCH_EXCLUSIVE, same({F16}), kLarge, kExclusiveSegments);
    t.add(scan, BENCH_INCLUSIVE, same({BF16, F32, I8, I32}), kLarge, kSomeScanSegments);

    const bench_op reduce_offsets = BENCH_SEGMENTED_REDUCE_OFFSETS, scan_offsets = BENCH_SEGMENTED_SCAN_OFFSETS;
    add_offsets(t, reduce_offsets, BENCH_NO_FORM, {F16, F32}, kMeans, true);
    add_offsets(t, reduce_offsets, BENCH_NO_FORM, {F32, F32}, kSomeMeans, false);
    add_offsets(t, reduce_offsets, BENCH_NO_FORM, {I32, I32}, kSomeMeans, false);
    add_offsets(t, scan_offsets, BENCH_INCLUSIVE, {F16, F16}, kMeans, true);
    t.add(scan_offsets, BENCH_EXCLUSIVE, same({F16}), kLarge, kSomeMeans);
    add_offsets(t, scan_offsets, BENCH_INCLUSIVE, {F32, F32}, kSomeMeans, false);
    add_offsets(t, scan_offsets, BENCH_INCLUSIVE, {I32, I32}, kSomeMeans, false);
}

/* ----------------------------------------------------------------------------------------------------------- host --- */

class HostSums : public HostData
{
  public:
    uint64_t wrong(bool is_yardstick, double &max_error) const override;

  private:
    void make(const Row &row) override
    {
        problem_.in = random(in_, row.in, row.n);
        for (uint64_t i = 0; row.form == BENCH_PRODUCT && i < row.n; i++) {
            reinterpret_cast<float *>(in_.data())[i] = bench_factor(i, BENCH_SEED);
        }
    }
    uint64_t wrong_extrema() const;
    uint64_t wrong_products() const;
};

// No rounding: every result is an element.
uint64_t HostSums::wrong_extrema() const
{
    const bench_problem &p = problem_;
    const auto number = [&](const void *data, uint64_t i) -> long double {
        return bench_is_float(p.in_type) ? (long double)(real_at(p.in_type, data, i))
                                         : (long double)(integer_at(p.in_type, data, i));
    };
    uint64_t wrong = 0;
    for (uint64_t k = 0; k < p.num_segments; k++) {
        const auto [begin, end] = segment_of(p, k);
        long double expected = number(p.in, begin);
        for (uint64_t i = begin; i < end; i++) {
            const long double x = number(p.in, i);
            expected = p.form == BENCH_MINIMUM ? std::min(x, expected) : std::max(x, expected);
            wrong += bench_is_scan(p.op) && number(p.out, i) != expected;
        }
        wrong += !bench_is_scan(p.op) && number(p.out, k) != expected;
    }
    return wrong;
}

// Exact: bench_factor().
uint64_t HostSums::wrong_products() const
{
    uint64_t wrong = 0;
    float expected = 1;
    for (uint64_t i = 0; i < problem_.n; i++) {
        expected *= bench_factor(i, BENCH_SEED);
        wrong += static_cast<const float *>(problem_.out)[i] != expected;
    }
    return wrong;
}

uint64_t HostSums::wrong(bool is_yardstick, double &max_error) const
{
    const bench_problem &p = problem_;
    if (bench_is_extremum(p.form)) {
        max_error = 0;
        return wrong_extrema() + written_behind(out_);
    }
    if (p.form == BENCH_PRODUCT) {
        max_error = 0;
        return wrong_products() + written_behind(out_);
    }
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
            if (((integer_at(p.out_type, p.out, at) ^ integer) & mask) != 0) {
                wrong++;
                max_error = 1;
            }
            return;
        }
        const double got = real_at(p.out_type, p.out, at), error = double(std::fabs(got - sum));
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
        const auto [begin, end] = segment_of(p, k);
        sum = absolute = 0;
        integer = 0;
        for (uint64_t i = begin; i < end; i++) {
            if (bench_is_scan(p.op) && p.form == BENCH_EXCLUSIVE) {
                compare(i, i - begin);
            }
            if (real) {
                sum += real_at(p.in_type, p.in, i);
                absolute += std::fabs(real_at(p.in_type, p.in, i));
            } else {
                integer += integer_at(p.in_type, p.in, i);
            }
            if (bench_is_scan(p.op) && p.form != BENCH_EXCLUSIVE) {
                compare(i, i + 1 - begin);
            }
        }
        if (!bench_is_scan(p.op)) {
            compare(k, end - begin);
        }
    }
    return wrong + written_behind(out_);
}

/* --------------------------------------------------------------------------------------------------------- family --- */

class SumsFamily final : public Family
{
  public:
    std::vector<Distributions> distributions() const override { return {{"offsets", {"powerlaw", "giant", "empty"}}}; }
    const char *params() const override { return "segment sizes, mean lengths"; }
    void add_rows(Table &t) const override;
    void add_host_rows(Table &t) const override;

    uint64_t elements(const Row &row, uint64_t bytes) const override
    {
        const bool widening = bench_is_scan(row.op) && bench_size(row.out) > bench_size(row.in);
        uint64_t n = bytes / (widening ? 2 : 1) / bench_size(row.in);
        if (row.op != BENCH_REDUCE && row.op != BENCH_SCAN) {
            n = std::min(n, bytes / 2);
        }
        return bench_has_offsets(row.op) ? n / 2 : n;
    }
    uint64_t out_bytes(const bench_problem &p) const override
    {
        return (bench_is_scan(p.op) ? p.n : p.num_segments) * bench_size(p.out_type);
    }
    double bytes_moved(const bench_problem &p) const override
    {
        return double(p.n) * double(bench_size(p.in_type)) + double(out_bytes(p)) +
               (bench_has_offsets(p.op) ? 8.0 * double(p.num_segments + 1) : 0.0);
    }
    Roof roof(const bench_problem &p) const override { return {bench_is_scan(p.op) ? "copy" : "read", bytes_moved(p)}; }

    bool takes_length(const bench_problem &p) const override { return !bench_has_offsets(p.op); }
    tcu_status call(tcu_context *context, const bench_problem &p, size_t *bytes) const override;
    std::unique_ptr<HostData> make_host_data() const override { return std::make_unique<HostSums>(); }
    std::vector<Yardstick> yardsticks() const override { return sums_yardsticks(); }
};

void SumsFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        add_large(t);
    }
    for (uint64_t n : t.wants("small") ? powers(10, 22) : Sizes()) {
        t.add(BENCH_REDUCE, BENCH_NO_FORM, kSmallReducePairs, {n});
        t.add(BENCH_SCAN, BENCH_INCLUSIVE, kSmallScanPairs, {n});
    }
    for (uint64_t n : t.wants("large") ? powers(23, 29) : Sizes()) { // over n, for the figure
        t.add(BENCH_REDUCE, BENCH_NO_FORM, {{F16, F32}, {F32, F32}}, {n});
        t.add(BENCH_SCAN, BENCH_INCLUSIVE, same({F16, F32}), {n});
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_REDUCE, BENCH_NO_FORM, F32, F32});
        t.add_call({BENCH_SEGMENTED_REDUCE, BENCH_NO_FORM, F32, F32, 0, 256});
        t.add_call({BENCH_SCAN, BENCH_INCLUSIVE, F32, F32});
        t.add_call({BENCH_SEGMENTED_SCAN, BENCH_INCLUSIVE, F32, F32, 0, 256});
    }
}

void SumsFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    t.add(BENCH_REDUCE, BENCH_NO_FORM, same(kTypes), kAll);
    t.add(BENCH_REDUCE, BENCH_NO_FORM, {{U8, U64}, {U32, U64}, {F32, F64}}, kSome);
    t.add(BENCH_SCAN, BENCH_MAXIMUM, same(kTypes), kSome);
    t.add(BENCH_SCAN, BENCH_PRODUCT, same({F32}), kSome);
    for (const bench_form form : kExtrema) {
        t.add(BENCH_REDUCE, form, same(kTypes), kSome);
        t.add(BENCH_SEGMENTED_REDUCE, form, same({U32, F32, F64}), {kMiddle}, {16, 256});
    }
    t.add(BENCH_SCAN, BENCH_INCLUSIVE, same(kTypes), kAll);
    t.add(BENCH_SCAN, BENCH_EXCLUSIVE, same(kTypes), kSome);
    t.add(BENCH_SCAN, BENCH_INCLUSIVE, {{U8, U32}}, kSome);
    t.add(BENCH_REDUCE, BENCH_REPRODUCIBLE, kReproduciblePairs, kSome);
    t.add(BENCH_SCAN, BENCH_REPRODUCIBLE, same({F16, F32, F64}), kSome);
    for (const auto &[op, form] :
         {std::pair(BENCH_SEGMENTED_REDUCE, BENCH_NO_FORM), std::pair(BENCH_SEGMENTED_REDUCE_OFFSETS, BENCH_NO_FORM),
          std::pair(BENCH_SEGMENTED_SCAN, BENCH_INCLUSIVE), std::pair(BENCH_SEGMENTED_SCAN_OFFSETS, BENCH_INCLUSIVE)}) {
        t.add(op, form, same({U32, F32, F64}), {1 << 14, kMiddle}, {16, 256});
    }
}

tcu_status SumsFamily::call(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    const tcu_scan_kind kind = p.form == BENCH_EXCLUSIVE ? TCU_SCAN_EXCLUSIVE : TCU_SCAN_INCLUSIVE;
    const tcu_type in = p.in_type, out = p.out_type;
    const uint64_t n = p.n, segments = p.num_segments, size = p.segment_size;
    const bool is_extremum = bench_is_extremum(p.form);
    tcu_reduce_options of_reduction = TCU_REDUCE_OPTIONS_INIT;
    of_reduction.op = p.form == BENCH_MINIMUM   ? TCU_OPERATOR_MIN
                      : p.form == BENCH_MAXIMUM ? TCU_OPERATOR_MAX
                                                : TCU_OPERATOR_SUM;
    of_reduction.count = p.length;
    const bool is_reproducible = p.form == BENCH_REPRODUCIBLE;
    of_reduction.sum_mode = is_reproducible ? TCU_SUM_REPRODUCIBLE : TCU_SUM_FASTEST;
    const bool is_sum = p.form == BENCH_INCLUSIVE || p.form == BENCH_EXCLUSIVE || is_reproducible;
    tcu_scan_options of_scan = TCU_SCAN_OPTIONS_INIT;
    of_scan.op = is_sum ? TCU_OPERATOR_SUM : p.form == BENCH_MAXIMUM ? TCU_OPERATOR_MAX : TCU_OPERATOR_PRODUCT;
    of_scan.count = p.length;
    of_scan.sum_mode = of_reduction.sum_mode;
    const bool has_default = p.length == nullptr && !is_reproducible;
    const tcu_scan_options *const scan_options = is_sum && has_default ? nullptr : &of_scan;
    const tcu_reduce_options *const options = is_extremum || !has_default ? &of_reduction : nullptr;
    switch (p.op) {
    case BENCH_REDUCE:
        return bytes ? tcu_reduce_workspace(context, in, out, n, options, bytes)
                     : tcu_reduce(context, p.in, in, p.out, out, n, options);
    case BENCH_SEGMENTED_REDUCE:
        return bytes ? tcu_segmented_reduce_workspace(context, in, out, n, size, 0, options, bytes)
                     : tcu_segmented_reduce(context, p.in, in, p.out, out, n, size, options);
    case BENCH_SEGMENTED_REDUCE_OFFSETS:
        return bytes ? tcu_segmented_reduce_offsets_workspace(context, in, out, n, segments, 0, options, bytes)
                     : tcu_segmented_reduce_offsets(context, p.in, in, p.out, out, n, p.offsets, segments, options);
    case BENCH_SCAN:
        return bytes ? tcu_scan_workspace(context, in, out, n, scan_options, bytes)
                     : tcu_scan(context, kind, p.in, in, p.out, out, n, scan_options);
    case BENCH_SEGMENTED_SCAN:
        return bytes ? tcu_segmented_scan_workspace(context, in, out, n, size, scan_options, bytes)
                     : tcu_segmented_scan(context, kind, p.in, in, p.out, out, n, size, scan_options);
    default:
        return bytes ? tcu_segmented_scan_offsets_workspace(context, in, out, n, segments, nullptr, bytes)
                     : tcu_segmented_scan_offsets(context, kind, p.in, in, p.out, out, n, p.offsets, segments, nullptr);
    }
}

const SumsFamily the_family;
} // namespace

const Family &sums_family = the_family;
} // namespace bench
