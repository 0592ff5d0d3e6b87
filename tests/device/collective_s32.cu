/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_table.cuh"

COLLECTIVE_TYPE(int32_t, ELEMENT_S32)
