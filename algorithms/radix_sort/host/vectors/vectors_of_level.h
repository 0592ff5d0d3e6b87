/* SPDX-License-Identifier: Apache-2.0 */
/* Included for each level: the sorts of keys of every size that it has. */

#if TCUI_LEVEL_NUMBER > 0

#define TCUI_LANE_BITS 32
#include "lanes_template.h"
#include "network_template.h"
#if TCUI_LEVEL_NUMBER == 2
#define TCUI_KEY_BYTES 1
#include "quicksort_template.h"
#undef TCUI_KEY_BYTES
#define TCUI_KEY_BYTES 2
#include "quicksort_template.h"
#undef TCUI_KEY_BYTES
#endif
#define TCUI_KEY_BYTES 4
#include "quicksort_template.h"
#undef TCUI_KEY_BYTES
#undef TCUI_LANE_BITS

#define TCUI_LANE_BITS 64
#include "lanes_template.h"
#include "network_template.h"
#define TCUI_KEY_BYTES 8
#include "quicksort_template.h"
#undef TCUI_KEY_BYTES
#undef TCUI_LANE_BITS

#define ROW(bytes, by_digits)                                                                                          \
    {                                                                                                                  \
        TCUI_JOIN_3(sort, bytes, TCUI_LEVEL), TCUI_JOIN_3(divide, bytes, TCUI_LEVEL),                                  \
            TCUI_JOIN_3(sort_bucket, bytes, TCUI_LEVEL), TCUI_JOIN_3(network, bytes, TCUI_LEVEL), by_digits            \
    }
static const tcui_sort_vectors TCUI_L(vectors)[] = {
#if TCUI_LEVEL_NUMBER == 2
    ROW(1, 0), ROW(2, 0), ROW(4, 0), ROW(8, 0)
#else
    {.alone = 0}, {.alone = 0}, ROW(4, 0), ROW(8, 1 << 14)
#endif
};
#undef ROW

#else

static const tcui_sort_vectors TCUI_L(vectors)[4] = {{.alone = 0}};

#endif
