/* SPDX-License-Identifier: Apache-2.0 */
/* Selections by CUB: top-k by its own, whose results are then sorted, where the release has it (of arrays CCCL 3.2 and
 * newer, of rows 3.5 and newer). All others by its sorts: all keys are sorted, and some copied. */
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>
#if __has_include(<cub/device/device_topk.cuh>)
#include <cub/device/device_topk.cuh>
#include <cuda/__execution/determinism.h>
#include <cuda/__execution/output_ordering.h>
#include <cuda/__execution/require.h>
#include <cuda/stream_ref>
#define BENCH_CUB_TOP_K      1
#define BENCH_CUB_TOP_K_NAME "DeviceTopK::MaxKeys"
#else
#define BENCH_CUB_TOP_K      0
#define BENCH_CUB_TOP_K_NAME "DeviceRadixSort::SortKeysDescending"
#endif
#if __has_include(<cub/device/device_batched_topk.cuh>)
#define CUB_DISABLE_TOPK_UNSUPPORTED_ARCH_ASSERT // (of long rows it needs clusters: a GPU without them says so)
#include <cub/device/device_batched_topk.cuh>
#define BENCH_CUB_ROWS_NAME "DeviceBatchedTopK::MaxKeys"
#else
#define BENCH_CUB_ROWS_NAME "DeviceSegmentedSort::SortKeysDescending"
#endif

#include "bench/cub/common.cuh"
#include "bench/inputs/selection.h"

