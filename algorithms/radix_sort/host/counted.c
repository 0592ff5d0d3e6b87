/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys of 8 or 16 bits that carry nothing with them: keys of one value are all the same, so it is enough to count them,
 * to find by an exclusive scan of the counts where each value's keys begin, and to write them anew. All keys are read
 * before one is written, so `out` may be `in`.
 */
#include "digit_counts.h"
#include "items.h"
#include "primitives/threads/parallel.h"

typedef tcui_sort_segment segment;

/* A counter takes several cycles until it can be counted up again: neighbours have different ones, as far as these fit
 * L1. */
enum { BYTE_COPIES = 4 };

static void count_bytes(const unsigned char *keys, uint64_t n, uint64_t *counts)
{
    uint64_t copies[BYTE_COPIES][256] = {{0}};
    uint64_t i = 0;
    for (; i + BYTE_COPIES <= n; i += BYTE_COPIES) {
        for (size_t k = 0; k < BYTE_COPIES; k++) {
            copies[k][keys[i + k]]++;
        }
    }
    for (; i < n; i++) {
        copies[0][keys[i]]++;
    }
    for (int value = 0; value < 256; value++) {
        counts[value] = copies[0][value] + copies[1][value] + copies[2][value] + copies[3][value];
    }
}

static void count_shorts(const char *keys, uint64_t n, uint64_t *counts)
{
    memset(counts, 0, 65536 * sizeof *counts);
    for (uint64_t i = 0; i < n; i++) {
        counts[tcui_sort_key(keys, i, 2)]++;
    }
}

/* What threads share. */
typedef struct work {
    const segment *segment;
    uint64_t values;
    const uint64_t *starts; /* once keys are counted */
} work;

static void count_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const work *w = data;
    const segment *s = w->segment;
    const char *keys = s->in.keys + begin * s->rule->key_bytes;
    uint64_t *counts = s->counts + part * w->values;
    if (w->values == TCUI_DIGITS) {
        count_bytes((const unsigned char *)keys, end - begin, counts);
    } else {
        count_shorts(keys, end - begin, counts);
    }
}

/* starts[b], 0 <= b <= values: the place of the first key whose order bits are b or more. */
static void make_starts(const segment *s, uint64_t values, uint64_t *starts)
{
    for (uint64_t b = 0; b < values; b++) {
        const uint64_t key = tcui_key_of_order_bits(s->rule->order, b);
        uint64_t count = 0;
        for (uint64_t p = 0; p < s->parts; p++) {
            count += s->counts[p * values + key];
        }
        starts[b] = count;
    }
    tcui_sort_scan_counts(starts, values / TCUI_DIGITS);
    starts[values] = s->n;
}

static void fill(char *out, size_t key_bytes, uint64_t key, uint64_t begin, uint64_t end)
{
    if (key_bytes == 1) {
        memset(out + begin, (int)key, end - begin);
        return;
    }
    uint16_t *keys = (uint16_t *)(void *)out;
    for (uint64_t i = begin; i < end; i++) {
        keys[i] = (uint16_t)key;
    }
}

/* Outputs begin ... end - 1. */
static void write_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const work *w = data;
    const segment *s = w->segment;
    uint64_t low = 0, high = w->values; /* the last value that starts at `begin` or before */
    (void)part;
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (w->starts[middle] <= begin) {
            low = middle;
        } else {
            high = middle;
        }
    }
    for (uint64_t b = low; begin < end; b++) {
        const uint64_t stop = w->starts[b + 1] < end ? w->starts[b + 1] : end;
        fill(s->out.keys, s->rule->key_bytes, tcui_key_of_order_bits(s->rule->order, b), begin, stop);
        begin = stop;
    }
}

void tcui_sort_counted(const segment *s)
{
    const uint64_t values = (uint64_t)1 << s->rule->order.bits;
    uint64_t *starts = s->counts + s->parts * values;
    const work w = {s, values, starts};
    tcui_for_parts(s->threads, s->n, s->parts, count_part, &w);
    make_starts(s, values, starts);
    tcui_for_parts(s->threads, s->n, s->parts, write_part, &w);
}
