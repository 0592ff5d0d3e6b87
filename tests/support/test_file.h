/* SPDX-License-Identifier: Apache-2.0 */
/* A file of a test's own, in $TMPDIR or /tmp. */
#ifndef TEST_FILE_H
#define TEST_FILE_H

#include <stddef.h>

typedef struct test_file {
    char path[200];
} test_file;

/* Made, and empty; a failure ends the test. */
test_file test_file_new(void);

/* Removes it. */
void test_file_free(const test_file *file);

/* These bytes and no others. */
void test_file_write(const test_file *file, const void *bytes, size_t count);

#endif /* TEST_FILE_H */
