/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of histograms on the emulated device: every way and shape. */
#include "emulated_histogram.h"

namespace
{

using namespace emulated;

const tcu_type types[] = {TCU_TYPE_U8,  TCU_TYPE_I16, TCU_TYPE_U16, TCU_TYPE_F16, TCU_TYPE_BF16,
                          TCU_TYPE_I32, TCU_TYPE_U64, TCU_TYPE_F32, TCU_TYPE_F64};

void sweep(const tcui_histogram_policy &policy)
{
    for (tcu_type type : types)
        for (tcu_bins_kind kind : {TCU_BINS_EVEN, TCU_BINS_RANGE}) {
            histogram_case(type, 1, 1 + draw() % 40, kind, 100 + draw() % 30000).expect(&policy, no_weights);
            histogram_case(type, 1, 16, kind, draw() % 40).expect(&policy, no_weights);
        }
}

} // namespace

Test(emulated_histogram, by_a_block, .timeout = 600)
{
    sweep(by_block);
}

Test(emulated_histogram, by_a_cluster, .timeout = 600)
{
    sweep(by_cluster);
}

Test(emulated_histogram, by_a_grid, .timeout = 600)
{
    sweep(by_grid);
}

Test(emulated_histogram, by_a_general_grid, .timeout = 600)
{
    sweep(by_general_grid);
}

Test(emulated_histogram, on_the_matrix_unit, .timeout = 600)
{
    for (tcu_type type : {TCU_TYPE_U8, TCU_TYPE_I8})
        for (tcu_bins_kind kind : {TCU_BINS_EVEN, TCU_BINS_RANGE})
            for (uint64_t num_bins : {1, 40, 256, 3000})
                histogram_case(type, 1, num_bins, kind, draw() % 30000).expect(&by_matrix_grid, no_weights);
}

Test(emulated_histogram, in_one_copy, .timeout = 600)
{
    sweep(in_one_copy);
}

Test(emulated_histogram, of_channels, .timeout = 600)
{
    for (int channels : {2, 3, 4, 5, 8})
        for (tcu_type type : {TCU_TYPE_U8, TCU_TYPE_I8, TCU_TYPE_F16, TCU_TYPE_I32})
            histogram_case(type, channels, 1 + draw() % 300, draw() % 2 ? TCU_BINS_RANGE : TCU_BINS_EVEN, draw() % 5000)
                .expect(draw() % 2 ? &by_grid : &by_block, no_weights);
}

/* By groups of blocks, and in one copy with and without sums of some bins in shared memory. */
Test(emulated_histogram, of_many_bins, .timeout = 600)
{
    for (tcu_type type : {TCU_TYPE_U16, TCU_TYPE_I32, TCU_TYPE_F32}) {
        histogram_case(type, 1, 70000, TCU_BINS_EVEN, 3000).expect(&by_grid, no_weights);
        histogram_case(type, 1, 70000, TCU_BINS_EVEN, 3000).expect(&in_one_copy, no_weights);
        histogram_case(type, 1, 70000, TCU_BINS_EVEN, 3000).expect(&without_cache, no_weights);
    }
    for (tcu_type type : {TCU_TYPE_U16, TCU_TYPE_I16})
        histogram_case(type, 1, 65536, TCU_BINS_EVEN, 30000).expect(&by_grid, no_weights);
}

Test(emulated_histogram, of_weights, .timeout = 600)
{
    for (tcu_type weight : {TCU_TYPE_F16, TCU_TYPE_F32, TCU_TYPE_F64, TCU_TYPE_I32, TCU_TYPE_U64})
        for (uint64_t num_bins : {20, 700, 40000}) {
            const tcu_type type = types[draw() % (sizeof types / sizeof types[0])];
            histogram_case(type, 1 + static_cast<int>(draw() % 2), num_bins, TCU_BINS_EVEN, draw() % 6000)
                .expect(&in_one_copy, weight);
        }
}

/* Warps that take turns at one copy, some of them without pixels in the last round. */
Test(emulated_histogram, of_weights_in_turns, .timeout = 600)
{
    for (tcu_type weight : {TCU_TYPE_F16, TCU_TYPE_F32, TCU_TYPE_F64})
        for (int channels : {1, 2})
            histogram_case(TCU_TYPE_F32, channels, 100 + draw() % 150 / channels, TCU_BINS_EVEN, draw() % 50000)
                .expect(nullptr, weight);
}
