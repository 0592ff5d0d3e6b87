/* SPDX-License-Identifier: Apache-2.0 */
#include "groups.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compaction/predicate.h"
#include "sorting/order.h"
#include "sums/oracle.h"
#include "test_backend.h"

test_grouper test_grouper_new(void)
{
    return (test_grouper){.context = test_context_new()};
}

void test_grouper_free(test_grouper *grouper)
{
    cr_assert(tcu_context_destroy(grouper->context) == TCU_SUCCESS);
    for (int b = 0; b < TEST_GROUP_BUFFERS; b++) {
        test_buffer_release(&grouper->buffers[b]);
    }
    test_memory_release(&grouper->workspace_memory);
    test_memory_release(&grouper->length.memory);
    free(grouper->order);
}

void test_group_draw_length(test_group_case *t, test_random *random)
{
    t->length = test_random_below(random, 3) == 0 ? test_count_random(t->n, random) : (test_count){0};
}

/* Values of all columns have the first column's type. */
static void use_one_type(test_group_case *t, test_random *random)
{
    for (int c = 1; c < TCU_MAX_GROUP_COLUMNS; c++) {
        const tcu_type type = t->pairs[0].in;
        if (t->aggregates[c] == TCU_AGGREGATE_SUM) {
            uint64_t p = test_random_below(random, TEST_PAIR_COUNT);
            while (test_pairs[p].in != type) {
                p = (p + 1) % TEST_PAIR_COUNT;
            }
            t->pairs[c] = test_pairs[p];
        } else if (t->aggregates[c] != TCU_AGGREGATE_COUNT) {
            t->pairs[c] = (test_pair){type, type};
        }
    }
}

test_group_case test_group_random(uint64_t n, test_random *random)
{
    static const uint64_t groups[] = {1, 2, 7, 100, 3000, 1000000};
    test_group_case t = {.key_type = (tcu_type)test_random_below(random, TCU_TYPE_COUNT),
                         .n = n,
                         .groups = groups[test_random_below(random, 6)],
                         .num_columns = (int)test_random_below(random, TCU_MAX_GROUP_COLUMNS + 1),
                         .distribution = test_random_below(random, 2) == 0 ? TEST_UNIFORM : TEST_NAN,
                         .nan_mode = (tcu_nan_mode)test_random_below(random, 2),
                         .wanted = (unsigned)test_random_below(random, TEST_WANT_RESULTS),
                         .seed = test_random_next(random),
                         .shift = (unsigned)test_random_below(random, 20),
                         .temporary = (test_temporary)test_random_below(random, TEST_TEMPORARY_COUNT)};
    for (int c = 0; c < TCU_MAX_GROUP_COLUMNS; c++) {
        const tcu_type type = (tcu_type)test_random_below(random, TCU_TYPE_COUNT);
        t.aggregates[c] = (tcu_aggregate)test_random_below(random, TCU_AGGREGATE_LAST + 1);
        t.pairs[c] = t.aggregates[c] == TCU_AGGREGATE_SUM     ? test_pairs[test_random_below(random, TEST_PAIR_COUNT)]
                     : t.aggregates[c] == TCU_AGGREGATE_COUNT ? (test_pair){TCU_TYPE_U64, TCU_TYPE_U64}
                                                              : (test_pair){type, type};
    }
    if (test_random_below(random, 3) == 0) {
        t.shares_values = true;
        use_one_type(&t, random);
    }
    return t;
}

/* As many different bit patterns as there are groups, in any order: of reals numbers, zeros of both signs and NaNs. */
static void fill_keys(const test_group_case *t, unsigned char *to)
{
    const size_t bytes = test_types[t->key_type].bytes;
    test_random random = test_random_part(t->seed, 5);
    for (uint64_t i = 0; i < t->n; i++) {
        test_random key = test_random_part(t->seed, 100 + test_random_below(&random, t->groups));
        const uint64_t bits = test_random_next(&key);
        memcpy(to + i * bytes, &bits, bytes);
    }
}

