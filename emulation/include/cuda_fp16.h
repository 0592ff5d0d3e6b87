/* SPDX-License-Identifier: Apache-2.0 */
/* In the place of the CUDA toolkit's. */
#include "emulated_cuda.h"
