/* SPDX-License-Identifier: Apache-2.0 */
/* Few groups without a sort (few_groups.c). */
#ifndef TCUI_BY_KEY_HOST_FEW_GROUPS_H
#define TCUI_BY_KEY_HOST_FEW_GROUPS_H

#include "algorithms/by_key/backend.h"

/* As tcui_by_key_extension has them. */
size_t tcui_few_groups_bytes(const tcu_context *context, size_t key_bytes, uint64_t n);
bool tcui_few_groups(tcu_context *context, const tcui_few_groups_task *task);
void tcui_few_groups_column(tcu_context *context, const tcui_few_groups_task *task, const void *values, void *to,
                            size_t item_bytes);

#endif /* TCUI_BY_KEY_HOST_FEW_GROUPS_H */