static void fill_values(const test_group_case *t, int column, unsigned char *to)
{
    if (t->item_bytes[column] > 0) {
        test_random random = test_random_part(t->seed, 6);
        test_random_bytes(&random, to, t->n * t->item_bytes[column]);
        return;
    }
    const test_source source = {t->pairs[column].in, t->distribution, t->seed + (uint64_t)column, t->n};
    for (uint64_t chunk = 0; chunk * TEST_CHUNK < t->n; chunk++) {
        const uint64_t first = chunk * TEST_CHUNK, left = t->n - first;
        test_source_chunk(&source, chunk, left < TEST_CHUNK ? left : TEST_CHUNK,
                          to + first * test_types[source.type].bytes);
    }
}

/* Of a value, and of a result. */
static size_t in_bytes_of(const test_group_case *t, int column)
{
    return t->item_bytes[column] > 0 ? t->item_bytes[column] : test_types[t->pairs[column].in].bytes;
}

static size_t out_bytes_of(const test_group_case *t, int column)
{
    return t->item_bytes[column] > 0 ? t->item_bytes[column] : test_types[t->pairs[column].out].bytes;
}

static bool has_values(const test_group_case *t, int column)
{
    return column < t->num_columns && t->aggregates[column] != TCU_AGGREGATE_COUNT;
}

/* The column whose array holds the values of this one. */
static int source_of(const test_group_case *t, int column)
{
    for (int c = 0; c < column && t->shares_values && t->item_bytes[column] == 0; c++) {
        if (has_values(t, c) && t->item_bytes[c] == 0 && t->pairs[c].in == t->pairs[column].in) {
            return c;
        }
    }
    return column;
}

static const unsigned char *values_of(const test_grouper *grouper, const test_group_case *t, int column)
{
    return grouper->buffers[TEST_GROUP_VALUES + source_of(t, column)].host;
}

/* The keys' order: of this the oracle is made. */
static void sort(test_grouper *grouper, const test_group_case *t)
{
    uint64_t *ranks = malloc((t->n + 1) * sizeof *ranks), *spare = malloc((t->n + 1) * sizeof *spare);
    free(grouper->order);
    grouper->order = malloc((t->n + 1) * sizeof *grouper->order);
    cr_assert(ranks != NULL && spare != NULL && grouper->order != NULL);
    for (uint64_t i = 0; i < t->n; i++) {
        ranks[i] = test_rank_of_key(t->key_type, grouper->buffers[0].host, i);
        grouper->order[i] = i;
    }
    test_merge_sort(ranks, false, grouper->order, spare, t->n);
    free(ranks);
    free(spare);
}

/* An array of n elements, and `more`, with room for those that there might be; or of none. `column`: whose elements they
 * are, or -1; items begin at any byte. */
static void open_array(const test_group_case *t, test_buffer *buffer, bool is_used, int column, uint64_t more,
                       size_t element_bytes, unsigned char poison)
{
    const bool is_item = column >= 0 && t->item_bytes[column] > 0;
    test_buffer_open_room(buffer, is_used ? (t->n + more) * element_bytes : 0,
                          test_count_room(&t->length, is_used ? element_bytes : 0),
                          is_used ? t->shift * (is_item ? 1 : element_bytes) : 0, poison);
}

void test_grouper_prepare(test_grouper *grouper, const test_group_case *t)
{
    test_buffer *b = grouper->buffers;
    const size_t key_bytes = test_types[t->key_type].bytes;
    test_draw_paths(grouper->context, t->seed);
    open_array(t, &b[0], true, -1, 0, key_bytes, 0xff);
    fill_keys(t, b[0].host);
    for (int c = 0; c < TCU_MAX_GROUP_COLUMNS; c++) {
        const size_t in_bytes = has_values(t, c) && source_of(t, c) == c ? in_bytes_of(t, c) : 0;
        const size_t out_bytes = c < t->num_columns ? out_bytes_of(t, c) : 0;
        open_array(t, &b[TEST_GROUP_VALUES + c], in_bytes > 0, c, 0, in_bytes, 0xff);
        if (in_bytes > 0) {
            fill_values(t, c, b[TEST_GROUP_VALUES + c].host);
        }
        open_array(t, &b[TEST_GROUP_RESULTS + c], out_bytes > 0, c, 0, out_bytes, (unsigned char)(0x31 + c));
    }
    open_array(t, &b[TEST_GROUP_KEYS_OUT], (t->wanted & TEST_WANT_KEYS) != 0, -1, 0, key_bytes, 0x41);
    open_array(t, &b[TEST_GROUP_LENGTHS], (t->wanted & TEST_WANT_LENGTHS) != 0, -1, 0, 8, 0x42);
    open_array(t, &b[TEST_GROUP_OFFSETS], (t->wanted & TEST_WANT_OFFSETS) != 0, -1, 1, 8, 0x43);
    test_buffer_open(&b[TEST_GROUP_COUNT_OUT], t->wanted & TEST_WANT_COUNT ? 8 : 0, 8, 0x44);
    test_buffers_upload(b, TEST_GROUP_BUFFERS);
    grouper->counted = test_count_upload(&grouper->length, &t->length);
    test_synchronise();
    sort(grouper, t);
}

