/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/histogram/cub/histogram.cuh"

namespace
{
using namespace bench;

static_assert(BENCH_ACTIVE_CHANNELS == 3, "three are written out here");

template <class Sample, class Level, class Counter>
int multi(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    Counter *const out = output<Counter>(p);
    const Level lower = (Level)p->lower_level, upper = (Level)p->upper_level;
    return cub::DeviceHistogram::MultiHistogramEven<BENCH_CHANNELS, BENCH_ACTIVE_CHANNELS>(
        temp, *bytes, input<Sample>(p), ::cuda::std::array<Counter *, 3>{out, out + p->num_bins, out + 2 * p->num_bins},
        ::cuda::std::array<int, 3>{levels(p), levels(p), levels(p)}, ::cuda::std::array<Level, 3>{lower, lower, lower},
        ::cuda::std::array<Level, 3>{upper, upper, upper}, (int64_t)p->n, on(stream));
}
} // namespace

const bench_cub_variant bench_cub_histogram_multi[] = {{BENCH_HISTOGRAM_MULTI, BENCH_NO_FORM, TCU_TYPE_U8, TCU_TYPE_U32,
                                                        0, "DeviceHistogram::MultiHistogramEven",
                                                        multi<uint8_t, int32_t, uint32_t>},
                                                       {}};
