/* SPDX-License-Identifier: Apache-2.0 */
/* Selection by flags, in bytes and in bits. */
#include <cub/device/device_select.cuh>

#include "bench/families/compact/cub/compaction.cuh"

namespace
{
using namespace bench;

template <bench_form form, class T>
int flagged(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::Flagged(temp, *bytes, input<T>(p), flags<form>(p), output<T>(p), p->count, items(p),
                                      on(stream));
}

template <bench_form form, class T>
int flagged_if(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::FlaggedIf(temp, *bytes, input<T>(p), flags<form>(p), output<T>(p), p->count, items(p),
                                        IsSet{}, on(stream));
}
} // namespace

#define VARIANT(form, type, T, name, function)                                                                         \
    {                                                                                                                  \
        BENCH_COMPACT, form, type, type, 0, name, function<form, T>                                                    \
    }
#define BOTH(form, type, note)                                                                                         \
    VARIANT(form, type, TypeOf<type>::T, "DeviceSelect::Flagged" note, flagged),                                       \
        VARIANT(form, type, TypeOf<type>::T, "DeviceSelect::FlaggedIf" note, flagged_if)

const bench_cub_variant bench_cub_compact[] = {
    BOTH(BENCH_BYTES, TCU_TYPE_U8, ""),
    BOTH(BENCH_BYTES, TCU_TYPE_U16, ""),
    BOTH(BENCH_BYTES, TCU_TYPE_U32, ""),
    BOTH(BENCH_BYTES, TCU_TYPE_U64, ""),
    BOTH(BENCH_BYTES, BENCH_B128, " (__int128)"),
    VARIANT(BENCH_BYTES, BENCH_B128, uint4, "DeviceSelect::Flagged (uint4)", flagged),
    {}};

const bench_cub_variant bench_cub_compact_bits[] = {
    BOTH(BENCH_BITS, TCU_TYPE_U8, " (bit iterator)"), BOTH(BENCH_BITS, TCU_TYPE_U32, " (bit iterator)"), {}};
