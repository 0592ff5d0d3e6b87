/* SPDX-License-Identifier: Apache-2.0 */
/* The CUDA backend's number() (algorithms/gather/backend.h). */
#ifndef TCUI_GATHER_CUDA_NUMBERS_H
#define TCUI_GATHER_CUDA_NUMBERS_H

#include "algorithms/gather/backend.h"

tcu_status tcui_gather_cuda_number(tcu_context *context, void *indices, size_t index_bytes, uint64_t n,
                                   const uint64_t *count);

#endif /* TCUI_GATHER_CUDA_NUMBERS_H */
