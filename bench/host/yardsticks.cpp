/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/host/yardsticks.h"

#include "bench/serial/compaction.h"
#include "bench/serial/histogram.h"
#include "bench/serial/polynomial.h"
#include "bench/serial/stencil.h"
#include "bench/serial/sums.h"
#include "bench/standard/standard.h"

namespace bench
{
namespace
{
int loop(const bench_problem *p)
{
    return bench_is_compaction(p->op)  ? bench_serial_compaction(p)
           : bench_is_histogram(p->op) ? bench_serial_histogram(p)
           : bench_is_sort(p->op)      ? 1
           : p->op == BENCH_POLYNOMIAL ? bench_serial_polynomial(p, 0)
           : bench_is_stencil(p->op)   ? bench_plain_stencil(p)
                                       : bench_serial(p);
}

int branchless_loop(const bench_problem *p)
{
    return bench_is_compaction(p->op) ? bench_branchless_compaction(p) : 1;
}

int blocked_loop(const bench_problem *p)
{
    return bench_is_stencil(p->op) && p->op != BENCH_ADJACENT_DIFFERENCE ? bench_serial_stencil(p, 0) : 1;
}

int wide_loop(const bench_problem *p)
{
    return p->op == BENCH_POLYNOMIAL                                       ? bench_serial_polynomial(p, 1)
           : bench_is_stencil(p->op) && p->op != BENCH_ADJACENT_DIFFERENCE ? bench_serial_stencil(p, 1)
                                                                           : 1;
}
} // namespace

const std::vector<Yardstick> &yardsticks()
{
    static const std::vector<Yardstick> all = {{"loop", loop, true},
                                               {"branchless loop", branchless_loop, true},
                                               {"blocked loop", blocked_loop, true},
                                               {"AVX2 loop", wide_loop, false},
                                               {"std::reduce, transform_reduce", standard_reduce, true},
                                               {"std::accumulate", standard_accumulate, true},
                                               {"std::inclusive_scan, exclusive_scan", standard_scan, true},
                                               {"std::adjacent_difference", standard_difference, true},
                                               {"std::copy_if", standard_copy_if, true},
                                               {"std::partition_copy", standard_partition_copy, true},
                                               {"std::stable_partition", standard_stable_partition, true},
                                               {"std::unique_copy", standard_unique_copy, true},
                                               {"std::sort", standard_sort, true},
                                               {"std::stable_sort", standard_stable_sort, true}};
    return all;
}
} // namespace bench
