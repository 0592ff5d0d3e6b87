/* SPDX-License-Identifier: Apache-2.0 */
/* Sums of f64 whose error does not grow with the number of terms. */
#ifndef TCUI_COMPENSATED_SUM_CUH
#define TCUI_COMPENSATED_SUM_CUH

#include "element.cuh"

namespace tcu
{

/* A sum, and what its additions rounded away: Knuth's TwoSum gives that exactly. Infinities lose nothing. */
struct compensated_sum {
    f64 sum, lost;

    __device__ __forceinline__ void add(f64 x)
    {
        const f64 before = sum, after = before + x, part = after - before;
        const f64 error = (before - (after - part)) + (x - part);
        sum = after;
        lost += isfinite(after) ? error : 0.0;
    }

    __device__ __forceinline__ void add(const compensated_sum &other)
    {
        add(other.sum);
        lost += other.lost;
    }

    __device__ __forceinline__ f64 value() const { return sum + lost; }
};

} // namespace tcu

#endif /* TCUI_COMPENSATED_SUM_CUH */
