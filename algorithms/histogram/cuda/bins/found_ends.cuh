/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Even bins between the least and the greatest sample, which are in device memory: the keys of the levels at which the
 * bins meet (exact.cuh). Level k, 0 <= k < B, is the least number of the samples' type that is not below
 *
 *     lower + k * (upper - lower) / B
 *
 * There is no level behind the last bin, since no sample is above upper: so that bin holds upper, too. Of equal ends
 * the levels up to floor(B / 2) are that number, and there are no others: all samples are in bin floor(B / 2).
 */
#ifndef TCUI_HISTOGRAM_CUDA_BINS_FOUND_ENDS_CUH
#define TCUI_HISTOGRAM_CUDA_BINS_FOUND_ENDS_CUH

#include "level_arrays.cuh"

namespace tcu
{

struct found_ends {
    const void *ends; /* lower and upper; of no samples lower is above upper */
    tcu_type type;
    int sample_bits;
    bool are_real, are_signed;
    uint64_t num_bins;
    void *keys; /* to be written, as what follows */
    uint64_t *num_keys;
    uint32_t *bad;
};

__device__ __forceinline__ f64 number_of(uint64_t key)
{
    const uint64_t sign = static_cast<uint64_t>(1) << 63;
    return __longlong_as_double(static_cast<long long>(key ^ ((key & sign) != 0 ? sign : ~static_cast<uint64_t>(0))));
}

class edges_between_ends
{
  public:
    __device__ explicit edges_between_ends(const found_ends &found) : found(found)
    {
        if (found.are_real) {
            lower = real_level(found.type, found.ends, 0);
            upper = real_level(found.type, found.ends, 1);
            is_none = lower > upper;
            is_equal = lower == upper;
        } else {
            const tcui_i128 least = found.are_signed ? -(static_cast<tcui_i128>(1) << (found.sample_bits - 1)) : 0;
            first = static_cast<uint64_t>(integer_level(found.type, found.ends, 0) - least);
            last = static_cast<uint64_t>(integer_level(found.type, found.ends, 1) - least);
            is_none = first > last;
            is_equal = first == last;
        }
    }

    /* A NaN or an infinity among the samples. */
    __device__ __forceinline__ bool are_bad() const
    {
        return found.are_real && !is_none && !(isfinite(lower) && isfinite(upper));
    }

    __device__ __forceinline__ uint64_t count() const
    {
        return is_none || are_bad() ? 0 : is_equal ? found.num_bins / 2 + 1 : found.num_bins;
    }

    __device__ __forceinline__ void make_key(uint64_t k) const
    {
        if (found.sample_bits == 64) {
            static_cast<uint64_t *>(found.keys)[k] = found.are_real ? real_key<f64>(k) : integer_key(k);
        } else {
            static_cast<uint32_t *>(found.keys)[k] =
                found.are_real ? real_key<f32>(k) : static_cast<uint32_t>(integer_key(k));
        }
    }

  private:
    /* Keys of integers count from the least one. k * (last - first) / B, rounded up, by parts: k and B are below 2^32. */
    __device__ __forceinline__ uint64_t integer_key(uint64_t k) const
    {
        const uint64_t width = last - first, quotient = width / found.num_bins, rest = width % found.num_bins;
        return is_equal ? first : first + k * quotient + (k * rest + found.num_bins - 1) / found.num_bins;
    }

    /* The least key at or above the edge, between that of lower, which is below it, and that of upper, which is not. */
    template <class Real>
    __device__ __forceinline__ key_of<Real> real_key(uint64_t k) const
    {
        key_of<Real> below = key_of_real(least_of_equals(static_cast<Real>(lower))),
                     above = key_of_real(static_cast<Real>(upper));
        if (k == 0 || is_equal) {
            return below;
        }
        tcui_real_bins bins = {};
        bins.lower = lower;
        bins.upper = upper;
        bins.num_bins = static_cast<int64_t>(found.num_bins);
        while (above - below > 1) {
            const key_of<Real> middle = below + (above - below) / 2;
            if (tcui_is_above_edge(&bins, static_cast<f64>(number_of(middle)), static_cast<int64_t>(k))) {
                above = middle;
            } else {
                below = middle;
            }
        }
        return above;
    }

    const found_ends &found;
    f64 lower = 0, upper = 0;     /* of reals */
    uint64_t first = 0, last = 0; /* of integers, counted from the least of their type */
    bool is_none, is_equal;
};

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_BINS_FOUND_ENDS_CUH */
