/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "test_file.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

test_file test_file_new(void)
{
    test_file file;
    const char *const folder = getenv("TMPDIR");
    snprintf(file.path, sizeof file.path, "%.160s/tcu-test-XXXXXX",
             folder != NULL && folder[0] != '\0' ? folder : "/tmp");
    const int descriptor = mkstemp(file.path);
    cr_assert(descriptor >= 0, "%s cannot be made", file.path);
    close(descriptor);
    return file;
}

void test_file_free(const test_file *file)
{
    unlink(file->path);
}

void test_file_write(const test_file *file, const void *bytes, size_t count)
{
    FILE *const stream = fopen(file->path, "wb");
    cr_assert(stream != NULL, "%s cannot be written", file->path);
    cr_assert_eq(fwrite(bytes, 1, count, stream), count);
    cr_assert_eq(fclose(stream), 0);
}
