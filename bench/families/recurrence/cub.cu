/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Recurrences by CUB: an inclusive scan of pairs (a, b) by an operator of one's own, which is associative and does not
 * commute; of segments by key, as CUB's sums of segments are. Where a segment begins a scan by key has no pair before
 * it.
 */
#include <cub/device/device_scan.cuh>
#include <thrust/iterator/transform_output_iterator.h>

#include "bench/cub/common.cuh"

namespace bench
{
namespace
{
template <class R>
struct Pair {
    R a, b;
};

template <class T>
struct LoadPair {
    const T *a, *b;
    __host__ __device__ Pair<Real<T>> operator()(uint32_t i) const
    {
        return {a != nullptr ? (Real<T>)to_real(a[i]) : (Real<T>)BENCH_CONSTANT_FACTOR, to_real(b[i])};
    }
};

struct JoinPairs {
    template <class R>
    __host__ __device__ Pair<R> operator()(const Pair<R> &left, const Pair<R> &right) const
    {
        return {left.a * right.a, right.a * left.b + right.b};
    }
};

template <class T>
struct StoreB {
    __host__ __device__ T operator()(const Pair<Real<T>> &pair) const { return (T)pair.b; }
};

template <class T>
auto pairs(const bench_problem *p)
{
    return thrust::make_transform_iterator(thrust::counting_iterator<uint32_t>(0),
                                           LoadPair<T>{static_cast<const T *>(p->a), input<T>(p)});
}

template <bench_op op, class T>
int scan_pairs(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const auto out = thrust::make_transform_output_iterator(output<T>(p), StoreB<T>{});
    if constexpr (op == BENCH_LINEAR_RECURRENCE) {
        return cub::DeviceScan::InclusiveScan(temp, *bytes, pairs<T>(p), out, JoinPairs{}, count(p), on(stream));
    } else {
        return cub::DeviceScan::InclusiveScanByKey(temp, *bytes, keys<op>(p), pairs<T>(p), out, JoinPairs{}, count(p),
                                                   ::cuda::std::equal_to<>{}, on(stream));
    }
}

#define PAIRS(OP, form, type, name)                                                                                    \
    BENCH_CUB(OP, form, type, type, 0, "DeviceScan::" name " of pairs", scan_pairs<BENCH_##OP, BENCH_T(type)>)
#define WHOLE(type)                                                                                                    \
    PAIRS(LINEAR_RECURRENCE, NO_FORM, type, "InclusiveScan"), PAIRS(LINEAR_RECURRENCE, CONSTANT, type, "InclusiveScan")
#define SEGMENTS(type)                                                                                                 \
    PAIRS(SEGMENTED_LINEAR_RECURRENCE, NO_FORM, type, "InclusiveScanByKey"),                                           \
        PAIRS(SEGMENTED_LINEAR_RECURRENCE_OFFSETS, NO_FORM, type, "InclusiveScanByKey")

const CubVariant kVariants[] = {WHOLE(F32),    WHOLE(F16),
                                WHOLE(BF16),   WHOLE(F64),
                                SEGMENTS(F32), SEGMENTS(F16),
                                SEGMENTS(F64), PAIRS(SEGMENTED_LINEAR_RECURRENCE, CONSTANT, F32, "InclusiveScanByKey")};
} // namespace

CubTable recurrence_cub()
{
    return table_of(kVariants, false);
}
} // namespace bench
