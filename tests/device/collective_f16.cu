/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_table.cuh"

COLLECTIVE_TYPE(__half, ELEMENT_F16)
