/* SPDX-License-Identifier: Apache-2.0 */
/* In the place of the CUDA toolkit's. (C++ has the rest of emulated_cuda.h before any include.) */
#include "cuda/runtime.h"
