/* SPDX-License-Identifier: Apache-2.0 */
/* The sorts' arguments, their checks, which make a task of them, and the calls. */
#ifndef TCUI_RADIX_SORT_ARGUMENTS_H
#define TCUI_RADIX_SORT_ARGUMENTS_H

#include "backend.h"
#include "primitives/call/arrays.h"

/* How the array is cut into segments. */
typedef enum tcui_sort_cut { TCUI_SORT_WHOLE, TCUI_SORT_FIXED, TCUI_SORT_OFFSETS } tcui_sort_cut;

/* What a call gives, before it is checked. */
typedef struct tcui_radix_sort_arguments {
    const char *function; /* the public one */
    const void *keys_in;
    void *keys_out;
    tcu_type key_type;
    tcui_payload payload;
    const void *values_in;
    void *values_out; /* or indices */
    size_t value_bytes;
    tcu_type index_type;
    int in_place;              /* of a query; a call's pointers say it */
    tcu_sort_buffers *buffers; /* instead of keys and values; NULL in a query */
    bool by_buffers;
    uint64_t n;
    tcui_sort_cut cut;
    uint64_t segment_size;
    const int64_t *offsets;
    uint64_t num_segments;
    const tcu_sort_options *options;
} tcui_radix_sort_arguments;

/* Those of the public function that it stands in. */
#define TCUI_SORT_ARGUMENTS(...) ((tcui_radix_sort_arguments){.function = __func__, __VA_ARGS__})

/* What both a call and a query check: the context, types, options, segments. Describes the task whole, but where the
 * result of TCUI_SORT_BUFFERS is to be. */
tcu_status tcui_radix_sort_describe(tcu_context *context, const tcui_radix_sort_arguments *arguments,
                                    tcui_radix_sort_task *task);

/* All arrays of a call, or of a query, with the names that sentences of errors give them. */
tcui_arrays tcui_radix_sort_arrays_of(const tcui_radix_sort_arguments *arguments, const tcui_radix_sort_task *task);

/* The call, and the query of its workspace (call.c), which check first. */
tcu_status tcui_radix_sort_run(tcu_context *context, const tcui_radix_sort_arguments *arguments);
tcu_status tcui_radix_sort_query(tcu_context *context, const tcui_radix_sort_arguments *arguments, size_t *bytes);

#endif /* TCUI_RADIX_SORT_ARGUMENTS_H */
