/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts and sums by key, on either backend: what SQL calls GROUP BY. One call sorts the pairs by their keys, finds the
 * runs of equal keys, which are the groups, and sums the values of each:
 *
 *     keys, values     7 3 7 7 3 5    1 2 3 4 5 6
 *     group keys       3 5 7
 *     offsets          0 2 3 6                       where groups begin among the sorted keys; the last one is n
 *     sums             7 6 8
 *
 * With --at-least, SQL's WHERE, flags say which rows are kept, and the groups are formed of as many as a compaction has
 * kept: group_rows.c has the calls. (group_by_graph.cu: the same as a CUDA graph.)
 */
#include "group_rows.h"
#include "table.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcu/tcu.h>

typedef struct settings {
    tcu_backend backend;
    const char *path;
    bool has_least; /* whether only rows whose value is not below `least` are grouped */
    int64_t least;
} settings;

/* ----------------------------------------------------------------------------------------------- the library --- */

static int failed(const char *what)
{
    fprintf(stderr, "group_by: %s\n", what);
    return -1;
}

static tcu_status copy_in(tcu_context *context, const row_arrays *a, const table *t)
{
    tcu_status status = tcu_copy_in(context, a->keys, t->keys, t->n * sizeof *t->keys);
    if (status == TCU_SUCCESS) {
        status = tcu_copy_in(context, a->values, t->values, t->n * sizeof *t->values);
    }
    return status == TCU_SUCCESS ? tcu_copy_in(context, a->num_rows, &t->n, sizeof t->n) : status;
}

/* A flag of each row: whether its value is not below `least`. */
static int copy_flags_in(tcu_context *context, const row_arrays *a, const table *t, int64_t least)
{
    uint8_t *flags = malloc(t->n + 1);
    if (flags == NULL) {
        return failed("out of memory");
    }
    for (uint64_t i = 0; i < t->n; i++) {
        flags[i] = t->values[i] >= least;
    }
    const tcu_status status = tcu_copy_in(context, a->flags, flags, t->n);
    free(flags);
    return status == TCU_SUCCESS ? 0 : failed(tcu_context_last_error(context));
}

/* Enqueues everything. How many rows are kept and how many groups there are is known where the arrays are. */
static int group(tcu_context *context, const row_arrays *a, const table *t, const settings *s)
{
    if (s->has_least && copy_flags_in(context, a, t, s->least) != 0) {
        return -1;
    }
    const tcu_status status = s->has_least ? rows_group_kept(context, a) : rows_group_all(context, a);
    return status == TCU_SUCCESS ? 0 : failed(tcu_context_last_error(context));
}

/* ------------------------------------------------------------------------------------------------ the program --- */

static int print(const table_groups *g)
{
    for (uint64_t k = 0; k < g->count; k++) {
        printf("%" PRId32 " %" PRId64 " %" PRId64 "\n", g->keys[k], g->offsets[k + 1] - g->offsets[k], g->sums[k]);
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : failed("the result cannot be written");
}

/* Whether the groups are those of a plain loop. */
static int check(const table *t, const table_groups *g, const settings *s)
{
    table kept = {0};
    const int result =
        s->has_least && table_keep(&kept, t, s->least) != 0 ? -1 : table_check(s->has_least ? &kept : t, g);
    table_free(&kept);
    return result;
}

static int work(tcu_context *context, const table *t, const settings *s)
{
    row_arrays arrays = {0};
    table_groups g = {0};
    int result = -1;
    if (rows_allocate(context, t->n, &arrays) != TCU_SUCCESS || copy_in(context, &arrays, t) != TCU_SUCCESS) {
        failed(tcu_context_last_error(context));
    } else if (group(context, &arrays, t, s) == 0 && rows_fetch(context, &arrays, &g) == 0 && check(t, &g, s) == 0) {
        result = print(&g);
    }
    rows_free(context, &arrays);
    table_free_groups(&g);
    return result;
}

/* 0, 1 for what fails here, 2 for bad input. */
static int run(const settings *s)
{
    enum { ROWS = 1000000 };
    table t = {0};
    tcu_context *context = NULL;
    int result = 1;
    if ((s->path != NULL ? table_read(&t, s->path) : table_make(&t, ROWS, 1)) != 0) {
        result = 2;
    } else if (tcu_context_create(&context, s->backend, -1) != TCU_SUCCESS) {
        failed(tcu_context_last_error(NULL));
    } else {
        result = work(context, &t, s) != 0;
    }
    tcu_context_destroy(context);
    table_free(&t);
    return result;
}

static int usage(FILE *file)
{
    fprintf(file,
            "usage: group_by [--backend auto|host|cuda] [--at-least VALUE] [FILE]\n"
            "  FILE, or standard input if it is -: a key and a value a line, integers of 32 and 64 bits.\n"
            "  Prints a line for each key, in order: the key, how many rows have it, and the sum of their values\n"
            "  (modulo 2^64). Without FILE: of a million rows that the program makes.\n"
            "  --at-least VALUE  only of rows whose value is not less; keys without one have no line\n");
    return file == stdout ? 0 : 2;
}

static int read_value(const char *text, int64_t *value)
{
    char *end;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    *value = number;
    return errno == 0 && end != text && *end == '\0' ? 0 : -1;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"backend", required_argument, NULL, 'b'},
                                            {"at-least", required_argument, NULL, 'l'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    static const char *const backends[] = {"auto", "host", "cuda"}; /* in the order of tcu_backend */
    settings s = {.backend = TCU_BACKEND_AUTO};
    int option;
    while ((option = getopt_long(argc, argv, "b:l:h", options, NULL)) != -1) {
        int which = 0;
        switch (option) {
        case 'b':
            while (which < 3 && strcmp(optarg, backends[which]) != 0) {
                which++;
            }
            if (which == 3) {
                return usage(stderr);
            }
            s.backend = (tcu_backend)which;
            break;
        case 'l':
            if (read_value(optarg, &s.least) != 0) {
                return usage(stderr);
            }
            s.has_least = true;
            break;
        case 'h':
            return usage(stdout);
        default:
            return usage(stderr);
        }
    }
    if (argc - optind > 1) {
        return usage(stderr);
    }
    s.path = argc > optind ? argv[optind] : NULL;
    return run(&s);
}
