/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tour of the library: what it has to say of your numbers (their sum, ends and median, a histogram), and then all
 * reductions and scans, maxima, a group-by, a compaction, a histogram, a sort, the largest ones, quartiles, a merge, a
 * search, a gather, repetitions, a polynomial, the differences and a moving mean of them in several element types,
 * checked against plain loops and timed, on the best backend of this machine. (More of compactions: particles.cu; of
 * sorts: cells_host.c; of stencils: heat/.)
 *
 *     summary.c       the answers about the numbers     timing.c       how long a call takes
 *     table.c         the rows of the table             cache.c        how large arrays have to be
 *
 *     numbers/        series.c, which reads or makes them; elements.c, in the library's types; arrays.c, in the memory
 *                     of a call; inputs.c, what single calls take beside them; bins.c, a histogram's round edges;
 *                     segments.c, days and months
 *     calls/          operations.c, the calls of the library; polynomial.c and moving_mean.c, of plans; check.c, the
 *                     plain loops, and check_items.c, those of exact results
 */
#define _POSIX_C_SOURCE 200809L

#include "numbers/series.h"
#include "summary.h"
#include "table.h"
#include <errno.h>
#include <getopt.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcu/tcu.h>

enum { EXIT_WRONG = 1, EXIT_BAD_INPUT = 2, HOURS_A_YEAR = 365 * 24 };

typedef struct arguments {
    tcu_backend backend;
    uint64_t elements;
    const char *path;
} arguments;

static void usage(FILE *file)
{
    fputs(
        "usage: tour [--backend auto|host|cuda|reference] [--elements N] [FILE]\n"
        "Count, sum, smallest, median and largest of numbers, and a histogram; then sums, prefix sums, maxima, sums\n"
        "by the hour, compactions, histograms, sorts, the largest ones, quartiles, merges, searches, gathers, a\n"
        "polynomial, differences and a moving mean of them, each checked against a plain loop and timed.\n"
        "\n"
        "  FILE            numbers, one a line; \"-\" is standard input (and \"./-\" a file of that name).\n"
        "                  Without it: hourly temperatures of a year, those of examples/data/temperatures.txt\n"
        "  --elements N    length of the arrays that are timed, which hold the numbers over and over (default: enough\n"
        "                  for a meaningful time, and all of the numbers; of the reference backend 100000)\n"
        "  --backend B     where to run (default auto: a CUDA device if there is one, else the host). The reference is "
        "the\n"
        "                  host by code that is there to be read, and slow: some seconds\n"
        "  --help          this text\n"
        "\n"
        "Numbers are 0 or from 1e-200 to 1e200 in magnitude. Blank lines and lines that begin with # are passed over,\n"
        "as is a byte order mark; lines may end with LF or CR LF. Everything else is refused, with its line: other\n"
        "numbers (1e400, 1e-400, inf, nan), other text, NUL bytes, a file without a number. Types that do not hold\n"
        "the numbers are left out of the table.\n"
        "\n"
        "Exit status: 0 if all results agree, 1 if not or if the output cannot be written, 2 for bad input.\n",
        file);
}

static int bad_usage(const char *option, const char *value)
{
    fprintf(stderr, "tour: %s does not take \"%s\"\n", option, value);
    usage(stderr);
    return EXIT_BAD_INPUT;
}

static int read_backend(const char *text, tcu_backend *backend)
{
    static const char *const names[] = {"auto", "host", "cuda", "reference"}; /* in the order of tcu_backend */
    for (int i = 0; i < 4; i++) {
        if (strcmp(text, names[i]) == 0) {
            *backend = (tcu_backend)i;
            return 0;
        }
    }
    return -1;
}

static int read_count(const char *text, uint64_t *count)
{
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (errno != 0 || *end != '\0' || text[0] == '-' || value == 0 || value > SIZE_MAX / 16) {
        return -1;
    }
    *count = value;
    return 0;
}

/* 0: go on; else this is the end, with *status. */
static int read_arguments(int argc, char **argv, arguments *a, int *status)
{
    static const struct option options[] = {{"backend", required_argument, NULL, 'b'},
                                            {"elements", required_argument, NULL, 'n'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    int option;
    *status = EXIT_BAD_INPUT;
    while ((option = getopt_long(argc, argv, "b:n:h", options, NULL)) != -1) {
        switch (option) {
        case 'b':
            if (read_backend(optarg, &a->backend) != 0) {
                return bad_usage("--backend", optarg);
            }
            break;
        case 'n':
            if (read_count(optarg, &a->elements) != 0) {
                return bad_usage("--elements", optarg);
            }
            break;
        case 'h':
            usage(stdout);
            *status = 0;
            return 1;
        default:
            usage(stderr);
            return 1;
        }
    }
    if (argc - optind > 1) {
        fprintf(stderr, "tour: one FILE at most (a path with spaces is to be quoted)\n");
        return 1;
    }
    a->path = optind < argc ? argv[optind] : NULL;
    return 0;
}

static void describe(const tcu_properties *properties)
{
    printf("tcu %d.%d.%d, %s backend: %s", tcu_version() / 10000, tcu_version() / 100 % 100, tcu_version() % 100,
           properties->backend == TCU_BACKEND_CUDA        ? "CUDA"
           : properties->backend == TCU_BACKEND_REFERENCE ? "reference"
                                                          : "host",
           properties->name);
    if (properties->backend == TCU_BACKEND_CUDA) {
        printf(" (compute capability %d.%d, %d SMs)\n", properties->compute_capability_major,
               properties->compute_capability_minor, properties->multiprocessors);
    } else {
        printf(" (%d thread%s)\n", properties->multiprocessors, properties->multiprocessors == 1 ? "" : "s");
    }
    if (properties->fallback_reason[0] != '\0') {
        printf("CUDA is not used: %s\n", properties->fallback_reason);
    }
}

static int tour(const arguments *a, const series *numbers)
{
    tcu_context *context;
    tcu_properties properties;
    summary s;
    if (tcu_context_create(&context, a->backend, -1) != TCU_SUCCESS) {
        fprintf(stderr, "tour: %s\n", tcu_context_last_error(NULL));
        return EXIT_WRONG;
    }
    tcu_context_get_properties(context, &properties);
    describe(&properties);
    printf("\nNumbers: %s\n", a->path == NULL             ? "hourly temperatures of a year, in degrees Celsius"
                              : strcmp(a->path, "-") == 0 ? "standard input"
                                                          : a->path);
    int status = EXIT_WRONG;
    if (summary_make(context, properties.backend, numbers, &s) == 0) {
        summary_print(&s, stdout);
        printf("\n");
        status = table_print(context, properties.backend, numbers, &s, a->elements);
    }
    tcu_context_destroy(context);
    return status;
}

/* A full disk shows when the last of the output is written. */
static int close_output(int status)
{
    const int had_failed = ferror(stdout);
    if (fclose(stdout) == 0 && !had_failed) {
        return status;
    }
    fprintf(stderr, "tour: the output cannot be written\n");
    return status == 0 ? EXIT_WRONG : status;
}

int main(int argc, char **argv)
{
    arguments a = {TCU_BACKEND_AUTO, 0, NULL};
    series numbers;
    int status;
    if (read_arguments(argc, argv, &a, &status) != 0) {
        return close_output(status);
    }
    if ((a.path != NULL ? series_read(&numbers, a.path) : series_make(&numbers, HOURS_A_YEAR)) != 0) {
        return EXIT_BAD_INPUT;
    }
    status = tour(&a, &numbers);
    series_free(&numbers);
    return close_output(status);
}
