/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Counts and sums by key, on either backend: what SQL calls GROUP BY. Pairs are sorted by their keys; the runs of equal
 * keys are the groups; the exclusive scan of the runs' lengths and of a zero behind them says where each group begins,
 * and where the last one ends; and the values of each are summed.
 *
 *     keys, values     7 3 7 7 3 5    1 2 3 4 5 6
 *     sorted           3 3 5 7 7 7    2 5 6 1 3 4
 *     unique keys      3 5 7
 *     lengths and 0    2 1 3 0
 *     offsets          0 2 3 6                       exclusive scan: one more than there are groups, the last one n
 *     sums             7 6 8
 */
#include "table.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcu/tcu.h>

/* What the library works on, in the context's memory. */
typedef struct device_arrays {
    int32_t *keys, *sorted_keys, *group_keys; /* n */
    int64_t *values, *sorted_values, *sums;   /* n */
    uint64_t *lengths;                        /* n + 1, zeros */
    int64_t *offsets;                         /* n + 1 */
    uint64_t *num_groups;                     /* 1 */
} device_arrays;

typedef struct settings {
    tcu_backend backend;
    bool no_wait;
    const char *path;
} settings;

/* ----------------------------------------------------------------------------------------------- the library --- */

/* Sorts the pairs by key and finds the runs of equal keys. Behind the last run, lengths stay what they are: 0. */
static tcu_status find_groups(tcu_context *context, const device_arrays *a, uint64_t n)
{
    tcu_status status = tcu_radix_sort_pairs(context, a->keys, a->sorted_keys, TCU_TYPE_I32, a->values,
                                             a->sorted_values, sizeof *a->values, n, NULL);
    if (status == TCU_SUCCESS) {
        status =
            tcu_unique(context, a->sorted_keys, sizeof *a->keys, a->group_keys, a->lengths, a->num_groups, n, NULL);
    }
    return status;
}

/*
 * Sums the values of each group. `groups` may be more than there are, up to n: the lengths behind the last run are 0,
 * so the offsets there are n and the groups empty.
 *
 * Lengths are counts, and unsigned; offsets are signed. No offset exceeds n, which is below 2^63 as no array is longer,
 * and there both types have the same bits: so a scan of u64 writes offsets.
 */
static tcu_status sum_groups(tcu_context *context, const device_arrays *a, uint64_t n, uint64_t groups)
{
    tcu_status status = tcu_scan(context, TCU_SCAN_EXCLUSIVE, a->lengths, TCU_TYPE_U64, a->offsets, TCU_TYPE_U64,
                                 groups + 1, NULL); /* one more, which is 0: the offset behind the last group */
    if (status == TCU_SUCCESS) {
        status = tcu_segmented_reduce_offsets(context, a->sorted_values, TCU_TYPE_I64, a->sums, TCU_TYPE_I64, n,
                                              a->offsets, groups, NULL);
    }
    return status;
}

static int failed(const char *what)
{
    fprintf(stderr, "group_by: %s\n", what);
    return -1;
}

/*
 * Enqueues everything. How many groups there are is known on the device. A host that waits for it has less to scan and
 * to sum; one that must not wait, as while a CUDA graph is captured, takes n, which always suffice.
 */
static int group(tcu_context *context, const settings *s, const device_arrays *a, uint64_t n)
{
    uint64_t groups = n;
    tcu_status status = find_groups(context, a, n);
    if (status == TCU_SUCCESS && !s->no_wait) {
        status = tcu_copy_out(context, &groups, a->num_groups, sizeof groups);
    }
    if (status == TCU_SUCCESS) {
        status = sum_groups(context, a, n, groups);
    }
    return status == TCU_SUCCESS ? 0 : failed(tcu_context_last_error(context));
}

/* ------------------------------------------------------------------------------------------------ the program --- */

static void free_arrays(tcu_context *context, const device_arrays *a)
{
    void *const all[] = {a->keys, a->sorted_keys, a->group_keys, a->values,    a->sorted_values,
                         a->sums, a->lengths,     a->offsets,    a->num_groups};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        tcu_free(context, all[i]);
    }
}

static tcu_status allocate_arrays(tcu_context *context, device_arrays *a, uint64_t n)
{
    enum { ARRAYS = 9 };
    const size_t keys = n * sizeof *a->keys, values = n * sizeof *a->values;
    const size_t lengths = (n + 1) * sizeof *a->lengths, offsets = (n + 1) * sizeof *a->offsets;
    const size_t bytes[ARRAYS] = {keys, keys, keys, values, values, values, lengths, offsets, sizeof *a->num_groups};
    void *all[ARRAYS] = {NULL};
    tcu_status status = TCU_SUCCESS;
    for (int i = 0; i < ARRAYS && status == TCU_SUCCESS; i++) {
        status = tcu_allocate(context, bytes[i], &all[i]);
    }
    *a = (device_arrays){all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7], all[8]};
    return status;
}

static int copy_in(tcu_context *context, const device_arrays *a, const table *t)
{
    uint64_t *zeros = calloc(t->n + 1, sizeof *zeros);
    if (zeros == NULL) {
        return failed("out of memory");
    }
    tcu_status status = tcu_copy_in(context, a->keys, t->keys, t->n * sizeof *t->keys);
    if (status == TCU_SUCCESS) {
        status = tcu_copy_in(context, a->values, t->values, t->n * sizeof *t->values);
    }
    if (status == TCU_SUCCESS) {
        status = tcu_copy_in(context, a->lengths, zeros, (t->n + 1) * sizeof *zeros);
    }
    free(zeros);
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

static int work(tcu_context *context, const settings *s, const table *t)
{
    device_arrays arrays = {0};
    table_groups g = {0};
    int result = -1;
    if (allocate_arrays(context, &arrays, t->n) != TCU_SUCCESS) {
        failed(tcu_context_last_error(context));
    } else if (copy_in(context, &arrays, t) == 0 && group(context, s, &arrays, t->n) == 0 &&
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
        result = work(context, s, &t) != 0;
    }
    tcu_context_destroy(context);
    table_free(&t);
    return result;
}

static int usage(FILE *file)
{
    fprintf(file,
            "usage: group_by [--backend auto|host|cuda] [--no-wait] [FILE]\n"
            "  FILE, or standard input if it is -: a key and a value a line, integers of 32 and 64 bits.\n"
            "  Prints a line for each key, in order: the key, how many rows have it, and the sum of their values\n"
            "  (modulo 2^64). Without FILE: of a million rows that the program makes.\n"
            "  --no-wait: sums without knowing how many groups there are, as in a CUDA graph.\n");
    return file == stdout ? 0 : 2;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"backend", required_argument, NULL, 'b'},
                                            {"no-wait", no_argument, NULL, 'w'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    static const char *const backends[] = {"auto", "host", "cuda"}; /* in the order of tcu_backend */
    settings s = {TCU_BACKEND_AUTO, false, NULL};
    int option;
    while ((option = getopt_long(argc, argv, "b:wh", options, NULL)) != -1) {
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
        case 'w':
            s.no_wait = true;
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
