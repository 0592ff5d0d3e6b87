/* SPDX-License-Identifier: Apache-2.0 */
#include "level_limit.h"

int tcui_level_limit = TCUI_LEVEL_AVX512;
