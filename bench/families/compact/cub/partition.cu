/* SPDX-License-Identifier: Apache-2.0 */
/* CUB writes the items without a flag in reversed order: the same bytes, a weaker promise. */
#include <cub/device/device_partition.cuh>

#include "bench/families/compact/cub/compaction.cuh"

namespace
{
using namespace bench;

template <class T>
int flagged(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DevicePartition::Flagged(temp, *bytes, input<T>(p), flag_bytes(p), output<T>(p), p->count, (int)p->n,
                                         on(stream));
}

template <class T>
int partition_if(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DevicePartition::If(temp, *bytes, input<T>(p), output<T>(p), p->count, (int)p->n,
                                    predicate<BENCH_LESS, T>(p), on(stream));
}
} // namespace

#define FLAGGED(type, T, note)                                                                                         \
    {                                                                                                                  \
        BENCH_PARTITION, BENCH_BYTES, type, type, 0, "DevicePartition::Flagged" note, flagged<T>, 1                    \
    }
#define IF(type)                                                                                                       \
    {                                                                                                                  \
        BENCH_PARTITION_IF, BENCH_LESS, type, type, 0, "DevicePartition::If", partition_if<TypeOf<type>::T>, 1         \
    }

const bench_cub_variant bench_cub_partition[] = {FLAGGED(TCU_TYPE_U8, uint8_t, ""),
                                                 FLAGGED(TCU_TYPE_U16, uint16_t, ""),
                                                 FLAGGED(TCU_TYPE_U32, uint32_t, ""),
                                                 FLAGGED(TCU_TYPE_U64, uint64_t, ""),
                                                 FLAGGED(BENCH_B128, TypeOf<BENCH_B128>::T, " (__int128)"),
                                                 FLAGGED(BENCH_B128, uint4, " (uint4)"),
                                                 IF(TCU_TYPE_U32),
                                                 IF(TCU_TYPE_F32),
                                                 {}};
