/* SPDX-License-Identifier: Apache-2.0 */
#include "test_buffer.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

void test_buffer_open(test_buffer *buffer, size_t bytes, size_t shift, unsigned char poison)
{
    test_buffer_open_room(buffer, bytes, (test_room){0, false}, shift, poison);
}

void test_buffer_open_room(test_buffer *buffer, size_t bytes, test_room room, size_t shift, unsigned char poison)
{
    buffer->slice = test_slice_open_room(&buffer->memory, bytes, room, shift, poison);
    if (bytes + 8 > buffer->capacity) {
        free(buffer->host);
        buffer->capacity = bytes + bytes / 2 + 8;
        buffer->host = malloc(buffer->capacity);
        cr_assert_not_null(buffer->host, "no memory for a copy of a buffer");
    }
    memset(buffer->host, poison, bytes + 8);
    buffer->used = true;
}

void test_buffer_release(test_buffer *buffer)
{
    test_memory_release(&buffer->memory);
    free(buffer->host);
}

void test_buffers_upload(const test_buffer *buffers, int count)
{
    for (int b = 0; b < count; b++) {
        if (buffers[b].used) {
            test_copy_in(buffers[b].slice.data, buffers[b].host, buffers[b].slice.bytes);
        }
    }
}

test_difference test_buffer_difference(const test_buffer *buffer, size_t element_bytes)
{
    unsigned char *now = malloc(buffer->slice.bytes);
    cr_assert_not_null(now);
    test_copy_out(now, buffer->slice.data, buffer->slice.bytes);
    test_difference difference = {0, 0, 0};
    while (now[difference.at] == buffer->host[difference.at]) {
        difference.at++;
    }
    difference.at /= element_bytes;
    memcpy(&difference.is, now + difference.at * element_bytes, element_bytes);
    memcpy(&difference.should_be, buffer->host + difference.at * element_bytes, element_bytes);
    free(now);
    return difference;
}
