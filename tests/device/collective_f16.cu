/* SPDX-License-Identifier: Apache-2.0 */
#include "collective_kernels.cuh"

COLLECTIVE_TYPE(__half, ELEMENT_F16)
