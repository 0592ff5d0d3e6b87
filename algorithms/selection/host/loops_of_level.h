/* SPDX-License-Identifier: Apache-2.0 */
/* The loops of each width at one level. */
#define TCUI_BITS 8
#include "loops_template.h"
#define TCUI_BITS 16
#include "loops_template.h"
#define TCUI_BITS 32
#include "loops_template.h"
#define TCUI_BITS 64
#include "loops_template.h"
