/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A tour of the library: all reductions and scans, a compaction and a sort of a series of numbers, in several element
 * types, on the best backend of this machine; timed, and checked against a plain loop. (More of compactions:
 * particles.cu; of sorts: cells_host.c.)
 * The exit status is 0 if all agreed, 1 if not, 2 for bad input.
 */
#define _POSIX_C_SOURCE 200809L

#include "device_memory.h"
#include "series.h"
#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tcu/tcu.h>
#include <time.h>

enum { DAY = 24, REPEATS = 3 };

typedef enum operation {
    REDUCE,
    SEGMENTED_REDUCE,
    SEGMENTED_REDUCE_OFFSETS,
    SCAN,
    SEGMENTED_SCAN,
    SEGMENTED_SCAN_OFFSETS,
    COMPACT_IF,
    RADIX_SORT,
    OPERATIONS
} operation;

static const char *const operation_names[OPERATIONS] = {"reduce",     "segmented_reduce", "segmented_reduce_offsets",
                                                        "scan",       "segmented_scan",   "segmented_scan_offsets",
                                                        "compact_if", "radix_sort"};

static const struct {
    tcu_type in, out;
} type_pairs[] = {{TCU_TYPE_F32, TCU_TYPE_F32},
                  {TCU_TYPE_F16, TCU_TYPE_F32},
                  {TCU_TYPE_F64, TCU_TYPE_F64},
                  {TCU_TYPE_I32, TCU_TYPE_I64},
                  {TCU_TYPE_U8, TCU_TYPE_U64}};

/* One call's arguments; `in`, `out`, `offsets` and `count` in the context's memory space. */
typedef struct problem {
    tcu_context *context;
    tcu_backend backend;
    operation what;
    int operations; /* from the first one on */
    tcu_type in_type, out_type;
    uint64_t n, outputs, num_segments;
    void *in, *out, *offsets;
    uint64_t *count;
    const void *host_in;
    void *host_out;
    const int64_t *host_offsets;
} problem;

static bool is_scan(operation what)
{
    return what >= SCAN && what <= SEGMENTED_SCAN_OFFSETS;
}

/* Segments begin at the calendar's months, for hourly numbers that begin with a year. */
static int64_t *make_months(uint64_t n, uint64_t *months)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int64_t *offsets = malloc((n / (28 * DAY) + 2) * sizeof *offsets);
    if (offsets == NULL)
        return NULL;
    *months = 0;
    for (offsets[0] = 0; (uint64_t)offsets[*months] < n; ++*months) {
        const uint64_t end = (uint64_t)offsets[*months] + (uint64_t)days[*months % 12] * DAY;
        offsets[*months + 1] = (int64_t)(end < n ? end : n);
    }
    return offsets;
}

/* ------------------------------------------------------------------------------------------------ the calls --- */

