/* SPDX-License-Identifier: Apache-2.0 */
/* The oracle: which items are kept, and where a plain loop puts them. */
#include <string.h>

#include "parts.h"
#include "predicate.h"
#include "test_records.h"
#include "test_types.h"

static bool is_kept(const test_compactor *compactor, const test_compaction_case *t, uint64_t i)
{
    const unsigned char *items = compactor->buffers[TEST_BUFFER_IN].host;
    const unsigned char *flags = compactor->buffers[TEST_BUFFER_FLAGS].host;
    if (t->operation == TEST_UNIQUE) {
        const unsigned char *item = items + i * t->item_bytes;
        return i == 0 || memcmp(item, item - t->item_bytes, t->item_bytes) != 0;
    }
    if (test_takes_predicate(t->operation)) {
        return test_comparison_holds(t->comparison, test_number(t->type, items + i * t->item_bytes),
                                     test_number(t->type, compactor->value), test_number(t->type, compactor->upper));
    }
    return t->format == TCU_FLAGS_BYTES ? flags[i] != 0 : (flags[i / 8] & 1u << i % 8) != 0;
}

static void store(test_compactor *compactor, int which, uint64_t index, uint64_t value, size_t bytes)
{
    memcpy(compactor->buffers[which].host + index * bytes, &value, bytes);
}

void test_compactor_expect_outputs(test_compactor *compactor, const test_compaction_case *t)
{
    const unsigned char poison = (unsigned char)(1 + t->seed % 254);
    test_buffer *buffers = compactor->buffers;
    const bool partition = t->operation == TEST_PARTITION || t->operation == TEST_PARTITION_IF;
    const bool lengths = t->operation == TEST_UNIQUE && t->with_lengths;
    for (int c = 0; c < test_compaction_columns(t); c++) {
        const size_t bytes = test_compaction_column_bytes(t, c);
        test_compactor_open(compactor, t, TEST_BUFFER_OUT + c, 8 * bytes, test_slice_shift(t->out_shift, bytes),
                            poison);
    }
    if (t->in_place) { /* `in` is then not a buffer of its own, and behind the kept items it stays what it was */
        memcpy(buffers[TEST_BUFFER_OUT].host, buffers[TEST_BUFFER_IN].host, t->n * t->item_bytes);
        buffers[TEST_BUFFER_IN].used = false;
    }
    const size_t index_bytes = test_types[t->index_type].bytes;
    if (t->operation == TEST_COMPACT_INDICES) {
        test_compactor_open(compactor, t, TEST_BUFFER_INDICES, 8 * index_bytes, t->out_shift * index_bytes, poison);
    }
    if (lengths) {
        test_compactor_open(compactor, t, TEST_BUFFER_RUN_LENGTHS, 64, t->in_shift * 8, poison);
    }
    test_buffer_open(&buffers[TEST_BUFFER_COUNT], 8, t->out_shift * 8, poison);

    /* Upload while `host` is what the call finds. */
    test_buffers_upload(buffers, TEST_BUFFERS);

    uint64_t kept = 0, run_begin = 0;
    for (int rejected = 0; rejected <= (partition ? 1 : 0); rejected++) {
        uint64_t place = rejected ? kept : 0;
        for (uint64_t i = 0; i < t->n; i++) {
            if (is_kept(compactor, t, i) == (rejected != 0)) {
                continue;
            }
            for (int c = 0; c < test_compaction_columns(t); c++) {
                const size_t bytes = test_compaction_column_bytes(t, c);
                memcpy(buffers[TEST_BUFFER_OUT + c].host + place * bytes, buffers[TEST_BUFFER_IN + c].host + i * bytes,
                       bytes);
            }
            if (t->operation == TEST_COMPACT_INDICES) {
                store(compactor, TEST_BUFFER_INDICES, place, i, index_bytes);
            }
            if (lengths && place > 0) {
                store(compactor, TEST_BUFFER_RUN_LENGTHS, place - 1, i - run_begin, 8);
            }
            run_begin = i;
            place++;
        }
        kept = rejected ? kept : place;
    }
    if (lengths && kept > 0) {
        store(compactor, TEST_BUFFER_RUN_LENGTHS, kept - 1, t->n - run_begin, 8);
    }
    store(compactor, TEST_BUFFER_COUNT, 0, kept, 8);
    compactor->kept = kept;
}
