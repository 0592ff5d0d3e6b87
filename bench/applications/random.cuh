/* SPDX-License-Identifier: Apache-2.0 */
/* Random inputs: an element is a hash of its index, so that threads make them in any order. */
#ifndef TCU_BENCH_APPLICATIONS_RANDOM_CUH
#define TCU_BENCH_APPLICATIONS_RANDOM_CUH

#include "application.h"

/* Sebastiano Vigna's splitmix64. */
__host__ __device__ inline uint64_t random_bits(uint64_t index, uint64_t seed = 0)
{
    uint64_t z = (index + 1 + (seed << 40)) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* In [0, 1), a multiple of 2^-24. */
__host__ __device__ inline float random_unit(uint64_t index, uint64_t seed = 0)
{
    return (float)(random_bits(index, seed) >> 40) * 0x1p-24f;
}

template <class Element, class Make>
__global__ void fill_elements(Element *elements, uint64_t n, Make make)
{
    const uint64_t stride = uint64_t(gridDim.x) * blockDim.x;
    for (uint64_t i = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n; i += stride) {
        elements[i] = make(i);
    }
}

/* An input of n elements, elements[i] = make(i). */
template <class Element, class Make>
Element *make_input(app_arrays *arrays, uint64_t n, cudaStream_t stream, Make make)
{
    Element *const elements = static_cast<Element *>(app_input(arrays, n * sizeof(Element)));
    fill_elements<<<2048, 256, 0, stream>>>(elements, n, make);
    APP_CUDA(cudaGetLastError());
    return elements;
}

#endif /* TCU_BENCH_APPLICATIONS_RANDOM_CUH */
