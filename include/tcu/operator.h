/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file operator.h
 * Operators that reductions and scans combine elements with, maps that reductions apply to elements before, and in which
 * order sums are formed.
 *
 * @code
 * #include <assert.h>
 * #include <tcu/tcu.h>
 *
 * int main(void)
 * {
 *     const float in[4] = {3, -7, 2, 5};
 *     float largest = 0, norm = 0;
 *     tcu_context *context;
 *     tcu_status status = tcu_context_create(&context, TCU_BACKEND_HOST, -1);
 *     assert(status == TCU_SUCCESS);
 *     tcu_reduce_options options = TCU_REDUCE_OPTIONS_INIT;
 *     options.op = TCU_OPERATOR_MAX;
 *     status = tcu_reduce(context, in, TCU_TYPE_F32, &largest, TCU_TYPE_F32, 4, &options);
 *     assert(status == TCU_SUCCESS && largest == 5);
 *     options.map = TCU_MAP_ABSOLUTE;
 *     status = tcu_reduce(context, in, TCU_TYPE_F32, &norm, TCU_TYPE_F32, 4, &options);
 *     assert(status == TCU_SUCCESS && norm == 7);
 *     return tcu_context_destroy(context) != TCU_SUCCESS;
 * }
 * @endcode
 */
#ifndef TCU_OPERATOR_H
#define TCU_OPERATOR_H

#include "export.h"

TCU_BEGIN_DECLS

/**
 * How two elements become one. All are associative (floating-point sums and products but for rounding) and commutative.
 * Values are pinned.
 *
 * | operator           | of no elements               | element types        |
 * |--------------------|------------------------------|----------------------|
 * | SUM                | 0                            | all                  |
 * | PRODUCT            | 1                            | all                  |
 * | MIN                | the type's largest value     | all                  |
 * | MAX                | the type's least value       | all                  |
 * | AND                | all bits 1                   | integers             |
 * | OR, XOR            | 0                            | integers             |
 *
 * The largest and the least value of a floating-point type are infinity and -infinity. A sum of reals that is zero may
 * be +0 or -0: -0 + -0 may be +0, also where one of them is the initial value.
 */
typedef enum tcu_operator {
    TCU_OPERATOR_SUM = 0,     /**< a + b; integers modulo 2^w, w the width of the output */
    TCU_OPERATOR_PRODUCT = 1, /**< a * b; integers modulo 2^w */
    TCU_OPERATOR_MIN = 2,     /**< the lesser of a and b; -0 is less than +0; NaN: see tcu_nan_mode */
    TCU_OPERATOR_MAX = 3,     /**< the greater of a and b; likewise */
    TCU_OPERATOR_AND = 4,     /**< a & b */
    TCU_OPERATOR_OR = 5,      /**< a | b */
    TCU_OPERATOR_XOR = 6      /**< a ^ b */
} tcu_operator;

/** What becomes of each element before it is combined. It costs no pass over memory. Values are pinned. */
typedef enum tcu_map {
    TCU_MAP_NONE = 0,   /**< x */
    TCU_MAP_SQUARE = 1, /**< x * x, in what the operator combines in (reduce.h); of SUM and PRODUCT */
    TCU_MAP_ABSOLUTE =
        2, /**< |x|; integers modulo 2^w, so -128 stays -128 where the output is i8; of SUM, PRODUCT, MIN, MAX */
    TCU_MAP_NONZERO = 3 /**< 1 where x is not zero (NaN is not), 0 where it is; of SUM, which counts them then */
} tcu_map;

/** What MIN and MAX make of a NaN. Values are pinned. */
typedef enum tcu_nan_mode {
    TCU_NAN_PROPAGATE =
        0, /**< the result is NaN (a quiet one) where an element is: IEEE 754 minimum, maximum; NumPy min, max */
    TCU_NAN_IGNORE = 1 /**< NaN counts as no element: IEEE 754 minimumNumber, maximumNumber; NumPy nanmin, nanmax.
                                Where all elements are NaN, the result is that of no elements. */
} tcu_nan_mode;

/** In which order sums of reals are formed. Sums of integers and all operators but products are exact in every order.
 * Values are pinned. */
typedef enum tcu_sum_mode {
    TCU_SUM_FASTEST = 0,     /**< in the order that is fastest where the call runs */
    TCU_SUM_REPRODUCIBLE = 1 /**< in one order, which the operation's header states: results have the same bits on every
                                device and backend */
} tcu_sum_mode;

TCU_END_DECLS

#endif /* TCU_OPERATOR_H */
