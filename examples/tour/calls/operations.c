/* SPDX-License-Identifier: Apache-2.0 */
#include "calls/operations.h"

#include "numbers/elements.h"
#include <stdio.h>

static const struct {
    const char *name;
    output_kind kind;
    segments (*cut)(uint64_t n);
} operations[OPERATIONS] = {
    [REDUCE] = {"reduce", SUMS, segments_whole},
    [SEGMENTED_REDUCE] = {"segmented_reduce", SUMS, segments_days},
    [SEGMENTED_REDUCE_OFFSETS] = {"segmented_reduce_offsets", SUMS, segments_months},
    [SEGMENTED_MAXIMUM] = {"segmented_reduce (max)", MAXIMA, segments_days},
    [SCAN] = {"scan", PREFIX_SUMS, segments_whole},
    [SEGMENTED_SCAN] = {"segmented_scan", PREFIX_SUMS, segments_days},
    [SEGMENTED_SCAN_OFFSETS] = {"segmented_scan_offsets", PREFIX_SUMS, segments_months},
    [SEGMENTED_MOMENTS] = {"segmented_moments_offsets", VARIANCES, segments_months},
    [LINEAR_RECURRENCE] = {"linear_recurrence", AVERAGES, segments_whole},
    [GROUP_BY] = {"group_by", GROUP_SUMS, segments_whole},
    [COMPACT_IF] = {"compact_if", KEPT_ITEMS, segments_whole},
    [HISTOGRAM_RANGE] = {"histogram_range", COUNTS, segments_whole},
    [RADIX_SORT] = {"radix_sort", SORTED_KEYS, segments_whole},
    [TOP_K] = {"top_k", LARGEST_KEYS, segments_whole},
    [QUANTILES] = {"quantiles", MIDDLE_KEYS, segments_whole},
    [MERGE] = {"merge", SORTED_KEYS, segments_whole},
    [SEARCH_SORTED] = {"search_sorted", PLACES, segments_whole},
    [GATHER] = {"gather", ITEMS_BY_HOUR, segments_whole},
    [RUN_LENGTH_DECODE] = {"run_length_decode", REPEATED_ITEMS, segments_months},
    [POLYNOMIAL_EVALUATE] = {"polynomial_evaluate", VALUES, segments_whole},
    [ADJACENT_DIFFERENCE] = {"adjacent_difference", DIFFERENCES, segments_whole},
    [STENCIL_EXECUTE] = {"stencil_execute", MEANS, segments_whole},
};

const char *operation_name(operation what)
{
    return operations[what].name;
}

output_kind operation_kind(operation what)
{
    return operations[what].kind;
}

bool operation_takes(operation what, tcu_type in_type)
{
    switch (operation_kind(what)) {
    case VALUES:
    case AVERAGES:
        return type_is_real(in_type);
    case MEANS:
    case VARIANCES:
        return type_is_real(in_type) || in_type == TCU_TYPE_U8;
    case GROUP_SUMS:
        return in_type == TCU_TYPE_F32 || in_type == TCU_TYPE_I32;
    default:
        return true;
    }
}

segments operation_segments(operation what, uint64_t n)
{
    return operations[what].cut(n);
}

const double tour_quartiles[QUARTILES] = {0.25, 0.5, 0.75};

uint64_t first_day(const problem *p)
{
    return p->n < HOURS_A_DAY ? p->n : HOURS_A_DAY;
}

uint64_t operation_inputs(const problem *p)
{
    return operation_kind(p->what) == REPEATED_ITEMS ? p->cut.count : p->n;
}

uint64_t operation_outputs(const problem *p)
{
    switch (operation_kind(p->what)) {
    case SUMS:
    case MAXIMA:
    case VARIANCES:
        return p->cut.count;
    case GROUP_SUMS:
    case LARGEST_KEYS:
        return first_day(p);
    case MIDDLE_KEYS:
        return QUARTILES;
    case COUNTS:
        return (uint64_t)p->bins->count;
    default:
        return p->n;
    }
}

tcu_type operation_out_type(const problem *p)
{
    switch (operation_kind(p->what)) {
    case SUMS:
    case PREFIX_SUMS:
    case GROUP_SUMS:
    case VALUES:
        return p->sum_type;
    case VARIANCES:
        return p->in_type == TCU_TYPE_F64 ? TCU_TYPE_F64 : TCU_TYPE_F32;
    case COUNTS:
        return TCU_TYPE_U64;
    case PLACES:
        return TCU_TYPE_U32;
    default:
        return p->in_type;
    }
}

tcu_type levels_type(tcu_type in_type)
{
    return type_is_real(in_type) ? TCU_TYPE_F64 : TCU_TYPE_I64;
}

tcu_recurrence_options average_of(void)
{
    tcu_recurrence_options options = TCU_RECURRENCE_OPTIONS_INIT;
    options.constant_a = 1;
    options.scale_b = 1.0 / HOURS_A_DAY;
    options.a = 1 - options.scale_b;
    return options;
}

static tcu_status call_maximum(const problem *p)
{
    tcu_reduce_options options = TCU_REDUCE_OPTIONS_INIT;
    options.op = TCU_OPERATOR_MAX;
    return tcu_segmented_reduce(p->context, p->in, p->in_type, p->out, p->in_type, p->n, HOURS_A_DAY, &options);
}

