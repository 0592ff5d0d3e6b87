/* SPDX-License-Identifier: Apache-2.0 */
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_select.cuh>
#include <thrust/iterator/transform_output_iterator.h>

#include "bench/families/compact/cub/compaction.cuh"

namespace
{
using namespace bench;

template <class T>
int unique(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceSelect::Unique(temp, *bytes, input<T>(p), output<T>(p), p->count, items(p), on(stream));
}

template <class T>
int encode(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    return cub::DeviceRunLengthEncode::Encode(temp, *bytes, input<T>(p), output<T>(p), p->run_lengths, p->count,
                                              (int)p->n, on(stream));
}

// Lengths are summed in 32 bits and widened when they are written.
template <class T>
int encode_narrow(const bench_problem *p, void *temp, size_t *bytes, void *stream)
{
    const auto lengths = thrust::make_transform_output_iterator(p->run_lengths, ConvertTo<uint64_t>{});
    return cub::DeviceRunLengthEncode::Encode(temp, *bytes, input<T>(p), output<T>(p), lengths, p->count, (int)p->n,
                                              on(stream));
}
} // namespace

#define VARIANT(form, type, name, function)                                                                            \
    {                                                                                                                  \
        BENCH_UNIQUE, form, TCU_TYPE_##type, TCU_TYPE_##type, 0, name, function<TypeOf<TCU_TYPE_##type>::T>            \
    }
#define UNIQUE(type) VARIANT(BENCH_NO_FORM, type, "DeviceSelect::Unique", unique)

const bench_cub_variant bench_cub_unique[] = {
    UNIQUE(U8),
    UNIQUE(U16),
    UNIQUE(U32),
    UNIQUE(U64),
    VARIANT(BENCH_LENGTHS, U32, "DeviceRunLengthEncode::Encode (64-bit lengths)", encode),
    VARIANT(BENCH_LENGTHS, U32, "DeviceRunLengthEncode::Encode (32-bit lengths, widened)", encode_narrow),
    {}};
