/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_kernels.cuh"

COLLECTIVE_TYPE(int32_t, ELEMENT_S32)
