/* SPDX-License-Identifier: Apache-2.0 */
/* The bins of 16-bit reals without a look at edges (counters/halves.cuh), for all 65,536 samples. */
#include <algorithm>
#include <criterion/criterion.h>

#include "algorithms/histogram/cuda/private/counters/halves.cuh"

extern "C" {
#include "histogram/bin_by_definition.h"
#include "test_types.h"
}

namespace
{

uint32_t bin_by(const tcu::half_bins &bins, float x)
{
    return bins.method == tcu::half_method::by_sign   ? tcu::half_bin<tcu::half_method::by_sign>(bins, x)
           : bins.method == tcu::half_method::nearest ? tcu::half_bin<tcu::half_method::nearest>(bins, x)
                                                      : tcu::half_bin<tcu::half_method::below>(bins, x);
}

/* Of how many samples the bin is wrong, by the method with the fewest. */
int least_wrong(tcu_type type, double lower, double upper, uint64_t num_bins)
{
    tcui_bins described = {};
    described.num_bins = num_bins;
    described.reals.lower = lower;
    described.reals.upper = upper;
    const tcu::half_candidates candidates = tcu::half_candidates_of(&described);
    test_bins bins = {};
    bins.kind = TCU_BINS_EVEN;
    bins.sample_type = type;
    bins.level_type = TCU_TYPE_F64;
    bins.num_bins = num_bins;
    std::memcpy(&bins.lower, &lower, 8);
    std::memcpy(&bins.upper, &upper, 8);
    int wrong[tcu::half_candidates::count] = {};
    for (uint32_t bits = 0; bits < 1 << 16; bits++) {
        unsigned char sample[8] = {static_cast<unsigned char>(bits), static_cast<unsigned char>(bits >> 8)};
        const uint64_t bin = test_bin_of(&bins, sample);
        const float x = static_cast<float>(test_number(type, sample));
        for (int i = 0; i < tcu::half_candidates::count; i++) {
            const tcu::half_bins &by = candidates.bins[i];
            wrong[i] += by.method == tcu::half_method::none || bin_by(by, x) != bin;
        }
    }
    return *std::min_element(wrong, wrong + tcu::half_candidates::count);
}

/* Some method is right for each sample, for bins as users have them. */
void expect_a_method(tcu_type type)
{
    const double ends[][2] = {{0, 1}, {0, 1.5}, {-1.5, 1.5}, {-1, 1.01}, {-0.5, 255.5}, {-1.570796, 1.570796}};
    for (const auto &end : ends) {
        for (uint64_t num_bins : {10, 256, 1024, 4096}) {
            const int wrong = least_wrong(type, end[0], end[1], num_bins);
            cr_expect(wrong == 0, "%d bins from %g to %g: %d samples", static_cast<int>(num_bins), end[0], end[1],
                      wrong);
        }
    }
}

} // namespace

Test(emulated_halves, all_f16, .timeout = 600)
{
    expect_a_method(TCU_TYPE_F16);
}

Test(emulated_halves, all_bf16, .timeout = 600)
{
    expect_a_method(TCU_TYPE_BF16);
}
