/* SPDX-License-Identifier: Apache-2.0 */
#include "emulated_histogram.h"

#include "algorithms/histogram/cuda/paths.h"

/* Contexts here are made by hand. */
extern "C" tcu_status tcui_begin(tcu_context *, const char *)
{
    return TCU_SUCCESS;
}

namespace emulated
{

namespace
{

const tcui_backend emulated_backend = [] {
    tcui_backend backend = {};
    backend.id = TCU_BACKEND_CUDA;
    return backend;
}();

} // namespace

histogram_case::histogram_case(tcu_type type, int channels, uint64_t num_bins, tcu_bins_kind kind, uint64_t n,
                               bool are_binary)
    : type(type), n(n), are_binary(are_binary), channels(channels), size(test_types[type].bytes),
      samples(n * channels * size, static_cast<unsigned>(draw() % 5 * size))
{
    for (one_channel &channel : this->channels)
        draw_bins(channel, num_bins, kind);
    draw_samples();
}

histogram_case::histogram_case(tcu_type type, uint64_t num_bins, even_ends ends, uint64_t n)
    : type(type), n(n), channels(1), size(test_types[type].bytes),
      samples(n * size, static_cast<unsigned>(draw() % 5 * size))
{
    test_bins &bins = channels[0].bins;
    draw_bins(channels[0], num_bins, TCU_BINS_EVEN);
    bins.lower = test_near_bits(bins.level_type, ends.lower);
    bins.upper = test_near_bits(bins.level_type, ends.upper);
    draw_samples();
}

histogram_case::histogram_case(tcu_type type, tcu_type level_type, const std::vector<long double> &levels, uint64_t n)
    : type(type), n(n), channels(1), size(test_types[type].bytes), samples(n * size, size)
{
    test_bins &bins = channels[0].bins;
    bins.kind = TCU_BINS_RANGE;
    bins.sample_type = type;
    bins.level_type = level_type;
    bins.num_bins = levels.size() - 1;
    set_levels(channels[0], levels);
    for (uint64_t i = 0; i < n; ++i) {
        const uint64_t k = draw() % (levels.size() - 1);
        const long double place = static_cast<long double>(draw() % 1024) / 1023;
        uint64_t bits = test_near_bits(type, levels[k] + place * (levels[k + 1] - levels[k]));
        if (draw() % 2 || std::isinf(levels[k]) || std::isinf(levels[k + 1]))
            bits = draw_sample(bins);
        std::memcpy(samples.data() + i * size, &bits, size);
    }
}

void histogram_case::expect(const tcui_histogram_policy *policy, tcu_type weight_type, int cluster_blocks)
{
    const bool weighted = weight_type != no_weights;
    const size_t weight_size = weighted ? test_types[weight_type].bytes : 1;
    const tcu_type count_type = draw() % 2 ? TCU_TYPE_U32 : TCU_TYPE_U64;
    const tcu_type out_type = !weighted ? count_type : weight_type == TCU_TYPE_F16 ? TCU_TYPE_F32 : weight_type;
    const bool accumulates = !weighted && draw() % 3 == 0;
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
    options.accumulate = accumulates;
    /* What counts are added to; some of u32 are near to the most. */
    std::vector<std::vector<uint64_t>> before;
    for (size_t c = 0; c < channels.size(); ++c) {
        before.emplace_back(channels[c].bins.num_bins, 0);
        for (uint64_t k = 0; accumulates && k < channels[c].bins.num_bins; ++k) {
            before[c][k] = draw() % 8 == 0 ? UINT32_MAX - draw() % 20 : draw() % 1000;
            std::memcpy(counts[c].data() + out_size * k, &before[c][k], out_size);
        }
    }
    if (accumulates) {
        std::memset(outside.data(), 0, 8 * channels.size());
        std::memset(flags.data(), 0, 4);
    }
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
    run_histogram(policy, arguments, n * channels.size() * size, cluster_blocks);
    cr_assert(samples.is_guarded(), "wrote beside the samples");
    count(weights.data(), weight_type, weight_size);
    bool saturates = false;
    for (size_t c = 0; c < channels.size(); ++c) {
        const one_channel &channel = channels[c];
        for (uint64_t k = 0; k < channel.bins.num_bins; ++k) {
            const uint64_t got = static_cast<uint64_t>(test_number(out_type, counts[c].data() + out_size * k));
            uint64_t expected = before[c][k] + channel.counts[k];
            if (!weighted && out_type == TCU_TYPE_U32 && expected > UINT32_MAX) {
                expected = UINT32_MAX;
                saturates = true;
            }
            cr_assert(got == expected, "bin %d of channel %d is %llu, not %llu; type %d, %d bins, kind %d, n %d",
                      (int)k, (int)c, (unsigned long long)got, (unsigned long long)expected, (int)type,
                      (int)channel.bins.num_bins, (int)channel.bins.kind, (int)n);
        }
        cr_assert(reinterpret_cast<uint64_t *>(outside.data())[c] == channel.outside, "outside of type %d", (int)type);
        cr_assert(counts[c].is_guarded());
    }
    cr_assert(weighted ||
              *reinterpret_cast<uint32_t *>(flags.data()) == (saturates ? uint32_t{TCU_HISTOGRAM_SATURATED} : 0u));
    cr_assert(flags.is_guarded() && outside.is_guarded());
}

long double histogram_case::draw_number() const
{
    const bool is_signed = test_types[type].real || test_types[type].is_signed;
    return static_cast<long double>(draw() % 4000) / 32 - (is_signed ? 60 : 0);
}

void histogram_case::draw_bins(one_channel &channel, uint64_t num_bins, tcu_bins_kind kind)
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
    set_levels(channel, numbers);
}

