/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_table.cuh"

COLLECTIVE_TYPE(int8_t, ELEMENT_S8)
