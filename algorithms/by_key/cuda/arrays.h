/* SPDX-License-Identifier: Apache-2.0 */
/* What operations by key ask of the CUDA backend besides (../backend.h). */
#ifndef TCUI_BY_KEY_CUDA_ARRAYS_H
#define TCUI_BY_KEY_CUDA_ARRAYS_H

#include "algorithms/by_key/backend.h"

tcu_status tcui_by_key_cuda_pick(tcu_context *context, const tcui_pick *pick);
tcu_status tcui_by_key_cuda_end_offsets(tcu_context *context, int64_t *offsets, const uint64_t *count, uint64_t n,
                                        const uint64_t *length);

#endif /* TCUI_BY_KEY_CUDA_ARRAYS_H */
