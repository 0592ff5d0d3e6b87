/* SPDX-License-Identifier: Apache-2.0 */
/* The values of bytes counted on the matrix unit, on the emulated device: sizes, shifts, and what the bytes are. */
#include "algorithms/histogram/cuda/private/mma.h"
#include "emulated_case.h"

namespace
{

using namespace emulated;

enum class values { random, one, few, counting };

void expect_counts(uint64_t n, unsigned shift, values how)
{
    array<uint8_t> samples(n, shift);
    std::vector<uint64_t> expected(TCUI_HISTOGRAM_MMA_VALUES);
    const uint8_t one = static_cast<uint8_t>(draw());
    for (uint64_t i = 0; i < n; ++i) {
        samples[i] = how == values::one      ? one
                     : how == values::few    ? static_cast<uint8_t>(draw() % 3 * 0x7f)
                     : how == values::random ? static_cast<uint8_t>(draw())
                                             : static_cast<uint8_t>(i);
        ++expected[samples[i]];
    }
    tcu_context context = small_device(TCU_ARITHMETIC_MATRIX);
    const uint64_t blocks = tcui_histogram_mma_blocks(&context, n);
    array<uint32_t> counts(blocks * TCUI_HISTOGRAM_MMA_VALUES, 0);
    gpu.in_begin = reinterpret_cast<const char *>(samples.data());
    gpu.in_end = gpu.in_begin + n;
    cr_assert(tcui_histogram_mma_execute(&context, samples.data(), n, counts.data()) == TCU_SUCCESS);
    gpu.in_begin = gpu.in_end = nullptr;
    cr_assert(counts.is_guarded());
    for (int value = 0; value < TCUI_HISTOGRAM_MMA_VALUES; ++value) {
        uint64_t sum = 0;
        for (uint64_t block = 0; block < blocks; ++block)
            sum += counts[block * TCUI_HISTOGRAM_MMA_VALUES + value];
        cr_assert(sum == expected[value], "n %llu, shift %u, value %d: %llu, not %llu",
                  static_cast<unsigned long long>(n), shift, value, static_cast<unsigned long long>(sum),
                  static_cast<unsigned long long>(expected[value]));
    }
}

} // namespace

Test(emulated_histogram_mma, sizes_and_shifts, .timeout = 600)
{
    for (uint64_t n : {0, 1, 2, 15, 16, 17, 255, 2047, 2048, 2049, 65535, 65536, 65537})
        expect_counts(n, static_cast<unsigned>(draw() % 17), values::random);
    for (unsigned shift = 0; shift < 17; ++shift)
        expect_counts(draw() % 5000, shift, values::random);
}

Test(emulated_histogram_mma, many_pieces_a_warp, .timeout = 600)
{
    for (values how : {values::random, values::one, values::few, values::counting})
        expect_counts(400000 + draw() % 4000, static_cast<unsigned>(draw() % 17), how);
}

/* A block's counts are of 32 bits. */
Test(emulated_histogram_mma, blocks_grow_with_n)
{
    const tcu_context context = small_device(TCU_ARITHMETIC_MATRIX);
    uint64_t before = 1;
    for (uint64_t n = 0; n < uint64_t(1) << 62; n = 2 * n + 1) {
        const uint64_t blocks = tcui_histogram_mma_blocks(&context, n);
        cr_assert(blocks >= before && n / blocks < uint64_t(1) << 31);
        before = blocks;
    }
}
