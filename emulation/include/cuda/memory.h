/* SPDX-License-Identifier: Apache-2.0 */
/* Loads and stores with cache hints: inside the arrays that the test declares. */
#ifndef TCU_EMULATED_CUDA_MEMORY_H
#define TCU_EMULATED_CUDA_MEMORY_H

#include "emulated_device.h"
#include "runtime.h"
#include "vectors.h"

#if TCU_EMULATED_CHECKS
using uint2 = emulated::vector2<unsigned>;
using uint4 = emulated::vector4<unsigned>;
#else
/* (Without checks nothing is told of vectors, and plain structs are faster.) */
struct uint2 {
    unsigned x, y;
};
struct uint4 {
    unsigned x, y, z, w;
};
#endif

inline uint2 make_uint2(unsigned x, unsigned y)
{
    return {x, y};
}

inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w)
{
    return {x, y, z, w};
}

/* (A variable __constant__ is one of the program's.) */
template <class T>
cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t bytes)
{
    if (bytes > sizeof symbol) {
        return cudaErrorInvalidValue;
    }
    std::memcpy(&symbol, from, bytes);
    return cudaSuccess;
}

template <class T>
T __ldcs(const T *from)
{
    emulated::check_inside(from, sizeof(T), emulated::gpu.in_begin, emulated::gpu.in_end, "a vector outside the input");
    return *from;
}

template <class T>
T __ldg(const T *from)
{
    return __ldcs(from);
}

template <class T, class U>
void __stcs(T *to, U value)
{
    emulated::check_aligned(to, sizeof(T));
    *to = value;
}

template <class T, class U>
void __stwb(T *to, U value)
{
    *to = value;
}

#endif /* TCU_EMULATED_CUDA_MEMORY_H */
