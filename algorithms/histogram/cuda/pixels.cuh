/* SPDX-License-Identifier: Apache-2.0 */
/* The pixels of a task one by one, with their weights. */
#ifndef TCUI_HISTOGRAM_CUDA_PIXELS_CUH
#define TCUI_HISTOGRAM_CUDA_PIXELS_CUH

#include "algorithms/histogram/backend.h"
#include "primitives/pipeline/length.cuh"
#include "primitives/tile/element.cuh"

namespace tcu
{

struct pixel_rows {
    const unsigned char *samples, *weights; /* weights: NULL if there are none */
    uint64_t n, columns;
    const uint64_t *length; /* or NULL: of the n pixels those that there are */
    uint64_t stride_bytes, weights_stride_bytes;
    int channels;
    tcu_type weight_type;

    /* A kernel that has waited for the one before it reads a length once. */
    __device__ __forceinline__ uint64_t pixels() const { return length_now(n, length); }
};

/* Rows without gaps, of samples and of weights, are one row: a pixel's place then takes no division. */
inline pixel_rows pixels_of(const tcui_histogram_task *task)
{
    const uint64_t row_bytes = task->columns * task->num_channels * tcu_type_size(task->sample_type);
    const bool is_gapless =
        task->row_stride_bytes == row_bytes &&
        (!task->weighted || task->weights_row_stride_bytes == task->columns * tcu_type_size(task->weight_type));
    return {static_cast<const unsigned char *>(task->samples),
            task->weighted ? static_cast<const unsigned char *>(task->weights) : nullptr,
            task->n,
            is_gapless ? task->n : task->columns,
            task->count,
            task->row_stride_bytes,
            task->weights_row_stride_bytes,
            task->num_channels,
            task->weight_type};
}

/* Where a pixel is: its first sample, and its weight. */
template <class In>
struct pixel_place {
    const In *samples;
    const unsigned char *weights; /* of the row */
    uint64_t column;

    __device__ __forceinline__ pixel_place(const pixel_rows &all, uint64_t pixel)
    {
        const uint64_t row = all.n > all.columns ? pixel / all.columns : 0;
        column = pixel - row * all.columns;
        samples = reinterpret_cast<const In *>(all.samples + row * all.stride_bytes) + column * all.channels;
        weights = all.weights + row * all.weights_stride_bytes;
    }
};

/* Element i, as an integer modulo 2^64, sign-extended where its type is signed. */
__device__ __forceinline__ uint64_t integer_weight(tcu_type type, const void *weights, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_I8:
        return static_cast<uint64_t>(static_cast<int64_t>(static_cast<const int8_t *>(weights)[i]));
    case TCU_TYPE_U8:
        return static_cast<const uint8_t *>(weights)[i];
    case TCU_TYPE_I16:
        return static_cast<uint64_t>(static_cast<int64_t>(static_cast<const int16_t *>(weights)[i]));
    case TCU_TYPE_U16:
        return static_cast<const uint16_t *>(weights)[i];
    case TCU_TYPE_I32:
        return static_cast<uint64_t>(static_cast<int64_t>(static_cast<const int32_t *>(weights)[i]));
    case TCU_TYPE_U32:
        return static_cast<const uint32_t *>(weights)[i];
    default:
        return static_cast<const uint64_t *>(weights)[i];
    }
}

/* Of reals, from their bits. */
__device__ __forceinline__ f64 weight_of_bits(tcu_type type, uint64_t bits)
{
    if (type == TCU_TYPE_F32) {
        return __uint_as_float(static_cast<uint32_t>(bits));
    }
    if (type == TCU_TYPE_F64) {
        return __longlong_as_double(static_cast<long long>(bits));
    }
    if (type == TCU_TYPE_F16) {
        return to_accumulator<f64>(__ushort_as_half(static_cast<unsigned short>(bits)));
    }
    return to_accumulator<f64>(__ushort_as_bfloat16(static_cast<unsigned short>(bits)));
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_PIXELS_CUH */
