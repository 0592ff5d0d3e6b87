/* SPDX-License-Identifier: Apache-2.0 */
/* Integers of 128 bits, which every compiler for 64-bit machines has, though no standard does. */
#ifndef TCUI_HISTOGRAM_BINS_WIDE_H
#define TCUI_HISTOGRAM_BINS_WIDE_H

#include <stdint.h>

__extension__ typedef __int128 tcui_i128;
__extension__ typedef unsigned __int128 tcui_u128;

/* Functions that kernels call as the host does. */
#ifdef __CUDACC__
#define TCUI_ON_DEVICE_TOO __host__ __device__
#else
#define TCUI_ON_DEVICE_TOO
#endif

/* The upper half of the product. */
TCUI_ON_DEVICE_TOO static inline uint64_t tcui_multiply_high(uint64_t a, uint64_t b)
{
    return (uint64_t)((tcui_u128)a * b >> 64);
}

#endif /* TCUI_HISTOGRAM_BINS_WIDE_H */
