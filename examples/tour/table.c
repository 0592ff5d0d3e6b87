/* SPDX-License-Identifier: Apache-2.0 */
#include "table.h"

#include "cache.h"
#include "calls/check.h"
#include "numbers/arrays.h"
#include "numbers/elements.h"
#include "timing.h"
#include <stdbool.h>
#include <stdio.h>

static const struct {
    tcu_type in, sum;
} pairs[] = {{TCU_TYPE_F32, TCU_TYPE_F32},
             {TCU_TYPE_F16, TCU_TYPE_F32},
             {TCU_TYPE_F64, TCU_TYPE_F64},
             {TCU_TYPE_I32, TCU_TYPE_I64},
             {TCU_TYPE_U8, TCU_TYPE_U64}};
enum { PAIRS = sizeof pairs / sizeof pairs[0] };

/* ------------------------------------------------------------------------------------------------ how long --- */

/*
 * Bytes of an array. On a GPU a batch of calls reads the same array again and again, so that a smaller one would come
 * from L2, at a rate that an array of a real program does not have. On the host so many that a table takes seconds.
 */
static uint64_t array_bytes(tcu_backend backend)
{
    const uint64_t least = (uint64_t)1 << 25;
    uint64_t bytes = least;
    while (backend == TCU_BACKEND_CUDA && bytes < 4 * (uint64_t)cache_bytes(backend)) {
        bytes *= 2;
    }
    return bytes;
}

/* The reference backend is slow: as many elements as a table of seconds allows, not as many as there are numbers. */
enum { REFERENCE_ELEMENTS = 100000 };

static uint64_t array_length(tcu_backend backend, const series *numbers, tcu_type type, uint64_t elements)
{
    if (elements == 0 && backend == TCU_BACKEND_REFERENCE) {
        return REFERENCE_ELEMENTS;
    }
    const uint64_t enough = array_bytes(backend) / tcu_type_size(type);
    return elements > 0 ? elements : enough > numbers->count ? enough : numbers->count;
}

/* ------------------------------------------------------------------------------------------------- caption --- */

static void print_caption(tcu_backend backend, const series *numbers, uint64_t elements)
{
    const bool on_gpu = backend == TCU_BACKEND_CUDA;
    printf("Arrays: these numbers over and over, ");
    if (elements > 0) {
        printf("%llu elements as asked for.\n", (unsigned long long)elements);
    } else if (backend == TCU_BACKEND_REFERENCE) {
        printf("%d elements: this backend is there to be read, and slow.\n", (int)REFERENCE_ELEMENTS);
    } else if (numbers->count > array_bytes(backend)) {
        printf("each once.\n");
    } else if (on_gpu) {
        printf("%llu MiB or more, four times the L2 cache (%llu MiB): what is timed is memory.\n",
               (unsigned long long)(array_bytes(backend) >> 20), (unsigned long long)(cache_bytes(backend) >> 20));
    } else {
        printf("%llu MiB or more; a large cache may hold them.\n", (unsigned long long)(array_bytes(backend) >> 20));
    }
    printf("Segments: days of %d elements, and calendar months of 672 to 744. No workspace is given.\n", HOURS_A_DAY);
    if (on_gpu) {
        printf("ms: device time of a call in a steady state, between two events with a batch of calls between them;\n"
               "alone: a call and a synchronisation. Both are the median of %d, after calls that are not timed.\n",
               TIMING_REPEATS);
    } else {
        printf("ms: the median of %d calls, after one that is not timed.\n", TIMING_REPEATS);
    }
    printf("GB/s: elements read and results written; error: the largest |result - plain loop| / sum of |terms|.\n");
}

static void print_heading(tcu_backend backend)
{
    printf("\n%-25s %-10s %11s %10s", "operation", "types", "n", "ms");
    if (backend == TCU_BACKEND_CUDA) {
        printf(" %10s", "alone");
    }
    printf(" %9s %8s %8s\n", "G elem/s", "GB/s", "error");
}

/* ---------------------------------------------------------------------------------------------------- rows --- */

static int call(const void *arguments)
{
    return operation_call(arguments) == TCU_SUCCESS ? 0 : -1;
}

/* One operation in one pair of types: whether it agrees. */
static bool visit(problem *p, operation what)
{
    timing time;
    uint64_t written;
    if (arrays_prepare(p, what) != 0) {
        return false;
    }
    if (time_calls(p->context, p->backend, call, p, &time) != 0) {
        fprintf(stderr, "tour: %s of %s failed\n", operation_name(what), tcu_type_name(p->in_type));
        return false;
    }
    if (arrays_fetch(p, &written) != 0) {
        return false;
    }

    const verdict v = check(p, written);
    const tcu_type out_type = operation_out_type(p);
    const double bytes = (double)(operation_inputs(p) * tcu_type_size(p->in_type) + written * tcu_type_size(out_type));
    printf("%-25s %-3s -> %-3s %11llu %10.4f", operation_name(what), tcu_type_name(p->in_type), tcu_type_name(out_type),
           (unsigned long long)p->n, 1e3 * time.per_call);
    if (p->backend == TCU_BACKEND_CUDA) {
        printf(" %10.4f", 1e3 * time.alone);
    }
    printf(" %9.3f %8.1f %8.1e  %s\n", 1e-9 * (double)p->n / time.per_call, 1e-9 * bytes / time.per_call, v.error,
           v.agrees ? "ok" : "FAILED");
    fflush(stdout);
    return v.agrees;
}

/* All operations in one pair of types: how many there are, and how many agree. */
static void visit_types(problem *p, const series *numbers, double median, int *visited, int *agreed)
{
    const bool is_made = arrays_make(p, numbers, median) == 0;
    for (int what = 0; what < OPERATIONS; what++) {
        if (!operation_takes((operation)what, p->in_type)) {
            continue;
        }
        *visited += 1;
        *agreed += is_made && visit(p, (operation)what);
    }
    arrays_free(p);
}

int table_print(tcu_context *context, tcu_backend backend, const series *numbers, const summary *s, uint64_t elements)
{
    problem p = {.context = context, .backend = backend, .bins = &s->bins};
    bool is_left_out[PAIRS];
    print_caption(backend, numbers, elements);
    for (int i = 0; i < PAIRS; i++) {
        char reason[128];
        const uint64_t n = array_length(backend, numbers, pairs[i].in, elements);
        const elements_fit fit = elements_judge(numbers, n, pairs[i].in, pairs[i].sum, reason, sizeof reason);
        is_left_out[i] = fit == ELEMENTS_UNFIT;
        if (is_left_out[i]) {
            printf("Left out: %s, since %s.\n", tcu_type_name(pairs[i].in), reason);
        } else if (fit == ELEMENTS_ROUNDED) {
            printf("Rounded: %s, to %d significant bits.\n", tcu_type_name(pairs[i].in),
                   elements_precision(pairs[i].in));
        }
    }

    int visited = 0, agreed = 0;
    print_heading(backend);
    for (int i = 0; i < PAIRS; i++) {
        if (is_left_out[i]) {
            continue;
        }
        p.in_type = pairs[i].in;
        p.sum_type = pairs[i].sum;
        p.n = array_length(backend, numbers, pairs[i].in, elements);
        visit_types(&p, numbers, s->lower_middle, &visited, &agreed);
    }
    printf("\n%d of %d agree with a plain loop\n", agreed, visited);
    return agreed == visited ? 0 : 1;
}
