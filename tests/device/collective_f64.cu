/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_table.cuh"

COLLECTIVE_TYPE(double, ELEMENT_F64)