static bool fail(test_grouper *grouper, const test_group_case *t, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool fail(test_grouper *grouper, const test_group_case *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(grouper->failure, sizeof grouper->failure, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof grouper->failure) {
        length = (int)sizeof grouper->failure - 1;
    }
    snprintf(
        grouper->failure + length, sizeof grouper->failure - (size_t)length,
        "\n  tcu_group_by, keys %s, n %" PRIu64 ", count %d (%" PRIu64 "; %" PRIu64 " behind), groups %" PRIu64
        ", %d columns, shared %d, values %s, NaN mode %d, wanted %u, shift %u, temporary memory %d, case seed %" PRIu64
        ", TCU_TEST_SEED=%" PRIu64,
        test_types[t->key_type].name, t->n, (int)t->length.is_given, t->length.value, t->length.behind, t->groups,
        t->num_columns, (int)t->shares_values, test_distribution_names[t->distribution], (int)t->nan_mode, t->wanted,
        t->shift, (int)t->temporary, t->seed, test_seed_of_run());
    return false;
}

static void make_arguments(test_grouper *grouper, const test_group_case *t)
{
    const test_buffer *b = grouper->buffers;
    for (int c = 0; c < t->num_columns; c++) {
        grouper->columns[c] =
            (tcu_group_column){.aggregate = t->aggregates[c],
                               .values = has_values(t, c) ? b[TEST_GROUP_VALUES + source_of(t, c)].slice.data : NULL,
                               .value_type = has_values(t, c) && t->item_bytes[c] == 0 ? t->pairs[c].in : (tcu_type)77,
                               .results = b[TEST_GROUP_RESULTS + c].slice.data,
                               .result_type = t->item_bytes[c] == 0 ? t->pairs[c].out : (tcu_type)78,
                               .item_bytes = t->item_bytes[c]};
    }
    grouper->groups = (tcu_runs)TCU_RUNS_INIT;
    if (t->wanted & TEST_WANT_KEYS) {
        grouper->groups.keys = b[TEST_GROUP_KEYS_OUT].slice.data;
    }
    if (t->wanted & TEST_WANT_LENGTHS) {
        grouper->groups.lengths = (uint64_t *)(void *)b[TEST_GROUP_LENGTHS].slice.data;
    }
    if (t->wanted & TEST_WANT_OFFSETS) {
        grouper->groups.offsets = (int64_t *)(void *)b[TEST_GROUP_OFFSETS].slice.data;
    }
    if (t->wanted & TEST_WANT_COUNT) {
        grouper->groups.count = (uint64_t *)(void *)b[TEST_GROUP_COUNT_OUT].slice.data;
    }
    grouper->options = (tcu_group_by_options)TCU_GROUP_BY_OPTIONS_INIT;
    grouper->options.nan_mode = t->nan_mode;
    grouper->options.count = grouper->counted;
}

static tcu_status call(test_grouper *grouper, const test_group_case *t)
{
    return tcu_group_by(grouper->context, grouper->buffers[0].slice.data, t->key_type, t->n + t->length.behind,
                        grouper->columns, t->num_columns, &grouper->groups, &grouper->options);
}

tcu_status test_grouper_enqueue(test_grouper *grouper, const test_group_case *t)
{
    make_arguments(grouper, t);
    return call(grouper, t);
}

size_t test_grouper_query(test_grouper *grouper, const test_group_case *t)
{
    size_t bytes = 0;
    make_arguments(grouper, t);
    const tcu_status status =
        tcu_group_by_workspace(grouper->context, t->key_type, t->n + t->length.behind, grouper->columns, t->num_columns,
                               &grouper->groups, &grouper->options, &bytes);
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(grouper->context));
    return bytes;
}

