/* SPDX-License-Identifier: Apache-2.0 */
#include "counters.h"

#include <stdbool.h>

#include "primitives/tile/host/compiler.h"

typedef tcui_counters counters;

/* How it is known that a sample has a bin. */
typedef enum check {
    NONE,   /* all have, or outside[0] stands behind the last bin and they are bins themselves */
    SLOT,   /* outside[0] stands behind the last bin: no branch depends on a sample */
    POINTER /* outside[0] stands anywhere */
} check;

static bool is_behind_bins(const counters *c)
{
    return c->outside == c->counts + c->num_bins;
}

/* samples[stride * i], 0 <= i < n, in turn with each replica. */
#define COUNT(bits)                                                                                                    \
    TCUI_ALWAYS_INLINE uint32_t *place_##bits(check by, uint32_t *counts, uint32_t *outside, uint32_t num_bins,        \
                                              uint##bits##_t first, uint##bits##_t sample)                             \
    {                                                                                                                  \
        const uint32_t slot = (uint##bits##_t)(sample - first);                                                        \
        return by == NONE        ? counts + sample                                                                     \
               : by == SLOT      ? counts + (slot < num_bins ? slot : num_bins)                                        \
               : slot < num_bins ? counts + slot                                                                       \
                                 : outside;                                                                            \
    }                                                                                                                  \
    TCUI_ALWAYS_INLINE void count_##bits(check by, const counters *c, uint##bits##_t first,                            \
                                         const uint##bits##_t *samples, size_t stride, uint64_t n)                     \
    {                                                                                                                  \
        const uint32_t num_bins = c->num_bins;                                                                         \
        uint32_t *const counts[TCUI_REPLICAS] = {c->counts, c->counts + c->step, c->counts + 2 * c->step,              \
                                                 c->counts + 3 * c->step};                                             \
        uint32_t *const outside[TCUI_REPLICAS] = {c->outside, c->outside + c->step, c->outside + 2 * c->step,          \
                                                  c->outside + 3 * c->step};                                           \
        uint64_t i = 0;                                                                                                \
        for (; i + TCUI_REPLICAS <= n; i += TCUI_REPLICAS) {                                                           \
            for (size_t r = 0; r < TCUI_REPLICAS; r++) {                                                               \
                ++*place_##bits(by, counts[r], outside[r], num_bins, first, samples[(i + r) * stride]);                \
            }                                                                                                          \
        }                                                                                                              \
        for (; i < n; i++) {                                                                                           \
            ++*place_##bits(by, counts[0], outside[0], num_bins, first, samples[i * stride]);                          \
        }                                                                                                              \
    }                                                                                                                  \
    static void count_values_##bits(const counters *c, uint##bits##_t first, const uint##bits##_t *samples,            \
                                    size_t stride, uint64_t n)                                                         \
    {                                                                                                                  \
        if (first == 0 && c->num_bins - UINT64_C(1) == UINT##bits##_MAX) {                                             \
            count_##bits(NONE, c, 0, samples, stride, n);                                                              \
        } else if (is_behind_bins(c)) {                                                                                \
            count_##bits(SLOT, c, first, samples, stride, n);                                                          \
        } else {                                                                                                       \
            count_##bits(POINTER, c, first, samples, stride, n);                                                       \
        }                                                                                                              \
    }
_Static_assert(TCUI_REPLICAS == 4, "COUNT writes them out");

COUNT(8)
COUNT(16)
COUNT(32)

void tcui_count_found(const counters *c, const uint32_t *found, int n)
{
    if (is_behind_bins(c)) {
        count_32(NONE, c, 0, found, 1, (uint64_t)n);
    } else {
        count_32(POINTER, c, 0, found, 1, (uint64_t)n);
    }
}

void tcui_count_values(const counters *c, size_t bytes, uint32_t first, const void *samples, size_t stride, uint64_t n)
{
    if (bytes == 1) {
        count_values_8(c, (uint8_t)first, samples, stride, n);
    } else if (bytes == 2) {
        count_values_16(c, (uint16_t)first, samples, stride, n);
    } else {
        count_values_32(c, first, samples, stride, n);
    }
}

uint64_t tcui_count_outside(const counters *c)
{
    uint64_t outside = 0;
    for (size_t r = 0; r < (c->step > 0 ? TCUI_REPLICAS : 1); r++) {
        outside += c->outside[r * c->step];
    }
    return outside;
}
