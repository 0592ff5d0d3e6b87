/* SPDX-License-Identifier: Apache-2.0 */
/* Even bins of integers of 32 bits, of width 2^32 and less, by products of 32 bits
 * (algorithms/histogram/bins/integers.h with 2^64 in the place of 2^128). */
#ifndef TCUI_HISTOGRAM_CUDA_BINS_WORDS_CUH
#define TCUI_HISTOGRAM_CUDA_BINS_WORDS_CUH

#include "exact.cuh"

namespace tcu
{

struct word_bins {
    uint32_t first, span, offset, quotient, multiplier_high, multiplier_low, num_bins;
};

/* false where the task's bins are others. */
inline bool words_of(const tcui_histogram_task *task, word_bins *words)
{
    const tcui_bins &bins = task->channels[0];
    const tcui_even_integers &even = bins.integers;
    if (task->num_channels != 1 || bins.kind != TCU_BINS_EVEN || even.none || even.width > uint64_t{1} << 32) {
        return false;
    }
    /* M = ceil(2^64 * (B mod w) / w), of which the 128 bits of tcui_multiplier are the quotient. */
    const tcui_multiplier multiplier = tcui_multiplier_of(bins.num_bins, even.width);
    const uint64_t M = multiplier.high + (multiplier.low != 0);
    *words = {static_cast<uint32_t>(even.first),   static_cast<uint32_t>(even.span),
              static_cast<uint32_t>(even.offset),  static_cast<uint32_t>(multiplier.quotient),
              static_cast<uint32_t>(M >> 32),      static_cast<uint32_t>(M),
              static_cast<uint32_t>(bins.num_bins)};
    return true;
}

__device__ __forceinline__ uint32_t bin_of_word(const word_bins &bins, u32 x)
{
    const uint32_t d = x - bins.first, e = d + bins.offset;
    const uint64_t upper = static_cast<uint64_t>(e) * bins.multiplier_high + __umulhi(e, bins.multiplier_low);
    const uint32_t bin = static_cast<uint32_t>(upper >> 32) + e * bins.quotient;
    return d <= bins.span ? bin : bins.num_bins;
}

} // namespace tcu

#endif /* TCUI_HISTOGRAM_CUDA_BINS_WORDS_CUH */
