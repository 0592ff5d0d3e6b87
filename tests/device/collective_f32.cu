/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_kernels.cuh"

COLLECTIVE_TYPE(float, ELEMENT_F32)
