/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The compactions' arguments. Each of these functions checks one and puts it into the task, or stores the sentence and
 * returns the status of what is wrong with it; the last one lists all arrays of a task.
 */
#ifndef TCUI_COMPACT_ARGUMENTS_H
#define TCUI_COMPACT_ARGUMENTS_H

#include "backend.h"
#include "primitives/call/arrays.h"

/* One array of items; arrays are NULL in a query. */
tcu_status tcui_compact_set_items(tcu_context *context, tcui_compact_task *task, const void *in, void *out,
                                  size_t item_bytes);

/* One array of elements, which a predicate compares. */
tcu_status tcui_compact_set_typed_items(tcu_context *context, tcui_compact_task *task, const void *in, void *out,
                                        tcu_type type);

tcu_status tcui_compact_set_columns(tcu_context *context, tcui_compact_task *task, const tcu_column *columns,
                                    int num_columns);

/* In a query, which does not have the sizes of their items: the widest words, or records. */
tcu_status tcui_compact_set_any_columns(tcu_context *context, tcui_compact_task *task, int num_columns);

/* Flags select the items. */
tcu_status tcui_compact_set_format(tcu_context *context, tcui_compact_task *task, tcu_flags_format format);

/* A comparison with values selects the typed items. Values that lie in host memory are copied. */
tcu_status tcui_compact_set_predicate(tcu_context *context, tcui_compact_task *task, const tcu_predicate *predicate);

/* Positions in [0, n) have to fit the type. */
tcu_status tcui_compact_set_index_type(tcu_context *context, tcui_compact_task *task, tcu_type index_type);

/* The arrays of a task that is complete, in *arrays, of which what is not needed is not written. Sentences name arrays of
 * items by their column if `by_columns`. */
void tcui_compact_list_arrays(const tcui_compact_task *task, bool by_columns, tcui_arrays *arrays);

#endif /* TCUI_COMPACT_ARGUMENTS_H */
