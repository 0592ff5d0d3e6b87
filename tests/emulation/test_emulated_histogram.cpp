/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kernels of histograms on the emulated device: every way and shape, by policies that small tasks would not lead
 * to, against the definition, sample by sample (test_bins.h).
 */
#include "emulated_case.h"

#include "algorithms/histogram/histogram_cuda.h"
#include "algorithms/histogram/histogram_halves.cuh"
#include "algorithms/histogram/histogram_tuning.h"

extern "C" {
#include "algorithms/histogram/histogram_arguments.h"
#include "test_bins.h"
#include "test_types.h"

/* Contexts here are made by hand. */
tcu_status tcui_context_check(const tcu_context *)
{
    return TCU_SUCCESS;
}
}

using namespace emulated;

namespace
{

const tcui_backend emulated_backend = [] {
    tcui_backend backend = {};
    backend.id = TCU_BACKEND_CUDA;
    return backend;
}();

/* As the type of weights: none. */
const tcu_type no_weights = static_cast<tcu_type>(TCU_TYPE_COUNT);

constexpr uint64_t all = UINT64_MAX;
constexpr tcu_arithmetic plain = TCU_ARITHMETIC_PLAIN;
const tcui_histogram_policy by_block = {all, all, 0, 0, 0, true, plain}, by_cluster = {all, 0, all, 0, 0, true, plain},
                            by_grid = {all, 0, 0, 0, 0, true, plain}, only_grid = {all, 0, 0, all, 0, true, plain},
                            by_general_grid = {all, 0, 0, 0, 0, false, plain},
                            by_matrix_grid = {all, 0, 0, 0, 0, true, TCU_ARITHMETIC_MATRIX},
                            in_one_copy = {0, 0, 0, 0, 0, true, plain}, without_cache = {0, 0, 0, 0, all, true, plain};

struct one_channel {
    test_bins bins;
    std::vector<unsigned char> levels;
    std::vector<uint64_t> counts;
    uint64_t outside = 0;
};

/* A task of `channels` channels of one type, drawn; samples at edges, beside them and anywhere. */
class histogram_case
{
  public:
    histogram_case(tcu_type type, int channels, uint64_t num_bins, tcu_bins_kind kind, uint64_t n,
                   bool are_binary = false)
        : type(type), n(n), are_binary(are_binary), channels(channels), size(test_types[type].bytes),
          samples(n * channels * size, static_cast<unsigned>(draw() % 5 * size))
    {
        for (one_channel &channel : this->channels)
            draw_bins(channel, num_bins, kind);
        for (uint64_t i = 0; i < n * channels; ++i) {
            const uint64_t bits = draw_sample(this->channels[i % channels].bins);
            std::memcpy(samples.data() + i * size, &bits, size);
        }
    }

    void expect(const tcui_histogram_policy *policy, tcu_type weight_type, int cluster_blocks = 2)
    {
        const bool weighted = weight_type != no_weights;
        const size_t weight_size = weighted ? test_types[weight_type].bytes : 1;
        const tcu_type out_type = !weighted ? TCU_TYPE_U64 : weight_type == TCU_TYPE_F16 ? TCU_TYPE_F32 : weight_type;
        const size_t out_size = test_types[out_type].bytes;
        array<unsigned char> weights(n * weight_size, 0), outside(8 * channels.size(), 0), flags(4, 0);
        for (uint64_t i = 0; weighted && i < n; ++i) {
            const uint64_t bits = test_near_bits(weight_type, static_cast<long double>(draw() % 100));
            std::memcpy(weights.data() + i * weight_size, &bits, weight_size);
        }
        std::vector<array<unsigned char>> counts;
        std::vector<tcu_histogram_channel> given;
        for (one_channel &channel : channels)
            counts.emplace_back(out_size * channel.bins.num_bins, 8);
        for (size_t c = 0; c < channels.size(); ++c)
            given.push_back({counts[c].data(),
                             channels[c].bins.num_bins,
                             channels[c].bins.kind,
                             channels[c].bins.level_type,
                             &channels[c].bins.lower,
                             &channels[c].bins.upper,
                             channels[c].levels.data(),
                             {}});
        tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
        options.outside = reinterpret_cast<uint64_t *>(outside.data());
        options.flags = reinterpret_cast<uint32_t *>(flags.data());
        tcui_histogram_arguments arguments = {};
        arguments.samples = samples.data();
        arguments.sample_type = type;
        arguments.channels = given.data();
        arguments.num_channels = static_cast<int>(channels.size());
        arguments.by_channels = true;
        arguments.weighted = weighted;
        arguments.weights = weights.data();
        arguments.weight_type = weight_type;
        arguments.out_type = out_type;
        arguments.n = n;
        arguments.options = &options;
        run(policy, arguments, cluster_blocks);
        count(weights.data(), weight_type, weight_size);
        for (size_t c = 0; c < channels.size(); ++c) {
            const one_channel &channel = channels[c];
            for (uint64_t k = 0; k < channel.bins.num_bins; ++k) {
                const uint64_t got = static_cast<uint64_t>(test_number(out_type, counts[c].data() + out_size * k));
                cr_assert(got == channel.counts[k],
                          "bin %d of channel %d is %d, not %d; type %d, %d bins, kind %d, n %d", (int)k, (int)c,
                          (int)got, (int)channel.counts[k], (int)type, (int)channel.bins.num_bins,
                          (int)channel.bins.kind, (int)n);
            }
            cr_assert(reinterpret_cast<uint64_t *>(outside.data())[c] == channel.outside, "outside of type %d",
                      (int)type);
            cr_assert(counts[c].is_guarded());
        }
        cr_assert(flags.is_guarded() && outside.is_guarded());
    }

