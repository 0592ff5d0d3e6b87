/* SPDX-License-Identifier: Apache-2.0 */
#include "window.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "test_memory.h"

test_window test_window_new(void)
{
    test_window window = {0};
    window.raw = malloc(TEST_CHUNK * sizeof(uint64_t));
    window.integers = malloc(TEST_CHUNK * sizeof(uint64_t));
    cr_assert(window.raw != NULL && window.integers != NULL, "no memory for a window");
    return window;
}

void test_window_free(test_window *window)
{
    free(window->raw);
    free(window->integers);
}

void test_window_on_slice(test_window *window, tcu_type type, const unsigned char *data, uint64_t n)
{
    window->type = type;
    window->n = n;
    window->data = data;
    window->source = NULL;
    window->count = 0;
}

void test_window_on_source(test_window *window, const test_source *source)
{
    window->type = source->type;
    window->n = source->n;
    window->data = NULL;
    window->source = source;
    window->count = 0;
}

uint64_t test_window_seek(test_window *window, uint64_t index)
{
    if (index - window->first >= window->count) {
        const size_t bytes = test_types[window->type].bytes;
        window->first = index / TEST_CHUNK * TEST_CHUNK;
        window->count = window->n - window->first < TEST_CHUNK ? window->n - window->first : TEST_CHUNK;
        if (window->source != NULL) {
            test_source_chunk(window->source, window->first / TEST_CHUNK, window->count, window->raw);
        } else {
            test_copy_out(window->raw, window->data + window->first * bytes, window->count * bytes);
        }
        if (test_types[window->type].real) {
            test_read_reals(window->type, window->raw, window->count, window->reals);
        } else {
            test_read_integers(window->type, window->raw, window->count, window->integers);
        }
    }
    return window->count - (index - window->first);
}
