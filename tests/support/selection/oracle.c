/* SPDX-License-Identifier: Apache-2.0 */
/* Results of selections by their definition: a stable sort of ranks, by plain loops. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "selection.h"
#include "sorting/order.h"
#include "test_types.h"

/* Positions of the keys begin ... end - 1 in their order. The caller frees them. */
static uint64_t *order_of(const test_selection_case *t, const test_buffer *b, uint64_t begin, uint64_t end,
                          bool descending)
{
    const uint64_t n = end - begin;
    uint64_t *ranks = malloc(n * sizeof *ranks + 1), *order = malloc(n * sizeof *order + 1);
    uint64_t *spare = malloc(n * sizeof *spare + 1);
    cr_assert(ranks != NULL && order != NULL && spare != NULL);
    for (uint64_t i = 0; i < n; i++) {
        ranks[i] = test_rank_of_key(t->key_type, b[TEST_SELECTION_KEYS].host, begin + i);
        order[i] = i;
    }
    test_merge_sort(ranks, descending, order, spare, n);
    free(ranks);
    free(spare);
    return order;
}

static void put_number(tcu_type type, unsigned char *numbers, uint64_t i, uint64_t number)
{
    if (type == TCU_TYPE_U32) {
        ((uint32_t *)(void *)numbers)[i] = (uint32_t)number;
    } else {
        ((uint64_t *)(void *)numbers)[i] = number;
    }
}

static void put_result(const test_selection_case *t, test_buffer *b, uint64_t place, uint64_t begin, uint64_t position)
{
    const size_t bytes = test_types[t->key_type].bytes;
    if (t->has_keys_out) {
        memcpy(b[TEST_SELECTION_KEYS_OUT].host + place * bytes, b[TEST_SELECTION_KEYS].host + position * bytes, bytes);
    }
    if (test_selection_has_values(t->form)) {
        memcpy(b[TEST_SELECTION_VALUES_OUT].host + place * t->value_bytes,
               b[TEST_SELECTION_VALUES].host + position * t->value_bytes, t->value_bytes);
    } else if (t->has_positions) {
        put_number(t->index_type, b[TEST_SELECTION_POSITIONS].host, place,
                   t->indices_in_segment ? position - begin : position);
    }
}

static int compare(const void *x, const void *y)
{
    const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
    return a < b ? -1 : a > b;
}

static void top_k(const test_selection_case *t, test_buffer *b)
{
    for (uint64_t s = 0; s < test_selection_segments_now(t); s++) {
        uint64_t begin, end;
        test_selection_segment(t, b, s, &begin, &end);
        const uint64_t m = end - begin < t->k ? end - begin : t->k;
        uint64_t *order = order_of(t, b, begin, end, !t->smallest);
        if (t->input_order) {
            qsort(order, m, sizeof *order, compare);
        }
        for (uint64_t j = 0; j < m; j++) {
            put_result(t, b, s * (t->form <= TEST_TOP_K_PAIRS ? 0 : t->k) + j, begin, begin + order[j]);
        }
        if (t->has_num_out) {
            memcpy(b[TEST_SELECTION_NUM_OUT].host + s * sizeof m, &m, sizeof m);
        }
        free(order);
    }
}

/* ------------------------------------------------------------------------------------------------ quantiles --- */

/* The bits of x, rounded to nearest, ties to even: of the narrow types one of the two numbers around it. */
static uint64_t round_to(tcu_type type, double x)
{
    uint64_t bits = 0;
    if (type == TCU_TYPE_F64) {
        memcpy(&bits, &x, sizeof x);
    } else if (type == TCU_TYPE_F32) {
        const float narrow = (float)x;
        memcpy(&bits, &narrow, sizeof narrow);
    } else if (!isfinite(x)) {
        bits = test_reals[type].infinity | (x < 0 ? test_reals[type].sign : 0);
    } else {
        bits = type == TCU_TYPE_F16 ? test_f16_bits(x) : test_bf16_bits(x); /* towards zero */
        const long double below = fabsl(test_number_of_bits(type, bits)), at = fabsl((long double)x);
        const long double above = fabsl(test_number_of_bits(type, bits + 1));
        bits += above - at < at - below || (above - at == at - below && bits % 2 == 1);
    }
    return bits;
}

