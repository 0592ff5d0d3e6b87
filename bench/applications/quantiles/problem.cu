/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/applications/random.cuh"
#include "problem.h"

namespace
{
// About normal, by the central limit theorem: 12 uniform numbers in a sum.
struct normal {
    __device__ float operator()(uint64_t i) const
    {
        float sum = -6;
        for (int draw = 0; draw < 12; draw++) {
            sum += random_unit(i, uint64_t(draw));
        }
        return sum;
    }
};

void make(void *problem, app_arrays *arrays, int, int small, cudaStream_t stream)
{
    quantiles &p = *static_cast<quantiles *>(problem);
    const double q[QUANTILES_COUNT] = {0.01, 0.25, 0.5, 0.75, 0.99};
    p.n = small ? 1000003 : uint64_t(1) << 28;
    for (int j = 0; j < QUANTILES_COUNT; j++) {
        p.q[j] = q[j];
    }
    p.column = make_input<float>(arrays, p.n, stream, normal{});
    app_output(arrays, &p.values, QUANTILES_COUNT, TCU_TYPE_F32, {0, 0}, nullptr);
}

const char *const kCases[] = {"5 quantiles of 2^28 f32"};
} // namespace

const application application_quantiles = {"quantiles",    kCases,        1, sizeof(quantiles), make,
                                           &quantiles_tcu, &quantiles_cub};