static tcu_status call(const problem *p)
{
    switch (p->what) {
    case REDUCE:
        return tcu_reduce(p->context, p->in, p->in_type, p->out, p->out_type, p->n, NULL);
    case SEGMENTED_REDUCE:
        return tcu_segmented_reduce(p->context, p->in, p->in_type, p->out, p->out_type, p->n, DAY, NULL);
    case SEGMENTED_REDUCE_OFFSETS:
        return tcu_segmented_reduce_offsets(p->context, p->in, p->in_type, p->out, p->out_type, p->n, p->offsets,
                                            p->num_segments, NULL);
    case SCAN:
        return tcu_scan(p->context, TCU_SCAN_INCLUSIVE, p->in, p->in_type, p->out, p->out_type, p->n);
    case SEGMENTED_SCAN:
        return tcu_segmented_scan(p->context, TCU_SCAN_EXCLUSIVE, p->in, p->in_type, p->out, p->out_type, p->n, DAY);
    case SEGMENTED_SCAN_OFFSETS:
        return tcu_segmented_scan_offsets(p->context, TCU_SCAN_INCLUSIVE, p->in, p->in_type, p->out, p->out_type, p->n,
                                          p->offsets, p->num_segments);
    case RADIX_SORT:
        return tcu_radix_sort(p->context, p->in, p->out, p->in_type, p->n, NULL);
    default: {
        /* The numbers from the first one on upwards. */
        const tcu_predicate predicate = TCU_PREDICATE_INIT(TCU_COMPARE_GREATER_EQUAL, p->host_in);
        return tcu_compact_if(p->context, p->in, p->in_type, &predicate, p->out, p->count, p->n);
    }
    }
}

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The fastest of a few calls, in seconds, after a first one that is not timed; -1 if one failed. */
static double run(const problem *p)
{
    double best = INFINITY;
    for (int repeat = 0; repeat <= REPEATS; repeat++) {
        const double start = seconds_now();
        const tcu_status status = call(p);
        if (status != TCU_SUCCESS) {
            fprintf(stderr, "tour: %s: %s (%s)\n", operation_names[p->what], tcu_context_last_error(p->context),
                    tcu_status_string(status));
            return -1;
        }
        if (device_synchronize(p->backend) != 0) {
            fprintf(stderr, "tour: %s: the device failed\n", operation_names[p->what]);
            return -1;
        }
        if (repeat > 0)
            best = fmin(best, seconds_now() - start);
    }
    return best;
}

/* ------------------------------------------------------------------------------------------ the plain loops --- */

static double real_element(const void *array, tcu_type type, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_F16:
        return half_to_double(((const uint16_t *)array)[i]);
    case TCU_TYPE_F32:
        return ((const float *)array)[i];
    default:
        return ((const double *)array)[i];
    }
}

/* Modulo 2^64, which serves signed and unsigned types. */
static uint64_t integer_element(const void *array, tcu_type type, uint64_t i)
{
    switch (type) {
    case TCU_TYPE_U8:
        return ((const uint8_t *)array)[i];
    case TCU_TYPE_I32:
        return (uint64_t)(int64_t)((const int32_t *)array)[i];
    default:
        return ((const uint64_t *)array)[i];
    }
}

/* What a plain loop has summed up so far, and how far the results were from it. */
typedef struct plain_sum {
    const problem *p;
    uint64_t count, integer;
    long double real, magnitude;
    double error; /* largest |result - sum| / sum |x| */
    bool failed;
} plain_sum;

static void add(plain_sum *sum, uint64_t i)
{
    sum->count++;
    if (sum->p->in_type > TCU_TYPE_F64) {
        sum->integer += integer_element(sum->p->host_in, sum->p->in_type, i);
        return;
    }
    const double x = real_element(sum->p->host_in, sum->p->in_type, i);
    sum->real += x;
    sum->magnitude += fabs(x);
}

static void compare(plain_sum *sum, uint64_t i)
{
    if (sum->p->in_type > TCU_TYPE_F64) { /* an integer type */
        if (integer_element(sum->p->host_out, sum->p->out_type, i) != sum->integer) {
            sum->failed = true;
            sum->error = INFINITY;
        }
        return;
    }
    /* The bounds of tcu/reduce.h. */
    const bool f64 = sum->p->out_type == TCU_TYPE_F64;
    const double count = (double)sum->count, magnitude = (double)sum->magnitude;
    const double bound = 4 * (f64 ? 0x1p-51 : 0x1p-24) * fmax(1, log2(fmax(1, count)));
    const double error = (double)fabsl(real_element(sum->p->host_out, sum->p->out_type, i) - sum->real);
    if (!(error <= bound * magnitude))
        sum->failed = true;
    if (error > 0)
        sum->error = fmax(sum->error, error / magnitude);
}

static plain_sum check(const problem *p)
{
    plain_sum sum = {p, 0, 0, 0, 0, 0, false};
    const bool exclusive = p->what == SEGMENTED_SCAN;
    for (uint64_t k = 0; k < p->num_segments; k++) {
        const uint64_t begin = (uint64_t)p->host_offsets[k], end = (uint64_t)p->host_offsets[k + 1];
        sum.count = sum.integer = 0;
        sum.real = sum.magnitude = 0;
        for (uint64_t i = begin; i < end; i++) {
            if (is_scan(p->what) && exclusive)
                compare(&sum, i);
            add(&sum, i);
            if (is_scan(p->what) && !exclusive)
                compare(&sum, i);
        }
        if (!is_scan(p->what))
            compare(&sum, k);
    }
    return sum;
}

