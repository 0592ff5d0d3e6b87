/* SPDX-License-Identifier: Apache-2.0 */
/* test_runner_verify(): one serial pass over input and output, segment by segment. */
#include <inttypes.h>
#include <string.h>

#include "oracle.h"
#include "reproducible.h"
#include "runner.h"

typedef struct span {
    uint64_t begin, end;
} span;

static uint64_t segment_count(const test_case *t)
{
    switch (t->operation) {
    case TEST_REDUCE:
    case TEST_SCAN:
        return 1;
    case TEST_SEGMENTED_REDUCE:
    case TEST_SEGMENTED_SCAN:
        return t->n / t->segment_size + (t->n % t->segment_size != 0);
    default:
        return t->num_segments;
    }
}

static span segment(const test_case *t, uint64_t k)
{
    span whole = {0, t->n};
    if (test_has_sizes(t->operation)) {
        whole.begin = k * t->segment_size;
        whole.end = t->n - whole.begin < t->segment_size ? t->n : whole.begin + t->segment_size;
    } else if (test_has_offsets(t->operation)) {
        whole.begin = (uint64_t)t->offsets[k];
        whole.end = (uint64_t)t->offsets[k + 1];
    }
    return whole;
}

/* Compares the output at `index`, which the window has, with what `count` elements from `from` on were folded to. */
static bool check_folded(test_runner *runner, const test_case *t, const test_fold *fold, uint64_t index, uint64_t from,
                         uint64_t count)
{
    if (test_types[t->out_type].real) {
        const double got = *test_window_reals(&runner->out_window, index);
        return test_fold_accepts_real(fold, got, test_window_raw(&runner->out_window, index)) ||
               test_runner_fail(runner, t,
                                "out[%" PRIu64 "]: got %.17g, expected %.17g of %" PRIu64 " elements from %" PRIu64,
                                index, got, test_fold_expected_real(fold), count, from);
    }
    const uint64_t got = *test_window_integers(&runner->out_window, index);
    return test_fold_accepts_integer(fold, got) ||
           test_runner_fail(runner, t,
                            "out[%" PRIu64 "]: got 0x%" PRIx64 ", expected 0x%" PRIx64 " of %" PRIu64
                            " elements from %" PRIu64,
                            index, got, test_fold_expected_integer(fold), count, from);
}

/* Segment k, which is s, by another operator than + or with a map or an initial value. */
static bool check_fold(test_runner *runner, const test_case *t, span s, uint64_t k)
{
    const bool is_scan = test_is_scan(t->operation), exclusive = t->kind == TCU_SCAN_EXCLUSIVE;
    test_fold fold = test_fold_begin(&t->reduction, t->in_type, t->out_type);
    for (uint64_t i = s.begin; i < s.end; i++) {
        test_window_seek(&runner->source_window, i);
        if (is_scan) {
            test_window_seek(&runner->out_window, i);
        }
        if (is_scan && exclusive && !check_folded(runner, t, &fold, i, s.begin, i - s.begin)) {
            return false;
        }
        if (test_types[t->in_type].real) {
            test_fold_real(&fold, *test_window_reals(&runner->source_window, i));
        } else {
            test_fold_integer(&fold, *test_window_integers(&runner->source_window, i));
        }
        if (is_scan && !exclusive && !check_folded(runner, t, &fold, i, s.begin, i + 1 - s.begin)) {
            return false;
        }
    }
    if (is_scan) {
        return true;
    }
    test_window_seek(&runner->out_window, k);
    return check_folded(runner, t, &fold, k, s.begin, s.end - s.begin);
}

/* Compares the output at `index` with the sum so far. */
static bool check_output(test_runner *runner, const test_case *t, const oracle *sum, uint64_t index, uint64_t k)
{
    test_window_seek(&runner->out_window, index);
    if (test_types[t->out_type].real) {
        double got = *test_window_reals(&runner->out_window, index);
        if (oracle_accepts_real(sum, t->out_type, got)) {
            return true;
        }
        return test_runner_fail(runner, t,
                                "out[%" PRIu64 "] (segment %" PRIu64
                                "): got %.17g, expected %.17g as the sum of %" PRIu64
                                " elements, difference %.3g, sum of magnitudes %.17g",
                                index, k, got, oracle_real(sum), sum->count, got - oracle_real(sum), sum->absolute);
    }
    uint64_t got = *test_window_integers(&runner->out_window, index), mask = test_integer_mask(t->out_type);
    if (oracle_accepts_integer(sum, mask, got)) {
        return true;
    }
    return test_runner_fail(runner, t,
                            "out[%" PRIu64 "] (segment %" PRIu64 "): got 0x%" PRIx64 ", expected 0x%" PRIx64
                            " as the sum of %" PRIu64 " elements",
                            index, k, got & mask, sum->integer & mask, sum->count);
}