static tcu_status call_group_by(const problem *p)
{
    const tcu_group_column sums = TCU_GROUP_COLUMN_INIT(TCU_AGGREGATE_SUM, p->in, p->in_type, p->out, p->sum_type);
    return tcu_group_by(p->context, p->hours, TCU_TYPE_U8, p->n, &sums, 1, NULL, NULL);
}

static tcu_status call_quantiles(const problem *p)
{
    tcu_quantiles_options options = TCU_QUANTILES_OPTIONS_INIT;
    options.method = TCU_QUANTILE_LOWER;
    return tcu_quantiles(p->context, p->in, p->n, p->in_type, tour_quartiles, QUARTILES, p->out, p->in_type, &options);
}

static tcu_status call_merge(const problem *p)
{
    const uint64_t half = p->n / 2;
    const char *second = (const char *)p->halves + half * tcu_type_size(p->in_type);
    return tcu_merge(p->context, p->halves, half, second, p->n - half, p->out, p->in_type, NULL);
}

static tcu_status call(const problem *p)
{
    const tcu_recurrence_options average = average_of();
    const tcu_type in_type = p->in_type, sum_type = p->sum_type;
    const tcu_predicate not_below_median = TCU_PREDICATE_INIT(TCU_COMPARE_GREATER_EQUAL, p->median);
    switch (p->what) {
    case REDUCE:
        return tcu_reduce(p->context, p->in, in_type, p->out, sum_type, p->n, NULL);
    case SEGMENTED_REDUCE:
        return tcu_segmented_reduce(p->context, p->in, in_type, p->out, sum_type, p->n, HOURS_A_DAY, NULL);
    case SEGMENTED_REDUCE_OFFSETS:
        return tcu_segmented_reduce_offsets(p->context, p->in, in_type, p->out, sum_type, p->n, p->offsets,
                                            p->cut.count, NULL);
    case SEGMENTED_MAXIMUM:
        return call_maximum(p);
    case SCAN:
        return tcu_scan(p->context, TCU_SCAN_INCLUSIVE, p->in, in_type, p->out, sum_type, p->n, NULL);
    case SEGMENTED_SCAN:
        return tcu_segmented_scan(p->context, TCU_SCAN_EXCLUSIVE, p->in, in_type, p->out, sum_type, p->n, HOURS_A_DAY,
                                  NULL);
    case SEGMENTED_SCAN_OFFSETS:
        return tcu_segmented_scan_offsets(p->context, TCU_SCAN_INCLUSIVE, p->in, in_type, p->out, sum_type, p->n,
                                          p->offsets, p->cut.count, NULL);
    case SEGMENTED_MOMENTS:
        return tcu_segmented_moments_offsets(p->context, p->in, in_type, NULL, NULL, p->out, operation_out_type(p),
                                             p->n, p->offsets, p->cut.count, NULL);
    case LINEAR_RECURRENCE:
        return tcu_linear_recurrence(p->context, NULL, p->in, p->in, p->out, in_type, p->n, &average);
    case GROUP_BY:
        return call_group_by(p);
    case COMPACT_IF:
        return tcu_compact_if(p->context, p->in, in_type, &not_below_median, p->out, p->count, p->n, NULL);
    case HISTOGRAM_RANGE:
        return tcu_histogram_range(p->context, p->in, in_type, p->out, TCU_TYPE_U64, (uint64_t)p->bins->count,
                                   p->levels, levels_type(in_type), p->n, NULL);
    case TOP_K:
        return tcu_top_k(p->context, p->in, p->n, HOURS_A_DAY, in_type, p->out, NULL, TCU_TYPE_U64, NULL);
    case QUANTILES:
        return call_quantiles(p);
    case MERGE:
        return call_merge(p);
    case SEARCH_SORTED:
        return tcu_search_sorted(p->context, p->day, first_day(p), p->in, p->n, in_type, p->out, TCU_TYPE_U32, NULL);
    case GATHER:
        return tcu_gather(p->context, p->in, p->n, p->by_hour, TCU_TYPE_U64, p->out, tcu_type_size(in_type), p->n,
                          NULL);
    case RUN_LENGTH_DECODE:
        return tcu_run_length_decode(p->context, p->lengths, TCU_TYPE_U64, p->cut.count, p->in, p->out,
                                     tcu_type_size(in_type), NULL, TCU_TYPE_U64, NULL, p->n, NULL);
    case POLYNOMIAL_EVALUATE:
        return tcu_polynomial_evaluate(p->context, p->polynomial, p->in, p->n, p->out, sum_type, TCU_ORDER_ROW_MAJOR,
                                       p->n);
    case ADJACENT_DIFFERENCE:
        return tcu_adjacent_difference(p->context, p->in, p->n, in_type, p->out, NULL);
    case STENCIL_EXECUTE:
        return tcu_stencil_execute(p->context, p->moving_mean, p->in, p->out);
    default:
        return tcu_radix_sort(p->context, p->in, p->out, in_type, p->n, NULL);
    }
}

tcu_status operation_call(const problem *p)
{
    const tcu_status status = call(p);
    if (status != TCU_SUCCESS) {
        fprintf(stderr, "tour: %s of %s: %s (%s)\n", operation_name(p->what), tcu_type_name(p->in_type),
                tcu_context_last_error(p->context), tcu_status_string(status));
    }
    return status;
}