/* Whether the kept items and their count are those of a plain loop. */
static bool check_compaction(const problem *p, uint64_t count)
{
    const size_t size = tcu_type_size(p->in_type);
    const bool real = p->in_type <= TCU_TYPE_F64;
    uint64_t kept = 0;
    for (uint64_t i = 0; i < p->n; i++) {
        const bool is_kept = real ? real_element(p->host_in, p->in_type, i) >= real_element(p->host_in, p->in_type, 0)
                                  : (int64_t)integer_element(p->host_in, p->in_type, i) >=
                                        (int64_t)integer_element(p->host_in, p->in_type, 0);
        if (!is_kept)
            continue;
        if (kept == count || memcmp((const char *)p->host_out + kept * size, (const char *)p->host_in + i * size, size))
            return false;
        kept++;
    }
    return kept == count;
}

/* A number for an element, whose sum over an array does not depend on the order. */
static uint64_t element_hash(const void *array, tcu_type type, uint64_t i)
{
    const size_t size = tcu_type_size(type);
    uint64_t bits = 0;
    memcpy(&bits, (const char *)array + i * size, size);
    bits = (bits ^ bits >> 31) * 0x9e3779b97f4a7c15u;
    return bits ^ bits >> 29;
}

/* Whether the results are in order, and as far as their hashes tell the numbers that went in. */
static bool check_sort(const problem *p)
{
    const bool real = p->in_type <= TCU_TYPE_F64;
    uint64_t hashes = 0;
    for (uint64_t i = 0; i < p->n; i++) {
        hashes += element_hash(p->host_in, p->in_type, i) - element_hash(p->host_out, p->in_type, i);
        if (i == 0)
            continue;
        const bool in_order =
            real ? real_element(p->host_out, p->in_type, i - 1) <= real_element(p->host_out, p->in_type, i)
                 : (int64_t)integer_element(p->host_out, p->in_type, i - 1) <=
                       (int64_t)integer_element(p->host_out, p->in_type, i);
        if (!in_order)
            return false;
    }
    return hashes == 0;
}

/* ------------------------------------------------------------------------------------------------- the tour --- */

/* How many operations there are here: not every backend has sorts yet. */
static int count_operations(tcu_context *context)
{
    size_t bytes;
    const bool has_sorts =
        tcu_radix_sort_workspace(context, TCU_TYPE_F32, 1, 0, NULL, &bytes) != TCU_ERROR_BACKEND_UNAVAILABLE;
    return has_sorts ? OPERATIONS : RADIX_SORT;
}

/* Runs one operation in one pair of types and prints its line. */
static bool visit(problem *p)
{
    const bool is_compaction = p->what == COMPACT_IF, is_sort = p->what == RADIX_SORT;
    const tcu_type out_type = is_compaction || is_sort ? p->in_type : p->out_type;
    const size_t in_size = tcu_type_size(p->in_type), out_size = tcu_type_size(out_type);
    p->outputs = is_scan(p->what) || is_compaction || is_sort ? p->n : p->num_segments;

    /* Results that are not written must not look right. */
    memset(p->host_out, 0xa5, p->outputs * out_size);
    if (device_upload(p->backend, p->out, p->host_out, p->outputs * out_size) != 0)
        return false;
    const double seconds = run(p);
    if (seconds < 0 || device_download(p->backend, p->host_out, p->out, p->outputs * out_size) != 0)
        return false;

    plain_sum sum = {0};
    uint64_t written = p->outputs;
    if (is_compaction) {
        if (device_download(p->backend, &written, p->count, sizeof written) != 0)
            return false;
        sum.failed = !check_compaction(p, written);
    } else if (is_sort) {
        sum.failed = !check_sort(p);
    } else {
        sum = check(p);
    }
    const double bytes = (double)(p->n * in_size + written * out_size);
    printf("%-25s %s -> %s  %-5s %11llu %10.3f %9.3f %8.1f  %8.1e  %s\n", operation_names[p->what],
           tcu_type_name(p->in_type), tcu_type_name(out_type), p->backend == TCU_BACKEND_CUDA ? "cuda" : "host",
           (unsigned long long)p->n, 1e3 * seconds, 1e-9 * (double)p->n / seconds, 1e-9 * bytes / seconds, sum.error,
           sum.failed ? "FAILED" : "ok");
    fflush(stdout);
    return !sum.failed;
}

