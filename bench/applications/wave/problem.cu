/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/applications/random.cuh"
#include "problem.h"

namespace
{
void make(void *problem, app_arrays *arrays, int, int small, cudaStream_t stream)
{
    wave &p = *static_cast<wave *>(problem);
    const double weights[WAVE_ALONG] = {-1.0 / 12, 4.0 / 3, -5.0 / 2, 4.0 / 3, -1.0 / 12}, courant = 0.4;
    p.edge = small ? 45 : 512;
    p.steps = small ? 11 : 100;
    for (int k = 0; k < WAVE_ALONG; k++) {
        p.along[k] = courant * courant * weights[k]; // (stable up to a Courant number of 0.5)
    }
    const uint64_t points = p.edge * p.edge * p.edge;
    p.initial =
        make_input<double>(arrays, points, stream, [] __device__(uint64_t i) { return double(random_unit(i)) - 0.5; });
    // Some units in the last place of numbers of about 1 a step, which later steps carry on, at worst in proportion to their
    // number; and both sides.
    const double steps = double(p.steps);
    app_output(arrays, &p.fields, 2 * points, TCU_TYPE_F64, {0, 2 * 16 * 0x1p-52 * steps * (steps + 1)}, nullptr);
}

const char *const kCases[] = {"waves in 3D, 512^3, 100 steps, f64"};
} // namespace

const application application_wave = {"wave", kCases, 1, sizeof(wave), make, &wave_tcu, &wave_cub};
