/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rows with gaps on the emulated device: interleaved channels, of which some are not counted, even bins and levels side
 * by side, counts and sums, overwritten and added to, by every path.
 */
#include "emulated_histogram.h"

using namespace emulated;

namespace
{

/* Elements in rows: where each begins, and where the last one ends. */
struct rows {
    uint64_t n, columns, element_bytes, stride;

    uint64_t place(uint64_t i) const { return i / columns * stride + i % columns * element_bytes; }
    uint64_t bytes() const { return n > 0 ? place(n - 1) + element_bytes : 0; }
};

/* What counts and sums are before they are added to, and before they are overwritten. */
constexpr uint64_t start = 5;

class rows_case
{
  public:
    rows_case(tcu_type type, int channels, tcu_type weight_type, tcu_type out_type)
        : type(type), size(test_types[type].bytes), weight_type(weight_type), out_type(out_type),
          out_size(test_types[out_type].bytes), num_bins(1 + draw() % (draw() % 4 ? 100 : 3000)),
          pixels(draw_rows(1 + draw() % 1500, 1 + draw() % (draw() % 3 ? 40 : 400), size * channels, size)),
          weight_rows(draw_rows(pixels.n, pixels.columns, weight_size(), weight_size())),
          samples(pixels.bytes(), static_cast<unsigned>(draw() % 16 * size)),
          weights(weight_rows.bytes(), static_cast<unsigned>(draw() % 4 * weight_size())), lower(channels),
          upper(channels), levels(channels), bins(channels), outside(channels, 0)
    {
        for (uint64_t i = 0; i < pixels.bytes(); ++i)
            samples[i] = static_cast<unsigned char>(draw());
        for (uint64_t i = 0; i < pixels.n; ++i)
            for (int c = 0; c < channels; ++c)
                put(type, draw_number(), sample(i, c));
        for (uint64_t i = 0; i < weight_rows.bytes(); ++i)
            weights[i] = static_cast<unsigned char>(draw());
        for (uint64_t i = 0; is_weighted() && i < pixels.n; ++i)
            put(weight_type, static_cast<long double>(draw() % 100), weight(i));
        const int counted = static_cast<int>(draw() % channels);
        for (int c = 0; c < channels; ++c)
            draw_channel(c, c == counted || draw() % 4 != 0);
    }

    void expect(const tcui_histogram_policy *policy, bool accumulate, int cluster_blocks)
    {
        tcu_histogram_options options = TCU_HISTOGRAM_OPTIONS_INIT;
        options.accumulate = accumulate;
        options.columns = pixels.columns;
        options.row_stride_bytes = pixels.stride;
        options.weights_row_stride_bytes = is_weighted() ? weight_rows.stride : 0;
        options.outside = outside.data();
        tcui_histogram_arguments arguments = {};
        arguments.samples = samples.data();
        arguments.sample_type = type;
        arguments.channels = given.data();
        arguments.num_channels = static_cast<int>(given.size());
        arguments.by_channels = true;
        arguments.weighted = is_weighted();
        arguments.weights = weights.data();
        arguments.weight_type = weight_type;
        arguments.out_type = out_type;
        arguments.n = pixels.n;
        arguments.options = &options;
        run_histogram(policy, arguments, pixels.bytes(), cluster_blocks);
        for (size_t c = 0; c < given.size(); ++c)
            verify(static_cast<int>(c), accumulate ? start : 0);
        cr_assert(samples.is_guarded() && weights.is_guarded() && outside.is_guarded());
    }

  private:
    bool is_weighted() const { return weight_type != no_weights; }
    uint64_t weight_size() const { return is_weighted() ? test_types[weight_type].bytes : 1; }

    static rows draw_rows(uint64_t n, uint64_t columns, uint64_t element_bytes, uint64_t gap_bytes)
    {
        return {n, columns, element_bytes, columns * element_bytes + draw() % 9 * gap_bytes};
    }

    static void put(tcu_type type, long double number, unsigned char *to)
    {
        const uint64_t bits = test_near_bits(type, number);
        std::memcpy(to, &bits, test_types[type].bytes);
    }

    long double draw_number() const
    {
        return static_cast<long double>(draw() % 256) - (test_types[type].is_signed ? 128 : 0);
    }

    unsigned char *sample(uint64_t i, int c) { return samples.data() + pixels.place(i) + c * size; }
    unsigned char *weight(uint64_t i) { return weights.data() + weight_rows.place(i); }

