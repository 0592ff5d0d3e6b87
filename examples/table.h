/* SPDX-License-Identifier: Apache-2.0 */
/* What group_by.c works on: a table of keys and values, and a plain loop that its groups are checked with. */
#ifndef EXAMPLE_TABLE_H
#define EXAMPLE_TABLE_H

#include <stdint.h>

/* The columns of a table of n rows. */
typedef struct table {
    int32_t *keys;
    int64_t *values;
    uint64_t n;
} table;

/* The rows of group k are offsets[k] to offsets[k + 1] - 1 of the table in the order of its keys. */
typedef struct table_groups {
    int32_t *keys;
    int64_t *offsets, *sums;
    uint64_t count;
} table_groups;

/* Each returns 0, or -1 after a sentence on standard error. The table has to be empty, {0}; free it either way. */
int table_read(table *t, const char *path); /* "-": standard input */
int table_make(table *t);                   /* a million rows with keys from -5 to 5 */
void table_free(table *t);

/* Whether the groups are those of the table: 0, or -1 after a sentence on standard error. */
int table_check(const table *t, const table_groups *g);
void table_free_groups(table_groups *g);

#endif /* EXAMPLE_TABLE_H */
