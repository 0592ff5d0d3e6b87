/* SPDX-License-Identifier: Apache-2.0 */
/* Included by vectors.h for each level: the template for f32 and for f64. */

#define TCUI_ACC       f32
#define TCUI_ACC_TYPE  float
#define TCUI_ACC_BYTES 4
#include "vector_template.h"
#include TCUI_TEMPLATE
#undef TCUI_ACC
#undef TCUI_ACC_TYPE
#undef TCUI_ACC_BYTES
#undef TCUI_LANES

#define TCUI_ACC       f64
#define TCUI_ACC_TYPE  double
#define TCUI_ACC_BYTES 8
#include "vector_template.h"
#include TCUI_TEMPLATE
#undef TCUI_ACC
#undef TCUI_ACC_TYPE
#undef TCUI_ACC_BYTES
#undef TCUI_LANES