namespace bench
{
namespace
{
template <class Key>
int copy(const bench_problem *p, uint64_t from, uint64_t rows, uint64_t row_keys, void *stream)
{
    const Key *const sorted = static_cast<const Key *>(p->spare);
    if (rows == 1) { // whose pitch would be more than cudaMemcpy2DAsync takes
        return cudaMemcpyAsync(p->out, sorted + from, p->num_results * sizeof(Key), cudaMemcpyDeviceToDevice,
                               on(stream));
    }
    return cudaMemcpy2DAsync(p->out, p->num_results * sizeof(Key), sorted + from, row_keys * sizeof(Key),
                             p->num_results * sizeof(Key), rows, cudaMemcpyDeviceToDevice, on(stream));
}

#if BENCH_CUB_TOP_K
/* In any order, and these sorted. */
template <class Key>
int top_k(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    namespace execution = ::cuda::execution;
    const auto environment = ::cuda::std::execution::env{
        ::cuda::stream_ref{on(stream)},
        execution::require(execution::determinism::not_guaranteed, execution::output_ordering::unsorted)};
    Key *const unsorted = static_cast<Key *>(p->spare), *const sorted = static_cast<Key *>(p->out);
    size_t of_sort = *bytes, of_selection = *bytes;
    cudaError_t error =
        cub::DeviceTopK::MaxKeys(temp, of_selection, input<Key>(p), unsorted, p->n, p->num_results, environment);
    if (error == cudaSuccess) {
        error = cub::DeviceRadixSort::SortKeysDescending(temp, of_sort, unsorted, sorted, p->num_results, 0,
                                                         int(8 * sizeof(Key)), on(stream));
    }
    *bytes = of_selection > of_sort ? of_selection : of_sort;
    return error;
}
#else
template <class Key>
int top_k(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const cudaError_t error = cub::DeviceRadixSort::SortKeysDescending(
        temp, *bytes, input<Key>(p), static_cast<Key *>(p->spare), p->n, 0, int(8 * sizeof(Key)), on(stream));
    return error != cudaSuccess || temp == nullptr ? error : copy<Key>(p, 0, 1, p->n, stream);
}
#endif

template <class Key>
int nth_element(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const cudaError_t error = cub::DeviceRadixSort::SortKeys(temp, *bytes, input<Key>(p), static_cast<Key *>(p->spare),
                                                             p->n, 0, int(8 * sizeof(Key)), on(stream));
    return error != cudaSuccess || temp == nullptr ? error : copy<Key>(p, p->n / 2, 1, p->n, stream);
}

/* The begins of rows, as positions. */
struct begin_of_row {
    int64_t size;
    __host__ __device__ int64_t operator()(int64_t row) const { return row * size; }
};

inline auto begins_of_rows(int64_t size)
{
    return thrust::make_transform_iterator(thrust::make_counting_iterator<int64_t>(0), begin_of_row{size});
}

/* Each row of `size` keys is sorted. */
template <class Key>
cudaError_t sort_rows(const bench_problem *p, const Key *in, Key *out, int64_t size, void *temp, size_t &bytes,
                      cudaStream_t stream)
{
    const auto begins = begins_of_rows(size);
    return cub::DeviceSegmentedSort::SortKeysDescending(temp, bytes, in, out, int64_t(p->num_segments) * size,
                                                        int64_t(p->num_segments), begins, begins + 1, stream);
}

#ifdef CUB_DISABLE_TOPK_UNSUPPORTED_ARCH_ASSERT
/* Pointers to rows. */
template <class Key>
struct row_of {
    Key *keys;
    int64_t size;
    __host__ __device__ Key *operator()(int64_t row) const { return keys + row * size; }
};

template <class Key>
auto rows_of(Key *keys, int64_t size)
{
    return thrust::make_transform_iterator(thrust::make_counting_iterator<int64_t>(0), row_of<Key>{keys, size});
}

/* Rows of at most `Most` keys, a bound that it chooses its kernel by. */
template <int64_t Most, class Key>
cudaError_t select_of_rows(const bench_problem *p, Key *unsorted, void *temp, size_t &bytes, cudaStream_t stream)
{
    namespace execution = ::cuda::execution;
    const auto environment = ::cuda::std::execution::env{::cuda::stream_ref{stream},
                                                         execution::require(execution::determinism::not_guaranteed,
                                                                            execution::tie_break::unspecified,
                                                                            execution::output_ordering::unsorted)};
    const int64_t size = int64_t(p->segment_size), results = int64_t(p->num_results);
    return cub::DeviceBatchedTopK::MaxKeys(temp, bytes, rows_of(input<Key>(p), size), rows_of(unsorted, results),
                                           ::cuda::args::immediate{size, ::cuda::args::bounds<int64_t(1), Most>()},
                                           ::cuda::args::immediate{results, ::cuda::args::bounds<int64_t(1), Most>()},
                                           int64_t(p->num_segments), environment);
}

/* In any order, and these sorted. */
template <class Key>
int segmented_top_k(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    Key *const unsorted = static_cast<Key *>(p->spare), *const sorted = static_cast<Key *>(p->out);
    size_t of_sort = *bytes, of_selection = *bytes;
    cudaError_t error = p->segment_size <= 128 ? select_of_rows<128>(p, unsorted, temp, of_selection, on(stream))
                        : p->segment_size <= 10000
                            ? select_of_rows<10000>(p, unsorted, temp, of_selection, on(stream))
                            : select_of_rows<(1 << 21)>(p, unsorted, temp, of_selection, on(stream));
    if (error == cudaSuccess) {
        error = sort_rows<Key>(p, unsorted, sorted, int64_t(p->num_results), temp, of_sort, on(stream));
    }
    *bytes = of_selection > of_sort ? of_selection : of_sort;
    return error;
}
#else
template <class Key>
int segmented_top_k(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const int64_t size = int64_t(p->segment_size);
    const cudaError_t error =
        sort_rows<Key>(p, input<Key>(p), static_cast<Key *>(p->spare), size, temp, *bytes, on(stream));
    return error != cudaSuccess || temp == nullptr ? error : copy<Key>(p, 0, p->num_segments, p->segment_size, stream);
}
#endif

#define OF_TYPE(type)                                                                                                  \
    BENCH_CUB(TOP_K, NO_FORM, type, type, 0, BENCH_CUB_TOP_K_NAME, top_k<BENCH_T(type)>),                              \
        BENCH_CUB(NTH_ELEMENT, NO_FORM, type, type, 0, "DeviceRadixSort::SortKeys", nth_element<BENCH_T(type)>)

const CubVariant kVariants[] = {
    OF_TYPE(F32), OF_TYPE(U32), OF_TYPE(U64), OF_TYPE(U16),
    BENCH_CUB(SEGMENTED_TOP_K, NO_FORM, F32, F32, 0, BENCH_CUB_ROWS_NAME, segmented_top_k<float>)};
} // namespace

CubTable selection_cub()
{
    return table_of(kVariants, false);
}
} // namespace bench