void histogram_case::set_levels(one_channel &channel, const std::vector<long double> &numbers)
{
    channel.levels.resize(4 * numbers.size());
    for (size_t k = 0; k < numbers.size(); ++k) {
        const uint64_t bits = test_near_bits(channel.bins.level_type, numbers[k]);
        std::memcpy(channel.levels.data() + 4 * k, &bits, 4);
    }
    channel.bins.levels = channel.levels.data();
}

long double histogram_case::edge(const test_bins &bins, uint64_t k) const
{
    if (bins.kind == TCU_BINS_RANGE)
        return test_number(bins.level_type, bins.levels + 4 * k);
    const long double lower = test_number_of_bits(bins.level_type, bins.lower);
    return lower + (test_number_of_bits(bins.level_type, bins.upper) - lower) / bins.num_bins * k;
}

uint64_t histogram_case::draw_sample(const test_bins &bins) const
{
    if (draw() % 16 == 0)
        return draw() & test_integer_mask(type);
    if (draw() % 2)
        return test_near_bits(type, draw_number());
    const uint64_t at = test_near_bits(type, edge(bins, draw() % (bins.num_bins + 1)));
    return test_step_bits(type, at, static_cast<int>(draw() % 3) - 1) & test_integer_mask(type);
}

void histogram_case::draw_samples()
{
    for (uint64_t i = 0; i < n * channels.size(); ++i) {
        const uint64_t bits = draw_sample(channels[i % channels.size()].bins);
        std::memcpy(samples.data() + i * size, &bits, size);
    }
}

void histogram_case::count(const unsigned char *weights, tcu_type weight_type, size_t weight_size)
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

namespace
{

tcu_context device_of(const tcui_histogram_policy *policy, int cluster_blocks)
{
    tcu_context context = small_device(TCU_ARITHMETIC_AUTO);
    context.backend = &emulated_backend;
    context.properties.shared_memory_per_block = (__CUDA_ARCH__ >= 900 ? 227 : 163) << 10;
    context.cluster_blocks = context.has_bulk_copies ? cluster_blocks : 1;
    context.policies[TCUI_HISTOGRAM] = policy;
    if (policy != nullptr && policy->clusters_bytes > 0)
        context.properties.multiprocessors = 4 * cluster_blocks; /* for three clusters */
    return context;
}

} // namespace

