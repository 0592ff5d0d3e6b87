/* SPDX-License-Identifier: Apache-2.0 */
/* Included by vectors.h for each level: the template for f32 and for f64. */

#define TCUI_ACC f32
#include "vector_template.h"
#include TCUI_TEMPLATE
#undef TCUI_ACC
#undef TCUI_LANES

#define TCUI_ACC f64
#include "vector_template.h"
#include TCUI_TEMPLATE
#undef TCUI_ACC
#undef TCUI_LANES
