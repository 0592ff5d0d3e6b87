/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions that CUDA C++ has no name for, each as a function; products are in mma.cuh, bulk copies in
 * bulk_copy.cuh. No other file of the library holds PTX. Tests replace these three, this one as a whole: so what it
 * includes is included by no other file.
 */
#ifndef TCUI_INSTRUCTIONS_CUH
#define TCUI_INSTRUCTIONS_CUH

#include "primitives/tile/instructions/arithmetic.cuh"
#include "primitives/tile/instructions/global_memory.cuh"
#include "primitives/tile/instructions/shared_memory.cuh"
#include "primitives/tile/instructions/threads.cuh"

#endif /* TCUI_INSTRUCTIONS_CUH */