void run_histogram(const tcui_histogram_policy *policy, const tcui_histogram_arguments &arguments,
                   uint64_t sample_bytes, int cluster_blocks)
{
    tcu_context context = device_of(policy, cluster_blocks);
    tcui_histogram_task task;
    tcui_layout layout = {};
    tcui_arrays arrays;
    cr_assert(tcui_histogram_describe(&context, &arguments, &task) == TCU_SUCCESS);
    cr_assert(tcui_histogram_complete(&context, &arguments, &task, &arrays) == TCU_SUCCESS);
    cr_assert(tcui_plan(&context, &tcui_histogram_cuda, &task, &layout) == TCU_SUCCESS);
    garbage_workspace workspace(layout);
    gpu.in_begin = static_cast<const char *>(arguments.samples);
    gpu.in_end = gpu.in_begin + sample_bytes;
    gpu.workspace_begin = static_cast<const char *>(workspace.base());
    gpu.workspace_end = gpu.workspace_begin + layout.bytes;
    cr_assert(tcui_execute(&context, &tcui_histogram_cuda, &task, workspace.base()) == TCU_SUCCESS);
    cr_assert(workspace.is_guarded(), "wrote outside the workspace");
}

void expect_growing_workspace(tcu_type type, tcu_bins_kind kind, int num_channels, uint64_t num_bins,
                              int multiprocessors, const tcui_histogram_policy *policy, tcu_type weight_type)
{
    tcu_context context = device_of(policy, 16);
    context.properties.multiprocessors = multiprocessors;
    tcu_histogram_channel channel = {};
    channel.num_bins = num_bins;
    channel.kind = kind;
    channel.level_type = test_types[type].real ? TCU_TYPE_F32 : TCU_TYPE_I32;
    const std::vector<tcu_histogram_channel> channels(num_channels, channel);
    tcui_histogram_arguments arguments = {};
    arguments.sample_type = type;
    arguments.channels = channels.data();
    arguments.num_channels = num_channels;
    arguments.by_channels = true;
    arguments.weighted = weight_type != no_weights;
    arguments.weight_type = weight_type;
    arguments.out_type = arguments.weighted ? weight_type : TCU_TYPE_U64;
    tcui_histogram_task task;
    cr_assert(tcui_histogram_describe(&context, &arguments, &task) == TCU_SUCCESS);

    /* Thresholds are powers of two of bytes, samples or pixels, or such of each block or multiprocessor. */
    std::vector<uint64_t> sizes = {0};
    for (int bit = 0; bit < 42; ++bit)
        for (uint64_t divisor : {1, num_channels})
            for (uint64_t factor : {1, multiprocessors})
                for (uint64_t off : {0, 1, 2, 17}) {
                    const uint64_t size = factor * (uint64_t{1} << bit) / divisor;
                    sizes.insert(sizes.end(), {size + off, size - std::min(size, off)});
                }
    for (int i = 0; i < 500; ++i)
        sizes.push_back(draw() % (uint64_t{1} << (1 + i % 42)));
    std::sort(sizes.begin(), sizes.end());
    size_t last = 0;
    for (uint64_t n : sizes) {
        task.n = n;
        tcui_layout layout = {};
        cr_assert(tcui_plan(&context, &tcui_histogram_cuda, &task, &layout) == TCU_SUCCESS);
        cr_assert(
            layout.bytes >= last,
            "%zu bytes, and %zu of fewer samples; type %d, kind %d, %d channels, %d bins, %d multiprocessors, n %llu",
            layout.bytes, last, (int)type, (int)kind, num_channels, (int)num_bins, multiprocessors,
            (unsigned long long)n);
        last = layout.bytes;
    }
}

} // namespace emulated