static bool give_workspace(test_grouper *grouper, const test_group_case *t)
{
    size_t bytes = 0;
    tcu_status status = tcu_group_by_workspace(grouper->context, t->key_type, t->n + t->length.behind, grouper->columns,
                                               t->num_columns, &grouper->groups, &grouper->options, &bytes);
    if (status != TCU_SUCCESS) {
        return fail(grouper, t, "the workspace query gave status %d: %s", (int)status,
                    tcu_context_last_error(grouper->context));
    }
    grouper->workspace = test_slice_open(&grouper->workspace_memory, bytes, t->seed % 61, (unsigned char)(t->seed | 1));
    test_synchronise();
    if (bytes > 0) {
        tcu_context_set_workspace(grouper->context, grouper->workspace.data, bytes - 1);
        status = call(grouper, t);
        for (int b = TEST_GROUP_RESULTS; b < TEST_GROUP_BUFFERS; b++) {
            const test_slice *slice = &grouper->buffers[b].slice;
            if (status != TCU_ERROR_WORKSPACE_TOO_SMALL || !test_slice_untouched(slice, 0, slice->bytes)) {
                return fail(grouper, t, "status %d with a workspace of one byte less than %zu", (int)status, bytes);
            }
        }
    }
    tcu_context_set_workspace(grouper->context, grouper->workspace.data, bytes);
    return true;
}

bool test_grouper_execute(test_grouper *grouper, const test_group_case *t)
{
    tcu_context *context = grouper->context;
    make_arguments(grouper, t);
    grouper->allocator = (test_allocator){0};
    if (t->temporary != TEST_TEMPORARY_DEFAULT) {
        tcu_context_set_allocator(context, test_allocator_allocate, test_allocator_release, &grouper->allocator);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE && !give_workspace(grouper, t)) {
        return false;
    }
    const tcu_status status = call(grouper, t);
    tcu_context_set_workspace(context, NULL, 0);
    tcu_context_set_allocator(context, NULL, NULL, NULL);
    if (status != TCU_SUCCESS) {
        return fail(grouper, t, "status %d: %s", (int)status, tcu_context_last_error(context));
    }
    test_synchronise();
    const test_allocator *allocator = &grouper->allocator;
    if (allocator->allocations != allocator->releases || allocator->live_bytes != 0 || allocator->wrong_release) {
        return fail(grouper, t, "%zu allocations, %zu releases", allocator->allocations, allocator->releases);
    }
    if (t->temporary == TEST_TEMPORARY_WORKSPACE &&
        (allocator->allocations != 0 || !test_slice_guarded(&grouper->workspace))) {
        return fail(grouper, t, "allocated memory, or wrote outside the workspace");
    }
    return true;
}

void test_grouper_expect(test_grouper *grouper, const test_group_case *t)
{
    test_grouper_prepare(grouper, t);
    cr_assert(test_grouper_execute(grouper, t) && test_grouper_verify(grouper, t), "%s", grouper->failure);
}

/* ------------------------------------------------------------------------------------------------ the oracle --- */

/* A group: elements order[begin ... end - 1]. */
typedef struct group {
    uint64_t index, begin, end;
} group;

static bool accepts_sum(const test_grouper *grouper, const test_group_case *t, int c, const group *g,
                        const unsigned char *got)
{
    const test_pair pair = t->pairs[c];
    const unsigned char *values = values_of(grouper, t, c);
    oracle sum = {0};
    double real;
    uint64_t integer;
    for (uint64_t k = g->begin; k < g->end; k++) {
        const unsigned char *value = values + grouper->order[k] * test_types[pair.in].bytes;
        if (test_types[pair.in].real) {
            test_read_reals(pair.in, value, 1, &real);
            oracle_add_real(&sum, real);
        } else {
            test_read_integers(pair.in, value, 1, &integer);
            oracle_add_integer(&sum, integer);
        }
    }
    if (test_types[pair.out].real) {
        test_read_reals(pair.out, got, 1, &real);
        return oracle_accepts_real(&sum, pair.out, real);
    }
    test_read_integers(pair.out, got, 1, &integer);
    return oracle_accepts_integer(&sum, test_integer_mask(pair.out), integer);
}

