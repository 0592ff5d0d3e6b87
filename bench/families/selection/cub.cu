/* SPDX-License-Identifier: Apache-2.0 */
/* Selections by CUB: top-k by its own, whose results are then sorted, where the release has it (CCCL 3.2 and newer). All
 * others by its sorts: all keys are sorted, and some copied. */
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

template <class Key>
int top_k_segmented(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const int64_t size = (int64_t)p->segment_size;
    const auto begins = thrust::make_transform_iterator(thrust::make_counting_iterator<int64_t>(0),
                                                        [size] __host__ __device__(int64_t s) { return s * size; });
    const cudaError_t error = cub::DeviceSegmentedSort::SortKeysDescending(
        temp, *bytes, input<Key>(p), static_cast<Key *>(p->spare), (int64_t)p->n, (int64_t)p->num_segments, begins,
        begins + 1, on(stream));
    return error != cudaSuccess || temp == nullptr ? error : copy<Key>(p, 0, p->num_segments, p->segment_size, stream);
}

#define OF_TYPE(type)                                                                                                  \
    BENCH_CUB(TOP_K, NO_FORM, type, type, 0, BENCH_CUB_TOP_K_NAME, top_k<BENCH_T(type)>),                              \
        BENCH_CUB(NTH_ELEMENT, NO_FORM, type, type, 0, "DeviceRadixSort::SortKeys", nth_element<BENCH_T(type)>)

const CubVariant kVariants[] = {OF_TYPE(F32), OF_TYPE(U32), OF_TYPE(U64), OF_TYPE(U16),
                                BENCH_CUB(TOP_K_SEGMENTED, NO_FORM, F32, F32, 0,
                                          "DeviceSegmentedSort::SortKeysDescending", top_k_segmented<float>)};
} // namespace

CubTable selection_cub()
{
    return table_of(kVariants, false);
}
} // namespace bench
