/* SPDX-License-Identifier: Apache-2.0 */
#include "calls/check.h"

#include "calls/check_items.h"
#include "calls/moving_mean.h"
#include "calls/polynomial.h"
#include "numbers/elements.h"
#include <math.h>

/* -------------------------------------------------------------------------------------------------------- sums --- */

/* What the loop has summed up so far. Reals in long double, integers modulo 2^64. */
typedef struct plain_sum {
    uint64_t count, integer;
    long double real, magnitude;
} plain_sum;

static inline void add(const problem *p, uint64_t i, plain_sum *sum)
{
    sum->count++;
    if (type_is_real(p->in_type)) {
        const double x = element_value(p->host_in, p->in_type, i);
        sum->real += x;
        sum->magnitude += fabs(x);
    } else {
        sum->integer += element_integer(p->host_in, p->in_type, i);
    }
}

static inline void compare(const problem *p, uint64_t i, const plain_sum *sum, verdict *v)
{
    if (!type_is_real(p->in_type)) {
        v->agrees = v->agrees && element_integer(p->host_out, p->sum_type, i) == sum->integer;
        return;
    }
    /* The bounds of tcu/reduce.h and tcu/scan.h; few results need their logarithm. (An error that is a NaN is none that
     * agrees.) */
    const double unit = p->sum_type == TCU_TYPE_F64 ? 0x1p-51 : 0x1p-24, magnitude = (double)sum->magnitude;
    const double error = (double)fabsl(element_value(p->host_out, p->sum_type, i) - sum->real);
    const double bound = 4 * unit * magnitude;
    if (!(error <= bound)) {
        v->agrees = v->agrees && error <= bound * log2(fmax(2, (double)sum->count));
    }
    if (error > v->error * magnitude) {
        v->error = error / magnitude;
    }
}

static verdict check_sums(const problem *p)
{
    const bool is_scan = operation_kind(p->what) == PREFIX_SUMS, is_exclusive = p->what == SEGMENTED_SCAN;
    verdict v = {true, 0};
    for (uint64_t k = 0; k < p->cut.count; k++) {
        plain_sum sum = {0, 0, 0, 0};
        const uint64_t begin = (uint64_t)p->cut.offsets[k], end = (uint64_t)p->cut.offsets[k + 1];
        for (uint64_t i = begin; i < end; i++) {
            if (is_scan && is_exclusive) {
                compare(p, i, &sum, &v);
            }
            add(p, i, &sum);
            if (is_scan && !is_exclusive) {
                compare(p, i, &sum, &v);
            }
        }
        if (!is_scan) {
            compare(p, k, &sum, &v);
        }
    }
    return v;
}

static verdict check_group_sums(const problem *p)
{
    plain_sum sums[HOURS_A_DAY] = {{0, 0, 0, 0}};
    verdict v = {true, 0};
    for (uint64_t i = 0; i < p->n; i++) {
        add(p, i, &sums[i % HOURS_A_DAY]);
    }
    for (uint64_t hour = 0; hour < HOURS_A_DAY && hour < p->n; hour++) {
        compare(p, hour, &sums[hour], &v);
    }
    return v;
}

/* ----------------------------------------------------------------------------------------------------- moments --- */

/* Two passes in long double, and the bounds of tcu/moments.h, which very large numbers have none of. */
static void compare_variance(const problem *p, uint64_t k, verdict *v)
{
    const uint64_t begin = (uint64_t)p->cut.offsets[k], end = (uint64_t)p->cut.offsets[k + 1];
    const bool is_f64 = p->in_type == TCU_TYPE_F64;
    const double result = element_value(p->host_out, operation_out_type(p), k), count = (double)(end - begin);
    long double sum = 0, squares = 0;
    double largest = 0;
    for (uint64_t i = begin; i < end; i++) {
        const double x = element_value(p->host_in, p->in_type, i);
        sum += x;
        largest = fmax(largest, fabs(x));
    }
    for (uint64_t i = begin; i < end; i++) {
        const long double d = element_value(p->host_in, p->in_type, i) - sum / count;
        squares += d * d;
    }
    if (largest > (is_f64 ? 0x1p500 : 0x1p60)) {
        return;
    }
    const double mean = (double)(sum / count), variance = (double)(squares / count), error = fabs(result - variance);
    const double both = variance + mean * mean;
    const double bound = is_f64 ? 0x1p-44 * variance + 0x1p-43 * sqrt(variance) * sqrt(both) + count * 0x1p-1074
                                : 0x1p-15 * variance + 0x1p-56 * both + count * 0x1p-149;
    v->agrees = v->agrees && error <= bound;
    if (error > v->error * variance) {
        v->error = variance > 0 ? error / variance : 0;
    }
}

static verdict check_variances(const problem *p)
{
    verdict v = {true, 0};
    for (uint64_t k = 0; k < p->cut.count; k++) {
        compare_variance(p, k, &v);
    }
    return v;
}

/* -------------------------------------------------------------------------------------------------- recurrences --- */

