/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "table.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed(const char *what)
{
    fprintf(stderr, "group_by: %s\n", what);
    return -1;
}

/* ------------------------------------------------------------------------------------------------------ rows --- */

static int append(table *t, uint64_t *capacity, int32_t key, int64_t value)
{
    if (t->n == *capacity) {
        const uint64_t larger = *capacity > 0 ? 2 * *capacity : 4096;
        int32_t *keys = realloc(t->keys, larger * sizeof *keys);
        t->keys = keys != NULL ? keys : t->keys;
        int64_t *values = realloc(t->values, larger * sizeof *values);
        t->values = values != NULL ? values : t->values;
        if (keys == NULL || values == NULL) {
            return failed("out of memory");
        }
        *capacity = larger;
    }
    t->keys[t->n] = key;
    t->values[t->n++] = value;
    return 0;
}

/* An integer from `least` to `most` and the white space behind it, from *text on, which moves behind them. */
static bool read_integer(const char **text, long long least, long long most, long long *value)
{
    char *end;
    errno = 0;
    *value = strtoll(*text, &end, 10);
    if (errno != 0 || end == *text || *value < least || *value > most ||
        (*end != '\0' && !isspace((unsigned char)*end))) {
        return false;
    }
    while (isspace((unsigned char)*end)) {
        end++;
    }
    *text = end;
    return true;
}

/* Of UTF-8, with which some programs begin a file. */
static const char byte_order_mark[] = "\xef\xbb\xbf";

static int read_lines(table *t, FILE *file, const char *name)
{
    char *line = NULL;
    size_t line_size = 0;
    ssize_t length;
    uint64_t capacity = 0, number = 0;
    int result = 0;
    while (result == 0 && (length = getline(&line, &line_size, file)) >= 0) {
        const bool has_mark = number++ == 0 && strncmp(line, byte_order_mark, strlen(byte_order_mark)) == 0;
        const char *text = has_mark ? line + strlen(byte_order_mark) : line;
        long long key, value;
        if (!read_integer(&text, INT32_MIN, INT32_MAX, &key) || !read_integer(&text, INT64_MIN, INT64_MAX, &value) ||
            text != line + length) {
            fprintf(stderr, "group_by: %s: line %" PRIu64 " is not a key of 32 bits and a value of 64, both integers\n",
                    name, number);
            result = -1;
        } else {
            result = append(t, &capacity, (int32_t)key, (int64_t)value);
        }
    }
    if (result == 0 && ferror(file)) {
        fprintf(stderr, "group_by: %s: %s\n", name, strerror(errno));
        result = -1;
    }
    free(line);
    return result;
}

int table_read(table *t, const char *path)
{
    if (strcmp(path, "-") == 0) {
        return read_lines(t, stdin, "standard input");
    }
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "group_by: %s: %s\n", path, strerror(errno));
        return -1;
    }
    const int result = read_lines(t, file, path);
    fclose(file);
    return result;
}

int table_make(table *t, uint64_t rows, uint64_t seed)
{
    /* Sebastiano Vigna's splitmix64. */
    uint64_t state = seed, capacity = 0;
    int result = 0;
    while (result == 0 && t->n < rows) {
        uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        z ^= z >> 31;
        result = append(t, &capacity, (int32_t)(z % 11) - 5, (int64_t)(z >> 48) - 32768);
    }
    return result;
}

int table_keep(table *kept, const table *rows, int64_t least)
{
    uint64_t capacity = 0;
    int result = 0;
    for (uint64_t i = 0; result == 0 && i < rows->n; i++) {
        result = rows->values[i] >= least ? append(kept, &capacity, rows->keys[i], rows->values[i]) : 0;
    }
    return result;
}

void table_free(table *t)
{
    free(t->keys);
    free(t->values);
    *t = (table){0};
}

/* ---------------------------------------------------------------------------------------------------- groups --- */

static int compare_keys(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    return (a > b) - (a < b);
}

int table_check(const table *t, const table_groups *g)
{
    /* Each row is taken off its group: nothing may be left over. */
    uint64_t *counts = malloc((g->count + 1) * sizeof *counts), *sums = malloc((g->count + 1) * sizeof *sums);
    int result = counts != NULL && sums != NULL ? 0 : failed("out of memory");
    for (uint64_t k = 0; result == 0 && k < g->count; k++) {
        counts[k] = (uint64_t)g->offsets[k + 1] - (uint64_t)g->offsets[k];
        sums[k] = (uint64_t)g->sums[k]; /* modulo 2^64, as the library sums */
        if (counts[k] == 0 || (k > 0 && g->keys[k - 1] >= g->keys[k])) {
            result = failed("a group is empty or not in order");
        }
    }
    for (uint64_t i = 0; result == 0 && i < t->n; i++) {
        const int32_t *key = bsearch(&t->keys[i], g->keys, (size_t)g->count, sizeof *g->keys, compare_keys);
        if (key == NULL) {
            result = failed("a key has no group");
        } else {
            counts[key - g->keys]--;
            sums[key - g->keys] -= (uint64_t)t->values[i];
        }
    }
    for (uint64_t k = 0; result == 0 && k < g->count; k++) {
        if (counts[k] != 0 || sums[k] != 0) {
            result = failed("a group's count or sum is not that of a plain loop");
        }
    }
    free(counts);
    free(sums);
    return result;
}

void table_free_groups(table_groups *g)
{
    free(g->keys);
    free(g->offsets);
    free(g->sums);
    *g = (table_groups){0};
}
