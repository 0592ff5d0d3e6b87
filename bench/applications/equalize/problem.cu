/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/applications/random.cuh"
#include "problem.h"

namespace
{
void make(void *problem, app_arrays *arrays, int, int small, cudaStream_t stream)
{
    equalize &p = *static_cast<equalize *>(problem);
    p.num_pictures = small ? 3 : 64;
    p.pixels = small ? uint64_t(64) * 48 : uint64_t(3840) * 2160;
    const uint64_t pixels = p.pixels;
    // Low contrast, brighter from picture to picture: sums of four numbers, from 20 + i on and less than 200 + i.
    p.pictures = make_input<unsigned char>(arrays, p.num_pictures * pixels, stream, [pixels] __device__(uint64_t i) {
        const uint64_t bits = random_bits(i), picture = i / pixels;
        const uint64_t sum = (bits & 63) + (bits >> 8 & 63) + (bits >> 16 & 31) + (bits >> 24 & 15);
        return (unsigned char)(20 + picture % 50 + sum);
    });
    app_output(arrays, &p.equalized, p.num_pictures * pixels, TCU_TYPE_U8, {0, 0}, nullptr);
}

const char *const kCases[] = {"64 4K pictures equalised"};
} // namespace

const application application_equalize = {"equalize", kCases, 1, sizeof(equalize), make, &equalize_tcu, &equalize_cub};
