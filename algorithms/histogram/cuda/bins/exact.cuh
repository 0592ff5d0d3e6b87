/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bin of a sample on the device, for any type and any bins: the definition's exact arithmetic, as the host has it.
 *
 * Kernels are compiled for eight types of samples: integers of a width share one, because a distance from the lowest
 * bin does not depend on signs, and keys (below) differ by a flipped bit.
 */
#ifndef TCUI_HISTOGRAM_CUDA_BINS_EXACT_CUH
#define TCUI_HISTOGRAM_CUDA_BINS_EXACT_CUH

#include "algorithms/histogram/bins/integers.h"
#include "algorithms/histogram/bins/reals.h"
#include "primitives/tile/element.cuh"

namespace tcu
{

enum class bin_rule { none, integers, reals, levels };

/*
 * Keys are unsigned integers in the order of the samples, of 32 bits for all samples that have no 64. A level's key is
 * that of the least sample at or above it, so that samples of any type are compared with levels of any other exactly.
 */
template <class In>
using key_of = std::conditional_t<sizeof(In) == 8, uint64_t, uint32_t>;

/* Of one channel. */
struct channel_bins {
    uint32_t num_bins; /* 0: the channel is not counted */
    bin_rule rule;
    tcui_even_integers integers;
    tcui_multiplier multiplier;
    tcui_real_bins reals;
    const void *keys;         /* of levels, key_of<In> */
    const uint64_t *num_keys; /* levels that a sample can be above; they come first */
    uint64_t key_flip;        /* of integers: the sign's bit, or 0 */
};

template <class In>
constexpr bool is_real = std::is_same_v<In, f16> || std::is_same_v<In, bf16> || std::is_floating_point_v<In>;

/* Of reals all magnitudes' bits are in order; a NaN's key is above or below those of all numbers. */
__device__ __forceinline__ uint32_t key_of_real(f32 x)
{
    const uint32_t bits = __float_as_uint(x);
    return bits ^ (static_cast<uint32_t>(static_cast<int32_t>(bits) >> 31) | 0x80000000u);
}

/* Of an f32, back. */
__device__ __forceinline__ f32 number_of(uint32_t key)
{
    return __uint_as_float(key ^ (key >> 31 != 0 ? 0x80000000u : 0xffffffffu));
}

__device__ __forceinline__ uint64_t key_of_real(f64 x)
{
    const uint64_t bits = static_cast<uint64_t>(__double_as_longlong(x));
    return bits ^ (static_cast<uint64_t>(static_cast<int64_t>(bits) >> 63) | static_cast<uint64_t>(1) << 63);
}

template <class In>
__device__ __forceinline__ key_of<In> sample_key(const channel_bins &bins, In x)
{
    if constexpr (std::is_same_v<In, f64>) {
        return key_of_real(x);
    } else if constexpr (is_real<In>) {
        return key_of_real(to_accumulator<f32>(x));
    } else {
        return static_cast<key_of<In>>(x ^ static_cast<In>(bins.key_flip));
    }
}

/* How many of the keys, which do not decrease, are not above `key`. */
template <class Key>
__device__ __forceinline__ uint64_t keys_not_above(const Key *keys, uint64_t count, Key key)
{
    uint64_t first = 0;
    while (count > 0) {
        const uint64_t half = count / 2;
        if (keys[first + half] <= key) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}

/* Beyond the range of estimates: by bisection, as on the host; rare, and no part of the loops that call it. */
inline __device__ __noinline__ uint32_t real_bin_exact(const tcui_real_bins &bins, f64 x)
{
    return tcui_real_bin_exact(&bins, x);
}

inline __device__ __noinline__ uint32_t real_bin_near_edge(const tcui_real_bins &bins, f64 x, int32_t bin, f64 past)
{
    return tcui_real_bin_near_edge(&bins, x, bin, past);
}

/* Of a sample inside that is at the edge between the bins edge - 1 and edge, or beside it. */
inline __device__ __noinline__ uint32_t bin_beside_edge(const tcui_real_bins &bins, f64 x, uint32_t edge)
{
    return edge == 0 || tcui_is_above_edge(&bins, x, edge) ? edge : edge - 1;
}

__device__ __forceinline__ uint32_t bin_of_real(const tcui_real_bins &bins, f64 x)
{
    if (!(x >= bins.lower && x < bins.upper)) {
        return static_cast<uint32_t>(bins.num_bins);
    }
    if (!bins.estimated) {
        return real_bin_exact(bins, x);
    }
    const f64 y = (x - bins.lower) * bins.scale;
    const int32_t bin = static_cast<int32_t>(y);
    const f64 past = y - bin;
    if (fabs(past - 0.5) >= 0.5 - bins.margin) {
        return real_bin_near_edge(bins, x, bin, past);
    }
    return static_cast<uint32_t>(bin);
}

/* The bin of a sample; num_bins if no bin holds it. */
template <bin_rule Rule, class In>
__device__ __forceinline__ uint32_t bin_by_rule(const channel_bins &bins, In x)
{
    if constexpr (Rule == bin_rule::none) {
        return bins.num_bins;
    } else if constexpr (Rule == bin_rule::levels) {
        const uint64_t not_above =
            keys_not_above(static_cast<const key_of<In> *>(bins.keys), *bins.num_keys, sample_key(bins, x));
        const uint64_t bin = not_above - 1; /* below all levels: wraps to a large number */
        return bin < bins.num_bins ? static_cast<uint32_t>(bin) : bins.num_bins;
    } else if constexpr (Rule == bin_rule::reals) {
        return bin_of_real(bins.reals, to_accumulator<f64>(x));
    } else {
        const In distance = static_cast<In>(x - static_cast<In>(bins.integers.first));
        if (distance > bins.integers.span) {
            return bins.num_bins;
        }
        return static_cast<uint32_t>(tcui_integer_bin(&bins.multiplier, distance + bins.integers.offset));
    }
}

template <class In>
__device__ __forceinline__ uint32_t bin_of(const channel_bins &bins, In x)
{
    if (bins.rule == bin_rule::levels) {
        return bin_by_rule<bin_rule::levels>(bins, x);
    }
    if constexpr (is_real<In>) {
        return bin_by_rule<bin_rule::reals>(bins, x);
    } else if (bins.rule == bin_rule::none) {
        return bin_by_rule<bin_rule::none>(bins, x);
    } else {
        return bin_by_rule<bin_rule::integers>(bins, x);
    }
}

/* Of several samples, side by side where the rule has no loop: what is near to an edge comes last. */
template <int Count, class In>
__device__ __forceinline__ void bins_of(const channel_bins &bins, const In (&x)[Count], uint32_t (&bin)[Count])
{
    if constexpr (is_real<In>) {
        if (bins.rule == bin_rule::reals && bins.reals.estimated) {
            constexpr f64 to_integer = 6755399441055744.0; /* 1.5 * 2^52: sums are rounded to integers */
            bool any_near = false;
#pragma unroll
            for (int i = 0; i < Count; i++) {
                const f64 number = to_accumulator<f64>(x[i]);
                const f64 y = (number - bins.reals.lower) * bins.reals.scale, sum = y + to_integer,
                          r = sum - to_integer;
                const bool is_inside = number >= bins.reals.lower && number < bins.reals.upper;
                any_near = any_near || (is_inside && fabs(y - r) <= bins.reals.margin);
                bin[i] = is_inside ? static_cast<uint32_t>(__double2loint(sum)) - (y < r) : bins.num_bins;
            }
            if (any_near) {
#pragma unroll
                for (int i = 0; i < Count; i++) {
                    bin[i] = bin_of_real(bins.reals, to_accumulator<f64>(x[i]));
                }
            }
            return;
        }
    }
#pragma unroll
    for (int i = 0; i < Count; i++) {
        bin[i] = bin_of(bins, x[i]);
    }
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_BINS_EXACT_CUH */
