/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/applications/random.cuh"
#include "problem.h"

namespace
{
void make(void *problem, app_arrays *arrays, int, int small, cudaStream_t stream)
{
    heat &p = *static_cast<heat *>(problem);
    p.edge = small ? 203 : 4096;
    p.steps = small ? 21 : 1000;
    p.r = 0.2;
    const uint64_t points = p.edge * p.edge;
    p.initial =
        make_input<double>(arrays, points, stream, [] __device__(uint64_t i) { return double(random_unit(i)); });
    // A step is a mean of temperatures up to 1 with positive weights, so it does not let errors grow, and adds at most 8
    // roundings of 2^-53; of all steps, and of both sides.
    app_output(arrays, &p.temperatures, points, TCU_TYPE_F64, {0, 2 * 8 * double(p.steps) * 0x1p-53}, nullptr);
}

const char *const kCases[] = {"heat in 2D, 4096^2, 1000 steps, f64"};
} // namespace

const application application_heat = {"heat", kCases, 1, sizeof(heat), make, &heat_tcu, &heat_cub};
