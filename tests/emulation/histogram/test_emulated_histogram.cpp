/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels of histograms on the emulated device: every path and shape. */
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

Test(emulated_histogram, by_clusters, .timeout = 600)
{
    sweep(by_clusters);
}

/* Where an estimate in f32 is exact. */
Test(emulated_histogram, of_binary_bins, .timeout = 600)
{
    for (tcu_type type : {TCU_TYPE_F16, TCU_TYPE_BF16, TCU_TYPE_F32})
        for (const tcui_histogram_policy *policy : {&by_block, &by_cluster, &by_clusters, &only_grid})
            for (uint64_t num_bins : {1, 7, 64, 256})
                histogram_case(type, 1, num_bins, TCU_BINS_EVEN, draw() % 5000, true).expect(policy, no_weights);
}

/* Of as many blocks as there can be: more than slots, and with slots that are no multiple of them. */
Test(emulated_histogram, by_a_large_cluster, .timeout = 600)
{
    for (tcu_type type : {TCU_TYPE_U8, TCU_TYPE_F32})
        for (uint64_t num_bins : {1, 20, 300})
            histogram_case(type, 1, num_bins, draw() % 2 ? TCU_BINS_RANGE : TCU_BINS_EVEN,
                           20000 * 4 / (type == TCU_TYPE_U8 ? 1 : 4))
                .expect(draw() % 2 ? &by_cluster : &by_clusters, no_weights, 16);
}

Test(emulated_histogram, by_a_grid, .timeout = 600)
{
    sweep(by_grid);
}

/* Cells of levels with one of them, with pairs and with crowds, with some of these near each other: of numbers, and of
 * keys, as those are where a level is infinite. */
Test(emulated_histogram, of_crowded_levels, .timeout = 600)
{
    using levels = std::vector<long double>;
    const auto sorted = [](levels numbers) {
        std::sort(numbers.begin(), numbers.end());
        return numbers;
    };
    levels pairs, crowds, denormals, spread, steps;
    for (int k = 0; k < 60; ++k) {
        pairs.insert(pairs.end(), {k * 1.0L, k + 0x1p-12L});
        for (int i = 0; i < k % 7; ++i)
            crowds.push_back(k + i * 0x1p-18L);
        denormals.push_back((k - 20) * 0x1p-147L);
        spread.push_back(0x1p-20L * std::exp2(0.5L * k));
        steps.push_back(k / 7 * 7); /* each seven times */
    }
    levels far = crowds, ends = crowds, zeros = {-1, -0.0L, 0, 0, 0x1p-149L, 1};
    far.push_back(0x1p100L);
    ends.insert(ends.end(), {INFINITY, INFINITY});
    ends.insert(ends.begin(), -INFINITY);
    const levels all_in_one = {-0x1p120L, 5, 5.25L, 5.5L, 5.75L, 6, 0x1p120L}, two = {5, 5.5L}, equal = {5, 5, 5};
    for (const levels &of : {pairs, crowds, denormals, spread, steps, far, ends, zeros, all_in_one, two, equal})
        for (tcu_type type : {TCU_TYPE_F32, TCU_TYPE_F16, TCU_TYPE_BF16})
            histogram_case(type, sorted(of), 1 + draw() % 4000).expect(&by_grid, no_weights);
    levels integers;
    for (int k = 0; k < 200; ++k)
        integers.push_back(k * 1000000 - 100000000 + k % 8);
    integers.insert(integers.end(), {3, 4, 5, 5, 6, 2147483647, 2147483647});
    for (tcu_type type : {TCU_TYPE_I32, TCU_TYPE_U32, TCU_TYPE_U16, TCU_TYPE_I16})
        for (const levels &of : {integers, steps})
            histogram_case(type, sorted(of), 1 + draw() % 4000).expect(&by_grid, no_weights);
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

/* Of 16 bits, by blocks that are alone on their multiprocessors. */
Test(emulated_histogram, of_blocks_alone, .timeout = 600)
{
    for (tcu_type type : {TCU_TYPE_F16, TCU_TYPE_BF16, TCU_TYPE_U16, TCU_TYPE_I16})
        for (uint64_t num_bins : {2048, 5000})
            histogram_case(type, 1, num_bins, TCU_BINS_EVEN, draw() % 40000).expect(&by_grid, no_weights);
}

/* Of bytes: blocks find the bins of values where these are few. */
Test(emulated_histogram, of_many_bins_of_bytes, .timeout = 600)
{
    for (const tcui_histogram_policy *policy : {&by_block, &by_cluster, &by_clusters, &by_grid})
        for (uint64_t num_bins : {257, 4000, 5000}) {
            histogram_case(TCU_TYPE_U8, 1, num_bins, TCU_BINS_EVEN, 3000).expect(policy, no_weights);
            histogram_case(TCU_TYPE_I8, 3, num_bins, TCU_BINS_RANGE, 1000).expect(policy, no_weights);
        }
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

/* Plans alone, of as many blocks as GPUs have. */
Test(emulated_histogram, workspaces_do_not_shrink_with_growing_n, .timeout = 600)
{
    for (int multiprocessors : {1, 3, 108, 132})
        for (tcu_type type : types)
            for (tcu_bins_kind kind : {TCU_BINS_EVEN, TCU_BINS_RANGE})
                for (uint64_t num_bins : {1, 256, 4096, 30000, 65536, 300000}) {
                    for (const tcui_histogram_policy *policy : {static_cast<const tcui_histogram_policy *>(nullptr),
                                                                &by_clusters, &by_grid, &only_grid, &by_matrix_grid})
                        expect_growing_workspace(type, kind, 1, num_bins, multiprocessors, policy, no_weights);
                    expect_growing_workspace(type, kind, 3, num_bins, multiprocessors, nullptr, no_weights);
                    for (tcu_type weight : {TCU_TYPE_U64, TCU_TYPE_F32})
                        expect_growing_workspace(type, kind, 1, num_bins, multiprocessors, nullptr, weight);
                }
}
