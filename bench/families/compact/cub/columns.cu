/* SPDX-License-Identifier: Apache-2.0 */
/* CUB has no columns: a call for each, or one call on an iterator over rows. */
#include <cub/device/device_select.cuh>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include "bench/families/compact/cub/compaction.cuh"

namespace
{
using namespace bench;

static_assert(BENCH_COLUMNS == 4, "four are written out here");

template <class T>
int each(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    for (uint64_t column = 0; column < BENCH_COLUMNS; column++) {
        const int error = cub::DeviceSelect::Flagged(temp, *bytes, input<T>(p) + column * p->n, flag_bytes(p),
                                                     output<T>(p) + column * p->n, p->count, items(p), on(stream));
        if (error != cudaSuccess || temp == nullptr) {
            return error;
        }
    }
    return cudaSuccess;
}

template <class Pointer>
auto rows(Pointer columns, uint64_t n)
{
    return thrust::make_zip_iterator(thrust::make_tuple(columns, columns + n, columns + 2 * n, columns + 3 * n));
}
template <class T>
int zipped(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::Flagged(temp, *bytes, rows(input<T>(p), p->n), flag_bytes(p), rows(output<T>(p), p->n),
                                      p->count, items(p), on(stream));
}
} // namespace

#define VARIANT(type, name, function)                                                                                  \
    {                                                                                                                  \
        BENCH_COMPACT_COLUMNS, BENCH_BYTES, TCU_TYPE_##type, TCU_TYPE_##type, 0, name,                                 \
            function<TypeOf<TCU_TYPE_##type>::T>                                                                       \
    }

const bench_cub_variant bench_cub_compact_columns[] = {VARIANT(U32, "DeviceSelect::Flagged, 4 calls", each),
                                                       VARIANT(U32, "DeviceSelect::Flagged (zip iterator)", zipped),
                                                       {}};
