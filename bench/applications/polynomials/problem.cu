/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/applications/random.cuh"
#include "problem.h"

namespace
{
void make(void *problem, app_arrays *arrays, int, int small, cudaStream_t stream)
{
    polynomials &p = *static_cast<polynomials *>(problem);
    constexpr int terms = POLYNOMIALS_DEGREE + 1;
    p.num_polynomials = small ? 45 : 1000;
    p.num_points = small ? 1236 : 1000000;
    p.coefficients = make_input<float>(arrays, p.num_polynomials * terms, stream,
                                       [] __device__(uint64_t i) { return 2 * random_unit(i) - 1; });
    p.points = make_input<float>(arrays, p.num_points, stream,
                                 [] __device__(uint64_t i) { return 2 * random_unit(i, 1) - 1; });
    // Horner's scheme: 2 d roundings, of 2^-24, of the sum of |c_k x^k|, which is at most d + 1 here; and both sides.
    app_output(arrays, &p.values, p.num_polynomials * p.num_points, TCU_TYPE_F32,
               {0, 2 * (2 * POLYNOMIALS_DEGREE * 0x1p-24 * terms)}, nullptr);
}

const char *const kCases[] = {"1000 polynomials, degree 20, 10^6 x"};
} // namespace

const application application_polynomials = {"polynomials",    kCases,          1, sizeof(polynomials), make,
                                             &polynomials_tcu, &polynomials_cub};
