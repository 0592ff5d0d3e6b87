/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/compact/family.h"

#include <cmath>
#include <cstring>
#include <stdexcept>

#include "bench/families/compact/yardsticks.h"

namespace bench
{
static const CompactFamily the_family;
const Family &compact_family = the_family;

namespace
{
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
} // namespace

std::vector<Distributions> CompactFamily::distributions() const
{
    return {{"flags", {"clustered", "alternating"}}, {"runs", {"geometric"}}};
}

const char *CompactFamily::params() const
{
    return "fractions of items kept";
}

uint64_t CompactFamily::elements(const Row &row, uint64_t bytes) const // one n for all sizes up to 8 bytes
{
    return std::min(bytes / 8, bytes / bench_size(row.in));
}

bool CompactFamily::fit(Row &row) const
{
    return row.op == BENCH_UNIQUE ? Family::fit(row) : row.param <= 1;
}

void CompactFamily::set_problem(const Row &row, bench_problem &p) const
{
    if (row.form == BENCH_LESS) {
        p.value = quantile(row.in, row.param);
    }
    if (row.form == BENCH_INSIDE) {
        p.value = quantile(row.in, 0.5 - row.param / 2);
        p.upper = quantile(row.in, 0.5 + row.param / 2);
    }
}

uint64_t CompactFamily::out_bytes(const bench_problem &p) const
{
    return bench_compact_out_count(&p) * bench_size(p.out_type);
}

double CompactFamily::bytes_moved(const bench_problem &p) const
{
    const double in = double(bench_size(p.in_type)), out = double(bench_size(p.out_type)), n = double(p.n);
    const double columns = double(bench_columns(p.op)), kept = double(p.kept);
    return (p.in != nullptr ? n * in * columns : 0.0) +
           (p.flags != nullptr ? double(bench_flag_bytes(p.form, p.n)) : 0.0) +
           (bench_is_partition(p.op) ? n : kept) * out * columns + (p.run_lengths != nullptr ? 8.0 * kept : 0.0);
}

std::vector<Yardstick> CompactFamily::yardsticks() const
{
    return {{"loop", bench_serial_compaction, true},
            {"branchless loop", bench_branchless_compaction, true},
            {"std::copy_if", standard_copy_if, true},
            {"std::partition_copy", standard_partition_copy, true},
            {"std::stable_partition", standard_stable_partition, true},
            {"std::unique_copy", standard_unique_copy, true}};
}
} // namespace bench
