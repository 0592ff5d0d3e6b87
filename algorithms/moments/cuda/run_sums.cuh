/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sums of a run: a few batches of vectors of the lanes that share a segment. Of reals they are sums of deviations
 * d = x - shift and of their squares, and the moments follow as
 *
 *     mean = shift + sum d / n        M2 = sum d^2 - (sum d)^2 / n
 *
 * The shift is the mean of the run's first batch, so this is Chan, Golub and LeVeque's two-pass algorithm with
 * correction for the first batch, and for a run of B batches sum d^2 is at most B M2: little cancels.
 *
 * Of bytes the sums of x and x^2 are exact integers (dp4a), and n sum x^2 - (sum x)^2 is one.
 */
#ifndef TCUI_MOMENTS_CUDA_RUN_SUMS_CUH
#define TCUI_MOMENTS_CUDA_RUN_SUMS_CUH

#include "moments.cuh"
#include "vector_batch.cuh"

namespace tcu
{

/* The sum over groups of `lanes` lanes, a power of two, the same in all lanes of a group. */
template <class Sum>
__device__ __forceinline__ Sum group_sum(Sum sum, int lanes)
{
#pragma unroll
    for (int distance = TCUI_WARP_LANES / 2; distance > 0; distance /= 2) {
        if (distance < lanes) {
            sum += __shfl_xor_sync(all_lanes, sum, distance);
        }
    }
    return sum;
}

/*
 * What sums about a shift, in f64, say of `count` elements. Where deviations are no more than what rounding leaves of a
 * shift, and squares cancel but for rounding, all elements are equal: their M2 is 0, and their mean is one of them.
 */
template <class Real>
__device__ __forceinline__ moments moments_about(Real shift, f64 sum, f64 squares, f64 count, f64 inverse)
{
    constexpr f64 unit = sizeof(Real) == sizeof(f64) ? 0x1p-53 : 0x1p-24;
    const f64 offset = sum * inverse;
    const f64 rest = squares - sum * offset;
    moments of = {count, static_cast<f64>(shift) + offset, rest > 0 || !is_finite(rest) ? rest : 0.0};
    if (rest <= 64 * unit * squares && fabs(offset) <= 32 * unit * fabs(static_cast<f64>(shift))) {
        of.mean = static_cast<f64>(static_cast<Real>(of.mean));
        of.squares = 0;
    }
    return of;
}

/* What exact sums s1 of x and s2 of x^2 say of `count` elements. The mean is that of a division, not of a product with
 * the inverse: of equal elements it is one of them. */
__device__ __forceinline__ moments moments_of_integers(int64_t s1, int64_t s2, int64_t count, f64 inverse)
{
    const f64 sum = static_cast<f64>(s1), mean = sum * inverse;
    return {static_cast<f64>(count), fma(fma(-mean, static_cast<f64>(count), sum), inverse, mean),
            static_cast<f64>(count * s2 - s1 * s1) * inverse};
}

/* Sum: what sums of batches are added up in. */
template <class In, class Real, class Sum>
class run_sums
{
    static constexpr int V = vector_elements<In>;
    static constexpr int parts = V < 4 ? V : 4; /* additions do not wait for each other */

  public:
    /* The shift is the mean of the group's first batch, of 1 / inverse elements; 0 where there is no finite one: the sums
     * are infinite or NaN then as those of a loop. */
    template <bool Full, int Vectors>
    __device__ __forceinline__ void start(const vector_batch<In, Vectors> &batch, int lanes, Real inverse)
    {
        Real sum[parts] = {};
#pragma unroll
        for (int b = 0; b < Vectors; b++) {
            if (!Full && !batch.reaches(b)) {
                break;
            }
            const element_range range = batch.range(b);
#pragma unroll
            for (int i = 0; i < V; i++) {
                sum[i % parts] += Full || range.has(i) ? to_accumulator<Real>(batch.x[b].at(i)) : Real(0);
            }
        }
        shift = group_sum(total(sum), lanes) * inverse;
        shift = is_finite(shift) ? shift : Real(0);
    }

    template <bool Full, int Vectors>
    __device__ __forceinline__ void add(const vector_batch<In, Vectors> &batch)
    {
        Real sum[parts] = {}, square[parts] = {};
#pragma unroll
        for (int b = 0; b < Vectors; b++) {
            if (!Full && !batch.reaches(b)) {
                break;
            }
            const element_range range = batch.range(b);
#pragma unroll
            for (int i = 0; i < V; i++) {
                const Real d = Full || range.has(i) ? to_accumulator<Real>(batch.x[b].at(i)) - shift : Real(0);
                sum[i % parts] += d;
                square[i % parts] += d * d;
            }
        }
        deviations += static_cast<Sum>(total(sum));
        squares += static_cast<Sum>(total(square));
    }

    /* The group's, in all its lanes; `inverse` is 1 / count. */
    __device__ __forceinline__ moments finish(int lanes, f64 count, f64 inverse) const
    {
        return moments_about(shift, static_cast<f64>(group_sum(deviations, lanes)),
                             static_cast<f64>(group_sum(squares, lanes)), count, inverse);
    }

  private:
    __device__ __forceinline__ static Real total(const Real (&sum)[parts])
    {
        if constexpr (parts == 4) {
            return (sum[0] + sum[1]) + (sum[2] + sum[3]);
        } else {
            return sum[0] + sum[1];
        }
    }

    Real shift = 0;
    Sum deviations = 0, squares = 0;
};

/* Of bytes. A run of a warp has up to 2^14 elements: its sum of squares has 30 bits. */
template <class In>
class byte_sums
{
    using word = std::conditional_t<std::is_signed_v<In>, int, unsigned>;

  public:
    template <bool Full, int Vectors>
    __device__ __forceinline__ void start(const vector_batch<In, Vectors> &, int, f32)
    {
    }

    template <bool Full, int Vectors>
    __device__ __forceinline__ void add(const vector_batch<In, Vectors> &batch)
    {
#pragma unroll
        for (int b = 0; b < Vectors; b++) {
            if (!Full && !batch.reaches(b)) {
                break;
            }
            const element_range range = batch.range(b);
#pragma unroll
            for (int w = 0; w < 4; w++) {
                uint32_t four = batch.x[b].words[w];
                if constexpr (!Full) {
                    four &= first_bytes(range.to - 4 * w) & ~first_bytes(range.from - 4 * w);
                }
                sum = __dp4a(static_cast<word>(four), static_cast<word>(0x01010101), sum);
                squares = __dp4a(static_cast<word>(four), static_cast<word>(four), squares);
            }
        }
    }

    __device__ __forceinline__ moments finish(int lanes, f64 count, f64 inverse) const
    {
        return moments_of_integers(group_sum(sum, lanes), group_sum(squares, lanes), static_cast<int64_t>(count),
                                   inverse);
    }

  private:
    /* A mask of so many bytes, of 0 to 4. */
    __device__ __forceinline__ static uint32_t first_bytes(int bytes)
    {
        return __funnelshift_lc(~0u, 0u, 8 * min(max(bytes, 0), 4));
    }

    word sum = 0, squares = 0;
};

template <class Sum>
class run_sums<i8, f32, Sum> : public byte_sums<i8>
{
};

template <class Sum>
class run_sums<u8, f32, Sum> : public byte_sums<u8>
{
};

} // namespace tcu

#endif /* TCUI_MOMENTS_CUDA_RUN_SUMS_CUH */
