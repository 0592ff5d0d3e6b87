/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CUB has no weights in its histograms: the weights sorted by the bins of their samples, and then summed by key. As
 * short as it can be for 256 bins and samples that all lie in one: keys of a byte, one pass of the sort.
 */
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>

#include "bench/cub/common.cuh"

namespace
{
using namespace bench;

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
} // namespace

const bench_cub_variant bench_cub_histogram_weighted[] = {
    {BENCH_HISTOGRAM_WEIGHTED, BENCH_NO_FORM, TCU_TYPE_F32, TCU_TYPE_F32, 0,
     "DeviceRadixSort::SortPairs by bin, DeviceReduce::ReduceByKey", sort_and_reduce},
    {}};
