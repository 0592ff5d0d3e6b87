/* SPDX-License-Identifier: Apache-2.0 */
/* Included by scan_template.h: masks of the first lanes of vectors of 8 or 4 words of 32 bits, and of 4 of 64. */

static const int32_t tcui_scan_words[16] = {-1, -1, -1, -1, -1, -1, -1, -1};
static const int64_t tcui_scan_long_words[8] = {-1, -1, -1, -1};

TCUI_ALWAYS_INLINE __m256i tcui_first_words(uint64_t n)
{
    return _mm256_loadu_si256((const void *)(tcui_scan_words + 8 - n));
}

TCUI_ALWAYS_INLINE __m128i tcui_first_4_words(uint64_t n)
{
    return _mm_loadu_si128((const void *)(tcui_scan_words + 8 - n));
}

TCUI_ALWAYS_INLINE __m256i tcui_first_long_words(uint64_t n)
{
    return _mm256_loadu_si256((const void *)(tcui_scan_long_words + 4 - n));
}