/* All operations in one pair of types: the number that agreed. */
static int visit_types(problem *p, const series *numbers, const int64_t *months, uint64_t num_months)
{
    const int64_t whole[2] = {0, (int64_t)p->n};
    const uint64_t num_days = (p->n + DAY - 1) / DAY;
    int64_t *days = malloc((num_days + 1) * sizeof *days);
    void *host_in = series_encode(numbers, p->in_type);
    p->host_in = host_in;
    p->in = device_allocate(p->backend, p->n * tcu_type_size(p->in_type));
    p->out = device_allocate(p->backend, p->n * tcu_type_size(p->out_type));
    p->host_out = malloc(p->n * tcu_type_size(p->out_type));

    int agreed = 0;
    if (days == NULL || host_in == NULL || p->in == NULL || p->out == NULL || p->host_out == NULL) {
        fprintf(stderr, "tour: no memory for %llu elements\n", (unsigned long long)p->n);
    } else if (device_upload(p->backend, p->in, host_in, p->n * tcu_type_size(p->in_type)) != 0) {
        fprintf(stderr, "tour: the device failed\n");
    } else {
        for (uint64_t k = 0; k <= num_days; k++)
            days[k] = (int64_t)(k < num_days ? k * DAY : p->n);
        for (int what = 0; what < p->operations; what++) {
            p->what = (operation)what;
            const bool by_offsets = what == SEGMENTED_REDUCE_OFFSETS || what == SEGMENTED_SCAN_OFFSETS;
            const bool by_size = what == SEGMENTED_REDUCE || what == SEGMENTED_SCAN;
            p->host_offsets = by_offsets ? months : by_size ? days : whole;
            p->num_segments = by_offsets ? num_months : by_size ? num_days : 1;
            agreed += visit(p);
        }
    }
    device_free(p->backend, p->in);
    device_free(p->backend, p->out);
    free(p->host_out);
    free(host_in);
    free(days);
    return agreed;
}

static void describe(const tcu_properties *properties, const series *numbers, const char *source)
{
    printf("tcu %d.%d.%d, %s backend: %s", tcu_version() / 10000, tcu_version() / 100 % 100, tcu_version() % 100,
           properties->backend == TCU_BACKEND_CUDA ? "CUDA" : "host", properties->name);
    if (properties->backend == TCU_BACKEND_CUDA)
        printf(" (compute capability %d.%d, %d SMs)\n", properties->compute_capability_major,
               properties->compute_capability_minor, properties->multiprocessors);
    else
        printf(" (%d thread%s)\n", properties->multiprocessors, properties->multiprocessors == 1 ? "" : "s");
    if (properties->fallback_reason[0] != '\0')
        printf("CUDA is not used: %s\n", properties->fallback_reason);
    printf("data: %zu numbers, %s; segments: days of %d and calendar months\n", numbers->count, source, DAY);
    printf("time: the fastest of %d calls; error: the largest |result - plain loop| / sum of |x|\n\n", REPEATS);
    printf("%-25s %-10s  %-5s %11s %10s %9s %8s  %8s\n", "operation", "types", "on", "n", "ms", "G elem/s", "GB/s",
           "error");
}

