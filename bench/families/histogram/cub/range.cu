/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/histogram/cub/histogram.cuh"

namespace
{
using namespace bench;

template <class Sample, class Counter>
int range(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if (!holds_count<int32_t>(p)) {
        return cudaErrorInvalidValue;
    }
    return cub::DeviceHistogram::HistogramRange(temp, *bytes, input<Sample>(p), output<Counter>(p), levels(p),
                                                static_cast<const Sample *>(p->levels), (int32_t)p->n, on(stream));
}
} // namespace

#define RANGE(form)                                                                                                    \
    {                                                                                                                  \
        BENCH_HISTOGRAM_RANGE, form, TCU_TYPE_F32, TCU_TYPE_U32, 0, "DeviceHistogram::HistogramRange",                 \
            range<float, uint32_t>                                                                                     \
    }

const bench_cub_variant bench_cub_histogram_range[] = {
    RANGE(BENCH_LINEAR), RANGE(BENCH_POWER), RANGE(BENCH_LOG), RANGE(BENCH_RANDOM), {}};
