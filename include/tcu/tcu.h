/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file tcu.h
 * Data-parallel primitives on matrix units (tensor cores): everything at once. Plain C11 and C++17; no CUDA header is
 * needed to include it.
 */
#ifndef TCU_TCU_H
#define TCU_TCU_H

#include "compact.h"
#include "context.h"
#include "convolution.h"
#include "histogram.h"
#include "memory.h"
#include "polynomial.h"
#include "radix_sort.h"
#include "reduce.h"
#include "scan.h"
#include "status.h"
#include "stencil.h"
#include "types.h"
#include "version.h"

#endif /* TCU_TCU_H */