static int tour(tcu_backend backend, const series *numbers, const char *source)
{
    problem p = {.n = numbers->count};
    tcu_properties properties;
    if (tcu_context_create(&p.context, backend, -1) != TCU_SUCCESS) {
        fprintf(stderr, "tour: %s\n", tcu_context_last_error(NULL));
        return 1;
    }
    tcu_context_get_properties(p.context, &properties);
    p.backend = properties.backend;
    p.operations = count_operations(p.context);
    describe(&properties, numbers, source);

    uint64_t num_months = 0;
    int64_t *months = make_months(p.n, &num_months);
    p.offsets = device_allocate(p.backend, (num_months + 1) * sizeof *months);
    p.count = device_allocate(p.backend, sizeof *p.count);
    const int pairs = sizeof type_pairs / sizeof type_pairs[0];
    int agreed = 0;
    if (months == NULL || p.offsets == NULL || p.count == NULL ||
        device_upload(p.backend, p.offsets, months, (num_months + 1) * sizeof *months) != 0) {
        fprintf(stderr, "tour: no memory for the offsets and a count\n");
    } else {
        for (int pair = 0; pair < pairs; pair++) {
            p.in_type = type_pairs[pair].in;
            p.out_type = type_pairs[pair].out;
            agreed += visit_types(&p, numbers, months, num_months);
        }
    }
    device_free(p.backend, p.offsets);
    device_free(p.backend, p.count);
    free(months);
    tcu_context_destroy(p.context);

    printf("\n%d of %d agree with a plain loop\n", agreed, pairs * p.operations);
    return agreed == pairs * p.operations ? 0 : 1;
}

static void usage(FILE *file)
{
    fputs("usage: tour [--backend auto|host|cuda] [--elements N] [FILE]\n"
          "Sums, scans, compacts and sorts a series of numbers with tcu and checks each result against a plain loop.\n"
          "  FILE            numbers, one a line; \"-\" is standard input\n"
          "  --elements N    without a FILE: how many numbers to make (default 16777216)\n"
          "  --backend B     where to run (default auto: a CUDA device if there is one, else the host)\n"
          "  --help          this text\n"
          "Exit status: 0 if all results agree, 1 if not, 2 for bad input.\n",
          file);
}

static int bad_usage(const char *option, const char *value)
{
    fprintf(stderr, "tour: %s does not take \"%s\"\n", option, value);
    usage(stderr);
    return 2;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"backend", required_argument, NULL, 'b'},
                                            {"elements", required_argument, NULL, 'n'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    static const char *const backends[] = {"auto", "host", "cuda"}; /* in the order of tcu_backend */
    tcu_backend backend = TCU_BACKEND_AUTO;
    unsigned long long elements = 1 << 24;
    int option;
    char *end;
    while ((option = getopt_long(argc, argv, "b:n:h", options, NULL)) != -1) {
        int which = 0;
        switch (option) {
        case 'b':
            while (which < 3 && strcmp(optarg, backends[which]) != 0)
                which++;
            if (which == 3)
                return bad_usage("--backend", optarg);
            backend = (tcu_backend)which;
            break;
        case 'n':
            errno = 0;
            elements = strtoull(optarg, &end, 10);
            if (errno != 0 || *end != '\0' || optarg[0] == '-' || elements == 0 || elements > SIZE_MAX / 16)
                return bad_usage("--elements", optarg);
            break;
        case 'h':
            usage(stdout);
            return 0;
        default:
            usage(stderr);
            return 2;
        }
    }
    if (argc - optind > 1) {
        fprintf(stderr, "tour: one FILE at most\n");
        return 2;
    }

    series numbers;
    const char *path = optind < argc ? argv[optind] : NULL;
    const char *source = path == NULL             ? "hourly temperatures made for the tour"
                         : strcmp(path, "-") == 0 ? "from standard input"
                                                  : path;
    if ((path != NULL ? series_read(&numbers, path) : series_make(&numbers, (size_t)elements)) != 0)
        return 2;
    const int status = tour(backend, &numbers, source);
    series_free(&numbers);
    return status;
}