/* Adds `count` elements from `index` on; in a scan it checks the output at each of them. All are in both windows. */
static bool pass_reals(test_runner *runner, const test_case *t, oracle *sum, uint64_t index, uint64_t count, uint64_t k)
{
    const double *in = test_window_reals(&runner->source_window, index);
    if (!test_is_scan(t->operation)) {
        for (uint64_t i = 0; i < count; i++) {
            oracle_add_real(sum, in[i]);
        }
        return true;
    }
    const double *out = test_window_reals(&runner->out_window, index);
    bool exclusive = t->kind == TCU_SCAN_EXCLUSIVE;
    for (uint64_t i = 0; i < count; i++) {
        if (!exclusive) {
            oracle_add_real(sum, in[i]);
        }
        if (!oracle_accepts_real(sum, t->out_type, out[i])) {
            return check_output(runner, t, sum, index + i, k);
        }
        if (exclusive) {
            oracle_add_real(sum, in[i]);
        }
    }
    return true;
}

static bool pass_integers(test_runner *runner, const test_case *t, oracle *sum, uint64_t index, uint64_t count,
                          uint64_t k)
{
    const uint64_t *in = test_window_integers(&runner->source_window, index);
    if (!test_is_scan(t->operation)) {
        for (uint64_t i = 0; i < count; i++) {
            oracle_add_integer(sum, in[i]);
        }
        return true;
    }
    const uint64_t *out = test_window_integers(&runner->out_window, index), mask = test_integer_mask(t->out_type);
    bool exclusive = t->kind == TCU_SCAN_EXCLUSIVE;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t before = sum->integer;
        oracle_add_integer(sum, in[i]);
        if ((((exclusive ? before : sum->integer) ^ out[i]) & mask) != 0) {
            if (exclusive) {
                sum->integer = before;
                sum->count--;
            }
            return check_output(runner, t, sum, index + i, k);
        }
    }
    return true;
}

static bool has_bits(test_runner *runner, const test_case *t, uint64_t index, uint64_t expected, uint64_t from,
                     uint64_t count)
{
    uint64_t got = 0;
    memcpy(&got, test_window_raw(&runner->out_window, index), test_types[t->out_type].bytes);
    return got == expected || test_runner_fail(runner, t,
                                               "out[%" PRIu64 "]: got bits 0x%" PRIx64 ", expected 0x%" PRIx64
                                               " as the reproducible sum of %" PRIu64 " elements from %" PRIu64,
                                               index, got, expected, count, from);
}

/* The results of segment k, which is s, bit by bit. */
static bool check_bits(test_runner *runner, const test_case *t, span s, uint64_t k)
{
    static _Thread_local test_reproducible sum;
    test_reproducible_begin(&sum, &t->reduction, t->in_type, t->out_type);
    for (uint64_t i = s.begin, count; i < s.end; i += count) {
        count = test_window_seek(&runner->source_window, i);
        count = count < s.end - i ? count : s.end - i;
        const double *const in = test_window_reals(&runner->source_window, i);
        if (!test_is_scan(t->operation)) {
            for (uint64_t j = 0; j < count; j++) {
                test_reproducible_add(&sum, in[j]);
            }
            continue;
        }
        test_window_seek(&runner->out_window, i);
        for (uint64_t j = 0; j < count; j++) {
            const uint64_t expected = test_reproducible_scan(&sum, in[j], t->kind);
            if (!has_bits(runner, t, i + j, expected, s.begin, i + j - s.begin)) {
                return false;
            }
        }
    }
    if (test_is_scan(t->operation)) {
        return true;
    }
    test_window_seek(&runner->out_window, k);
    return has_bits(runner, t, k, test_reproducible_result(&sum), s.begin, s.end - s.begin);
}

