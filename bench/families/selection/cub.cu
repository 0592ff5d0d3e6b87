/* SPDX-License-Identifier: Apache-2.0 */
/* Selections by CUB's sorts: all keys are sorted, and some copied. (Its own top-k is not in every toolkit's release.) */
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

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
    return cudaMemcpy2DAsync(p->out, p->num_results * sizeof(Key), sorted + from, row_keys * sizeof(Key),
                             p->num_results * sizeof(Key), rows, cudaMemcpyDeviceToDevice, on(stream));
}

template <class Key>
int top_k(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const cudaError_t error = cub::DeviceRadixSort::SortKeysDescending(
        temp, *bytes, input<Key>(p), static_cast<Key *>(p->spare), p->n, 0, int(8 * sizeof(Key)), on(stream));
    return error != cudaSuccess || temp == nullptr ? error : copy<Key>(p, 0, 1, p->n, stream);
}

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
    BENCH_CUB(TOP_K, NO_FORM, type, type, 0, "DeviceRadixSort::SortKeysDescending", top_k<BENCH_T(type)>),             \
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
