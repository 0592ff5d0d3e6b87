/* SPDX-License-Identifier: Apache-2.0 */
/* The sum of in[first] ... in[first + count - 1], by two algorithms. Scans need one of them too. */
#ifndef TCUI_REDUCE_REFERENCE_SUM_H
#define TCUI_REDUCE_REFERENCE_SUM_H

#include "primitives/tile/reference/matrix.h"

/* Dakkak et al. (reduce.c). */
tcui_number tcui_reference_sum(tcu_type type, const void *in, uint64_t first, uint64_t count);

/* Carrasco et al. (all_ones.c). */
tcui_number tcui_reference_sum_all_ones(tcu_type type, const void *in, uint64_t first, uint64_t count);

#endif /* TCUI_REDUCE_REFERENCE_SUM_H */
