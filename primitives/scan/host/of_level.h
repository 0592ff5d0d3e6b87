/* SPDX-License-Identifier: Apache-2.0 */
/* Included by scan.c for each level: the functions of neighbours.h and chunk.h for its accumulators. */

#define TCUI_ACC          f64
#define TCUI_ACC_TYPE     double
#define TCUI_ACC_BYTES    8
#define TCUI_ACC_IS_FLOAT 1
#define TCUI_ACC_ELEMENT  TCU_TYPE_F64
#include "neighbours.h"

#include "chunk.h"
#undef TCUI_ACC
#undef TCUI_ACC_TYPE
#undef TCUI_ACC_BYTES
#undef TCUI_ACC_IS_FLOAT
#undef TCUI_ACC_ELEMENT

#if TCUI_LEVEL_NUMBER < 2 /* (integers are no faster by longer vectors: they wait for memory) */
#define TCUI_ACC          u32
#define TCUI_ACC_TYPE     uint32_t
#define TCUI_ACC_BYTES    4
#define TCUI_ACC_IS_FLOAT 0
#define TCUI_ACC_ELEMENT  TCU_TYPE_U32
#include "neighbours.h"

#include "chunk.h"
#undef TCUI_ACC
#undef TCUI_ACC_TYPE
#undef TCUI_ACC_BYTES
#undef TCUI_ACC_IS_FLOAT
#undef TCUI_ACC_ELEMENT

#define TCUI_ACC          u64
#define TCUI_ACC_TYPE     uint64_t
#define TCUI_ACC_BYTES    8
#define TCUI_ACC_IS_FLOAT 0
#define TCUI_ACC_ELEMENT  TCU_TYPE_U64
#include "neighbours.h"

#include "chunk.h"
#undef TCUI_ACC
#undef TCUI_ACC_TYPE
#undef TCUI_ACC_BYTES
#undef TCUI_ACC_IS_FLOAT
#undef TCUI_ACC_ELEMENT
#endif

#undef TCUI_LEVEL
#undef TCUI_LEVEL_NUMBER
#undef TCUI_TARGET
