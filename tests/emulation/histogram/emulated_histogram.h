/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Histograms on the emulated device: tasks made as a call makes them, run by policies that tasks as small would not
 * lead to, and compared with the definition, sample by sample (tests/support/histogram/bin_by_definition.h).
 */
#ifndef TCU_EMULATED_HISTOGRAM_H
#define TCU_EMULATED_HISTOGRAM_H

#include "emulated_case.h"

#include "algorithms/histogram/cuda/tuning.h"

extern "C" {
#include "algorithms/histogram/arguments.h"
#include "histogram/bin_by_definition.h"
#include "test_types.h"
}

namespace emulated
{

/* As the type of weights: none. */
constexpr tcu_type no_weights = static_cast<tcu_type>(TCU_TYPE_COUNT);

constexpr uint64_t all = UINT64_MAX;
constexpr tcu_arithmetic plain = TCU_ARITHMETIC_PLAIN;
constexpr tcui_histogram_policy by_block = {all, all, 0, 0, 0, 0, true, plain};
constexpr tcui_histogram_policy by_cluster = {all, 0, all, 0, 0, 0, true, plain};
constexpr tcui_histogram_policy by_clusters = {all, 0, 0, all, all, 0, true, plain};
constexpr tcui_histogram_policy by_grid = {all, 0, 0, 0, 0, 0, true, plain};
constexpr tcui_histogram_policy only_grid = {all, 0, 0, 0, all, 0, true, plain}; /* without tables */
constexpr tcui_histogram_policy by_general_grid = {all, 0, 0, 0, 0, 0, false, plain};
constexpr tcui_histogram_policy by_matrix_grid = {all, 0, 0, 0, 0, 0, true, TCU_ARITHMETIC_MATRIX};
constexpr tcui_histogram_policy in_one_copy = {0, 0, 0, 0, 0, 0, true, plain};
constexpr tcui_histogram_policy without_cache = {0, 0, 0, 0, 0, all, true, plain};

struct one_channel {
    test_bins bins;
    std::vector<unsigned char> levels;
    std::vector<uint64_t> counts;
    uint64_t outside = 0;
};

/* Plans and executes what a call with these arguments would, in a workspace full of garbage; by the device's own policy
 * where `policy` is NULL. Vectors are loaded from `sample_bytes` bytes alone, from the first sample on. */
void run_histogram(const tcui_histogram_policy *policy, const tcui_histogram_arguments &arguments,
                   uint64_t sample_bytes, int cluster_blocks);

struct even_ends {
    long double lower, upper;
};

/* A task of `channels` channels of one type, drawn; samples at edges, beside them and anywhere. */
class histogram_case
{
  public:
    histogram_case(tcu_type type, int channels, uint64_t num_bins, tcu_bins_kind kind, uint64_t n,
                   bool are_binary = false);

    /* Even bins of one channel between given ends. */
    histogram_case(tcu_type type, uint64_t num_bins, even_ends ends, uint64_t n);

    /* Bins between given levels; samples at these, beside them and between neighbours. */
    histogram_case(tcu_type type, const std::vector<long double> &levels, uint64_t n)
        : histogram_case(type, test_types[type].real ? TCU_TYPE_F32 : TCU_TYPE_I32, levels, n)
    {
    }
    histogram_case(tcu_type type, tcu_type level_type, const std::vector<long double> &levels, uint64_t n);

    /* By the device's own policy where `policy` is NULL. */
    void expect(const tcui_histogram_policy *policy, tcu_type weight_type, int cluster_blocks = 2);

  private:
    long double draw_number() const;
    void draw_bins(one_channel &channel, uint64_t num_bins, tcu_bins_kind kind);
    void set_levels(one_channel &channel, const std::vector<long double> &numbers);
    long double edge(const test_bins &bins, uint64_t k) const;
    uint64_t draw_sample(const test_bins &bins) const;
    void draw_samples();
    void count(const unsigned char *weights, tcu_type weight_type, size_t weight_size);

    tcu_type type;
    uint64_t n;
    bool are_binary = false; /* the bins begin at 0 and have a power of two as their width, up to 1 */
    std::vector<one_channel> channels;
    size_t size;
    array<unsigned char> samples;
};

/* That the workspace does not shrink with growing n, on a device of so many multiprocessors and by the policy (NULL:
 * the device's own): at all sizes around which a plan may take another path, and at some between them. */
void expect_growing_workspace(tcu_type type, tcu_bins_kind kind, int num_channels, uint64_t num_bins,
                              int multiprocessors, const tcui_histogram_policy *policy, tcu_type weight_type);

} // namespace emulated

#endif /* TCU_EMULATED_HISTOGRAM_H */
