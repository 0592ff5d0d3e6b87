/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file tcu.h
 * Data-parallel primitives on matrix units (tensor cores): everything at once. Plain C11 and C++17; no CUDA header is
 * needed to include it.
 *
 * @code
 * #include <stdio.h>
 * #include <tcu/tcu.h>
 *
 * int main(void)
 * {
 *     const float in[4] = {1, 2, 3, 4};
 *     float sum;
 *     tcu_context *context;
 *     if (tcu_context_create(&context, TCU_BACKEND_HOST, -1) != TCU_SUCCESS ||
 *         tcu_reduce(context, in, TCU_TYPE_F32, &sum, TCU_TYPE_F32, 4, NULL) != TCU_SUCCESS) {
 *         return fprintf(stderr, "%s\n", tcu_context_last_error(context)), 1;
 *     }
 *     printf("%g\n", sum);
 *     tcu_context_destroy(context);
 *     return 0;
 * }
 * @endcode
 */
#ifndef TCU_TCU_H
#define TCU_TCU_H

#include "by_key.h"
#include "compact.h"
#include "context.h"
#include "convolution.h"
#include "dot.h"
#include "extrema.h"
#include "gather.h"
#include "histogram.h"
#include "memory.h"
#include "merge.h"
#include "moments.h"
#include "operator.h"
#include "polynomial.h"
#include "radix_sort.h"
#include "recurrence.h"
#include "reduce.h"
#include "run_length.h"
#include "scan.h"
#include "selection.h"
#include "status.h"
#include "stencil.h"
#include "types.h"
#include "version.h"

#endif /* TCU_TCU_H */
