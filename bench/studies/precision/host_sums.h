/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file host_sums.h The chains of sums.cuh on the host. Each is a fixed order of IEEE additions, so the GPU must give the
 * same bits. An f32 has more than twice the bits of an f16 and two more, so an f32 sum of two f16, rounded to f16, is their
 * f16 sum (S. A. Figueroa: "When is double rounding innocuous?", 1995).
 */
#ifndef TCU_BENCH_STUDIES_PRECISION_HOST_SUMS_H
#define TCU_BENCH_STUDIES_PRECISION_HOST_SUMS_H

#include <vector>

#include <cuda_fp16.h>

namespace study
{
inline float to_half(float x) // rounded to f16, to nearest
{
    return __half2float(__float2half_rn(x));
}

inline float host_naive_half(const std::vector<__half> &x)
{
    float sum = 0;
    for (__half element : x) {
        sum = to_half(sum + __half2float(element));
    }
    return sum;
}

inline float host_kahan_half(const std::vector<__half> &x)
{
    float sum = 0, lost = 0;
    for (__half element : x) {
        const float corrected = to_half(__half2float(element) - lost), next = to_half(sum + corrected);
        lost = to_half(to_half(next - sum) - corrected);
        sum = next;
    }
    return sum;
}

inline float host_naive_float(const std::vector<__half> &x)
{
    float sum = 0;
    for (__half element : x) {
        sum += __half2float(element);
    }
    return sum;
}
} // namespace study

#endif
