/* SPDX-License-Identifier: Apache-2.0 */
/* Selection by flags; a file for each format of theirs, so that they compile side by side. */
#ifndef TCU_BENCH_CUB_COMPACT_FLAGS_CUH
#define TCU_BENCH_CUB_COMPACT_FLAGS_CUH

#include <cub/device/device_select.cuh>

#include "bench/cub/compact/compaction.cuh"

namespace bench
{
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
} // namespace bench

#define BENCH_COMPACT_VARIANT(form, type, T, name, function)                                                           \
    {                                                                                                                  \
        BENCH_COMPACT, form, type, type, 0, name, bench::function<form, T>                                             \
    }
#define BENCH_COMPACT_BOTH(form, type, note)                                                                           \
    BENCH_COMPACT_VARIANT(form, type, bench::TypeOf<type>::T, "DeviceSelect::Flagged" note, flagged),                  \
        BENCH_COMPACT_VARIANT(form, type, bench::TypeOf<type>::T, "DeviceSelect::FlaggedIf" note, flagged_if)

#endif
