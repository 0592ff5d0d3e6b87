/* SPDX-License-Identifier: Apache-2.0 */
/* The arguments of operations by key, and their checks. Each check stores a sentence where it fails. */
#ifndef TCUI_BY_KEY_ARGUMENTS_H
#define TCUI_BY_KEY_ARGUMENTS_H

#include "backend.h"
#include "primitives/call/arguments.h"
#include "primitives/call/call.h"

/* 1, 2, 4, 8 or 16; `name` is the argument's. */
tcu_status tcui_by_key_check_item(tcu_context *context, const char *name, size_t item_bytes);

/* How sentences name the fields of a tcu_runs, by the argument's name. */
typedef struct tcui_runs_names {
    const char *keys, *lengths, *offsets, *count, *reserved;
} tcui_runs_names;

#define TCUI_RUNS_NAMES(argument)                                                                                      \
    {                                                                                                                  \
        argument "->keys", argument "->lengths", argument "->offsets", argument "->count", argument "->reserved"       \
    }

/* What is wanted of the runs; `from` may be NULL: nothing. */
tcu_status tcui_by_key_set_runs(tcu_context *context, const tcui_runs_names *names, const tcu_runs *from,
                                tcu_runs *runs);

/* Operator, map, NaN mode and initial value, which go together with each other and with the task's types. */
tcu_status tcui_by_key_set_reduction(tcu_context *context, tcui_by_key_task *task, const tcu_by_key_options *options);

/* The same without a map. */
tcu_status tcui_by_key_set_scan(tcu_context *context, tcui_by_key_task *task, const tcu_by_key_options *options);

/* Of operations that have no operators: options are the defaults. */
tcu_status tcui_by_key_check_defaults(tcu_context *context, const tcu_by_key_options *options);

/* Adds the arrays that are wanted, for up to n runs. */
void tcui_by_key_list_runs(const tcui_runs_names *names, const tcu_runs *runs, size_t key_bytes, uint64_t n,
                           tcui_arrays *arrays);

/* Of no elements: the count and the end of the last run are 0. Ordered on the context's stream. */
tcu_status tcui_by_key_clear_runs(tcu_context *context, const tcu_runs *runs);

#endif /* TCUI_BY_KEY_ARGUMENTS_H */
