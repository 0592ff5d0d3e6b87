/* SPDX-License-Identifier: Apache-2.0 */
/* Merges by CUB, searches by Thrust, which CUB has none of. */
#include <cub/version.cuh>
#if CUB_VERSION >= 200700
#include <cub/device/device_merge.cuh>
#endif
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>

#include "bench/cub/common.cuh"
#include "bench/inputs/merge.h"

namespace bench
{
namespace
{
#if CUB_VERSION >= 200700
template <class Key>
int merge(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const int64_t first = (int64_t)bench_first_half(p->n);
    return cub::DeviceMerge::MergeKeys(temp, *bytes, input<Key>(p), first, input<Key>(p) + first, (int64_t)p->n - first,
                                       output<Key>(p), ::cuda::std::less<>{}, on(stream));
}
#define MERGE_OF(type) BENCH_CUB(MERGE, NO_FORM, type, type, 0, "DeviceMerge::MergeKeys", merge<BENCH_T(type)>),
#else
#define MERGE_OF(type)
#endif

template <class Key>
int search(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    if (temp == nullptr) {
        *bytes = 1;
        return cudaSuccess;
    }
    const Key *const sorted = static_cast<const Key *>(p->values_in);
    thrust::lower_bound(thrust::cuda::par_nosync.on(on(stream)), sorted, sorted + p->searched_keys, input<Key>(p),
                        input<Key>(p) + p->n, output<uint32_t>(p));
    return cudaGetLastError();
}

#define OF_TYPE(type)                                                                                                  \
    BENCH_CUB(SEARCH_SORTED, NO_FORM, type, U32, 0, "thrust::lower_bound", search<BENCH_T(type)>),                     \
        BENCH_CUB(SEARCH_SORTED, ORDERED, type, U32, 0, "thrust::lower_bound", search<BENCH_T(type)>)

const CubVariant kVariants[] = {MERGE_OF(U32) MERGE_OF(F32) MERGE_OF(U64) MERGE_OF(U16) OF_TYPE(U32), OF_TYPE(F32),
                                OF_TYPE(U64)};
} // namespace

CubTable merge_cub()
{
    return table_of(kVariants, false);
}
} // namespace bench