/* As selection.h has it; and near what it stands for, which is computed with more bits. */
static double between(double a, double b, double t)
{
    const double difference = b - a;
    double x;
    if (a == b) {
        return a;
    }
    if (!isfinite(difference)) {
        x = a * (1 - t) + b * t;
    } else if (t < 0.5) {
        x = a + difference * t;
    } else {
        x = b - difference * (1 - t);
    }
    if (isfinite(a) && isfinite(b)) {
        const long double exact = (long double)a + ((long double)b - (long double)a) * (long double)t;
        const long double most = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
        cr_assert(fabsl(exact - (long double)x) <= 0x1p-51L * most + 0x1p-1073L, "%a between %a and %a is not %a", t, a,
                  b, x);
    }
    return x;
}

static uint64_t quiet_nan(tcu_type type)
{
    return test_reals[type].quiet & ~test_reals[type].sign;
}

/* Written so that no compiler makes one operation of two. */
static double product(double a, double b)
{
    volatile double result = a * b;
    return result;
}

uint64_t test_quantile_bits(const test_selection_case *t, const uint64_t *ranks, uint64_t m, double q)
{
    const double h = product(q, (double)(m - 1));
    uint64_t low = (uint64_t)floor(h), high = (uint64_t)ceil(h);
    double part = h - floor(h);
    switch (t->method) {
    case TCU_QUANTILE_LOWER:
        high = low;
        break;
    case TCU_QUANTILE_HIGHER:
        low = high;
        break;
    case TCU_QUANTILE_NEAREST:
        low = high = (uint64_t)nearbyint(h); /* halves to even */
        break;
    case TCU_QUANTILE_MIDPOINT:
        part = 0.5;
        break;
    default:
        break;
    }
    const uint64_t a = test_key_of_rank(t->key_type, ranks[low]), b = test_key_of_rank(t->key_type, ranks[high]);
    if (low == high && t->out_type == t->key_type) {
        return a;
    }
    const double x = (double)test_number_of_bits(t->key_type, a), y = (double)test_number_of_bits(t->key_type, b);
    const double result = low == high ? x : between(x, y, part);
    return isnan(result) ? quiet_nan(t->out_type) : round_to(t->out_type, result);
}

static void quantiles(const test_selection_case *t, test_buffer *b)
{
    const uint64_t n = test_selection_length(t);
    const tcu_type type = t->key_type;
    const size_t out_bytes = test_types[t->out_type].bytes;
    uint64_t *order = order_of(t, b, 0, n, false), *ranks = malloc(n * sizeof *ranks + 1), m = 0, nans = 0;
    double *q = malloc(t->k * sizeof *q + 1);
    cr_assert(ranks != NULL && q != NULL);
    for (uint64_t i = 0; i < n; i++) {
        const uint64_t rank = test_rank_of_key(type, b[TEST_SELECTION_KEYS].host, order[i]);
        const bool is_nan = test_types[type].real && isnan(test_number_of_bits(type, test_key_of_rank(type, rank)));
        nans += is_nan;
        ranks[m] = rank;
        m += !is_nan;
    }
    if (t->has_num_nans) {
        memcpy(b[TEST_SELECTION_NUM_NANS].host, &nans, sizeof nans);
    }
    test_selection_fill_q(t, q);
    const bool is_refused = nans > 0 && t->nan_mode == TCU_QUANTILE_NAN_REFUSE;
    const bool is_nan = m == 0 || (nans > 0 && t->nan_mode == TCU_QUANTILE_NAN_PROPAGATE);
    for (uint64_t j = 0; j < t->k && !is_refused && (!is_nan || test_types[t->out_type].real); j++) {
        const uint64_t bits = is_nan ? quiet_nan(t->out_type) : test_quantile_bits(t, ranks, m, q[j]);
        memcpy(b[TEST_SELECTION_OUT].host + j * out_bytes, &bits, out_bytes);
    }
    free(order);
    free(ranks);
    free(q);
}

void test_selection_oracle(const test_selection_case *t, test_buffer *b)
{
    const uint64_t n = test_selection_length(t);
    if (test_selection_is_top_k(t->form)) {
        top_k(t, b);
        return;
    }
    if (t->form == TEST_QUANTILES) {
        quantiles(t, b);
        return;
    }
    const uint64_t results = t->k < n;
    if (t->has_num_out) {
        memcpy(b[TEST_SELECTION_NUM_OUT].host, &results, sizeof results);
    }
    if (results > 0) {
        uint64_t *order = order_of(t, b, 0, n, !t->smallest);
        put_result(t, b, 0, 0, order[t->k]);
        free(order);
    }
}
