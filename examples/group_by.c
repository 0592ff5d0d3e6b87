/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts and sums by key, on either backend: what SQL calls GROUP BY. One call sorts the pairs by their keys, finds the runs
 * of equal keys, which are the groups, and sums the values of each:
 *
 *     keys, values     7 3 7 7 3 5    1 2 3 4 5 6
 *     group keys       3 5 7
 *     offsets          0 2 3 6                       where groups begin among the sorted keys; the last one is n
 *     sums             7 6 8
 */
#include "table.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcu/tcu.h>

/* What the library works on, in the context's memory. */
typedef struct device_arrays {
    int32_t *keys, *group_keys; /* n */
    int64_t *values, *sums;     /* n */
    int64_t *offsets;           /* n + 1 */
    uint64_t *num_groups;       /* 1 */
} device_arrays;

typedef struct settings {
    tcu_backend backend;
    const char *path;
} settings;

/* ----------------------------------------------------------------------------------------------- the library --- */

static int failed(const char *what)
{
    fprintf(stderr, "group_by: %s\n", what);
    return -1;
}

/* Enqueues everything. How many groups there are is known where the arrays are, and nothing waits for it. */
static int group(tcu_context *context, const device_arrays *a, uint64_t n)
{
    const tcu_group_column sums =
        TCU_GROUP_COLUMN_INIT(TCU_AGGREGATE_SUM, a->values, TCU_TYPE_I64, a->sums, TCU_TYPE_I64);
    const tcu_runs groups = {.keys = a->group_keys, .offsets = a->offsets, .count = a->num_groups};
    const tcu_status status = tcu_group_by(context, a->keys, TCU_TYPE_I32, n, &sums, 1, &groups, NULL);
    return status == TCU_SUCCESS ? 0 : failed(tcu_context_last_error(context));
}

/* ------------------------------------------------------------------------------------------------ the program --- */

static void free_arrays(tcu_context *context, const device_arrays *a)
{
    void *const all[] = {a->keys, a->group_keys, a->values, a->sums, a->offsets, a->num_groups};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        tcu_free(context, all[i]);
    }
}

static tcu_status allocate_arrays(tcu_context *context, device_arrays *a, uint64_t n)
{
    enum { ARRAYS = 6 };
    const size_t keys = n * sizeof *a->keys, values = n * sizeof *a->values, offsets = (n + 1) * sizeof *a->offsets;
    const size_t bytes[ARRAYS] = {keys, keys, values, values, offsets, sizeof *a->num_groups};
    void *all[ARRAYS] = {NULL};
    tcu_status status = TCU_SUCCESS;
    for (int i = 0; i < ARRAYS && status == TCU_SUCCESS; i++) {
        status = tcu_allocate(context, bytes[i], &all[i]);
    }
    *a = (device_arrays){all[0], all[1], all[2], all[3], all[4], all[5]};
    return status;
}

static int copy_in(tcu_context *context, const device_arrays *a, const table *t)
{
    tcu_status status = tcu_copy_in(context, a->keys, t->keys, t->n * sizeof *t->keys);
    if (status == TCU_SUCCESS) {
        status = tcu_copy_in(context, a->values, t->values, t->n * sizeof *t->values);
    }
    return status == TCU_SUCCESS ? 0 : failed(tcu_context_last_error(context));
}

static int copy_out(tcu_context *context, table_groups *g, const device_arrays *a)
{
    if (tcu_copy_out(context, &g->count, a->num_groups, sizeof g->count) != TCU_SUCCESS) {
        return failed(tcu_context_last_error(context));
    }
    g->keys = malloc((g->count + 1) * sizeof *g->keys);
    g->offsets = malloc((g->count + 1) * sizeof *g->offsets);
    g->sums = malloc((g->count + 1) * sizeof *g->sums);
    if (g->keys == NULL || g->offsets == NULL || g->sums == NULL) {
        return failed("out of memory");
    }
    if (tcu_copy_out(context, g->keys, a->group_keys, g->count * sizeof *g->keys) != TCU_SUCCESS ||
        tcu_copy_out(context, g->offsets, a->offsets, (g->count + 1) * sizeof *g->offsets) != TCU_SUCCESS ||
        tcu_copy_out(context, g->sums, a->sums, g->count * sizeof *g->sums) != TCU_SUCCESS) {
        return failed(tcu_context_last_error(context));
    }
    return 0;
}

static int print(const table_groups *g)
{
    for (uint64_t k = 0; k < g->count; k++) {
        printf("%" PRId32 " %" PRId64 " %" PRId64 "\n", g->keys[k], g->offsets[k + 1] - g->offsets[k], g->sums[k]);
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : failed("the result cannot be written");
}

static int work(tcu_context *context, const table *t)
{
    device_arrays arrays = {0};
    table_groups g = {0};
    int result = -1;
    if (allocate_arrays(context, &arrays, t->n) != TCU_SUCCESS) {
        failed(tcu_context_last_error(context));
    } else if (copy_in(context, &arrays, t) == 0 && group(context, &arrays, t->n) == 0 &&
               copy_out(context, &g, &arrays) == 0 && table_check(t, &g) == 0) {
        result = print(&g);
    }
    free_arrays(context, &arrays);
    table_free_groups(&g);
    return result;
}

/* 0, 1 for what fails here, 2 for bad input. */
static int run(const settings *s)
{
    table t = {0};
    tcu_context *context = NULL;
    int result = 1;
    if ((s->path != NULL ? table_read(&t, s->path) : table_make(&t)) != 0) {
        result = 2;
    } else if (tcu_context_create(&context, s->backend, -1) != TCU_SUCCESS) {
        failed(tcu_context_last_error(NULL));
    } else {
        result = work(context, &t) != 0;
    }
    tcu_context_destroy(context);
    table_free(&t);
    return result;
}

static int usage(FILE *file)
{
    fprintf(file,
            "usage: group_by [--backend auto|host|cuda] [FILE]\n"
            "  FILE, or standard input if it is -: a key and a value a line, integers of 32 and 64 bits.\n"
            "  Prints a line for each key, in order: the key, how many rows have it, and the sum of their values\n"
            "  (modulo 2^64). Without FILE: of a million rows that the program makes.\n");
    return file == stdout ? 0 : 2;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"backend", required_argument, NULL, 'b'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    static const char *const backends[] = {"auto", "host", "cuda"}; /* in the order of tcu_backend */
    settings s = {TCU_BACKEND_AUTO, NULL};
    int option;
    while ((option = getopt_long(argc, argv, "b:h", options, NULL)) != -1) {
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
