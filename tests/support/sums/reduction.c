/* SPDX-License-Identifier: Apache-2.0 */
#include "reduction.h"

#include <float.h>
#include <string.h>

#include "source.h"

const char *const test_operator_names[] = {"sum", "product", "min", "max", "and", "or", "xor"};
const char *const test_map_names[] = {"elements", "squares", "absolute values", "what is not zero"};

const test_reduction test_reductions[TEST_REDUCTION_COUNT] = {{.op = TCU_OPERATOR_SUM},
                                                              {.op = TCU_OPERATOR_SUM, .map = TCU_MAP_SQUARE},
                                                              {.op = TCU_OPERATOR_SUM, .map = TCU_MAP_ABSOLUTE},
                                                              {.op = TCU_OPERATOR_SUM, .map = TCU_MAP_NONZERO},
                                                              {.op = TCU_OPERATOR_PRODUCT},
                                                              {.op = TCU_OPERATOR_PRODUCT, .map = TCU_MAP_SQUARE},
                                                              {.op = TCU_OPERATOR_PRODUCT, .map = TCU_MAP_ABSOLUTE},
                                                              {.op = TCU_OPERATOR_MIN},
                                                              {.op = TCU_OPERATOR_MIN, .map = TCU_MAP_ABSOLUTE},
                                                              {.op = TCU_OPERATOR_MAX},
                                                              {.op = TCU_OPERATOR_MAX, .map = TCU_MAP_ABSOLUTE},
                                                              {.op = TCU_OPERATOR_AND},
                                                              {.op = TCU_OPERATOR_OR},
                                                              {.op = TCU_OPERATOR_XOR}};

/* ------------------------------------------------------------------------------------------- what goes together --- */

bool test_reduction_is_plain(const test_reduction *reduction)
{
    return reduction->op == TCU_OPERATOR_SUM && reduction->map == TCU_MAP_NONE && !reduction->has_initial;
}

bool test_reduction_takes(const test_reduction *reduction, test_pair pair)
{
    switch (reduction->op) {
    case TCU_OPERATOR_SUM:
    case TCU_OPERATOR_PRODUCT:
        return reduction->map == TCU_MAP_NONZERO ? pair.out == TCU_TYPE_U64 || pair.out == TCU_TYPE_I64
                                                 : test_pair_supported(pair.in, pair.out);
    case TCU_OPERATOR_MIN:
    case TCU_OPERATOR_MAX:
        return pair.in == pair.out;
    default:
        return pair.in == pair.out && !test_types[pair.in].real;
    }
}

/* (Elements of the distributions that inputs have; of products one that keeps the result in range, mostly.) */
void test_reduction_vary(test_reduction *reduction, tcu_type out_type, test_random *random)
{
    const bool is_product = reduction->op == TCU_OPERATOR_PRODUCT;
    const test_source source = {out_type,
                                is_product && test_random_below(random, 4) != 0
                                    ? TEST_NEAR_ONE
                                    : (test_distribution)test_random_below(random, TEST_DISTRIBUTION_COUNT),
                                test_random_next(random), 1};
    reduction->nan_mode = (tcu_nan_mode)test_random_below(random, 2);
    reduction->has_initial = test_random_below(random, 2) == 0;
    uint64_t element = UINT64_MAX;
    test_source_chunk(&source, 0, 1, &element);
    memcpy(reduction->initial, &element, sizeof element);
}

void test_reduction_draw_mode(test_reduction *reduction, test_operation operation, tcu_type out_type,
                              test_random *random)
{
    const bool is_real = test_types[out_type].real, is_of_segments = test_is_scan(operation) && operation != TEST_SCAN;
    const bool has_it =
        !is_real || (reduction->op == TCU_OPERATOR_SUM ? !is_of_segments : reduction->op != TCU_OPERATOR_PRODUCT);
    reduction->reproducible = has_it && test_random_below(random, 2) == 0;
}

