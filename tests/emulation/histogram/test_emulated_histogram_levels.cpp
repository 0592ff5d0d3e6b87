/* SPDX-License-Identifier: Apache-2.0 */
/* Levels on the emulated device: at the ends of what their type has, and such as are in no order. */
#include "emulated_histogram.h"

using namespace emulated;

namespace
{

using level_numbers = std::vector<long double>;

/* Levels of which the last one is so far below the type's largest value, and the others so far below the last. */
level_numbers levels_below(long double largest, long double last, const level_numbers &others)
{
    level_numbers levels = {largest - last};
    for (long double other : others)
        levels.push_back(largest - last - other);
    std::sort(levels.begin(), levels.end());
    return levels;
}

} // namespace

/* So close to each other that a cell of the table is one key: the largest key has none behind it. */
Test(emulated_histogram_levels, at_the_ends_of_a_type, .timeout = 600)
{
    struct {
        tcu_type type; /* of samples and levels */
        long double smallest, largest;
    } const rows[] = {{TCU_TYPE_I32, -2147483648.0L, 2147483647}, {TCU_TYPE_U32, 0, 4294967295.0L}};
    for (const auto &row : rows) {
        const auto expect = [&](const level_numbers &levels) {
            histogram_case(row.type, row.type, levels, 1 + draw() % 3000).expect(&by_grid, no_weights, 2);
        };
        for (int last = 0; last < 10; ++last)
            for (const level_numbers &others : {level_numbers{1, 1, 1}, level_numbers{50, 100}, level_numbers{8191}})
                expect(levels_below(row.largest, last, others));
        for (int i = 0; i < 8; ++i) {
            level_numbers others(1 + draw() % 40);
            for (long double &other : others)
                other = draw() % (draw() % 2 ? 40 : 8192);
            expect(levels_below(row.largest, draw() % 3 ? 0 : draw() % 9, others));
        }
        expect({row.smallest, row.smallest, row.smallest + 1, row.smallest + 50});
        expect({row.smallest, row.largest});
    }
}

namespace
{

constexpr uint64_t bad_levels_pixels = 2000;
constexpr uint32_t other_flags = 8;

/* The last of the task's channels alone has a level below the one before it: nothing but flags may be written. */
void expect_nothing_counted(const tcui_histogram_policy *policy, tcu_type type, int channels, bool accumulate,
                            uint64_t num_bins)
{
    constexpr uint64_t untouched = 77;
    const size_t bytes = bad_levels_pixels * channels * test_types[type].bytes;
    array<unsigned char> samples(bytes, 0);
    for (size_t i = 0; i < bytes; ++i)
        samples[i] = static_cast<unsigned char>(draw());
    std::vector<int32_t> good(num_bins + 1);
    for (uint64_t k = 0; k <= num_bins; ++k)
        good[k] = static_cast<int32_t>(k);
    std::vector<int32_t> bad = good;
    bad[num_bins - 1] = static_cast<int32_t>(num_bins) + 7;

    std::vector<uint64_t> counts(num_bins * channels, untouched), outside(channels, untouched);
    std::vector<tcu_histogram_channel> given;
    for (int c = 0; c < channels; ++c) {
        const std::vector<int32_t> &levels = c + 1 < channels ? good : bad;
        given.push_back(
            TCU_HISTOGRAM_CHANNEL_RANGE_INIT(counts.data() + num_bins * c, num_bins, levels.data(), TCU_TYPE_I32));
    }
    uint32_t flags = accumulate ? other_flags : ~0u;
    tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
    options.accumulate = accumulate;
    options.outside = outside.data();
    options.flags = &flags;
    tcui_histogram_arguments arguments = {};
    arguments.samples = samples.data();
    arguments.sample_type = type;
    arguments.channels = given.data();
    arguments.num_channels = channels;
    arguments.by_channels = true;
    arguments.out_type = TCU_TYPE_U64;
    arguments.n = bad_levels_pixels;
    arguments.options = &options;
    run_histogram(policy, arguments, bytes, 2);

    const auto is_untouched = [](const std::vector<uint64_t> &values) {
        return std::all_of(values.begin(), values.end(), [](uint64_t value) { return value == untouched; });
    };
    cr_assert(is_untouched(counts) && is_untouched(outside), "%s was written, type %d, %d channels, %d bins",
              is_untouched(counts) ? "outside" : "a count", (int)type, channels, (int)num_bins);
    cr_assert(flags == (TCU_HISTOGRAM_INVALID_LEVELS | (accumulate ? other_flags : 0)),
              "flags are %u, type %d, %d channels, %d bins", flags, (int)type, channels, (int)num_bins);
}

} // namespace

/* Of integers: their levels, and the bins of 8-bit values, are looked at in other places than those of reals. */
Test(emulated_histogram_levels, that_decrease, .timeout = 600)
{
    const tcui_histogram_policy *const device_policy = nullptr;
    unsigned turn = 0;
    for (const tcui_histogram_policy *policy :
         {&by_block, &by_cluster, &by_grid, &by_general_grid, &by_matrix_grid, &in_one_copy, device_policy}) {
        for (tcu_type type : {TCU_TYPE_U8, TCU_TYPE_I8, TCU_TYPE_U16, TCU_TYPE_I32})
            for (int channels : {1, 2}) {
                expect_nothing_counted(policy, type, channels, turn % 2 != 0, turn / 2 % 2 ? 5000 : 5);
                ++turn;
            }
        ++turn; /* with each policy all of these in other company */
    }
}
