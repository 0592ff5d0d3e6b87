/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/sums/family.h"

#include "bench/families/sums/yardsticks.h"

namespace bench
{
static const SumsFamily the_family;
const Family &sums_family = the_family;

std::vector<Distributions> SumsFamily::distributions() const
{
    return {{"offsets", {"powerlaw", "giant", "empty"}}};
}

const char *SumsFamily::params() const
{
    return "segment sizes, mean lengths";
}

uint64_t SumsFamily::elements(const Row &row, uint64_t bytes) const
{
    const bool widening = bench_is_scan(row.op) && bench_size(row.out) > bench_size(row.in);
    uint64_t n = bytes / (widening ? 2 : 1) / bench_size(row.in);
    if (row.op != BENCH_REDUCE && row.op != BENCH_SCAN) {
        n = std::min(n, bytes / 2);
    }
    return bench_has_offsets(row.op) ? n / 2 : n;
}

uint64_t SumsFamily::out_bytes(const bench_problem &p) const
{
    return bench_sums_out_count(&p) * bench_size(p.out_type);
}

double SumsFamily::bytes_moved(const bench_problem &p) const
{
    return double(p.n) * double(bench_size(p.in_type)) + double(out_bytes(p)) +
           (bench_has_offsets(p.op) ? 8.0 * double(p.num_segments + 1) : 0.0);
}

Roof SumsFamily::roof(const bench_problem &p) const
{
    return {bench_is_scan(p.op) ? "copy" : "read", bytes_moved(p)};
}

std::vector<Yardstick> SumsFamily::yardsticks() const
{
    return {{"loop", bench_serial_sums, true},
            {"std::reduce, transform_reduce", standard_reduce, true},
            {"std::accumulate", standard_accumulate, true},
            {"std::inclusive_scan, exclusive_scan", standard_scan, true}};
}
} // namespace bench