/* By the total order of values, -0 before 0; a NaN is any quiet one. */
static bool accepts_extreme(const test_grouper *grouper, const test_group_case *t, int c, const group *g,
                            const unsigned char *got)
{
    const tcu_type type = t->pairs[c].in;
    const unsigned char *values = values_of(grouper, t, c);
    const bool is_max = t->aggregates[c] == TCU_AGGREGATE_MAX;
    const long double result = test_number(type, got);
    bool has_nan = false, found = false;
    uint64_t best = 0;
    for (uint64_t k = g->begin; k < g->end; k++) {
        const uint64_t i = grouper->order[k];
        if (isnan(test_number(type, values + i * test_types[type].bytes))) {
            has_nan = true;
            continue;
        }
        const uint64_t rank = test_rank_of_key(type, values, i);
        if (!found || (is_max ? rank > best : rank < best)) {
            best = rank;
            found = true;
        }
    }
    if (has_nan && t->nan_mode == TCU_NAN_PROPAGATE) {
        return test_is_quiet_nan(type, got);
    }
    if (!found) { /* that of no elements */
        return isinf(result) && (result < 0) == is_max;
    }
    return !isnan(result) && test_rank_of_key(type, got, 0) == best;
}

static bool accepts(const test_grouper *grouper, const test_group_case *t, int c, const group *g,
                    const unsigned char *got)
{
    const size_t bytes = out_bytes_of(t, c);
    const unsigned char *values = values_of(grouper, t, c);
    uint64_t length;
    switch (t->aggregates[c]) {
    case TCU_AGGREGATE_SUM:
        return accepts_sum(grouper, t, c, g, got);
    case TCU_AGGREGATE_COUNT:
        memcpy(&length, got, 8);
        return length == g->end - g->begin;
    case TCU_AGGREGATE_FIRST:
        return memcmp(got, values + grouper->order[g->begin] * bytes, bytes) == 0;
    case TCU_AGGREGATE_LAST:
        return memcmp(got, values + grouper->order[g->end - 1] * bytes, bytes) == 0;
    default:
        return accepts_extreme(grouper, t, c, g, got);
    }
}

/* out[b]: the bytes of a written buffer, as they are now. */
static bool check_group(test_grouper *grouper, const test_group_case *t, unsigned char *const *out, const group *g)
{
    const size_t key_bytes = test_types[t->key_type].bytes;
    const unsigned char *key = grouper->buffers[0].host + grouper->order[g->begin] * key_bytes;
    uint64_t length = g->end - g->begin, offset = g->begin;
    if (t->wanted & TEST_WANT_KEYS && memcmp(out[TEST_GROUP_KEYS_OUT] + g->index * key_bytes, key, key_bytes) != 0) {
        return fail(grouper, t, "keys[%" PRIu64 "] is another one", g->index);
    }
    if (t->wanted & TEST_WANT_LENGTHS && memcmp(out[TEST_GROUP_LENGTHS] + g->index * 8, &length, 8) != 0) {
        return fail(grouper, t, "lengths[%" PRIu64 "] is not %" PRIu64, g->index, length);
    }
    if (t->wanted & TEST_WANT_OFFSETS && memcmp(out[TEST_GROUP_OFFSETS] + g->index * 8, &offset, 8) != 0) {
        return fail(grouper, t, "offsets[%" PRIu64 "] is not %" PRIu64, g->index, offset);
    }
    for (int c = 0; c < t->num_columns; c++) {
        /* (Eight bytes more than the element, as readers of numbers load them.) */
        unsigned char got[16] = {0};
        const size_t bytes = out_bytes_of(t, c);
        const unsigned char *result = out[TEST_GROUP_RESULTS + c] + g->index * bytes;
        if (t->item_bytes[c] > 0) {
            if (!accepts(grouper, t, c, g, result)) {
                return fail(grouper, t, "columns[%d], of items of %zu bytes: results[%" PRIu64 "] is another one", c,
                            bytes, g->index);
            }
            continue;
        }
        memcpy(got, result, bytes);
        if (!accepts(grouper, t, c, g, got)) {
            return fail(grouper, t,
                        "columns[%d], aggregate %d of %s to %s: results[%" PRIu64 "] is %.20Lg, of %" PRIu64
                        " elements",
                        c, (int)t->aggregates[c], test_types[t->pairs[c].in].name, test_types[t->pairs[c].out].name,
                        g->index, test_number(t->pairs[c].out, got), length);
        }
    }
    return true;
}

