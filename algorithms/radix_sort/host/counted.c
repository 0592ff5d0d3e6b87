/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys of 8 or 16 bits that carry nothing with them: keys of one value are all the same, so it is enough to count them,
 * to find by an exclusive scan of the counts where each value's keys begin, and to write them anew. All keys are read
 * before one is written, so `out` may be `in`.
 */
#include "items.h"

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

static void count_part(const segment *s, uint64_t values, uint64_t part)
{
    const uint64_t begin = tcui_sort_part_begin(s->n, s->parts, part);
    const uint64_t n = tcui_sort_part_begin(s->n, s->parts, part + 1) - begin;
    const char *keys = s->in.keys + begin * s->rule->key_bytes;
    uint64_t *counts = s->counts + part * values;
    if (values == TCUI_DIGITS) {
        count_bytes((const unsigned char *)keys, n, counts);
    } else {
        count_shorts(keys, n, counts);
    }
}

/* (A parallel region of one thread would take longer than a short segment.) */
static void count_parts(const segment *s, uint64_t values)
{
    if (s->parts == 1) {
        count_part(s, values, 0);
        return;
    }
    const int64_t parts = (int64_t)s->parts;
#ifdef _OPENMP
#pragma omp parallel for num_threads(s->threads) schedule(dynamic, 1)
#endif
    for (int64_t p = 0; p < parts; p++) {
        count_part(s, values, (uint64_t)p);
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
static void write_part(const segment *s, const uint64_t *starts, uint64_t values, uint64_t begin, uint64_t end)
{
    uint64_t low = 0, high = values; /* the last value that starts at `begin` or before */
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (starts[middle] <= begin) {
            low = middle;
        } else {
            high = middle;
        }
    }
    for (uint64_t b = low; begin < end; b++) {
        const uint64_t stop = starts[b + 1] < end ? starts[b + 1] : end;
        fill(s->out.keys, s->rule->key_bytes, tcui_key_of_order_bits(s->rule->order, b), begin, stop);
        begin = stop;
    }
}

void tcui_sort_counted(const segment *s)
{
    const uint64_t values = (uint64_t)1 << s->rule->order.bits;
    uint64_t *starts = s->counts + s->parts * values;
    count_parts(s, values);
    make_starts(s, values, starts);
    if (s->parts == 1) {
        write_part(s, starts, values, 0, s->n);
        return;
    }
    const int64_t parts = (int64_t)s->parts;
#ifdef _OPENMP
#pragma omp parallel for num_threads(s->threads) schedule(static, 1)
#endif
    for (int64_t p = 0; p < parts; p++) {
        write_part(s, starts, values, tcui_sort_part_begin(s->n, s->parts, (uint64_t)p),
                   tcui_sort_part_begin(s->n, s->parts, (uint64_t)p + 1));
    }
}
