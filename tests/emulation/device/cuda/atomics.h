/* SPDX-License-Identifier: Apache-2.0 */
/* Atomic operations: a fiber runs on until it waits, so each of them is whole. */
#ifndef TCU_EMULATED_CUDA_ATOMICS_H
#define TCU_EMULATED_CUDA_ATOMICS_H

#include <algorithm>

template <class T>
T atomicAdd(T *to, T value)
{
    const T before = *to;
    *to += value;
    return before;
}

template <class T>
T atomicExch(T *to, T value)
{
    const T before = *to;
    *to = value;
    return before;
}

template <class T>
T atomicMin(T *to, T value)
{
    const T before = *to;
    *to = std::min(before, value);
    return before;
}

inline unsigned atomicCAS(unsigned *to, unsigned expected, unsigned value)
{
    const unsigned before = *to;
    if (before == expected) {
        *to = value;
    }
    return before;
}

template <class T>
T atomicOr(T *to, T value)
{
    const T before = *to;
    *to |= value;
    return before;
}

#endif /* TCU_EMULATED_CUDA_ATOMICS_H */
