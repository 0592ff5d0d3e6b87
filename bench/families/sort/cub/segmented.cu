/* SPDX-License-Identifier: Apache-2.0 */
/*
 * CUB's two sorts of segments. Of keys alone nobody sees whether a sort is stable, so the faster, unstable form takes
 * part. Where segments are of one size, their offsets are computed on the fly.
 */
#include <cub/device/device_segmented_radix_sort.cuh>
#include <cub/device/device_segmented_sort.cuh>

#include "bench/cub/common.cuh"

namespace
{
using namespace bench;

template <class Begins, class Call>
int with_begins(const bench_problem *p, Begins begins, Call call)
{
    return call(begins(0), begins(1), (int64_t)p->n, (int64_t)p->num_segments);
}
template <bench_op op, class Call>
int with_offsets(const bench_problem *p, Call call)
{
    if constexpr (op == BENCH_SEGMENTED_SORT) {
        return with_begins(
            p, [p](int64_t first) { return fixed_begins(p, first); }, call);
    } else {
        return with_begins(
            p, [p](int64_t first) { return p->offsets + first; }, call);
    }
}

template <bench_op op, class Key>
int by_size(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return with_offsets<op>(p, [=](auto begins, auto ends, int64_t n, int64_t segments) {
        return cub::DeviceSegmentedSort::SortKeys(temp, *bytes, input<Key>(p), output<Key>(p), n, segments, begins,
                                                  ends, on(stream));
    });
}
template <bench_op op, class Key>
int by_radix(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return with_offsets<op>(p, [=](auto begins, auto ends, int64_t n, int64_t segments) {
        return cub::DeviceSegmentedRadixSort::SortKeys(temp, *bytes, input<Key>(p), output<Key>(p), n, segments, begins,
                                                       ends, 0, int(8 * sizeof(Key)), on(stream));
    });
}
} // namespace

#define SEGMENTED(op, type)                                                                                            \
    {op,                                                                                                               \
     BENCH_NO_FORM,                                                                                                    \
     TCU_TYPE_##type,                                                                                                  \
     TCU_TYPE_##type,                                                                                                  \
     0,                                                                                                                \
     "DeviceSegmentedSort::SortKeys",                                                                                  \
     by_size<op, TypeOf<TCU_TYPE_##type>::T>},                                                                         \
    {                                                                                                                  \
        op, BENCH_NO_FORM, TCU_TYPE_##type, TCU_TYPE_##type, 0, "DeviceSegmentedRadixSort::SortKeys",                  \
            by_radix<op, TypeOf<TCU_TYPE_##type>::T>                                                                   \
    }

const bench_cub_variant bench_cub_segmented_sort[] = {SEGMENTED(BENCH_SEGMENTED_SORT, U32),
                                                      SEGMENTED(BENCH_SEGMENTED_SORT, U64),
                                                      SEGMENTED(BENCH_SEGMENTED_SORT_OFFSETS, U32),
                                                      {}};
