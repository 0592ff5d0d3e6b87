/* SPDX-License-Identifier: Apache-2.0 */
/* Levels in memory: their numbers, their keys in the order of the samples, and whether they are in order. */
#ifndef TCUI_HISTOGRAM_CUDA_BINS_LEVEL_ARRAYS_CUH
#define TCUI_HISTOGRAM_CUDA_BINS_LEVEL_ARRAYS_CUH

#include "exact.cuh"

namespace tcu
{

struct level_array {
    const void *levels;
    tcu_type type;
    uint64_t count;
    void *keys;
};

struct level_arrays {
    int num_channels;
    level_array of[TCU_MAX_CHANNELS]; /* count 0: none */
    bool samples_are_real;
    int sample_bits;
    bool samples_are_signed;
    uint64_t *num_keys;
    uint32_t *bad;
};

__device__ inline f64 real_level(tcu_type type, const void *levels, uint64_t k)
{
    switch (type) {
    case TCU_TYPE_F16:
        return to_accumulator<f64>(static_cast<const f16 *>(levels)[k]);
    case TCU_TYPE_BF16:
        return to_accumulator<f64>(static_cast<const bf16 *>(levels)[k]);
    case TCU_TYPE_F32:
        return static_cast<const f32 *>(levels)[k];
    default:
        return static_cast<const f64 *>(levels)[k];
    }
}

__device__ inline tcui_i128 integer_level(tcu_type type, const void *levels, uint64_t k)
{
    switch (type) {
    case TCU_TYPE_I8:
        return static_cast<const int8_t *>(levels)[k];
    case TCU_TYPE_U8:
        return static_cast<const uint8_t *>(levels)[k];
    case TCU_TYPE_I16:
        return static_cast<const int16_t *>(levels)[k];
    case TCU_TYPE_U16:
        return static_cast<const uint16_t *>(levels)[k];
    case TCU_TYPE_I32:
        return static_cast<const int32_t *>(levels)[k];
    case TCU_TYPE_U32:
        return static_cast<const uint32_t *>(levels)[k];
    case TCU_TYPE_I64:
        return static_cast<const int64_t *>(levels)[k];
    default:
        return static_cast<const uint64_t *>(levels)[k];
    }
}

/* -0.0, which comes before 0.0, is at or above both. */
template <class Real>
__device__ __forceinline__ Real least_of_equals(Real x)
{
    return x == 0 ? static_cast<Real>(-0.0) : x;
}

/* Of integers, counted from the samples' least. */
__device__ inline tcui_i128 offset_of_level(const level_arrays &all, const level_array &array, uint64_t k)
{
    const tcui_i128 least = all.samples_are_signed ? -(static_cast<tcui_i128>(1) << (all.sample_bits - 1)) : 0;
    return integer_level(array.type, array.levels, k) - least;
}

/* Whether a sample can be at or above the level. */
__device__ inline bool is_reached(const level_arrays &all, const level_array &array, uint64_t k)
{
    return all.samples_are_real || offset_of_level(all, array, k) >> all.sample_bits <= 0;
}

__device__ inline void make_key(const level_arrays &all, const level_array &array, uint64_t k)
{
    if (all.samples_are_real) {
        const f64 level = real_level(array.type, array.levels, k);
        /* Halves are looked for as f32, of which they are some. */
        if (all.sample_bits == 64) {
            static_cast<uint64_t *>(array.keys)[k] = key_of_real(least_of_equals(level));
        } else {
            static_cast<uint32_t *>(array.keys)[k] = key_of_real(least_of_equals(__double2float_ru(level)));
        }
        return;
    }
    const tcui_i128 offset = offset_of_level(all, array, k);
    const uint64_t key = offset < 0 ? 0 : static_cast<uint64_t>(offset);
    if (all.sample_bits == 64) {
        static_cast<uint64_t *>(array.keys)[k] = key;
    } else {
        static_cast<uint32_t *>(array.keys)[k] = static_cast<uint32_t>(key);
    }
}

__device__ inline bool is_in_order(const level_arrays &all, const level_array &array, uint64_t k)
{
    if (!all.samples_are_real) {
        return k == 0 || integer_level(array.type, array.levels, k - 1) <= integer_level(array.type, array.levels, k);
    }
    const f64 level = real_level(array.type, array.levels, k);
    return level == level && (k == 0 || !(real_level(array.type, array.levels, k - 1) > level));
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_BINS_LEVEL_ARRAYS_CUH */