static bool check_segment(test_runner *runner, const test_case *t, span s, uint64_t k)
{
    if (test_is_reproducible(&t->reduction, t->out_type) && !check_bits(runner, t, s, k)) {
        return false;
    }
    if (!test_reduction_is_plain(&t->reduction)) {
        return check_fold(runner, t, s, k);
    }
    oracle sum = {0};
    for (uint64_t i = s.begin, count; i < s.end; i += count) {
        count = test_window_seek(&runner->source_window, i);
        if (test_is_scan(t->operation)) {
            test_window_seek(&runner->out_window, i);
        }
        count = count < s.end - i ? count : s.end - i;
        bool passed = test_types[t->in_type].real ? pass_reals(runner, t, &sum, i, count, k)
                                                  : pass_integers(runner, t, &sum, i, count, k);
        if (!passed) {
            return false;
        }
    }
    return test_is_scan(t->operation) || check_output(runner, t, &sum, k, k);
}

/* Elements begin ... end - 1 of the slice are still what the source made. */
static bool holds_source(test_runner *runner, const test_case *t, const test_slice *slice, span s)
{
    static _Thread_local unsigned char block[TEST_CHUNK * sizeof(uint64_t)];
    const size_t bytes = test_types[t->in_type].bytes;
    for (uint64_t i = s.begin, count; i < s.end; i += count) {
        count = test_window_seek(&runner->source_window, i);
        count = count < s.end - i ? count : s.end - i;
        test_copy_out(block, slice->data + i * bytes, count * bytes);
        if (memcmp(block, test_window_raw(&runner->source_window, i), count * bytes) != 0) {
            return false;
        }
    }
    return true;
}

/* What a scan does not own in `out`: still poison, or still the input. */
static bool outside_untouched(test_runner *runner, const test_case *t, span s)
{
    const size_t bytes = test_types[t->out_type].bytes;
    bool untouched = t->in_place ? holds_source(runner, t, &runner->out, s)
                                 : test_slice_untouched(&runner->out, s.begin * bytes, (s.end - s.begin) * bytes);
    return untouched ||
           test_runner_fail(runner, t,
                            "out was written between %" PRIu64 " and %" PRIu64 ", which belong to no segment", s.begin,
                            s.end);
}

static bool check_untouched(test_runner *runner, const test_case *t, uint64_t segments)
{
    if (!test_slice_guarded(&runner->out) || !test_slice_guarded(&runner->in)) {
        return test_runner_fail(runner, t, "wrote outside %s", test_slice_guarded(&runner->out) ? "in" : "out");
    }
    if (test_has_offsets(t->operation) &&
        !(test_slice_guarded(&runner->offsets) && test_slice_holds(&runner->offsets, t->offsets))) {
        return test_runner_fail(runner, t, "wrote in or around offsets");
    }
    span all = {0, t->n};
    if (!t->in_place && !holds_source(runner, t, &runner->in, all)) {
        return test_runner_fail(runner, t, "in was written");
    }
    if (t->in_place && !test_is_scan(t->operation)) {
        span rest = {segments, t->n};
        if (!holds_source(runner, t, &runner->in, rest)) {
            return test_runner_fail(runner, t, "in place, more than the results was written");
        }
    }
    if (t->operation == TEST_SEGMENTED_SCAN_OFFSETS) {
        span before = {0, segments == 0 ? t->n : (uint64_t)t->offsets[0]};
        span after = {segments == 0 ? t->n : (uint64_t)t->offsets[segments], t->n};
        return outside_untouched(runner, t, before) && outside_untouched(runner, t, after);
    }
    return true;
}

bool test_runner_holds_source(test_runner *runner, const test_case *t)
{
    const test_source source = {t->in_type, t->distribution, t->seed, t->n};
    test_window_on_source(&runner->source_window, &source);
    span all = {0, t->n};
    return holds_source(runner, t, &runner->in, all);
}

bool test_runner_verify(test_runner *runner, const test_case *t)
{
    const test_source source = {t->in_type, t->distribution, t->seed, t->n};
    uint64_t segments = segment_count(t);
    test_window_on_source(&runner->source_window, &source);
    test_window_on_slice(&runner->out_window, t->out_type, runner->out.data,
                         test_is_scan(t->operation) ? t->n : segments);
    for (uint64_t k = 0; k < segments; k++) {
        if (!check_segment(runner, t, segment(t, k), k)) {
            return false;
        }
    }
    return check_untouched(runner, t, segments);
}
