/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moments by CUB, in f32. Two passes: the means, then the sums of squared deviations from them, for segments of one
 * size. And one pass by an operator on (count, mean, M2), as users write it who know how such triples are joined.
 */
#include <cmath>
#include <cub/device/device_segmented_reduce.cuh>
#include <iterator>
#include <thrust/iterator/transform_output_iterator.h>

#include "bench/cub/common.cuh"

namespace bench
{
namespace
{
struct Scaled {
    float factor;
    __host__ __device__ float operator()(float sum) const { return factor * sum; }
};

// The square of element i's distance from its segment's mean.
template <class In>
struct SquaredDeviation {
    const In *in;
    const float *mean;
    uint32_t size;
    __host__ __device__ float operator()(uint32_t i) const
    {
        const float d = to_real(in[i]) - mean[i / size];
        return d * d;
    }
};

template <class In>
int two_passes(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const int64_t segments = (int64_t)p->num_segments;
    float *const mean = output<float>(p);
    const Scaled scale = {1.0f / (float)p->segment_size};
    const auto elements = thrust::make_transform_iterator(input<In>(p), ToFloat{});
    const auto squares = thrust::make_transform_iterator(
        thrust::counting_iterator<uint32_t>(0), SquaredDeviation<In>{input<In>(p), mean, (uint32_t)p->segment_size});
    const auto begin = fixed_begins(p, 0), end = fixed_begins(p, 1);
    size_t first = 0, second = 0;
    const auto sum_means = [&](void *memory, size_t &need) {
        return cub::DeviceSegmentedReduce::Sum(memory, need, elements,
                                               thrust::make_transform_output_iterator(mean, scale), segments, begin,
                                               end, on(stream));
    };
    const auto sum_squares = [&](void *memory, size_t &need) {
        return cub::DeviceSegmentedReduce::Sum(memory, need, squares,
                                               thrust::make_transform_output_iterator(mean + segments, scale), segments,
                                               begin, end, on(stream));
    };
    cudaError_t error = sum_means(nullptr, first);
    if (error == cudaSuccess) {
        error = sum_squares(nullptr, second);
    }
    if (error != cudaSuccess || temp == nullptr) {
        *bytes = first > second ? first : second;
        return error;
    }
    error = sum_means(temp, first);
    return error != cudaSuccess ? error : sum_squares(temp, second);
}

struct Triple {
    float count, mean, squares;
};

struct ToTriple {
    template <class T>
    __host__ __device__ Triple operator()(T x) const
    {
        return {1, to_real(x), 0};
    }
};

struct JoinTriples {
    __host__ __device__ Triple operator()(const Triple &a, const Triple &b) const
    {
        const float count = a.count + b.count, delta = b.mean - a.mean, share = count > 0 ? b.count / count : 0;
        return {count, a.mean + delta * share, a.squares + b.squares + delta * delta * a.count * share};
    }
};

// Where CUB stores triples: as means and variances.
struct ResultIterator {
    using value_type = void;
    using pointer = void;
    using difference_type = ptrdiff_t;
    using iterator_category = std::random_access_iterator_tag;
    struct reference {
        float *mean, *variance;
        __host__ __device__ const reference &operator=(const Triple &x) const
        {
            *mean = x.count > 0 ? x.mean : NAN;
            *variance = x.squares / x.count;
            return *this;
        }
    };
    float *mean, *variance;
    __host__ __device__ reference operator*() const { return {mean, variance}; }
    [[maybe_unused]] __host__ __device__ reference operator[](ptrdiff_t k) const { return {mean + k, variance + k}; }
    __host__ __device__ ResultIterator operator+(ptrdiff_t k) const { return {mean + k, variance + k}; }
};

template <bench_op op, class In>
int one_pass(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    float *const mean = output<float>(p);
    const ResultIterator results = {mean, mean + p->num_segments};
    return cub::DeviceSegmentedReduce::Reduce(temp, *bytes, thrust::make_transform_iterator(input<In>(p), ToTriple{}),
                                              results, (int64_t)p->num_segments, begins<op>(p, 0), begins<op>(p, 1),
                                              JoinTriples{}, Triple{0, 0, 0}, on(stream));
}

#define TWO_PASSES(type)                                                                                               \
    BENCH_CUB(SEGMENTED_MOMENTS, NO_FORM, type, F32, 0, "DeviceSegmentedReduce::Sum, twice", two_passes<BENCH_T(type)>)
#define ONE_PASS(OP, type)                                                                                             \
    BENCH_CUB(OP, NO_FORM, type, F32, 0, "DeviceSegmentedReduce::Reduce (count, mean, M2)",                            \
              one_pass<BENCH_##OP, BENCH_T(type)>)

const CubVariant kVariants[] = {TWO_PASSES(F32),
                                TWO_PASSES(F16),
                                TWO_PASSES(BF16),
                                ONE_PASS(SEGMENTED_MOMENTS, F32),
                                ONE_PASS(SEGMENTED_MOMENTS, F16),
                                ONE_PASS(SEGMENTED_MOMENTS, BF16),
                                ONE_PASS(SEGMENTED_MOMENTS_OFFSETS, F32),
                                ONE_PASS(SEGMENTED_MOMENTS_OFFSETS, F16)};
} // namespace

CubTable moments_cub()
{
    return table_of(kVariants, false);
}
} // namespace bench