test_distribution test_reduction_elements(const test_reduction *reduction, test_random *random)
{
    const bool is_product = reduction->op == TCU_OPERATOR_PRODUCT;
    const bool has_nan_mode = reduction->op == TCU_OPERATOR_MIN || reduction->op == TCU_OPERATOR_MAX;
    if (is_product && test_random_below(random, 3) != 0) {
        return TEST_NEAR_ONE;
    }
    if (has_nan_mode && test_random_below(random, 3) == 0) {
        return TEST_NAN;
    }
    return (test_distribution)test_random_below(random, TEST_DISTRIBUTION_COUNT);
}

bool test_operation_has(test_operation operation, const test_reduction *reduction)
{
    return !test_is_scan(operation) || reduction->map == TCU_MAP_NONE;
}

test_reduction test_reduction_random(test_operation operation, test_pair pair, test_random *random)
{
    test_reduction reduction = {.op = TCU_OPERATOR_SUM};
    if (test_random_below(random, 2) == 0) {
        test_reduction_draw_mode(&reduction, operation, pair.out, random);
        return reduction;
    }
    do {
        reduction = test_reductions[test_random_below(random, TEST_REDUCTION_COUNT)];
    } while (!test_reduction_takes(&reduction, pair) || !test_operation_has(operation, &reduction));
    test_reduction_vary(&reduction, pair.out, random);
    test_reduction_draw_mode(&reduction, operation, pair.out, random);
    return reduction;
}

tcu_reduce_options test_reduction_options(const test_reduction *reduction)
{
    tcu_reduce_options options = TCU_REDUCE_OPTIONS_INIT;
    options.op = reduction->op;
    options.map = reduction->map;
    options.sum_mode = reduction->reproducible ? TCU_SUM_REPRODUCIBLE : TCU_SUM_FASTEST;
    options.nan_mode = reduction->nan_mode;
    options.initial = reduction->has_initial ? reduction->initial : NULL;
    return options;
}

tcu_scan_options test_scan_options(const test_reduction *reduction)
{
    tcu_scan_options options = TCU_SCAN_OPTIONS_INIT;
    options.op = reduction->op;
    options.nan_mode = reduction->nan_mode;
    options.initial = reduction->has_initial ? reduction->initial : NULL;
    options.sum_mode = reduction->reproducible ? TCU_SUM_REPRODUCIBLE : TCU_SUM_FASTEST;
    return options;
}

/* ------------------------------------------------------------------------------------------------------ reals --- */

static bool is_sum(const test_fold *fold)
{
    return fold->reduction->op == TCU_OPERATOR_SUM;
}

static void multiply(test_fold *fold, double x, double power)
{
    fold->count++;
    fold->is_negative ^= signbit(x) && power == 1;
    fold->has_nan |= isnan(x);
    fold->has_zero |= x == 0;
    fold->has_infinity |= isinf(x) != 0;
    if (isfinite(x) && x != 0) {
        const double exponent = power * log2(fabs(x));
        fold->product *= powl(fabsl((long double)x), (long double)power);
        *(exponent > 0 ? &fold->grows : &fold->shrinks) += exponent;
    }
}

/* Whether x is the one that MIN or MAX takes of x and y, none of which is NaN. */
static bool comes_first(const test_fold *fold, double x, double y)
{
    const bool is_min = fold->reduction->op == TCU_OPERATOR_MIN;
    if (x == 0 && y == 0) {
        return is_min ? signbit(x) != 0 : signbit(x) == 0;
    }
    return is_min ? x < y : x > y;
}

static void compare(test_fold *fold, double x)
{
    if (isnan(x)) {
        fold->has_nan |= fold->reduction->nan_mode == TCU_NAN_PROPAGATE;
        return;
    }
    if (fold->count == 0 || comes_first(fold, x, fold->extremum)) {
        fold->extremum = x;
    }
    fold->count++;
}

