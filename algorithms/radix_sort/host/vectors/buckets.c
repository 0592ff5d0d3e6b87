/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Long arrays: sample sort. 255 pivots that a sample of the keys is evenly divided by are the borders of 256 buckets (fewer
 * of shorter arrays).
 *
 *   1. Each part of the array, which fits a cache, is divided by the pivots, as quicksort divides it.
 *   2. Buckets' sizes in all parts are scanned: where each part's keys of each bucket go.
 *   3. They are copied there.
 *   4. Each bucket is sorted.
 *
 * Parts, and then buckets, are independent of each other, so threads share them; and memory is read and written three
 * times, where quicksort does so once for each of its first divisions. (J. Singler, P. Sanders, F. Putze, "MCSTL", Euro-Par
 * 2007; in place: M. Axtmann, S. Witt, D. Ferizovic, P. Sanders, "In-place Parallel Super Scalar Samplesort", ESA 2017.)
 */
#include "buckets.h"

#include "algorithms/radix_sort/host/items.h"
#include "primitives/threads/parallel.h"

typedef tcui_sort_segment segment;

enum {
    LEAST_BUCKET = 1 << 14, /* keys */
    PART_BYTES = 1 << 18,   /* several of them fit L2 */
    MOST_PARTS = 1 << 12,
    SAMPLES = 16 /* a pivot */
};

static uint64_t buckets_of(uint64_t n)
{
    uint64_t buckets = 2;
    while (buckets < TCUI_SORT_BUCKETS && n / buckets >= (uint64_t)2 * LEAST_BUCKET) {
        buckets *= 2;
    }
    return buckets;
}

static uint64_t parts_of(uint64_t n, size_t key_bytes)
{
    const uint64_t parts = 1 + (n - 1) / (PART_BYTES / key_bytes);
    return parts < MOST_PARTS ? parts : MOST_PARTS;
}

uint64_t tcui_sort_bucket_counts(uint64_t n, size_t key_bytes)
{
    return (parts_of(n, key_bytes) + 1) * buckets_of(n) + 1;
}

/* What threads share. */
typedef struct work {
    const segment *segment;
    const tcui_sort_vectors *vectors;
    const char *pivots;
    uint64_t buckets, parts;
    uint64_t *sizes;  /* of buckets in each part; then where they go */
    uint64_t *starts; /* of buckets */
    uint64_t largest; /* of parts, and then of buckets */
} work;

/*
 * Room for keys that begin at `begin` of `array`, all of which is free, if `is_free`: then a thread has the same one every
 * time, which stays in its cache.
 */
static char *room_of(const work *w, char *array, bool is_free, uint64_t begin, int thread)
{
    const uint64_t share = w->segment->n / (uint64_t)w->segment->threads;
    return array + (is_free && w->largest <= share ? (uint64_t)thread * share : begin) * w->segment->rule->key_bytes;
}

static void divide_part(const void *data, int64_t index, int thread)
{
    const work *w = data;
    const segment *s = w->segment;
    const size_t bytes = s->rule->key_bytes;
    const uint64_t part = (uint64_t)index, begin = tcui_part_begin(s->n, w->parts, part);
    w->vectors->divide(s->in.keys + begin * bytes, s->other.keys + begin * bytes,
                       room_of(w, s->out.keys, s->in.keys != s->out.keys, begin, thread),
                       tcui_part_begin(s->n, w->parts, part + 1) - begin, s->rule->order, w->pivots, w->buckets,
                       w->sizes + part * w->buckets);
}

static void scan_sizes(work *w)
{
    uint64_t place = 0;
    w->largest = 0;
    for (uint64_t b = 0; b < w->buckets; b++) {
        w->starts[b] = place;
        for (uint64_t p = 0; p < w->parts; p++) {
            const uint64_t size = w->sizes[p * w->buckets + b];
            w->sizes[p * w->buckets + b] = place;
            place += size;
        }
        w->largest = place - w->starts[b] > w->largest ? place - w->starts[b] : w->largest;
    }
    w->starts[w->buckets] = place;
}

/* Where a bucket ends in a part is where it begins in the next one. */
static void copy_part(const void *data, uint64_t part, uint64_t begin, uint64_t end)
{
    const work *w = data;
    const segment *s = w->segment;
    const size_t bytes = s->rule->key_bytes;
    const uint64_t *places = w->sizes + part * w->buckets;
    const char *from = s->other.keys + begin * bytes;
    (void)end;
    for (uint64_t b = 0; b < w->buckets; b++) {
        const uint64_t next = part + 1 < w->parts ? places[w->buckets + b] : w->starts[b + 1];
        memcpy(s->out.keys + places[b] * bytes, from, (next - places[b]) * bytes);
        from += (next - places[b]) * bytes;
    }
}

static void sort_bucket(const void *data, int64_t index, int thread)
{
    const work *w = data;
    const segment *s = w->segment;
    const size_t bytes = s->rule->key_bytes;
    const uint64_t begin = w->starts[index], n = w->starts[index + 1] - begin;
    w->vectors->sort_bucket(s->out.keys + begin * bytes, room_of(w, s->other.keys, true, begin, thread), n,
                            s->rule->order, tcui_sort_depth(n));
}

void tcui_sort_buckets(const segment *s, const tcui_sort_vectors *vectors)
{
    const size_t bytes = s->rule->key_bytes;
    const uint64_t buckets = buckets_of(s->n), parts = parts_of(s->n, bytes), samples = SAMPLES * buckets;
    _Alignas(64) char sample[SAMPLES * TCUI_SORT_BUCKETS * 8], room[sizeof sample], pivots[TCUI_SORT_BUCKETS * 8];
    work w = {s, vectors, pivots, buckets, parts, s->counts, s->counts + parts * buckets, s->n / parts + 1};
    uint64_t place = 0; /* of 2^32, as quicksort's samples */
    const uint64_t unit = (s->n >> 32) + 1, units = s->n / unit;
    for (uint64_t k = 0; k < samples; k++, place = (place + 0x9e3779b9u) & UINT32_MAX) {
        tcui_sort_copy(sample, k, s->in.keys, (place * units >> 32) * unit, bytes);
    }
    vectors->sort(sample, sample, room, samples, s->rule->order, tcui_sort_depth(samples));
    for (uint64_t b = 0; b + 1 < buckets; b++) {
        tcui_sort_copy(pivots, b, sample, SAMPLES * (b + 1), bytes);
    }
    tcui_for_each(s->threads, (int64_t)parts, divide_part, &w);
    scan_sizes(&w);
    tcui_for_parts(s->threads, s->n, parts, copy_part, &w);
    tcui_for_each(s->threads, (int64_t)buckets, sort_bucket, &w);
}
