/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_kernels.cuh"

COLLECTIVE_TYPE(uint8_t, ELEMENT_U8)
