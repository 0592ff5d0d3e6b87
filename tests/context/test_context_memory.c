/* SPDX-License-Identifier: Apache-2.0 */
/* The functions of tcu/memory.h. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "test_backend.h"
#include "test_random.h"
#include "test_sentence.h"

static void *const anything = (void *)0x1000;

static void *allocate(tcu_context *context, size_t bytes)
{
    void *pointer = anything;
    cr_assert_eq(tcu_allocate(context, bytes, &pointer), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    return pointer;
}

static void fill(unsigned char *bytes, size_t count, test_random *random)
{
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (unsigned char)test_random_next(random);
    }
}

/* All bytes of each allocation, there and back, while the others live. */
Test(context_memory, bytes_come_back)
{
    static const size_t sizes[] = {1, 2, 255, 256, 257, 4096, 100003, 0, (size_t)1 << 24};
    enum { COUNT = sizeof sizes / sizeof sizes[0] };
    tcu_context *context = test_context_new();
    test_random random = test_random_part(test_seed_of_run(), 31000);
    unsigned char *memory[COUNT], *host[COUNT];
    for (int i = 0; i < COUNT; i++) {
        memory[i] = allocate(context, sizes[i]);
        cr_expect_eq((uintptr_t)memory[i] % 256, 0, "%zu bytes at %p", sizes[i], (void *)memory[i]);
        cr_expect_eq(memory[i] == NULL, sizes[i] == 0, "%zu bytes at %p", sizes[i], (void *)memory[i]);
        host[i] = malloc(sizes[i] + 1);
        cr_assert_not_null(host[i]);
        fill(host[i], sizes[i], &random);
        cr_assert_eq(tcu_copy_in(context, memory[i], host[i], sizes[i]), TCU_SUCCESS, "%s",
                     tcu_context_last_error(context));
    }
    for (int i = 0; i < COUNT; i++) {
        unsigned char *again = malloc(sizes[i] + 1);
        cr_assert_not_null(again);
        cr_assert_eq(tcu_copy_out(context, again, memory[i], sizes[i]), TCU_SUCCESS, "%s",
                     tcu_context_last_error(context));
        cr_expect(memcmp(again, host[i], sizes[i]) == 0, "%zu bytes differ", sizes[i]);
        free(again);
        free(host[i]);
        cr_expect_eq(tcu_free(context, memory[i]), TCU_SUCCESS, "%s", tcu_context_last_error(context));
    }
    tcu_context_destroy(context);
}

/* Parts at any byte, and nothing besides them. */
Test(context_memory, parts_are_copied)
{
    enum { BYTES = 5000 };
    tcu_context *context = test_context_new();
    test_random random = test_random_part(test_seed_of_run(), 31001);
    unsigned char *memory = allocate(context, BYTES), expected[BYTES], now[BYTES], part[BYTES];
    fill(expected, BYTES, &random);
    cr_assert_eq(tcu_copy_in(context, memory, expected, BYTES), TCU_SUCCESS);
    for (int i = 0; i < 200; i++) {
        const size_t first = test_random_below(&random, BYTES), bytes = test_random_below(&random, BYTES - first + 1);
        fill(part, bytes, &random);
        memcpy(expected + first, part, bytes);
        cr_assert_eq(tcu_copy_in(context, memory + first, part, bytes), TCU_SUCCESS);
        memset(part, 0xee, bytes); /* it may be used again */
        const size_t from = test_random_below(&random, BYTES), count = test_random_below(&random, BYTES - from);
        memset(now, 0x77, BYTES);
        cr_assert_eq(tcu_copy_out(context, now, memory + from, count), TCU_SUCCESS);
        cr_assert(memcmp(now, expected + from, count) == 0 && now[count] == 0x77, "%zu bytes from %zu on", count, from);
    }
    cr_expect_eq(tcu_free(context, memory), TCU_SUCCESS);
    tcu_context_destroy(context);
}

/* A program as users of TCU_BACKEND_AUTO write it. */
Test(context_memory, operations_take_it)
{
    enum { N = 100000 };
    tcu_context *context = test_context_new();
    static uint32_t numbers[N], prefix[N];
    for (uint32_t i = 0; i < N; i++) {
        numbers[i] = i * 2654435761u >> 20;
    }
    uint32_t *in = allocate(context, sizeof numbers), *out = allocate(context, sizeof prefix), sum = 0;
    cr_assert_eq(tcu_copy_in(context, in, numbers, sizeof numbers), TCU_SUCCESS);
    cr_assert_eq(tcu_scan(context, TCU_SCAN_INCLUSIVE, in, TCU_TYPE_U32, out, TCU_TYPE_U32, N, NULL), TCU_SUCCESS, "%s",
                 tcu_context_last_error(context));
    cr_expect_eq(tcu_synchronize(context), TCU_SUCCESS);
    cr_assert_eq(tcu_copy_out(context, prefix, out, sizeof prefix), TCU_SUCCESS);
    for (int i = 0; i < N; i++) {
        sum += numbers[i];
        cr_assert_eq(prefix[i], sum, "prefix[%d]", i);
    }
    cr_expect_eq(tcu_free(context, in), TCU_SUCCESS);
    cr_expect_eq(tcu_free(context, out), TCU_SUCCESS);
    tcu_context_destroy(context);
}

/* It belongs to no context. */
Test(context_memory, outlives_its_context)
{
    tcu_context *first = test_context_new(), *second = test_context_new();
    const char text[] = "kept";
    char again[sizeof text] = "";
    void *memory = allocate(first, sizeof text);
    cr_assert_eq(tcu_copy_in(first, memory, text, sizeof text), TCU_SUCCESS);
    cr_assert_eq(tcu_context_destroy(first), TCU_SUCCESS);
    cr_assert_eq(tcu_copy_out(second, again, memory, sizeof text), TCU_SUCCESS);
    cr_expect_str_eq(again, text);
    cr_expect_eq(tcu_free(second, memory), TCU_SUCCESS);
    tcu_context_destroy(second);
}

