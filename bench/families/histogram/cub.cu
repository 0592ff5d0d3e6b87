/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CUB's histograms. It has no weights in them: the weights sorted by the bins of their samples, and then summed by key. As
 * short as it can be for 256 bins and samples that all lie in one: keys of a byte, one pass of the sort.
 *
 * CUB finds even bins of reals by a rounded product in the common type of samples and levels; so f16 gets levels of its own
 * type, as a user would write it, and of f32. Not so bf16: of levels of bf16 CUB 3.5 stores a reciprocal and divides by a
 * range that it has not stored (kernel_histogram.cuh, ScaleTransform), and counts anywhere in memory. Whatever the levels,
 * the agent converts a bin to the samples' type on its way out, which has no odd numbers beyond 2048 (f16) or 256 (bf16):
 * the last count may so land behind the output, where the benchmark has room.
 */
#include <limits>

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>

#include "bench/cub/common.cuh"

namespace bench
{
namespace
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

template <class Sample, class Counter>
int range(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if (!holds_count<int32_t>(p)) {
        return cudaErrorInvalidValue;
    }
    return cub::DeviceHistogram::HistogramRange(temp, *bytes, input<Sample>(p), output<Counter>(p), levels(p),
                                                static_cast<const Sample *>(p->levels), (int32_t)p->n, on(stream));
}

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

constexpr int kThreads = 256;
constexpr size_t kAlignment = 256;

__global__ void find_bins(const float *samples, int64_t n, float lower, float scale, int last_bin, uint8_t *bins)
{
    const int64_t i = (int64_t)blockIdx.x * kThreads + threadIdx.x;
    if (i < n) {
        bins[i] = (uint8_t)min((int)((samples[i] - lower) * scale), last_bin);
    }
}

__global__ void place_sums(const uint8_t *bins, const float *sums, const int *count, float *out)
{
    const int k = (int)(blockIdx.x * kThreads + threadIdx.x);
    if (k < *count) {
        out[bins[k]] = sums[k];
    }
}

int sort_and_reduce(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const int n = (int)p->n;
    if (p->num_bins > kThreads || p->n > INT32_MAX) {
        return cudaErrorInvalidValue;
    }
    size_t used = 0;
    const auto reserve = [&](size_t size) {
        char *const place = static_cast<char *>(temp) + (temp != nullptr ? used : 0);
        used += (size + kAlignment - 1) / kAlignment * kAlignment;
        return place;
    };
    uint8_t *const bins = reinterpret_cast<uint8_t *>(reserve(p->n)),
                   *sorted_bins = reinterpret_cast<uint8_t *>(reserve(p->n)),
                   *found_bins = reinterpret_cast<uint8_t *>(reserve(kThreads));
    float *const sorted_weights = reinterpret_cast<float *>(reserve(p->n * sizeof(float))),
                 *sums = reinterpret_cast<float *>(reserve(kThreads * sizeof(float)));
    int *const count = reinterpret_cast<int *>(reserve(sizeof(int)));
    const float *weights = static_cast<const float *>(p->weights);

    size_t sort_bytes = 0, reduce_bytes = 0;
    const auto sort = [&](void *at) {
        return cub::DeviceRadixSort::SortPairs(at, sort_bytes, bins, sorted_bins, weights, sorted_weights, n, 0, 8,
                                               on(stream));
    };
    const auto reduce = [&](void *at) {
        return cub::DeviceReduce::ReduceByKey(at, reduce_bytes, sorted_bins, found_bins, sorted_weights, sums, count,
                                              AddFloat{}, n, on(stream));
    };
    cudaError_t error = sort(nullptr);
    if (error == cudaSuccess) {
        error = reduce(nullptr);
    }
    char *const rest = reserve(sort_bytes > reduce_bytes ? sort_bytes : reduce_bytes);
    if (error != cudaSuccess || temp == nullptr) {
        *bytes = used;
        return error;
    }
    const float lower = (float)p->lower_level, scale = (float)((double)p->num_bins / (p->upper_level - p->lower_level));
    find_bins<<<(unsigned)((p->n + kThreads - 1) / kThreads), kThreads, 0, on(stream)>>>(
        input<float>(p), n, lower, scale, (int)p->num_bins - 1, bins);
    if ((error = cudaGetLastError()) == cudaSuccess && (error = sort(rest)) == cudaSuccess &&
        (error = reduce(rest)) == cudaSuccess) {
        error = cudaMemsetAsync(p->out, 0, p->num_bins * sizeof(float), on(stream));
    }
    if (error != cudaSuccess) {
        return error;
    }
    place_sums<<<1, kThreads, 0, on(stream)>>>(found_bins, sums, count, output<float>(p));
    return cudaGetLastError();
}

#define EVEN(in, out, Level, Index, half, note)                                                                        \
    BENCH_CUB(HISTOGRAM_EVEN, NO_FORM, in, out, half, "DeviceHistogram::HistogramEven" note,                           \
              even<BENCH_T(in), Level, CounterOf<TCU_TYPE_##out>, Index>)
#define RANGE(FORM)                                                                                                    \
    BENCH_CUB(HISTOGRAM_RANGE, FORM, F32, U32, 0, "DeviceHistogram::HistogramRange", range<float, uint32_t>)

const CubVariant kVariants[] = {EVEN(U8, U32, int32_t, int64_t, 0, ""),
                                EVEN(U8, U64, int32_t, int64_t, 0, ""),
                                EVEN(U16, U32, int32_t, int32_t, 0, ""),
                                EVEN(I32, U32, int32_t, int32_t, 0, ""),
                                EVEN(I32, U64, int32_t, int32_t, 0, ""),
                                EVEN(U32, U32, uint32_t, int32_t, 0, ""),
                                EVEN(F16, U32, f16, int32_t, 1, " (half levels)"),
                                EVEN(F16, U32, float, int32_t, 0, " (f32 levels)"),
                                EVEN(BF16, U32, float, int32_t, 0, " (f32 levels)"),
                                EVEN(F32, U32, float, int32_t, 0, ""),
                                EVEN(F64, U32, double, int32_t, 0, ""),
                                RANGE(LINEAR),
                                RANGE(POWER),
                                RANGE(LOG),
                                RANGE(RANDOM),
                                BENCH_CUB(HISTOGRAM_MULTI, NO_FORM, U8, U32, 0, "DeviceHistogram::MultiHistogramEven",
                                          multi<uint8_t, int32_t, uint32_t>),
                                BENCH_CUB(HISTOGRAM_WEIGHTED, NO_FORM, F32, F32, 0,
                                          "DeviceRadixSort::SortPairs by bin, DeviceReduce::ReduceByKey",
                                          sort_and_reduce)};
} // namespace

CubTable histogram_cub()
{
    return table_of(kVariants, false);
}
} // namespace bench
