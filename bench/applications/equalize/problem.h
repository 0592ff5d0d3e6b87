/* SPDX-License-Identifier: Apache-2.0 */
/* A stream of pictures (luma planes of 4K video) whose contrast is equalised, one after another: brightness v becomes
 * largest * (c(v) - c(darkest)) / (n - c(darkest)), c(v) being how many pixels have brightness v or less. */
#ifndef TCU_BENCH_APPLICATIONS_EQUALIZE_H
#define TCU_BENCH_APPLICATIONS_EQUALIZE_H

#include "bench/applications/application.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { EQUALIZE_LEVELS = 256 };

typedef struct equalize {
    uint64_t num_pictures, pixels; /* of each: a multiple of 16 */
    const unsigned char *pictures;
    unsigned char *equalized;
} equalize;

APP_DECLARE(equalize);

#ifdef __cplusplus
}

/* The new brightness, from c(v), the c of the darkest brightness that occurs, and the pixels. */
__host__ __device__ inline unsigned char equalized(uint32_t cumulative, uint32_t darkest, uint32_t pixels)
{
    const uint32_t rest = pixels - darkest, largest = EQUALIZE_LEVELS - 1;
    return cumulative < darkest || rest == 0
               ? 0
               : (unsigned char)((uint64_t(largest) * (cumulative - darkest) + rest / 2) / rest);
}

/* 16 pixels by a table in shared memory. */
__device__ inline uint4 equalized(uint4 pixels, const unsigned char *table)
{
    uint32_t words[4] = {pixels.x, pixels.y, pixels.z, pixels.w};
    for (uint32_t &word : words) {
        word = uint32_t(table[word & 255]) | uint32_t(table[word >> 8 & 255]) << 8 |
               uint32_t(table[word >> 16 & 255]) << 16 | uint32_t(table[word >> 24]) << 24;
    }
    return {words[0], words[1], words[2], words[3]};
}
#endif

#endif
