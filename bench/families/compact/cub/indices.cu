/* SPDX-License-Identifier: Apache-2.0 */
#include <cub/device/device_select.cuh>

#include "bench/families/compact/cub/compaction.cuh"

namespace
{
using namespace bench;

template <bench_form form, class Index>
int flagged(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::Flagged(temp, *bytes, thrust::counting_iterator<Index>(0), flags<form>(p),
                                      output<Index>(p), p->count, items(p), on(stream));
}

// The predicate looks the flag up.
template <bench_form form, class Index>
int select_if(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    using FlagOf = std::conditional_t<form == BENCH_BYTES, ByteOf, BitOf>;
    return cub::DeviceSelect::If(temp, *bytes, thrust::counting_iterator<Index>(0), output<Index>(p), p->count,
                                 items(p), FlagOf{flag_bytes(p)}, on(stream));
}
} // namespace

#define VARIANTS(form, index)                                                                                          \
    {BENCH_COMPACT_INDICES,                                                                                            \
     form,                                                                                                             \
     TCU_TYPE_U8,                                                                                                      \
     TCU_TYPE_##index,                                                                                                 \
     0,                                                                                                                \
     "DeviceSelect::Flagged (counting iterator)",                                                                      \
     flagged<form, TypeOf<TCU_TYPE_##index>::T>},                                                                      \
    {                                                                                                                  \
        BENCH_COMPACT_INDICES, form, TCU_TYPE_U8, TCU_TYPE_##index, 0, "DeviceSelect::If (counting iterator)",         \
            select_if<form, TypeOf<TCU_TYPE_##index>::T>                                                               \
    }

const bench_cub_variant bench_cub_compact_indices[] = {
    VARIANTS(BENCH_BYTES, U32), VARIANTS(BENCH_BYTES, U64), VARIANTS(BENCH_BITS, U32), {}};
