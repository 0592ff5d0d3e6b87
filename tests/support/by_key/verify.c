/* SPDX-License-Identifier: Apache-2.0 */
/* A plain loop: a run goes on while the next key has the same bytes. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "by_key.h"
#include "test_backend.h"

typedef struct run {
    uint64_t index, begin, end;
} run;

static const char *const names[] = {"keys", "values", "out", "runs.keys", "runs.lengths", "runs.offsets", "runs.count"};

static bool is_wanted(const test_by_key_case *t, int buffer)
{
    static const unsigned bits[TEST_BY_KEY_BUFFERS] = {[TEST_BY_KEY_RUN_KEYS] = TEST_WANT_KEYS,
                                                       [TEST_BY_KEY_LENGTHS] = TEST_WANT_LENGTHS,
                                                       [TEST_BY_KEY_OFFSETS] = TEST_WANT_OFFSETS,
                                                       [TEST_BY_KEY_RUN_COUNT] = TEST_WANT_COUNT};
    if (buffer == TEST_BY_KEY_VALUES) {
        return t->in_place;
    }
    if (buffer == TEST_BY_KEY_OUT) {
        return !t->in_place && (t->form != TEST_BY_KEY_REDUCE || (t->wanted & TEST_WANT_RESULTS) != 0);
    }
    return t->form != TEST_BY_KEY_SCAN && (t->wanted & bits[buffer]) != 0;
}

static void add(const test_by_key_case *t, test_fold *fold, const unsigned char *values, uint64_t i)
{
    const unsigned char *value = values + i * test_types[t->pair.in].bytes;
    if (test_types[t->pair.in].real) {
        double x;
        test_read_reals(t->pair.in, value, 1, &x);
        test_fold_real(fold, x);
    } else {
        uint64_t x;
        test_read_integers(t->pair.in, value, 1, &x);
        test_fold_integer(fold, x);
    }
}

static bool check_result(test_by_key_runner *runner, const test_by_key_case *t, const test_fold *fold,
                         const unsigned char *out, uint64_t i, const run *r)
{
    const unsigned char *got = out + i * test_types[t->pair.out].bytes;
    if (test_types[t->pair.out].real) {
        double x;
        test_read_reals(t->pair.out, got, 1, &x);
        return test_fold_accepts_real(fold, x, got) ||
               test_by_key_fail(runner, t,
                                "out[%" PRIu64 "] is %.17g instead of %.17g, in run %" PRIu64 " from %" PRIu64, i, x,
                                test_fold_expected_real(fold), r->index, r->begin);
    }
    uint64_t x;
    test_read_integers(t->pair.out, got, 1, &x);
    return test_fold_accepts_integer(fold, x) ||
           test_by_key_fail(runner, t,
                            "out[%" PRIu64 "] is 0x%" PRIx64 " instead of 0x%" PRIx64 ", in run %" PRIu64
                            " from %" PRIu64,
                            i, x, test_fold_expected_integer(fold), r->index, r->begin);
}

static bool check_values(test_by_key_runner *runner, const test_by_key_case *t, const unsigned char *out, const run *r)
{
    const unsigned char *values = runner->buffers[TEST_BY_KEY_VALUES].host;
    if (t->form == TEST_BY_KEY_UNIQUE) {
        return memcmp(out + r->index * t->value_bytes, values + r->begin * t->value_bytes, t->value_bytes) == 0 ||
               test_by_key_fail(runner, t, "values_out[%" PRIu64 "] is not values[%" PRIu64 "]", r->index, r->begin);
    }
    test_fold fold = test_fold_begin(&t->reduction, t->pair.in, t->pair.out);
    for (uint64_t i = r->begin; i < r->end; i++) {
        const bool is_exclusive = t->form == TEST_BY_KEY_SCAN && t->kind == TCU_SCAN_EXCLUSIVE;
        if (!is_exclusive) {
            add(t, &fold, values, i);
        }
        if (t->form == TEST_BY_KEY_SCAN && !check_result(runner, t, &fold, out, i, r)) {
            return false;
        }
        if (is_exclusive) {
            add(t, &fold, values, i);
        }
    }
    return t->form == TEST_BY_KEY_SCAN || check_result(runner, t, &fold, out, r->index, r);
}

/* outputs[b]: what was written, or NULL. */
static bool check_run(test_by_key_runner *runner, const test_by_key_case *t, unsigned char *const *outputs,
                      const run *r)
{
    const unsigned char *keys = runner->buffers[TEST_BY_KEY_KEYS].host;
    uint64_t length = 0, offset = 0;
    if (outputs[TEST_BY_KEY_LENGTHS] != NULL) {
        memcpy(&length, outputs[TEST_BY_KEY_LENGTHS] + 8 * r->index, 8);
        if (length != r->end - r->begin) {
            return test_by_key_fail(runner, t, "lengths[%" PRIu64 "] is %" PRIu64 " instead of %" PRIu64, r->index,
                                    length, r->end - r->begin);
        }
    }
    if (outputs[TEST_BY_KEY_OFFSETS] != NULL) {
        memcpy(&offset, outputs[TEST_BY_KEY_OFFSETS] + 8 * r->index, 8);
        if (offset != r->begin) {
            return test_by_key_fail(runner, t, "offsets[%" PRIu64 "] is %" PRIu64 " instead of %" PRIu64, r->index,
                                    offset, r->begin);
        }
    }
    if (outputs[TEST_BY_KEY_RUN_KEYS] != NULL && memcmp(outputs[TEST_BY_KEY_RUN_KEYS] + r->index * t->key_bytes,
                                                        keys + r->begin * t->key_bytes, t->key_bytes) != 0) {
        return test_by_key_fail(runner, t, "keys[%" PRIu64 "] is not that of element %" PRIu64, r->index, r->begin);
    }
    const unsigned char *out = outputs[t->in_place ? TEST_BY_KEY_VALUES : TEST_BY_KEY_OUT];
    return out == NULL || check_values(runner, t, out, r);
}