    void draw_channel(int c, bool is_counted)
    {
        outside[c] = start;
        outputs.emplace_back(num_bins * out_size, 8);
        for (uint64_t k = 0; k < num_bins; ++k)
            put(out_type, start, outputs[c].data() + k * out_size);
        lower[c] = static_cast<int32_t>(draw() % 200) - 100;
        upper[c] = lower[c] + 1 + static_cast<int32_t>(draw() % 300);
        for (uint64_t k = 0; k <= num_bins; ++k)
            levels[c].push_back(static_cast<int32_t>(draw() % 300) - 100);
        std::sort(levels[c].begin(), levels[c].end());
        bins[c].kind = draw() % 2 ? TCU_BINS_RANGE : TCU_BINS_EVEN;
        bins[c].sample_type = type;
        bins[c].level_type = TCU_TYPE_I32;
        bins[c].num_bins = is_counted ? num_bins : 0;
        bins[c].lower = static_cast<uint32_t>(lower[c]);
        bins[c].upper = static_cast<uint32_t>(upper[c]);
        bins[c].levels = reinterpret_cast<const unsigned char *>(levels[c].data());
        if (!is_counted)
            given.push_back(TCU_HISTOGRAM_CHANNEL_NONE_INIT);
        else if (bins[c].kind == TCU_BINS_RANGE)
            given.push_back(
                TCU_HISTOGRAM_CHANNEL_RANGE_INIT(outputs[c].data(), num_bins, levels[c].data(), TCU_TYPE_I32));
        else
            given.push_back(
                TCU_HISTOGRAM_CHANNEL_EVEN_INIT(outputs[c].data(), num_bins, &lower[c], &upper[c], TCU_TYPE_I32));
    }

    void verify(int c, uint64_t from)
    {
        const bool is_counted = bins[c].num_bins > 0;
        std::vector<uint64_t> expected(num_bins, is_counted ? from : start);
        uint64_t expected_outside = is_counted ? from : start;
        for (uint64_t i = 0; is_counted && i < pixels.n; ++i) {
            const uint64_t bin = test_bin_of(&bins[c], sample(i, c));
            if (bin == num_bins)
                ++expected_outside;
            else
                expected[bin] += is_weighted() ? static_cast<uint64_t>(test_number(weight_type, weight(i))) : 1;
        }
        for (uint64_t k = 0; k < num_bins; ++k) {
            const uint64_t got = static_cast<uint64_t>(test_number(out_type, outputs[c].data() + k * out_size));
            cr_assert(got == expected[k],
                      "bin %d of %d of channel %d of %d is %d, not %d; type %d, weights %d, columns %d, n %d", (int)k,
                      (int)num_bins, c, (int)given.size(), (int)got, (int)expected[k], (int)type, (int)weight_type,
                      (int)pixels.columns, (int)pixels.n);
        }
        cr_assert(outside[c] == expected_outside, "outside of channel %d is %d, not %d", c, (int)outside[c],
                  (int)expected_outside);
        cr_assert(outputs[c].is_guarded());
    }

    const tcu_type type;
    const size_t size;
    const tcu_type weight_type, out_type;
    const size_t out_size;
    const uint64_t num_bins;
    const rows pixels, weight_rows;
    array<unsigned char> samples, weights;
    std::vector<int32_t> lower, upper;
    std::vector<std::vector<int32_t>> levels;
    std::vector<test_bins> bins; /* of no bins where the channel is not counted */
    std::vector<array<unsigned char>> outputs;
    std::vector<tcu_histogram_channel> given;
    array<uint64_t> outside;
};

void expect_by_all_paths(tcu_type weight_type, tcu_type out_type)
{
    const tcui_histogram_policy *const device_policy = nullptr;
    for (const tcui_histogram_policy *policy : {&by_block, &by_cluster, &by_grid, &only_grid, &by_general_grid,
                                                &by_matrix_grid, &in_one_copy, &without_cache, device_policy}) {
        const tcu_type types[] = {TCU_TYPE_U8,  TCU_TYPE_I8,  TCU_TYPE_I16, TCU_TYPE_U16,
                                  TCU_TYPE_I32, TCU_TYPE_I64, TCU_TYPE_U64};
        const tcu_type type = types[draw() % (sizeof types / sizeof types[0])];
        rows_case(type, 1 + static_cast<int>(draw() % TCU_MAX_CHANNELS), weight_type, out_type)
            .expect(policy, draw() % 2, draw() % 2 ? 2 : 8);
    }
}

} // namespace

Test(emulated_histogram_rows, of_counts, .timeout = 600)
{
    for (int i = 0; i < 3; ++i) {
        expect_by_all_paths(no_weights, TCU_TYPE_U64);
        expect_by_all_paths(no_weights, TCU_TYPE_U32);
    }
}

/* Small integers, of which sums of reals are exact. */
Test(emulated_histogram_rows, of_weights, .timeout = 600)
{
    const struct {
        tcu_type weight, sum;
    } pairs[] = {{TCU_TYPE_F32, TCU_TYPE_F32},
                 {TCU_TYPE_F64, TCU_TYPE_F64},
                 {TCU_TYPE_U32, TCU_TYPE_U64},
                 {TCU_TYPE_U8, TCU_TYPE_U32}};
    for (const auto &pair : pairs)
        expect_by_all_paths(pair.weight, pair.sum);
}
