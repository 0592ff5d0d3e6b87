/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/sort/family.h"

#include "bench/families/sort/yardsticks.h"

namespace bench
{
static const SortFamily the_family;
const Family &sort_family = the_family;

std::vector<Distributions> SortFamily::distributions() const
{
    return {{"keys (four: values a byte; two: values)",
             {"sorted", "reversed", "four", "two", "zipf", "constant", "spaced", "countdown"}}};
}

const char *SortFamily::params() const
{
    return "";
}

uint64_t SortFamily::elements(const Row &row, uint64_t bytes) const // one n for keys of up to 4 bytes
{
    return bytes / (bench_size(row.in) <= 4 ? 8 : 16);
}

uint64_t SortFamily::out_bytes(const bench_problem &p) const
{
    return bench_sort_out_bytes(&p);
}

double SortFamily::bytes_moved(const bench_problem &p) const // positions do not come from memory
{
    const double n = double(p.n), offsets = bench_has_offsets(p.op) ? 8.0 * double(p.num_segments + 1) : 0.0;
    return n * double(bench_size(p.in_type)) + double(out_bytes(p)) + 2 * n * double(bench_value_bytes(&p)) + offsets;
}

std::vector<Yardstick> SortFamily::yardsticks() const
{
    return {{"std::sort", standard_sort, true}, {"std::stable_sort", standard_stable_sort, true}};
}
} // namespace bench