  private:
    long double draw_number() const
    {
        const bool is_signed = test_types[type].real || test_types[type].is_signed;
        return static_cast<long double>(draw() % 4000) / 32 - (is_signed ? 60 : 0);
    }

    void draw_bins(one_channel &channel, uint64_t num_bins, tcu_bins_kind kind)
    {
        test_bins &bins = channel.bins;
        bins.kind = kind;
        bins.sample_type = type;
        bins.level_type = test_types[type].real ? TCU_TYPE_F32 : TCU_TYPE_I32;
        bins.num_bins = num_bins;
        const bool of_each_value = num_bins == 65536 && size == 2;
        const long double lower = are_binary       ? 0
                                  : !of_each_value ? draw_number()
                                                   : (test_types[type].is_signed ? -32768 : 0);
        const long double width = of_each_value ? 65536
                                  : are_binary  ? static_cast<long double>(num_bins) / (1 << draw() % 5)
                                                : 1 + static_cast<long double>(draw() % 1000) / 8;
        bins.lower = test_near_bits(bins.level_type, lower);
        bins.upper = test_near_bits(bins.level_type, lower + width);
        if (kind != TCU_BINS_RANGE)
            return;
        std::vector<long double> numbers;
        for (uint64_t k = 0; k <= num_bins; ++k)
            numbers.push_back(draw_number());
        std::sort(numbers.begin(), numbers.end());
        channel.levels.resize(4 * (num_bins + 1));
        for (uint64_t k = 0; k <= num_bins; ++k) {
            const uint64_t bits = test_near_bits(bins.level_type, numbers[k]);
            std::memcpy(channel.levels.data() + 4 * k, &bits, 4);
        }
        bins.levels = channel.levels.data();
    }

    long double edge(const test_bins &bins, uint64_t k) const
    {
        unsigned char ends[2][8];
        if (bins.kind == TCU_BINS_RANGE)
            return test_number(bins.level_type, bins.levels + 4 * k);
        std::memcpy(ends[0], &bins.lower, 8);
        std::memcpy(ends[1], &bins.upper, 8);
        const long double lower = test_number(bins.level_type, ends[0]);
        return lower + (test_number(bins.level_type, ends[1]) - lower) / bins.num_bins * k;
    }

    uint64_t draw_sample(const test_bins &bins) const
    {
        if (draw() % 16 == 0)
            return draw() & test_integer_mask(type);
        if (draw() % 2)
            return test_near_bits(type, draw_number());
        const uint64_t at = test_near_bits(type, edge(bins, draw() % (bins.num_bins + 1)));
        return test_step_bits(type, at, static_cast<int>(draw() % 3) - 1) & test_integer_mask(type);
    }

    void count(const unsigned char *weights, tcu_type weight_type, size_t weight_size)
    {
        for (one_channel &channel : channels) {
            channel.counts.assign(channel.bins.num_bins, 0);
            channel.outside = 0;
        }
        for (uint64_t i = 0; i < n * channels.size(); ++i) {
            one_channel &channel = channels[i % channels.size()];
            const uint64_t bin = test_bin_of(&channel.bins, samples.data() + i * size);
            uint64_t weight = 1;
            if (weight_type != no_weights)
                weight = static_cast<uint64_t>(test_number(weight_type, weights + i / channels.size() * weight_size));
            if (bin == channel.bins.num_bins)
                ++channel.outside;
            else
                channel.counts[bin] += weight;
        }
    }

