/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_table.cuh"

COLLECTIVE_TYPE(uint8_t, ELEMENT_U8)
