/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions that CUDA C++ has no name for, each as a function; products are in <tcu/device/instructions.cuh>, bulk
 * copies in bulk_copy.cuh. No other file of the library holds PTX. The emulated device replaces these three, this one as a
 * whole: so what is in its folder is included by no other file.
 */
#ifndef TCUI_INSTRUCTIONS_CUH
#define TCUI_INSTRUCTIONS_CUH

#include "primitives/tile/instructions/arithmetic.cuh"
#include "primitives/tile/instructions/global_memory.cuh"
#include "primitives/tile/instructions/shared_memory.cuh"
#include "primitives/tile/instructions/threads.cuh"

#endif /* TCUI_INSTRUCTIONS_CUH */
