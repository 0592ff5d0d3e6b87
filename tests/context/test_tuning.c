/* SPDX-License-Identifier: Apache-2.0 */
/* Tuning files: what they set, each way in which one is bad, and what is left unchanged then; on every backend. */
#define _POSIX_C_SOURCE 200809L

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "primitives/context/tuning.h"
#include "test_backend.h"
#include "test_file.h"
#include "test_sentence.h"

static test_file file;

static void make_file(void)
{
    file = test_file_new();
}

static void remove_file(void)
{
    test_file_free(&file);
    unsetenv("TCU_TUNING");
}

TestSuite(tuning, .init = make_file, .fini = remove_file, .timeout = 60);

static void write_text(const char *text)
{
    test_file_write(&file, text, strlen(text));
}

/* What calls of the context go by. */
static uint64_t number_of(const tcu_context *context, const char *name)
{
    const tcui_tuning_family *family;
    const tcui_tuning_row *const row = tcui_tuning_find(name, &family);
    cr_assert_not_null(row, "there is no row %s", name);
    const void *const policy = context->policies[family->operation];
    return tcui_tuning_get(policy != NULL ? policy : family->policy, row);
}

static uint64_t own_number_of(const char *name)
{
    const tcui_tuning_family *family;
    const tcui_tuning_row *const row = tcui_tuning_find(name, &family);
    cr_assert_not_null(row, "there is no row %s", name);
    return tcui_tuning_get(family->policy, row);
}

static const char good[] = "# numbers of a GPU\n"
                           "\n"
                           "  tcu-tuning 1 # the format\n"
                           "gpu NVIDIA H200, any words: 1 2 3\n"
                           "reduce.f16.thread_elements 7\r\n"
                           "\treduce.f16.chunks   plain # 3 % faster\n"
                           "radix_sort.hybrid_4 0000134217729\n"
                           "compact.small_items 18446744073709551615\n"
                           "scan.u8.arithmetic matrix";

static void expect_good(const tcu_context *context)
{
    cr_expect_eq(number_of(context, "reduce.f16.thread_elements"), 7);
    cr_expect_eq(number_of(context, "reduce.f16.chunks"), TCU_ARITHMETIC_PLAIN);
    cr_expect_eq(number_of(context, "radix_sort.hybrid_4"), 134217729);
    cr_expect_eq(number_of(context, "compact.small_items"), UINT64_MAX);
    cr_expect_eq(number_of(context, "scan.u8.arithmetic"), TCU_ARITHMETIC_MATRIX);
    /* All others are the library's own, in families that the file names, and in those that it does not. */
    cr_expect_eq(number_of(context, "reduce.f16.lanes_bytes"), own_number_of("reduce.f16.lanes_bytes"));
    cr_expect_eq(number_of(context, "reduce.f64.chunks"), TCU_ARITHMETIC_MATRIX);
    cr_expect_eq(number_of(context, "radix_sort.hybrid_8"), own_number_of("radix_sort.hybrid_8"));
    cr_expect_eq(number_of(context, "scan.grid_1.warps"), own_number_of("scan.grid_1.warps"));
    cr_expect_null(context->policies[TCUI_HISTOGRAM]);
    cr_expect_null(context->policies[TCUI_BY_KEY]);
}