/* The bound of tcu/recurrence.h: `weighted` has the terms' magnitudes times the numbers of their factors. */
static verdict check_averages(const problem *p)
{
    const bool is_f64 = p->in_type == TCU_TYPE_F64;
    const tcu_recurrence_options average = average_of();
    const double a = is_f64 ? average.a : (double)(float)average.a;
    const double scale = is_f64 ? average.scale_b : (double)(float)average.scale_b;
    long double y = p->n > 0 ? element_value(p->host_in, p->in_type, 0) : 0;
    double magnitude = (double)fabsl(y), weighted = 0;
    verdict v = {true, 0};
    for (uint64_t i = 0; i < p->n; i++) {
        const double b = scale * element_value(p->host_in, p->in_type, i);
        y = a * y + b;
        weighted = a * (weighted + magnitude);
        magnitude = a * magnitude + fabs(b);
        const double error = (double)fabsl(element_value(p->host_out, p->in_type, i) - y);
        double bound = (is_f64 ? 0x1p-52 : 0x1p-23) * (weighted + 32 * magnitude);
        if (p->in_type == TCU_TYPE_F16) {
            bound += 0x1p-11 * (double)fabsl(y) + 0x1p-25;
        }
        v.agrees = v.agrees && error <= bound;
        if (error > v.error * magnitude) {
            v.error = error / magnitude;
        }
    }
    return v;
}

/* -------------------------------------------------------------------------------------------------- polynomials --- */

/*
 * Horner's scheme stays within 2 d u S, S being the sum of the terms' magnitudes; t is rounded by some units in the last
 * place, which d powers multiply; and on the matrix unit powers of halves have 11 bits (tcu/polynomial.h).
 */
static verdict check_values(const problem *p)
{
    const double unit = p->in_type == TCU_TYPE_F64 ? 0x1p-53 : 0x1p-24;
    const double bound = 6 * POLYNOMIAL_DEGREE * unit + (p->in_type == TCU_TYPE_F16 ? 0x1p-11 : 0);
    verdict v = {true, 0};
    for (uint64_t i = 0; i < p->n; i++) {
        long double magnitude;
        const long double value = polynomial_value(p, element_value(p->host_in, p->in_type, i), &magnitude);
        const double error = (double)(fabsl(element_value(p->host_out, p->sum_type, i) - value) / magnitude);
        v.agrees = v.agrees && error <= bound;
        v.error = fmax(v.error, error);
    }
    return v;
}

/* ------------------------------------------------------------------------------------------ differences, means --- */

/* One rounding, of the element type; in halves a difference may overflow. */
static bool check_difference(const problem *p, uint64_t i, verdict *v)
{
    const double x = element_value(p->host_in, p->in_type, i);
    const double before = i > 0 ? element_value(p->host_in, p->in_type, i - 1) : 0;
    const long double difference = (long double)x - before;
    const double result = element_value(p->host_out, p->in_type, i), error = (double)fabsl(result - difference);
    const bool is_half = p->in_type == TCU_TYPE_F16;
    if (is_half && fabsl(difference) >= 65520) {
        return fabs(result) >= 65536 && (result > 0) == (difference > 0);
    }
    if (error > 0) {
        v->error = fmax(v->error, error / (fabs(x) + fabs(before)));
    }
    return error <= ldexp((double)fabsl(difference), is_half ? -11 : p->in_type == TCU_TYPE_F32 ? -24 : -53);
}

static verdict check_differences(const problem *p)
{
    verdict v = {true, 0};
    for (uint64_t i = 0; i < p->n; i++) {
        if (type_is_real(p->in_type)) {
            v.agrees = check_difference(p, i, &v) && v.agrees;
            continue;
        }
        const uint64_t before = i > 0 ? element_integer(p->host_in, p->in_type, i - 1) : 0;
        const uint64_t difference = element_integer(p->host_in, p->in_type, i) - before;
        const uint64_t wrong = difference ^ element_integer(p->host_out, p->in_type, i);
        v.agrees = v.agrees && wrong << (64 - 8 * tcu_type_size(p->in_type)) == 0;
    }
    return v;
}

/* The bound of tcu/stencil.h, and the rounding of the result: of u8 to an integer. */
static verdict check_means(const problem *p)
{
    const double unit = p->in_type == TCU_TYPE_F64 ? 0x1p-53 : 0x1p-24;
    verdict v = {true, 0};
    for (uint64_t i = 0; i < p->n; i++) {
        long double magnitude;
        const long double mean = moving_mean_value(p, i, &magnitude);
        const double error = (double)fabsl(element_value(p->host_out, p->in_type, i) - mean);
        double bound = (MEAN_TAPS + 12) * unit * (double)magnitude;
        if (p->in_type == TCU_TYPE_F16) {
            bound += 0x1p-11 * (double)fabsl(mean) + 0x1p-25;
        }
        if (p->in_type == TCU_TYPE_U8) {
            bound += 0.5;
        } else if (error > 0) {
            v.error = fmax(v.error, error / (double)magnitude);
        }
        v.agrees = v.agrees && error <= bound;
    }
    return v;
}

verdict check(const problem *p, uint64_t written)
{
    switch (operation_kind(p->what)) {
    case SUMS:
    case PREFIX_SUMS:
        return check_sums(p);
    case GROUP_SUMS:
        return check_group_sums(p);
    case VARIANCES:
        return check_variances(p);
    case AVERAGES:
        return check_averages(p);
    case VALUES:
        return check_values(p);
    case DIFFERENCES:
        return check_differences(p);
    case MEANS:
        return check_means(p);
    default:
        return (verdict){check_items(p, written), 0};
    }
}