static void take_real(test_fold *fold, double x, tcu_map map)
{
    if (map == TCU_MAP_ABSOLUTE) {
        x = fabs(x);
    }
    switch (fold->reduction->op) {
    case TCU_OPERATOR_SUM:
        if (map == TCU_MAP_SQUARE) {
            oracle_add_real(&fold->sum, x * x);
            fold->sum.low += isfinite(x * x) ? fma(x, x, -(x * x)) : 0;
        } else {
            oracle_add_real(&fold->sum, x);
        }
        break;
    case TCU_OPERATOR_PRODUCT:
        multiply(fold, x, map == TCU_MAP_SQUARE ? 2 : 1);
        break;
    default:
        compare(fold, x);
    }
}

void test_fold_real(test_fold *fold, double x)
{
    if (fold->reduction->map == TCU_MAP_NONZERO) {
        oracle_add_integer(&fold->sum, x != 0);
    } else {
        take_real(fold, x, fold->reduction->map);
    }
}

static double signed_as(bool is_negative, double magnitude)
{
    return is_negative ? -magnitude : magnitude;
}

/* No partial product, of whichever elements, leaves the normal range of what products are formed in: f64 or at least
 * f32. */
static bool stays_in_range(const test_fold *fold)
{
    const bool in_f64 = fold->out_type == TCU_TYPE_F64;
    return fold->grows < (in_f64 ? DBL_MAX_EXP : FLT_MAX_EXP) - 1 &&
           fold->shrinks > (in_f64 ? DBL_MIN_EXP : FLT_MIN_EXP);
}

static bool accepts_product(const test_fold *fold, double got)
{
    const test_type *type = &test_types[fold->out_type];
    const long double magnitude = fold->product;
    const long double spread =
        magnitude * (long double)fold->count * (fold->out_type == TCU_TYPE_F64 ? 0x1p-52L : 0x1p-23L);
    if (fold->has_nan || (fold->has_zero && fold->has_infinity)) {
        return isnan(got);
    }
    if (!stays_in_range(fold)) {
        return true; /* it may be anything */
    }
    if (isnan(got) || (signbit(got) != 0) != fold->is_negative) {
        return false;
    }
    if (fold->has_zero || fold->has_infinity) {
        return fold->has_zero ? got == 0 : isinf(got);
    }
    if (isinf(got)) {
        return magnitude + spread >= type->overflow;
    }
    const long double rounding =
        type->round_factor > 0 ? type->round_factor * (magnitude + spread) + 0.5L * type->smallest : 0;
    return magnitude - spread <= type->overflow && fabsl(fabsl((long double)got) - magnitude) <= spread + rounding;
}

/* Squares of reals that are formed in f32 may be below its normal range: half of its least number is lost of each. */
static bool accepts_sum(const test_fold *fold, double got)
{
    oracle sum = fold->sum;
    if (oracle_accepts_real(&sum, fold->out_type, got)) {
        return true;
    }
    const bool may_underflow = fold->reduction->map == TCU_MAP_SQUARE && fold->out_type != TCU_TYPE_F64;
    return may_underflow && sum.absolute <= 0x1p-100 && fabs(got - oracle_real(&sum)) <= (double)sum.count * 0x1p-149;
}

double test_fold_expected_real(const test_fold *fold)
{
    if (fold->reduction->op == TCU_OPERATOR_PRODUCT) {
        return fold->has_nan || (fold->has_zero && fold->has_infinity) ? NAN
               : fold->has_zero                                        ? signed_as(fold->is_negative, 0)
               : fold->has_infinity                                    ? signed_as(fold->is_negative, INFINITY)
                                    : signed_as(fold->is_negative, (double)fold->product);
    }
    if (is_sum(fold)) {
        return oracle_real(&fold->sum);
    }
    return fold->has_nan ? NAN : fold->extremum;
}

bool test_fold_accepts_real(const test_fold *fold, double got, const void *element)
{
    switch (fold->reduction->op) {
    case TCU_OPERATOR_SUM:
        return accepts_sum(fold, got);
    case TCU_OPERATOR_PRODUCT:
        return accepts_product(fold, got);
    default:
        return fold->has_nan ? test_is_quiet_nan(fold->out_type, element)
                             : got == fold->extremum && (signbit(got) != 0) == (signbit(fold->extremum) != 0);
    }
}

