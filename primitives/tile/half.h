/* SPDX-License-Identifier: Apache-2.0 */
/*
 * binary16 (f16) and bfloat16 (bf16) on the host, as bits in a uint16_t. Widening is exact. Narrowing rounds once, to
 * nearest with ties to even, from a double (so also from a float, which a double holds exactly); what is beyond the
 * range becomes infinity, denormals are kept, a NaN stays a NaN (quiet, with the upper bits of its payload). Choices
 * are made with masks: compilers move floating-point operations into branches, and then loops do not vectorise.
 */
#ifndef TCUI_HALF_H
#define TCUI_HALF_H

#include <stdint.h>
#include <string.h>

static inline uint64_t tcui_bits_of_f64(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double tcui_f64_of_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t tcui_bits_of_f32(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline float tcui_f32_of_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* All ones where `condition` holds, else zero. */
static inline uint32_t tcui_mask_u32(int condition)
{
    return 0u - (uint32_t)condition;
}

static inline uint64_t tcui_mask_u64(int condition)
{
    return UINT64_C(0) - (uint64_t)condition;
}

/*
 * Exponents move from bias 15 to bias 127, the one of infinity and NaN from 31 to 255. A denormal, fraction * 2^-24,
 * gets the exponent of 2^-14 and so a hidden bit, which the subtraction takes away; all others subtract zero.
 */
static inline float tcui_f32_from_f16(uint16_t half)
{
    const uint32_t rebias = (uint32_t)(127 - 15) << 23;
    const uint32_t step = (uint32_t)1 << 23;
    uint32_t magnitude = half & 0x7fffu;
    uint32_t sign = (uint32_t)(half & 0x8000u) << 16;
    uint32_t denormal = tcui_mask_u32(magnitude < 0x0400u);
    uint32_t special = tcui_mask_u32(magnitude >= 0x7c00u);
    uint32_t bits = (magnitude << 13) + rebias + (special & rebias) + (denormal & step);
    float hidden = tcui_f32_of_bits(denormal & (rebias + step));
    return tcui_f32_of_bits(tcui_bits_of_f32(tcui_f32_of_bits(bits) - hidden) | sign);
}

static inline float tcui_f32_from_bf16(uint16_t bits)
{
    return tcui_f32_of_bits((uint32_t)bits << 16);
}

/*
 * Rounds to a format of 16 bits with `fraction` fraction bits and smallest normal exponent `emin`.
 *
 * With e = max(exponent of |x|, emin) the format's unit in the last place is u = 2^(e - fraction), and a double c of
 * exponent e - fraction + 52 has just this unit: so the addition |x| + c rounds |x| to a multiple k * u, ties to even,
 * and k is the difference of the two doubles' bits. The result's bits are then (e - emin) * 2^fraction + k: k carries
 * the hidden bit of a normal number, which is the step from exponent field 0 to 1, and a k that was rounded up to the
 * next power of two is the step to the next exponent.
 */
static inline uint16_t tcui_narrow_f64(double x, int fraction, int emin)
{
    const int64_t bias = 1023;
    uint64_t bits = tcui_bits_of_f64(x);
    uint64_t sign = (bits >> 48) & 0x8000u;
    uint64_t magnitude = bits & 0x7fffffffffffffffu;
    uint64_t infinity = 0x7fffu >> fraction << fraction;
    uint64_t payload = (magnitude >> (52 - fraction)) & ((UINT64_C(1) << fraction) - 1);
    uint64_t nan = infinity | (UINT64_C(1) << (fraction - 1)) | payload;
    uint64_t is_nan = tcui_mask_u64(magnitude > UINT64_C(0x7ff0000000000000));

    /* 2^(3 - emin) is beyond both formats, and keeps the exponents below in range. */
    uint64_t beyond = (uint64_t)(bias + 3 - emin) << 52;
    uint64_t clamped = magnitude < beyond ? magnitude : beyond;
    uint64_t smallest = (uint64_t)(bias + emin) << 52;
    uint64_t exponent = (clamped > smallest ? clamped : smallest) >> 52;
    uint64_t c = (exponent + (uint64_t)(52 - fraction)) << 52;
    uint64_t k = tcui_bits_of_f64(tcui_f64_of_bits(clamped) + tcui_f64_of_bits(c)) - c;
    uint64_t rounded = ((exponent - (uint64_t)(bias + emin)) << fraction) + k;
    rounded = rounded < infinity ? rounded : infinity;
    return (uint16_t)(sign | (nan & is_nan) | (rounded & ~is_nan));
}

static inline uint16_t tcui_f16_from_f64(double x)
{
    return tcui_narrow_f64(x, 10, -14);
}

static inline uint16_t tcui_bf16_from_f64(double x)
{
    return tcui_narrow_f64(x, 7, -126);
}

static inline uint16_t tcui_f16_from_f32(float x)
{
    return tcui_f16_from_f64((double)x);
}

static inline uint16_t tcui_bf16_from_f32(float x)
{
    return tcui_bf16_from_f64((double)x);
}

#endif /* TCUI_HALF_H */
