/* SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "parts.h"
#include "predicate.h"
#include "test_records.h"
#include "test_types.h"

/* Whether item i is to be kept, drawn one after the other. */
typedef struct draw {
    test_random random;
    test_density density;
    uint64_t one;     /* the position that TEST_KEEP_ONE keeps */
    uint64_t cluster; /* items left of a cluster */
    bool inside;
} draw;

static bool next_kept(draw *d, uint64_t i)
{
    switch (d->density) {
    case TEST_KEEP_NONE:
        return false;
    case TEST_KEEP_ONE:
        return i == d->one;
    case TEST_KEEP_1E_4:
        return test_random_unit(&d->random) < 1e-4;
    case TEST_KEEP_TENTH:
        return test_random_unit(&d->random) < 0.1;
    case TEST_KEEP_HALF:
        return test_random_unit(&d->random) < 0.5;
    case TEST_KEEP_NINE_TENTHS:
        return test_random_unit(&d->random) < 0.9;
    case TEST_KEEP_ALL_BUT_1E_4:
        return test_random_unit(&d->random) >= 1e-4;
    case TEST_KEEP_ALL:
        return true;
    case TEST_KEEP_CLUSTERS:
        /* Lengths from 1 to some tiles, as many of each power of two. */
        if (d->cluster == 0) {
            d->cluster = 1 + test_random_below(&d->random, (uint64_t)1 << test_random_below(&d->random, 15));
            d->inside = !d->inside;
        }
        d->cluster--;
        return d->inside;
    default:
        return i % 2 == 0;
    }
}

/* The values of a predicate. */
typedef struct values {
    unsigned char value[8], upper[8];
} values;

static values make_values(const test_compaction_case *t, test_random *random)
{
    values v = {{0}, {0}};
    if (t->given_values) {
        memcpy(v.value, &t->value_bits, sizeof v.value);
        memcpy(v.upper, &t->upper_bits, sizeof v.upper);
        return v;
    }
    test_random_bytes(random, v.value, sizeof v.value);
    test_random_element(random, t->type, v.value, v.value);
    test_random_element(random, t->type, v.value, v.upper);
    /* In a call's own values the upper end must not be the lower one. */
    if (!t->values_in_context && test_number(t->type, v.upper) < test_number(t->type, v.value)) {
        const values swapped = v;
        memcpy(v.value, swapped.upper, sizeof v.value);
        memcpy(v.upper, swapped.value, sizeof v.upper);
    }
    return v;
}

/* Items that a predicate keeps or not as the density says, where there are such. */
static void make_compared_items(const test_compaction_case *t, const values *v, draw *d, unsigned char *items)
{
    const long double value = test_number(t->type, v->value), upper = test_number(t->type, v->upper);
    for (uint64_t i = 0; i < t->n; i++) {
        const bool keep = next_kept(d, i);
        unsigned char *item = items + i * t->item_bytes;
        for (int attempt = 0; attempt < 20; attempt++) {
            test_random_element(&d->random, t->type, v->value, item);
            if (test_comparison_holds(t->comparison, test_number(t->type, item), value, upper) == keep) {
                break;
            }
        }
    }
}

/* Runs that begin where the density says; a new item differs from the last in one bit or in many. */
static void make_runs(const test_compaction_case *t, draw *d, unsigned char *items)
{
    const size_t bytes = t->item_bytes;
    test_random_bytes(&d->random, items, t->n > 0 ? bytes : 0);
    for (uint64_t i = 1; i < t->n; i++) {
        unsigned char *item = items + i * bytes;
        memcpy(item, item - bytes, bytes);
        if (next_kept(d, i)) {
            const uint64_t bit = test_random_below(&d->random, 8 * bytes);
            if (test_random_below(&d->random, 2)) {
                test_random_bytes(&d->random, item, bytes);
                memcpy(item + bit / 8, item - bytes + bit / 8, 1);
            }
            item[bit / 8] ^= (unsigned char)(1u << bit % 8);
        }
    }
}

static void make_flags(const test_compaction_case *t, draw *d, unsigned char *flags)
{
    if (t->format == TCU_FLAGS_BITS) {
        test_random_bytes(&d->random, flags, t->n / 8 + (t->n % 8 != 0)); /* also behind the last item */
    }
    for (uint64_t i = 0; i < t->n; i++) {
        const bool keep = next_kept(d, i);
        const unsigned char bit = (unsigned char)(1u << i % 8);
        if (t->format == TCU_FLAGS_BYTES) {
            flags[i] = keep ? (unsigned char)(1 + test_random_below(&d->random, 255)) : 0;
        } else {
            flags[i / 8] = (unsigned char)(keep ? flags[i / 8] | bit : flags[i / 8] & ~bit);
        }
    }
}

void test_compactor_make_inputs(test_compactor *compactor, const test_compaction_case *t)
{
    test_random random = test_random_part(t->seed, 1);
    for (int b = 0; b < TEST_BUFFERS; b++) {
        compactor->buffers[b].used = false;
    }
    const values v = make_values(t, &random);
    memcpy(compactor->value, v.value, sizeof v.value);
    memcpy(compactor->upper, v.upper, sizeof v.upper);
    draw d = {.random = random, .density = t->density};
    d.one = t->n > 0 ? test_random_below(&d.random, t->n) : 0;
    for (int c = 0; c < test_compaction_columns(t); c++) {
        const size_t bytes = test_compaction_column_bytes(t, c);
        unsigned char *items =
            test_compactor_open(compactor, t, TEST_BUFFER_IN + c, 8 * bytes, test_slice_shift(t->in_shift, bytes), 0xff)
                ->host;
        if (t->given_items != NULL) {
            memcpy(items, t->given_items, t->n * bytes);
        } else if (test_takes_predicate(t->operation)) {
            make_compared_items(t, &v, &d, items);
        } else if (t->operation == TEST_UNIQUE) {
            make_runs(t, &d, items);
        } else {
            test_random_bytes(&d.random, items, t->n * bytes);
        }
    }
    if (test_takes_flags(t->operation)) {
        const size_t bits = t->format == TCU_FLAGS_BITS ? 1 : 8;
        make_flags(t, &d, test_compactor_open(compactor, t, TEST_BUFFER_FLAGS, bits, t->flags_shift, 0xff)->host);
    }
    if (test_takes_predicate(t->operation) && t->values_in_context) {
        const size_t bytes = test_types[t->type].bytes;
        test_buffer *const value = &compactor->buffers[TEST_BUFFER_VALUE], *const upper =
                                                                               &compactor->buffers[TEST_BUFFER_UPPER];
        test_buffer_open(value, bytes, t->in_shift * bytes, 0xff);
        test_buffer_open(upper, bytes, t->out_shift * bytes, 0xff);
        memcpy(value->host, v.value, bytes);
        memcpy(upper->host, v.upper, bytes);
    }
}
