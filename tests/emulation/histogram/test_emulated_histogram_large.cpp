/* SPDX-License-Identifier: Apache-2.0 */
/* Histograms of more bytes than what blocks of few threads take, on the emulated device: the kernels of large arrays.
 */
#include "emulated_histogram.h"

using namespace emulated;

namespace
{

uint64_t pixels_of(tcu_type type, int channels)
{
    const uint64_t few = TCUI_HISTOGRAM_FEW_BYTES / (test_types[type].bytes * channels);
    return few + 1 + draw() % (few / 8);
}

void expect_counts(tcu_type type, int channels, uint64_t num_bins, tcu_bins_kind kind)
{
    histogram_case(type, channels, num_bins, kind, pixels_of(type, channels)).expect(&by_grid, no_weights);
}

} // namespace

Test(emulated_histogram_large, of_bytes, .timeout = 600)
{
    for (int channels : {1, 2, 3, 4})
        expect_counts(TCU_TYPE_U8, channels, 200, TCU_BINS_EVEN);
}

/* By multiplications; by the general counter, where bins are narrower than 1; and in so many bins that a block has a
 * multiprocessor's shared memory for itself. */
Test(emulated_histogram_large, of_integers, .timeout = 600)
{
    histogram_case(TCU_TYPE_U16, 1000, {7, 5003}, pixels_of(TCU_TYPE_U16, 1)).expect(&by_grid, no_weights);
    histogram_case(TCU_TYPE_I16, 4096, {-2048, 2048}, pixels_of(TCU_TYPE_I16, 1)).expect(&by_grid, no_weights);
    expect_counts(TCU_TYPE_U16, 1, 1000, TCU_BINS_EVEN);
    expect_counts(TCU_TYPE_I32, 1, 256, TCU_BINS_EVEN);
    expect_counts(TCU_TYPE_I32, 1, 40000, TCU_BINS_EVEN);
    expect_counts(TCU_TYPE_U64, 1, 300, TCU_BINS_EVEN);
}

/* Of cells of levels, of the edges of even bins, and of halves. */
Test(emulated_histogram_large, by_tables, .timeout = 600)
{
    expect_counts(TCU_TYPE_I32, 1, 3000, TCU_BINS_RANGE);
    expect_counts(TCU_TYPE_F32, 1, 255, TCU_BINS_RANGE);
    expect_counts(TCU_TYPE_F32, 1, 1000, TCU_BINS_EVEN);
    expect_counts(TCU_TYPE_F16, 1, 1000, TCU_BINS_EVEN);
}
