/* SPDX-License-Identifier: Apache-2.0 */
/* The checks of polynomials' arguments, which complete a task and list its arrays. */
#ifndef TCUI_POLYNOMIAL_ARGUMENTS_H
#define TCUI_POLYNOMIAL_ARGUMENTS_H

#include "backend.h"
#include "primitives/call/arrays.h"

/* What describes polynomials, all but their coefficients. Fills in the source as the caller's coefficients lie, and the
 * polynomials as a plan has them. */
tcu_status tcui_polynomial_check_shape(tcu_context *context, uint64_t num_polynomials, uint64_t degree, tcu_type type,
                                       const tcu_polynomial_options *options, tcui_polynomial_source *source,
                                       tcui_polynomials *polynomials);

/* Lists the caller's coefficients. */
tcu_status tcui_polynomial_read_source(tcu_context *context, const void *coefficients,
                                       const tcui_polynomial_source *source, const tcui_polynomials *polynomials,
                                       tcui_arrays *arrays);

/* Types and enumerators of a task. */
tcu_status tcui_polynomial_check_types(tcu_context *context, const tcui_polynomial_task *task);

/*
 * Strides of a task, of which 0 becomes what it stands for. Lists all arrays but the coefficients. `in_place`: results
 * may be where the points are, if they lie alike.
 */
tcu_status tcui_polynomial_set_arrays(tcu_context *context, tcui_polynomial_task *task, bool in_place,
                                      tcui_arrays *arrays);

#endif /* TCUI_POLYNOMIAL_ARGUMENTS_H */
