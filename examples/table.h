/* SPDX-License-Identifier: Apache-2.0 */
/* What group_by.c and group_by_graph.cu work on: a table of keys and values, and plain loops to check its groups. */
#ifndef EXAMPLE_TABLE_H
#define EXAMPLE_TABLE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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
int table_read(table *t, const char *path);                    /* "-": standard input */
int table_make(table *t, uint64_t rows, uint64_t seed);        /* keys from -5 to 5, values of 16 bits */
int table_keep(table *kept, const table *rows, int64_t least); /* the rows whose value is not below `least` */
void table_free(table *t);

/* Whether the groups are those of the table: 0, or -1 after a sentence on standard error. */
int table_check(const table *t, const table_groups *g);
void table_free_groups(table_groups *g);

#ifdef __cplusplus
}
#endif

#endif /* EXAMPLE_TABLE_H */
