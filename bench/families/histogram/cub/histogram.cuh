/* SPDX-License-Identifier: Apache-2.0 */
/* What the wrappers of CUB's histograms share: counters, counts of samples, even bins. */
#ifndef TCU_BENCH_FAMILIES_HISTOGRAM_CUB_HISTOGRAM_CUH
#define TCU_BENCH_FAMILIES_HISTOGRAM_CUB_HISTOGRAM_CUH

#include <cub/device/device_histogram.cuh>
#include <limits>

#include "bench/cub/common.cuh"
#include "bench/families/histogram/problem.h"

namespace bench
{
// CUB's atomics know this one as the type of 64 bits.
template <tcu_type type>
using CounterOf = std::conditional_t<type == TCU_TYPE_U64, unsigned long long, typename TypeOf<type>::T>;

inline int levels(const bench_problem *p)
{
    return (int)p->num_bins + 1;
}

// Indices of 32 bits, the faster ones, do for samples of 2 bytes and more.
template <class Index>
bool holds_count(const bench_problem *p)
{
    return p->n <= (uint64_t)std::numeric_limits<Index>::max();
}

template <class Sample, class Level, class Counter, class Index>
int even(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if (!holds_count<Index>(p)) {
        return cudaErrorInvalidValue;
    }
    return cub::DeviceHistogram::HistogramEven(temp, *bytes, input<Sample>(p), output<Counter>(p), levels(p),
                                               (Level)p->lower_level, (Level)p->upper_level, (Index)p->n, on(stream));
}
} // namespace bench

#define BENCH_EVEN(in, out, Level, Index, half, note)                                                                  \
    {                                                                                                                  \
        BENCH_HISTOGRAM_EVEN, BENCH_NO_FORM, TCU_TYPE_##in, TCU_TYPE_##out, half,                                      \
            "DeviceHistogram::HistogramEven" note,                                                                     \
            bench::even<bench::TypeOf<TCU_TYPE_##in>::T, Level, bench::CounterOf<TCU_TYPE_##out>, Index>               \
    }

#endif