static bool check_end(test_grouper *grouper, const test_group_case *t, unsigned char *const *out, uint64_t groups)
{
    uint64_t written[TEST_GROUP_BUFFERS] = {0};
    for (int c = 0; c < t->num_columns; c++) {
        written[TEST_GROUP_RESULTS + c] = groups * out_bytes_of(t, c);
    }
    written[TEST_GROUP_KEYS_OUT] = groups * test_types[t->key_type].bytes;
    written[TEST_GROUP_LENGTHS] = groups * 8;
    written[TEST_GROUP_OFFSETS] = (groups + 1) * 8;
    written[TEST_GROUP_COUNT_OUT] = 8;
    if (t->wanted & TEST_WANT_COUNT && memcmp(out[TEST_GROUP_COUNT_OUT], &groups, 8) != 0) {
        return fail(grouper, t, "count is not %" PRIu64, groups);
    }
    if (t->wanted & TEST_WANT_OFFSETS && memcmp(out[TEST_GROUP_OFFSETS] + groups * 8, &t->n, 8) != 0) {
        return fail(grouper, t, "offsets[%" PRIu64 "] is not n", groups);
    }
    for (int b = TEST_GROUP_RESULTS; b < TEST_GROUP_BUFFERS; b++) {
        const test_slice *slice = &grouper->buffers[b].slice;
        if (slice->bytes > 0 && !test_slice_untouched(slice, written[b], slice->bytes - written[b])) {
            return fail(grouper, t, "array %d was written behind the last of %" PRIu64 " groups", b, groups);
        }
    }
    return true;
}

static bool check_groups(test_grouper *grouper, const test_group_case *t, unsigned char *const *out)
{
    const size_t key_bytes = test_types[t->key_type].bytes;
    const unsigned char *keys = grouper->buffers[0].host;
    group g = {0, 0, 0};
    for (; g.begin < t->n; g.begin = g.end, g.index++) {
        const unsigned char *key = keys + grouper->order[g.begin] * key_bytes;
        for (g.end = g.begin + 1; g.end < t->n && memcmp(keys + grouper->order[g.end] * key_bytes, key, key_bytes) == 0;
             g.end++) {
        }
        if (!check_group(grouper, t, out, &g)) {
            return false;
        }
    }
    return check_end(grouper, t, out, g.index);
}

bool test_grouper_verify(test_grouper *grouper, const test_group_case *t)
{
    unsigned char *out[TEST_GROUP_BUFFERS] = {0};
    bool passed =
        test_count_holds(&grouper->length, &t->length) || fail(grouper, t, "wrote over options->count, or beside it");
    for (int b = 0; b < TEST_GROUP_BUFFERS && passed; b++) {
        const test_buffer *buffer = &grouper->buffers[b];
        if (!test_slice_guarded(&buffer->slice)) {
            passed = fail(grouper, t, "wrote beside array %d", b);
        } else if (b < TEST_GROUP_RESULTS) {
            passed = test_slice_holds(&buffer->slice, buffer->host) || fail(grouper, t, "wrote over input %d", b);
        } else {
            out[b] = malloc(buffer->slice.bytes + 8);
            test_copy_out(out[b], buffer->slice.data, buffer->slice.bytes);
        }
    }
    passed = passed && check_groups(grouper, t, out);
    for (int b = 0; b < TEST_GROUP_BUFFERS; b++) {
        free(out[b]);
    }
    return passed;
}