Test(tuning, a_file_sets_its_rows)
{
    tcu_context *context = test_context_new();
    write_text(good);
    cr_assert_eq(tcu_context_load_tuning(context, file.path), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    cr_expect_str_eq(tcu_context_last_error(context), "");
    expect_good(context);
    tcu_context_destroy(context);
}

Test(tuning, a_second_file_replaces_the_first)
{
    tcu_context *context = test_context_new();
    write_text(good);
    cr_assert_eq(tcu_context_load_tuning(context, file.path), TCU_SUCCESS);
    write_text("tcu-tuning 1\nreduce.f16.lanes_bytes 100\nmoments.warp_bytes 2000\n");
    cr_assert_eq(tcu_context_load_tuning(context, file.path), TCU_SUCCESS);
    cr_expect_eq(number_of(context, "reduce.f16.lanes_bytes"), 100);
    cr_expect_eq(number_of(context, "moments.warp_bytes"), 2000);
    cr_expect_eq(number_of(context, "reduce.f16.thread_elements"), own_number_of("reduce.f16.thread_elements"));
    cr_expect_null(context->policies[TCUI_RADIX_SORT]);
    cr_expect_null(context->policies[TCUI_SCAN]);
    write_text("tcu-tuning 1");
    cr_assert_eq(tcu_context_load_tuning(context, file.path), TCU_SUCCESS);
    for (int id = 0; id < TCUI_OPERATIONS; id++) {
        cr_expect_null(context->policies[id], "operation %d", id);
    }
    tcu_context_destroy(context);
}

Test(tuning, contexts_have_their_own)
{
    tcu_context *tuned = test_context_new(), *plain = test_context_new();
    write_text(good);
    cr_assert_eq(tcu_context_load_tuning(tuned, file.path), TCU_SUCCESS);
    cr_expect_null(plain->policies[TCUI_REDUCE]);
    tcu_context_destroy(plain);
    expect_good(tuned);
    tcu_context_destroy(tuned);
}

#define LINE_OF_60 "radix_sort.hybrid_4                                      134"

static const struct bad {
    const char *text, *line, *word; /* in the sentence, the line's number; "": of no line */
} bad_files[] = {
    {"", "", "tcu-tuning 1"},
    {"# nothing\n\n", "", "tcu-tuning 1"},
    {"reduce.f16.chunks plain\n", "1", "reduce.f16.chunks"},
    {"\n#\ntcu-tune 1\n", "3", "tcu-tune"},
    {"gpu NVIDIA H200\ntcu-tuning 1\n", "1", "gpu"},
    {"tcu-tuning 2\n", "1", "version"},
    {"tcu-tuning\n", "1", "version"},
    {"tcu-tuning 1 2\n", "1", "2"},
    {"tcu-tuning 1\ntcu-tuning 1\n", "2", "tcu-tuning"},
    {"tcu-tuning 1\nreduces.f16.chunks plain\n", "2", "reduces.f16.chunks"},
    {"tcu-tuning 1\nreduce.f16.chunk plain\n", "2", "reduce.f16.chunk"},
    {"tcu-tuning 1\nreduce plain\n", "2", "reduce"},
    {"tcu-tuning 1\nreduce. 1\n", "2", "reduce"},
    {"tcu-tuning 1\n.f16 1\n", "2", ".f16"},
    {"tcu-tuning 1\nrecurrence.threads 128\n", "2", "recurrence.threads"},
    {"tcu-tuning 1\n\nreduce.f16.chunks\n", "3", "reduce.f16.chunks"},
    {"tcu-tuning 1\nreduce.f16.chunks auto\n", "2", "matrix or plain"},
    {"tcu-tuning 1\nreduce.f16.chunks 1\n", "2", "matrix or plain"},
    {"tcu-tuning 1\nreduce.f32.chunks matrix\n", "2", "plain"},
    {"tcu-tuning 1\nreduce.f16.thread_elements matrix\n", "2", "matrix"},
    {"tcu-tuning 1\nreduce.f16.thread_elements 1025\n", "2", "1024"},
    {"tcu-tuning 1\nreduce.f16.warp_bytes 1023\n", "2", "1024"},
    {"tcu-tuning 1\nreduce.f16.thread_elements -1\n", "2", "-1"},
    {"tcu-tuning 1\nreduce.f16.thread_elements +1\n", "2", "1"},
    {"tcu-tuning 1\nreduce.f16.thread_elements 0x10\n", "2", "0x10"},
    {"tcu-tuning 1\nreduce.f16.thread_elements 1e2\n", "2", "1e2"},
    {"tcu-tuning 1\nreduce.f16.thread_elements 15 15\n", "2", "15"},
    {"tcu-tuning 1\nreduce.f16.thread_elements 4294967297\n", "2", "4294967297"},
    {"tcu-tuning 1\ncompact.small_items 18446744073709551616\n", "2", "18446744073709551616"},
    {"tcu-tuning 1\ncompact.one_pass 2\n", "2", "compact.one_pass"},
    {"tcu-tuning 1\nradix_sort.always_divides 1\n", "2", "radix_sort.always_divides"},
    {"tcu-tuning 1\nreduce.f16.chunks plain\n# and\nreduce.f16.chunks plain\n", "4", "second time"},
    {"tcu-tuning 1\n" LINE_OF_60 LINE_OF_60 LINE_OF_60 LINE_OF_60 LINE_OF_60 "\n", "2", "255"},
    {"tcu-tuning 1\n\xff\xfe\x01\x02 7\n", "2", "is no row"},
};

static void expect_sentence(const char *sentence, const struct bad *row, size_t index)
{
    char place[240];
    snprintf(place, sizeof place, row->line[0] == '\0' ? "%s%s: " : "%s, line %s: ", file.path, row->line);
    cr_expect_not_null(strstr(sentence, place), "row %zu: \"%s\" has no \"%s\"", index, sentence, place);
    cr_expect(test_mentions(sentence, row->word), "row %zu: \"%s\" does not say \"%s\"", index, sentence, row->word);
}

Test(tuning, a_bad_file_changes_nothing)
{
    tcu_context *context = test_context_new();
    write_text(good);
    cr_assert_eq(tcu_context_load_tuning(context, file.path), TCU_SUCCESS);
    for (size_t i = 0; i < sizeof bad_files / sizeof bad_files[0]; i++) {
        write_text(bad_files[i].text);
        cr_expect_eq(tcu_context_load_tuning(context, file.path), TCU_ERROR_INVALID_ARGUMENT, "row %zu", i);
        const char *const sentence = tcu_context_last_error(context);
        cr_expect_eq(strncmp(sentence, "tcu_context_load_tuning: ", 25), 0, "row %zu: %s", i, sentence);
        expect_sentence(sentence, &bad_files[i], i);
        expect_good(context);
    }
    /* A mistake behind rows that are good. */
    write_text("tcu-tuning 1\nreduce.f16.thread_elements 3\nreduce.f16.chunks matrix\nnothing 1\n");
    cr_expect_eq(tcu_context_load_tuning(context, file.path), TCU_ERROR_INVALID_ARGUMENT);
    expect_good(context);
    static const char with_zero[] = "tcu-tuning 1\nreduce.f16.chunks\0 matrix\n";
    test_file_write(&file, with_zero, sizeof with_zero - 1);
    cr_expect_eq(tcu_context_load_tuning(context, file.path), TCU_ERROR_INVALID_ARGUMENT);
    expect_sentence(tcu_context_last_error(context), &(struct bad){"", "2", "byte 0"}, 0);
    expect_good(context);
    tcu_context_destroy(context);
}

Test(tuning, a_file_that_is_not_there)
{
    tcu_context *context = test_context_new();
    cr_expect_eq(tcu_context_load_tuning(context, NULL), TCU_ERROR_INVALID_ARGUMENT);
    cr_expect(test_mentions(tcu_context_last_error(context), "NULL"));
    cr_expect_eq(tcu_context_load_tuning(NULL, file.path), TCU_ERROR_INVALID_CONTEXT);
    static const char *const paths[] = {"", "/", "/tcu/no/such/file"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        cr_expect_eq(tcu_context_load_tuning(context, paths[i]), TCU_ERROR_INVALID_ARGUMENT, "%s", paths[i]);
        cr_expect(test_mentions(tcu_context_last_error(context), "cannot be"), "%s", tcu_context_last_error(context));
        cr_expect_null(context->policies[TCUI_REDUCE]);
    }
    tcu_context_destroy(context);
}

Test(tuning, the_environment_names_a_file)
{
    write_text(good);
    setenv("TCU_TUNING", file.path, 1);
    tcu_context *context = test_context_new();
    expect_good(context);
    tcu_context_destroy(context);
    setenv("TCU_TUNING", "", 1);
    context = test_context_new();
    cr_expect_null(context->policies[TCUI_REDUCE]);
    tcu_context_destroy(context);
    setenv("TCU_TUNING", file.path, 1);
    for (size_t i = 0; i < sizeof bad_files / sizeof bad_files[0]; i++) {
        write_text(bad_files[i].text);
        context = (tcu_context *)(void *)&context;
        cr_expect_eq(tcu_context_create(&context, test_backend_of_run(), -1), TCU_ERROR_INVALID_ARGUMENT, "row %zu", i);
        cr_expect_null(context, "row %zu", i);
        cr_expect(test_mentions(tcu_context_last_error(NULL), "TCU_TUNING"), "%s", tcu_context_last_error(NULL));
        expect_sentence(tcu_context_last_error(NULL), &bad_files[i], i);
    }
}

/* Whatever bytes of a good file become, it is read or refused. */
Test(tuning, any_bytes)
{
    tcu_context *context = test_context_new();
    test_random random = test_random_part(test_seed_of_run(), 51000);
    for (uint64_t i = 0; i < test_by_tier(300, 3000, 30000); i++) {
        char text[sizeof good];
        memcpy(text, good, sizeof good);
        const size_t bytes = 1 + test_random_below(&random, sizeof good - 1);
        for (uint64_t k = test_random_below(&random, 8); k > 0; k--) {
            text[test_random_below(&random, bytes)] = (char)test_random_next(&random);
        }
        test_file_write(&file, text, bytes);
        const tcu_status status = tcu_context_load_tuning(context, file.path);
        cr_assert(status == TCU_SUCCESS || status == TCU_ERROR_INVALID_ARGUMENT, "status %d", (int)status);
        cr_assert_eq(status == TCU_SUCCESS, tcu_context_last_error(context)[0] == '\0');
    }
    tcu_context_destroy(context);
}