    void run(const tcui_histogram_policy *policy, const tcui_histogram_arguments &arguments, int cluster_blocks)
    {
        tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
        context.backend = &emulated_backend;
        context.properties.shared_memory_per_block = 227 << 10;
        context.cluster_blocks = cluster_blocks;
        context.histogram_policy = policy;
        tcui_histogram_task task;
        tcui_layout layout = {};
        cr_assert(tcui_histogram_describe(&context, &arguments, &task) == TCU_SUCCESS);
        cr_assert(tcui_histogram_complete(&context, &arguments, &task) == TCU_SUCCESS);
        cr_assert(tcui_histogram_cuda.plan(&context, &task, &layout) == TCU_SUCCESS);
        garbage_workspace workspace(layout);
        gpu.in_begin = reinterpret_cast<const char *>(samples.data());
        gpu.in_end = gpu.in_begin + n * channels.size() * size;
        gpu.workspace_begin = static_cast<const char *>(workspace.base());
        gpu.workspace_end = gpu.workspace_begin + layout.bytes;
        cr_assert(tcui_histogram_cuda.execute(&context, &task, workspace.base()) == TCU_SUCCESS);
        cr_assert(workspace.is_guarded() && samples.is_guarded(), "wrote outside the workspace");
    }

    tcu_type type;
    uint64_t n;
    bool are_binary; /* the bins begin at 0 and have a power of two as their width, up to 1 */
    std::vector<one_channel> channels;
    size_t size;
    array<unsigned char> samples;
};

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

/* Where an estimate in f32 is exact. */
Test(emulated_histogram, of_binary_bins, .timeout = 600)
{
    for (tcu_type type : {TCU_TYPE_F16, TCU_TYPE_BF16, TCU_TYPE_F32})
        for (const tcui_histogram_policy *policy : {&by_block, &by_cluster, &only_grid})
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
                .expect(&by_cluster, no_weights, 16);
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
    for (int channels : {2, 3, 4})
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

/* Of bytes: blocks find the bins of values where these are few. */
Test(emulated_histogram, of_many_bins_of_bytes, .timeout = 600)
{
    for (const tcui_histogram_policy *policy : {&by_block, &by_cluster, &by_grid})
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

/* All 65,536 samples: some way without a look at edges is right of each, for bins as users have them. */
Test(emulated_histogram, of_all_halves, .timeout = 600)
{
    const double ends[][2] = {{0, 1}, {0, 1.5}, {-1.5, 1.5}, {-1, 1.01}, {-0.5, 255.5}, {-1.570796, 1.570796}};
    for (const auto &end : ends)
        for (uint64_t num_bins : {10, 256, 1024, 4096}) {
            tcui_bins described = {};
            described.num_bins = num_bins;
            described.reals.lower = end[0];
            described.reals.upper = end[1];
            const tcu::half_candidates candidates = tcu::half_candidates_of(&described);
            test_bins bins = {};
            bins.kind = TCU_BINS_EVEN;
            bins.sample_type = TCU_TYPE_F16;
            bins.level_type = TCU_TYPE_F64;
            bins.num_bins = num_bins;
            std::memcpy(&bins.lower, &end[0], 8);
            std::memcpy(&bins.upper, &end[1], 8);
            int wrong[tcu::half_candidates::count] = {};
            for (uint32_t sample = 0; sample < 1 << 16; ++sample) {
                const uint64_t bits = sample;
                const uint64_t bin = test_bin_of(&bins, reinterpret_cast<const unsigned char *>(&bits));
                const float x =
                    static_cast<float>(test_number(TCU_TYPE_F16, reinterpret_cast<const unsigned char *>(&bits)));
                for (int i = 0; i < tcu::half_candidates::count; ++i) {
                    const tcu::half_bins &by = candidates.bins[i];
                    const uint32_t got = by.way == tcu::half_way::by_sign ? tcu::half_bin<tcu::half_way::by_sign>(by, x)
                                         : by.way == tcu::half_way::nearest
                                             ? tcu::half_bin<tcu::half_way::nearest>(by, x)
                                             : tcu::half_bin<tcu::half_way::below>(by, x);
                    wrong[i] += by.way == tcu::half_way::none || got != bin;
                }
            }
            cr_expect(*std::min_element(wrong, wrong + tcu::half_candidates::count) == 0, "%d bins from %g: %d %d %d",
                      (int)num_bins, end[0], wrong[0], wrong[1], wrong[2]);
        }
}
