/* SPDX-License-Identifier: Apache-2.0 */
/* 16 bytes that begin inside a vector and end in the one behind it. */
#ifndef TCUI_VECTOR_JOIN_CUH
#define TCUI_VECTOR_JOIN_CUH

#include "element.cuh"

namespace tcu
{

/* The last `bytes` bytes of `before` and the first of `own`: 0 <= bytes < 16, the same in all lanes. */
__device__ __forceinline__ uint4 join_vectors(const uint32_t (&before)[4], const uint32_t (&own)[4], int bytes)
{
    const int words = bytes / 4, bits = bytes % 4 * 8;
    const uint32_t all[8] = {before[0], before[1], before[2], before[3], own[0], own[1], own[2], own[3]};
    uint32_t by_two[6], by_one[5];
#pragma unroll
    for (int i = 0; i < 6; i++) {
        by_two[i] = words & 2 ? all[i] : all[i + 2];
    }
#pragma unroll
    for (int i = 0; i < 5; i++) {
        by_one[i] = words & 1 ? by_two[i] : by_two[i + 1];
    }
    return make_uint4(__funnelshift_l(by_one[0], by_one[1], bits), __funnelshift_l(by_one[1], by_one[2], bits),
                      __funnelshift_l(by_one[2], by_one[3], bits), __funnelshift_l(by_one[3], by_one[4], bits));
}

} // namespace tcu

#endif /* TCUI_VECTOR_JOIN_CUH */