/* --------------------------------------------------------------------------------------------------- integers --- */

/* The lowest bits of x, those of the output, as a number of its type. */
static uint64_t wrapped(const test_fold *fold, uint64_t x)
{
    const uint64_t mask = test_integer_mask(fold->out_type), top = mask ^ (mask >> 1);
    x &= mask;
    return test_types[fold->out_type].is_signed && (x & top) != 0 ? x | ~mask : x;
}

static bool is_less(const test_fold *fold, uint64_t x, uint64_t y)
{
    return test_types[fold->out_type].is_signed ? (int64_t)x < (int64_t)y : x < y;
}

static void take_integer(test_fold *fold, uint64_t x)
{
    const bool is_first = fold->count++ == 0;
    switch (fold->reduction->op) {
    case TCU_OPERATOR_SUM:
        oracle_add_integer(&fold->sum, x);
        break;
    case TCU_OPERATOR_PRODUCT:
        fold->bits *= x;
        break;
    case TCU_OPERATOR_MIN:
        fold->bits = is_first || is_less(fold, x, fold->bits) ? x : fold->bits;
        break;
    case TCU_OPERATOR_MAX:
        fold->bits = is_first || is_less(fold, fold->bits, x) ? x : fold->bits;
        break;
    case TCU_OPERATOR_AND:
        fold->bits &= x;
        break;
    case TCU_OPERATOR_OR:
        fold->bits |= x;
        break;
    default:
        fold->bits ^= x;
    }
}

void test_fold_integer(test_fold *fold, uint64_t x)
{
    const bool is_negative = test_types[fold->in_type].is_signed && (int64_t)x < 0;
    switch (fold->reduction->map) {
    case TCU_MAP_SQUARE:
        x *= x;
        break;
    case TCU_MAP_ABSOLUTE:
        x = is_negative ? 0 - x : x;
        break;
    case TCU_MAP_NONZERO:
        x = x != 0;
        break;
    default:
        break;
    }
    take_integer(fold, wrapped(fold, x));
}

uint64_t test_fold_expected_integer(const test_fold *fold)
{
    return wrapped(fold, is_sum(fold) ? fold->sum.integer : fold->bits);
}

bool test_fold_accepts_integer(const test_fold *fold, uint64_t got)
{
    return test_fold_expected_integer(fold) == got;
}

/* ---------------------------------------------------------------------------------------------------- no elements
 * --- */

test_fold test_fold_begin(const test_reduction *reduction, tcu_type in_type, tcu_type out_type)
{
    const test_type *type = &test_types[out_type];
    const uint64_t mask = test_integer_mask(out_type), top = mask ^ (mask >> 1);
    test_fold fold = {.reduction = reduction, .in_type = in_type, .out_type = out_type, .product = 1};
    switch (reduction->op) {
    case TCU_OPERATOR_PRODUCT:
        fold.bits = 1;
        break;
    case TCU_OPERATOR_MIN:
        fold.extremum = INFINITY;
        fold.bits = wrapped(&fold, type->is_signed ? top - 1 : mask);
        break;
    case TCU_OPERATOR_MAX:
        fold.extremum = -INFINITY;
        fold.bits = wrapped(&fold, type->is_signed ? top : 0);
        break;
    case TCU_OPERATOR_AND:
        fold.bits = wrapped(&fold, mask);
        break;
    default:
        break;
    }
    uint64_t element;
    memcpy(&element, reduction->initial, sizeof element);
    if (reduction->has_initial && type->real) {
        double initial;
        test_read_reals(out_type, &element, 1, &initial);
        take_real(&fold, initial, TCU_MAP_NONE);
    } else if (reduction->has_initial) {
        uint64_t initial;
        test_read_integers(out_type, &element, 1, &initial);
        take_integer(&fold, initial);
    }
    return fold;
}