Test(context_memory, nothing_is_nothing)
{
    tcu_context *context = test_context_new();
    void *pointer = anything;
    cr_expect_eq(tcu_allocate(context, 0, &pointer), TCU_SUCCESS);
    cr_expect_null(pointer);
    cr_expect_eq(tcu_free(context, NULL), TCU_SUCCESS);
    cr_expect_eq(tcu_copy_in(context, NULL, NULL, 0), TCU_SUCCESS);
    cr_expect_eq(tcu_copy_out(context, NULL, NULL, 0), TCU_SUCCESS);
    cr_expect_eq(tcu_copy_in(context, anything, NULL, 0), TCU_SUCCESS);
    cr_expect_eq(tcu_copy_out(context, NULL, anything, 0), TCU_SUCCESS);
    cr_expect_eq(tcu_synchronize(context), TCU_SUCCESS);
    tcu_context_destroy(context);
}

static void expect_refused(const tcu_context *context, tcu_status status, tcu_status expected, const char *argument)
{
    const char *sentence = tcu_context_last_error(context);
    cr_expect_eq(status, expected, "status %d instead of %d: %s", (int)status, (int)expected, sentence);
    cr_expect(test_mentions(sentence, argument), "%s is not in: %s", argument, sentence);
}

Test(context_memory, bad_arguments_are_refused)
{
    enum { BYTES = 64 };
    tcu_context *context = test_context_new();
    unsigned char host[BYTES], before[BYTES], *memory = allocate(context, BYTES);
    memset(host, 0x31, BYTES);
    memset(before, 0x31, BYTES);
    cr_assert_eq(tcu_copy_in(context, memory, host, BYTES), TCU_SUCCESS);
    const tcu_status null = TCU_ERROR_INVALID_ARGUMENT, large = TCU_ERROR_SIZE_OVERFLOW, overlap = TCU_ERROR_OVERLAP;
    void *pointer = anything;
    expect_refused(context, tcu_allocate(context, 1, NULL), null, "pointer");
    expect_refused(context, tcu_allocate(context, 0, NULL), null, "pointer");
    expect_refused(context, tcu_allocate(context, SIZE_MAX, &pointer), large, "bytes");
    cr_expect_null(pointer);
    expect_refused(context, tcu_copy_in(context, NULL, host, 1), null, "to_context_memory");
    expect_refused(context, tcu_copy_in(context, memory, NULL, 1), null, "from_host");
    expect_refused(context, tcu_copy_out(context, NULL, memory, 1), null, "to_host");
    expect_refused(context, tcu_copy_out(context, host, NULL, 1), null, "from_context_memory");
    expect_refused(context, tcu_copy_in(context, memory, host, SIZE_MAX), large, "from_host");
    expect_refused(context, tcu_copy_out(context, host, memory, SIZE_MAX), large, "from_context_memory");
    expect_refused(context, tcu_copy_in(context, memory, memory, BYTES), overlap, "from_host");
    expect_refused(context, tcu_copy_in(context, memory + 8, memory, 9), overlap, "from_host");
    expect_refused(context, tcu_copy_out(context, memory, memory + 8, 9), overlap, "to_host");
    cr_expect(memcmp(host, before, BYTES) == 0, "host memory was written");
    memset(host, 0, BYTES);
    cr_assert_eq(tcu_copy_out(context, host, memory, BYTES), TCU_SUCCESS);
    cr_expect(memcmp(host, before, BYTES) == 0, "the context's memory was written");
    cr_expect_eq(tcu_free(context, memory), TCU_SUCCESS);
    tcu_context_destroy(context);
}

static void expect_no_context(tcu_context *context, void *memory)
{
    unsigned char host[4] = {1, 2, 3, 4};
    void *pointer = anything;
    const tcu_status statuses[] = {
        tcu_allocate(context, 4, &pointer),     tcu_free(context, memory), tcu_copy_in(context, memory, host, 4),
        tcu_copy_out(context, host, memory, 4), tcu_synchronize(context),
    };
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        cr_expect_eq(statuses[i], TCU_ERROR_INVALID_CONTEXT, "function %zu: status %d", i, (int)statuses[i]);
    }
    cr_expect_null(pointer, "*pointer is not NULL");
    cr_expect(host[0] == 1 && host[3] == 4, "to_host was written");
}

Test(context_memory, no_context_is_refused)
{
    tcu_context *context = test_context_new(), *other = test_context_new();
    void *memory = allocate(context, 4);
    cr_assert_eq(tcu_context_destroy(context), TCU_SUCCESS);
    expect_no_context(NULL, memory);
    expect_no_context(context, memory);
    cr_expect_eq(tcu_free(other, memory), TCU_SUCCESS, "it was not freed by those calls");
    tcu_context_destroy(other);
}

/* More than any machine has. (The address sanitizer ends a program that asks so.) */
#if !defined(__SANITIZE_ADDRESS__)
Test(context_memory, there_may_be_none_left)
{
    tcu_context *context = test_context_new();
    void *pointer = anything;
    expect_refused(context, tcu_allocate(context, (size_t)1 << 60, &pointer), TCU_ERROR_OUT_OF_MEMORY,
                   "1152921504606846976");
    cr_expect_null(pointer);
    tcu_free(context, allocate(context, 100));
    tcu_context_destroy(context);
}
#endif
