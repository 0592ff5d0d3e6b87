/* SPDX-License-Identifier: Apache-2.0 */
#include "numbers/arrays.h"

#include "calls/moving_mean.h"
#include "calls/polynomial.h"
#include "numbers/elements.h"
#include "numbers/inputs.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed(const problem *p)
{
    fprintf(stderr, "tour: %s of %llu elements of %s: %s\n", operation_name(p->what), (unsigned long long)p->n,
            tcu_type_name(p->in_type), tcu_context_last_error(p->context));
    return -1;
}

void *arrays_allocate(const problem *p, size_t bytes)
{
    void *pointer = NULL;
    tcu_allocate(p->context, bytes, &pointer);
    return pointer;
}

static int copy_offsets(problem *p, const segments *months)
{
    const size_t bytes = (months->count + 1) * sizeof *months->offsets;
    p->offsets = arrays_allocate(p, bytes);
    return p->offsets != NULL && tcu_copy_in(p->context, p->offsets, months->offsets, bytes) == TCU_SUCCESS ? 0 : -1;
}

int arrays_make(problem *p, const series *numbers, double median)
{
    const size_t in_bytes = p->n * tcu_type_size(p->in_type), sum_bytes = p->n * tcu_type_size(p->sum_type);
    const size_t counts_bytes = BINS_MOST * sizeof(uint64_t), places_bytes = p->n * sizeof(uint32_t);
    size_t out_bytes = in_bytes > sum_bytes ? in_bytes : sum_bytes;
    out_bytes = out_bytes > counts_bytes ? out_bytes : counts_bytes;
    out_bytes = out_bytes > places_bytes ? out_bytes : places_bytes;

    series one = {&median, 1};
    segments months = segments_months(p->n);
    p->median = elements_make(&one, 1, p->in_type);
    p->host_in = elements_make(numbers, p->n, p->in_type);
    p->host_out = malloc(out_bytes);
    p->in = arrays_allocate(p, in_bytes);
    p->out = arrays_allocate(p, out_bytes);
    p->count = arrays_allocate(p, sizeof *p->count);
    p->levels = arrays_allocate(p, (BINS_MOST + 1) * sizeof(double));

    int result = -1;
    if (months.offsets == NULL || p->median == NULL || p->host_in == NULL || p->host_out == NULL || p->in == NULL ||
        p->out == NULL || p->count == NULL || p->levels == NULL || copy_offsets(p, &months) != 0) {
        fprintf(stderr, "tour: no memory for %llu elements of %s (--elements N takes fewer)\n",
                (unsigned long long)p->n, tcu_type_name(p->in_type));
    } else if (tcu_copy_in(p->context, p->in, p->host_in, in_bytes) != TCU_SUCCESS) {
        failed(p);
    } else {
        result = p->bins != NULL ? arrays_set_bins(p, p->bins) : 0;
    }
    segments_free(&months);
    return result;
}

void arrays_free(problem *p)
{
    tcu_free(p->context, p->in);
    tcu_free(p->context, p->out);
    tcu_free(p->context, p->offsets);
    tcu_free(p->context, p->count);
    tcu_free(p->context, p->levels);
    inputs_free(p);
    polynomial_free(p);
    moving_mean_free(p);
    free(p->median);
    free(p->host_in);
    free(p->host_out);
    segments_free(&p->cut);
    p->in = p->out = p->levels = p->median = p->host_in = p->host_out = NULL;
    p->offsets = NULL;
    p->count = NULL;
}

int arrays_set_bins(problem *p, const bins *b)
{
    int64_t integers[BINS_MOST + 1];
    const size_t bytes = ((size_t)b->count + 1) * sizeof integers[0];
    p->bins = b;
    /* An integer is not less than a level if it is not less than the next integer. */
    for (int k = 0; k <= b->count && !type_is_real(p->in_type); k++) {
        integers[k] = (int64_t)ceil(b->levels[k]);
    }
    const void *levels = type_is_real(p->in_type) ? (const void *)b->levels : integers;
    return tcu_copy_in(p->context, p->levels, levels, bytes) == TCU_SUCCESS ? 0 : failed(p);
}

int arrays_prepare(problem *p, operation what)
{
    p->what = what;
    segments_free(&p->cut);
    p->cut = operation_segments(what, p->n);
    if (p->cut.offsets == NULL) {
        fprintf(stderr, "tour: no memory for the segments of %llu elements\n", (unsigned long long)p->n);
        return -1;
    }
    if (inputs_make(p) != 0) {
        return -1;
    }
    if (what == POLYNOMIAL_EVALUATE && p->polynomial == NULL && polynomial_make(p) != 0) {
        return -1;
    }
    if (what == STENCIL_EXECUTE && p->moving_mean == NULL && moving_mean_make(p) != 0) {
        return -1;
    }
    const size_t bytes = operation_outputs(p) * tcu_type_size(operation_out_type(p));
    memset(p->host_out, 0xa5, bytes);
    return tcu_copy_in(p->context, p->out, p->host_out, bytes) == TCU_SUCCESS ? 0 : failed(p);
}

int arrays_fetch(problem *p, uint64_t *written)
{
    *written = operation_outputs(p);
    if (operation_kind(p->what) == KEPT_ITEMS &&
        tcu_copy_out(p->context, written, p->count, sizeof *written) != TCU_SUCCESS) {
        return failed(p);
    }
    if (*written > operation_outputs(p)) { /* a wrong count, which check() refuses */
        *written = operation_outputs(p);
        return 0;
    }
    const size_t bytes = *written * tcu_type_size(operation_out_type(p));
    return tcu_copy_out(p->context, p->host_out, p->out, bytes) == TCU_SUCCESS ? 0 : failed(p);
}
