/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/applications/random.cuh"
#include "problem.h"

namespace
{
void make(void *problem, app_arrays *arrays, int, int small, cudaStream_t stream)
{
    spline &p = *static_cast<spline *>(problem);
    p.num_pieces = small ? 97 : 10000;
    p.num_points = small ? 100003 : uint64_t(1) << 26;
    const uint64_t pieces = p.num_pieces;
    p.breakpoints = make_input<float>(arrays, pieces + 1, stream, [pieces] __device__(uint64_t i) {
        const float jitter = i > 0 && i < pieces ? 0.9f * (random_unit(i) - 0.5f) : 0;
        return (float(i) + jitter) / float(pieces);
    });
    p.coefficients = make_input<float>(arrays, pieces * (SPLINE_DEGREE + 1), stream,
                                       [] __device__(uint64_t i) { return 2 * random_unit(i, 1) - 1; });
    p.points = make_input<float>(arrays, p.num_points, stream, [] __device__(uint64_t i) { return random_unit(i, 2); });
    // Coefficients are at most 1, and x - breakpoints[piece] is small: each side's value is at most 4 roundings of numbers
    // of at most 1 off.
    app_output(arrays, &p.values, p.num_points, TCU_TYPE_F32, {0, 8 * 0x1p-24}, nullptr);
}

const char *const kCases[] = {"spline, 2^26 lookups in 10^4 pieces"};
} // namespace

const application application_spline = {"spline", kCases, 1, sizeof(spline), make, &spline_tcu, &spline_cub};
