/* SPDX-License-Identifier: Apache-2.0 */
/* The processor's number() (algorithms/gather/backend.h), of both backends. */
#ifndef TCUI_GATHER_HOST_NUMBERS_H
#define TCUI_GATHER_HOST_NUMBERS_H

#include "algorithms/gather/backend.h"

tcu_status tcui_gather_number(tcu_context *context, void *indices, size_t index_bytes, uint64_t n,
                              const uint64_t *count);

#endif /* TCUI_GATHER_HOST_NUMBERS_H */
