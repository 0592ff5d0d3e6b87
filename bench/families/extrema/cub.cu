/* SPDX-License-Identifier: Apache-2.0 */
/* Extrema by CUB: ArgMin, then ArgMax, each of which gives values and positions. */
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <iterator>

#include "bench/cub/common.cuh"

// Since CUB 3.2 DeviceReduce::ArgMin takes an execution environment, of which a stream_ref is one, and
// DeviceSegmentedReduce::ArgMin a segment size.
#define BENCH_CUB_HAS_NEW_ARG_MIN (CUB_VERSION >= 300200)
#if BENCH_CUB_HAS_NEW_ARG_MIN
#include <cuda/stream_ref>
#endif

namespace bench
{
namespace
{
int64_t *positions(const bench_problem *p)
{
    return reinterpret_cast<int64_t *>(static_cast<char *>(p->out) + bench_positions_at(p));
}

// Where CUB stores pairs of a position and a value: in two arrays.
template <class T>
struct PairIterator {
    using value_type = void;
    using pointer = void;
    using difference_type = ptrdiff_t;
    using iterator_category = std::random_access_iterator_tag;
    struct reference {
        T *value;
        int64_t *position;
        template <class Offset>
        __host__ __device__ const reference &operator=(const cub::KeyValuePair<Offset, T> &x) const
        {
            *value = x.value;
            *position = x.key;
            return *this;
        }
        template <class Offset>
        __host__ __device__ const reference &operator=(const ::cuda::std::pair<Offset, T> &x) const
        {
            *value = x.second;
            *position = x.first;
            return *this;
        }
    };
    T *value;
    int64_t *position;
    __host__ __device__ reference operator*() const { return {value, position}; }
    __host__ __device__ reference operator[](ptrdiff_t k) const { return {value + k, position + k}; }
    __host__ __device__ PairIterator operator+(ptrdiff_t k) const { return {value + k, position + k}; }
    __host__ __device__ PairIterator &operator+=(ptrdiff_t k) { return *this = *this + k; }
};

// Both calls, with temporary memory for the one that needs more.
template <class Min, class Max>
int one_after_the_other(void *temp, size_t *bytes, Min min, Max max)
{
    size_t first = 0, second = 0;
    cudaError_t error = min(nullptr, first);
    if (error == cudaSuccess) {
        error = max(nullptr, second);
    }
    if (error != cudaSuccess || temp == nullptr) {
        *bytes = first > second ? first : second;
        return error;
    }
    error = min(temp, first);
    return error != cudaSuccess ? error : max(temp, second);
}

template <class T>
int whole(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    T *const min = output<T>(p);
    int64_t *const at = positions(p);
    const int64_t n = (int64_t)p->n;
#if BENCH_CUB_HAS_NEW_ARG_MIN
    const auto run_on = ::cuda::stream_ref{on(stream)};
#else
    const auto run_on = on(stream);
#endif
    return one_after_the_other(
        temp, bytes,
        [&](void *memory, size_t &need) {
            return cub::DeviceReduce::ArgMin(memory, need, input<T>(p), min, at, n, run_on);
        },
        [&](void *memory, size_t &need) {
            return cub::DeviceReduce::ArgMax(memory, need, input<T>(p), min + 1, at + 1, n, run_on);
        });
}

#if BENCH_CUB_HAS_NEW_ARG_MIN
template <class T>
int segments_of_one_size(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const int64_t segments = (int64_t)p->num_segments;
    const PairIterator<T> min = {output<T>(p), positions(p)}, max = min + segments;
    return one_after_the_other(
        temp, bytes,
        [&](void *memory, size_t &need) {
            return cub::DeviceSegmentedReduce::ArgMin(memory, need, input<T>(p), min, segments, (int)p->segment_size,
                                                      on(stream));
        },
        [&](void *memory, size_t &need) {
            return cub::DeviceSegmentedReduce::ArgMax(memory, need, input<T>(p), max, segments, (int)p->segment_size,
                                                      on(stream));
        });
}

#define OF_SIZE(type)                                                                                                  \
    BENCH_CUB(SEGMENTED_REDUCE_EXTREMA, NO_FORM, type, type, 0, "DeviceSegmentedReduce::ArgMin, ArgMax",               \
              segments_of_one_size<BENCH_T(type)>),
#else
#define OF_SIZE(type)
#endif

template <class T>
int segments_by_offsets(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const int64_t segments = (int64_t)p->num_segments;
    const PairIterator<T> min = {output<T>(p), positions(p)}, max = min + segments;
    return one_after_the_other(
        temp, bytes,
        [&](void *memory, size_t &need) {
            return cub::DeviceSegmentedReduce::ArgMin(memory, need, input<T>(p), min, segments, p->offsets,
                                                      p->offsets + 1, on(stream));
        },
        [&](void *memory, size_t &need) {
            return cub::DeviceSegmentedReduce::ArgMax(memory, need, input<T>(p), max, segments, p->offsets,
                                                      p->offsets + 1, on(stream));
        });
}

#define OF_TYPE(type)                                                                                                  \
    OF_SIZE(type)                                                                                                      \
    BENCH_CUB(REDUCE_EXTREMA, NO_FORM, type, type, 0, "DeviceReduce::ArgMin, ArgMax", whole<BENCH_T(type)>)
#define BY_OFFSETS(type)                                                                                               \
    BENCH_CUB(SEGMENTED_REDUCE_EXTREMA_OFFSETS, NO_FORM, type, type, 0, "DeviceSegmentedReduce::ArgMin, ArgMax",       \
              segments_by_offsets<BENCH_T(type)>)

const CubVariant kVariants[] = {OF_TYPE(F32), OF_TYPE(U32), OF_TYPE(F16), BY_OFFSETS(F32), BY_OFFSETS(F16)};
} // namespace

CubTable extrema_cub()
{
    return table_of(kVariants, false);
}
} // namespace bench
