/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/histogram/family.h"

#include "bench/families/histogram/samples.h"
#include "bench/families/histogram/yardsticks.h"

namespace bench
{
static const HistogramFamily the_family;
const Family &histogram_family = the_family;

std::vector<Distributions> HistogramFamily::distributions() const
{
    return {{"samples over bins", {"zipf", "peak", "constant"}}};
}

const char *HistogramFamily::params() const
{
    return "numbers of bins";
}

uint64_t HistogramFamily::elements(const Row &row, uint64_t bytes) const
{
    return bytes / (bench_size(row.in) * bench_channels(row.op) +
                    (row.op == BENCH_HISTOGRAM_WEIGHTED ? bench_size(row.out) : 0));
}

bool HistogramFamily::fit(Row &row) const
{
    return Family::fit(row) && row.param <= BENCH_MOST_BINS;
}

// Integers: all values of bytes, and of other types a range that no multiplication by a power of two finds the bins of,
// unless there is a bin for each value.
void HistogramFamily::set_problem(const Row &row, bench_problem &p) const
{
    using namespace types;
    p.num_bins = uint64_t(row.param);
    p.level_type = bench_is_float(row.in) || row.in == U32 ? row.in : I32;
    p.lower_level = bench_is_float(row.in) ? -1.5 : row.in == U16 ? 100 : row.in == I32 ? -1e9 : 0;
    p.upper_level = bench_is_float(row.in) ? 1.5
                    : row.in == U8         ? 256
                    : row.in == U16        ? 60100
                    : row.in == I32        ? 1000000007
                                           : 4000000007;
    if ((row.in == U16 || row.in == I32) && p.num_bins >= 65536) {
        p.lower_level = 0;
        p.upper_level = double(p.num_bins);
    }
}

uint64_t HistogramFamily::out_bytes(const bench_problem &p) const
{
    return bench_histogram_out_count(&p) * bench_size(p.out_type);
}

double HistogramFamily::bytes_moved(const bench_problem &p) const
{
    const double in = double(bench_size(p.in_type) * bench_channels(p.op));
    return double(p.n) * (in + (p.weights != nullptr ? double(bench_size(p.out_type)) : 0.0)) + double(out_bytes(p));
}

Roof HistogramFamily::roof(const bench_problem &p) const
{
    return {"read", bytes_moved(p)};
}

std::vector<Yardstick> HistogramFamily::yardsticks() const
{
    return {{"loop", bench_serial_histogram, true}};
}
} // namespace bench
