/* SPDX-License-Identifier: Apache-2.0 */
#include <cub/device/device_select.cuh>

#include "bench/families/compact/cub/compaction.cuh"

namespace
{
using namespace bench;

template <bench_form form, class T>
int select_if(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::If(temp, *bytes, input<T>(p), output<T>(p), p->count, items(p), predicate<form, T>(p),
                                 on(stream));
}

// The items are their own flags.
template <bench_form form, class T>
int flagged_if(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::FlaggedIf(temp, *bytes, input<T>(p), input<T>(p), output<T>(p), p->count, items(p),
                                        predicate<form, T>(p), on(stream));
}
} // namespace

#define VARIANT(form, type, name, function)                                                                            \
    {                                                                                                                  \
        BENCH_COMPACT_IF, form, TCU_TYPE_##type, TCU_TYPE_##type, 0, name, function<form, TypeOf<TCU_TYPE_##type>::T>  \
    }
#define IF(form, type) VARIANT(form, type, "DeviceSelect::If", select_if)

const bench_cub_variant bench_cub_compact_if[] = {
    IF(BENCH_LESS, U8),
    IF(BENCH_LESS, U16),
    IF(BENCH_LESS, U32),
    IF(BENCH_LESS, F32),
    IF(BENCH_LESS, F64),
    IF(BENCH_INSIDE, U32),
    VARIANT(BENCH_LESS, U32, "DeviceSelect::FlaggedIf (items as flags)", flagged_if),
    {}};