static bool check_end(test_by_key_runner *runner, const test_by_key_case *t, unsigned char *const *outputs,
                      uint64_t runs)
{
    const size_t out_bytes = t->form == TEST_BY_KEY_UNIQUE ? t->value_bytes : test_types[t->pair.out].bytes;
    const uint64_t written[TEST_BY_KEY_BUFFERS] = {[TEST_BY_KEY_OUT] = t->form == TEST_BY_KEY_SCAN ? t->n * out_bytes
                                                                                                   : runs * out_bytes,
                                                   [TEST_BY_KEY_RUN_KEYS] = runs * t->key_bytes,
                                                   [TEST_BY_KEY_LENGTHS] = runs * 8,
                                                   [TEST_BY_KEY_OFFSETS] = (runs + 1) * 8,
                                                   [TEST_BY_KEY_RUN_COUNT] = 8};
    uint64_t got;
    if (outputs[TEST_BY_KEY_RUN_COUNT] != NULL) {
        memcpy(&got, outputs[TEST_BY_KEY_RUN_COUNT], 8);
        if (got != runs) {
            return test_by_key_fail(runner, t, "count is %" PRIu64 " instead of %" PRIu64, got, runs);
        }
    }
    if (outputs[TEST_BY_KEY_OFFSETS] != NULL) {
        memcpy(&got, outputs[TEST_BY_KEY_OFFSETS] + 8 * runs, 8);
        if (got != t->n) {
            return test_by_key_fail(runner, t, "offsets[%" PRIu64 "] is %" PRIu64 " instead of n", runs, got);
        }
    }
    for (int b = TEST_BY_KEY_OUT; b < TEST_BY_KEY_BUFFERS; b++) {
        const test_slice *slice = &runner->buffers[b].slice;
        if (outputs[b] != NULL && !test_slice_untouched(slice, written[b], slice->bytes - written[b])) {
            return test_by_key_fail(runner, t, "wrote %s behind the last of %" PRIu64 " runs", names[b], runs);
        }
    }
    return true;
}

static bool check_runs(test_by_key_runner *runner, const test_by_key_case *t, unsigned char *const *outputs)
{
    const unsigned char *keys = runner->buffers[TEST_BY_KEY_KEYS].host;
    run r = {0, 0, 0};
    for (; r.begin < t->n; r.begin = r.end, r.index++) {
        for (r.end = r.begin + 1;
             r.end < t->n && memcmp(keys + r.end * t->key_bytes, keys + r.begin * t->key_bytes, t->key_bytes) == 0;
             r.end++) {
        }
        if (!check_run(runner, t, outputs, &r)) {
            return false;
        }
    }
    return check_end(runner, t, outputs, r.index);
}

bool test_by_key_verify(test_by_key_runner *runner, const test_by_key_case *t)
{
    unsigned char *outputs[TEST_BY_KEY_BUFFERS] = {0};
    bool passed = test_count_holds(&runner->length, &t->length) ||
                  test_by_key_fail(runner, t, "wrote over options->count, or beside it");
    for (int b = 0; b < TEST_BY_KEY_BUFFERS && passed; b++) {
        const test_buffer *buffer = &runner->buffers[b];
        if (!test_slice_guarded(&buffer->slice)) {
            passed = test_by_key_fail(runner, t, "wrote beside %s", names[b]);
        } else if (is_wanted(t, b)) {
            outputs[b] = malloc(buffer->slice.bytes + 8);
            test_copy_out(outputs[b], buffer->slice.data, buffer->slice.bytes);
        } else if (!test_slice_holds(&buffer->slice, buffer->host)) {
            passed = test_by_key_fail(runner, t, "wrote over %s", names[b]);
        }
    }
    passed = passed && check_runs(runner, t, outputs);
    for (int b = 0; b < TEST_BY_KEY_BUFFERS; b++) {
        free(outputs[b]);
    }
    return passed;
}
