/* SPDX-License-Identifier: Apache-2.0 */
/* Integer instructions, and the bits of numbers. */
#ifndef TCU_EMULATED_CUDA_BITS_H
#define TCU_EMULATED_CUDA_BITS_H

#include "emulated_device.h"

inline int __popc(unsigned x)
{
    return __builtin_popcount(x);
}

inline int __ffs(int x)
{
    return __builtin_ffs(x);
}

inline unsigned __umulhi(unsigned a, unsigned b)
{
    return static_cast<unsigned>(static_cast<uint64_t>(a) * b >> 32);
}

inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}

inline int __clz(unsigned x)
{
    return x == 0 ? 32 : __builtin_clz(x);
}

inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift)
{
    return static_cast<unsigned>((static_cast<uint64_t>(high) << 32 | low) >> shift % 32);
}

inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift)
{
    return static_cast<unsigned>((static_cast<uint64_t>(high) << 32 | low) << shift % 32 >> 32);
}

inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}

inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

/* The smaller ones of two halves of words, and the greater ones. */
inline unsigned __vminu2(unsigned a, unsigned b)
{
    const unsigned low = (a & 0xffffu) < (b & 0xffffu) ? a : b, high = a >> 16 < b >> 16 ? a : b;
    return (low & 0xffffu) | (high & 0xffff0000u);
}

inline unsigned __vmaxu2(unsigned a, unsigned b)
{
    const unsigned low = (a & 0xffffu) > (b & 0xffffu) ? a : b, high = a >> 16 > b >> 16 ? a : b;
    return (low & 0xffffu) | (high & 0xffff0000u);
}

/* The sums of the halves, modulo 2^16. */
inline unsigned __vadd2(unsigned a, unsigned b)
{
    return ((a + b) & 0xffffu) | ((a & 0xffff0000u) + (b & 0xffff0000u));
}

inline unsigned __dp4a(unsigned a, unsigned b, unsigned sum)
{
    for (int i = 0; i < 32; i += 8) {
        sum += (a >> i & 255u) * (b >> i & 255u);
    }
    return sum;
}

inline int __dp4a(int a, int b, int sum)
{
    for (int i = 0; i < 32; i += 8) {
        sum += static_cast<int8_t>(a >> i) * static_cast<int8_t>(b >> i);
    }
    return sum;
}

inline double __longlong_as_double(long long bits)
{
    return emulated::from_bits<double>(static_cast<uint64_t>(bits));
}
inline long long __double_as_longlong(double value)
{
    return static_cast<long long>(emulated::to_bits(value));
}
inline float __uint_as_float(unsigned bits)
{
    return emulated::from_bits<float>(bits);
}
inline unsigned __float_as_uint(float value)
{
    return static_cast<unsigned>(emulated::to_bits(value));
}
inline double __hiloint2double(int high, int low)
{
    return emulated::from_bits<double>(static_cast<uint64_t>(static_cast<unsigned>(high)) << 32 |
                                       static_cast<unsigned>(low));
}
inline int __double2hiint(double value)
{
    return static_cast<int>(emulated::to_bits(value) >> 32);
}
inline int __double2loint(double value)
{
    return static_cast<int>(emulated::to_bits(value));
}

#endif /* TCU_EMULATED_CUDA_BITS_H */
