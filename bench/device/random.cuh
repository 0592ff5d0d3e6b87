/* SPDX-License-Identifier: Apache-2.0 */
/* Random bits: element i is a hash of i and the seed. */
#ifndef TCU_BENCH_DEVICE_RANDOM_CUH
#define TCU_BENCH_DEVICE_RANDOM_CUH

#include <stdint.h>

__device__ inline uint64_t bench_hash(uint64_t x) // splitmix64
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}
__device__ inline double bench_unit(uint64_t bits) // [0, 1)
{
    return (double)(bits >> 11) * 0x1p-53;
}

#endif
