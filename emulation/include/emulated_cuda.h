/* SPDX-License-Identifier: Apache-2.0 */
/* What kernels and their launchers use of CUDA C++, on the emulated device. */
#ifndef TCU_EMULATED_CUDA_H
#define TCU_EMULATED_CUDA_H

#include "cuda/atomics.h"
#include "cuda/bits.h"
#include "cuda/collectives.h"
#include "cuda/halves.h"
#include "cuda/indices.h"
#include "cuda/language.h"
#include "cuda/launch.h"
#include "cuda/memory.h"
#include "cuda/numbers.h"
#include "cuda/runtime.h"
#include "cuda/vectors.h"

#endif /* TCU_EMULATED_CUDA_H */
