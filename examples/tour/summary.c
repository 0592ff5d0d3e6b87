/* SPDX-License-Identifier: Apache-2.0 */
#include "summary.h"

#include "calls/check.h"
#include "numbers/arrays.h"
#include <math.h>
#include <string.h>

/* One operation on all numbers; its results are then in p->host_out. */
static int ask(problem *p, operation what)
{
    uint64_t written;
    if (arrays_prepare(p, what) != 0 || operation_call(p) != TCU_SUCCESS || arrays_fetch(p, &written) != 0) {
        return -1;
    }
    if (check(p, written).agrees) {
        return 0;
    }
    fprintf(stderr, "tour: %s of the numbers: a plain loop has another result\n", operation_name(what));
    return -1;
}

static int ask_all(problem *p, summary *s)
{
    if (ask(p, REDUCE) != 0) {
        return -1;
    }
    s->sum = *(const double *)p->host_out;

    if (ask(p, RADIX_SORT) != 0) {
        return -1;
    }
    const double *sorted = p->host_out;
    s->smallest = sorted[0];
    s->largest = sorted[s->count - 1];
    s->lower_middle = sorted[(s->count - 1) / 2];
    s->median = s->count % 2 == 1 ? s->lower_middle : (s->lower_middle + sorted[s->count / 2]) / 2;

    s->bins = bins_choose(s->smallest, s->largest);
    if (arrays_set_bins(p, &s->bins) != 0 || ask(p, HISTOGRAM_RANGE) != 0) {
        return -1;
    }
    memcpy(s->counts, p->host_out, (size_t)s->bins.count * sizeof s->counts[0]);
    return 0;
}

int summary_make(tcu_context *context, tcu_backend backend, const series *numbers, summary *s)
{
    problem p = {
        .context = context, .backend = backend, .in_type = TCU_TYPE_F64, .sum_type = TCU_TYPE_F64, .n = numbers->count};
    *s = (summary){.count = numbers->count};
    int result = arrays_make(&p, numbers, 0);
    if (result == 0) {
        result = ask_all(&p, s);
    }
    arrays_free(&p);
    return result;
}

/* ----------------------------------------------------------------------------------------------------- printed --- */

static void print_number(const char *name, double value, FILE *file)
{
    char text[32];
    /* Past 15 digits sums of decimal fractions show how they were rounded; integers are exact. */
    series_number_text(value, value == floor(value) ? 17 : 15, text);
    fprintf(file, "  %-9s %s\n", name, text);
}

static void print_histogram(const summary *s, FILE *file)
{
    enum { LONGEST_BAR = 50 };
    char edges[BINS_MOST + 1][32];
    int width = 0;
    uint64_t most = 0;
    for (int k = 0; k <= s->bins.count; k++) {
        bins_edge_text(&s->bins, k, edges[k]);
        const int length = (int)strlen(edges[k]);
        width = length > width ? length : width;
    }
    for (int k = 0; k < s->bins.count; k++) {
        most = s->counts[k] > most ? s->counts[k] : most;
    }
    for (int k = 0; k < s->bins.count; k++) {
        /* (A bin that is not empty has a bar.) */
        const int bar = (int)ceil(LONGEST_BAR * ((double)s->counts[k] / (double)most));
        fprintf(file, "  %*s <= x < %*s %11llu", width, edges[k], width, edges[k + 1],
                (unsigned long long)s->counts[k]);
        fprintf(file, bar > 0 ? "  %.*s\n" : "\n", bar, "##################################################");
    }
}

void summary_print(const summary *s, FILE *file)
{
    fprintf(file, "  %-9s %llu\n", "count", (unsigned long long)s->count);
    print_number("sum", s->sum, file);
    print_number("smallest", s->smallest, file);
    print_number("median", s->median, file);
    print_number("largest", s->largest, file);
    print_histogram(s, file);
}
