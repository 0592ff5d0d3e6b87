/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorts of keys whose values are records, of a number of bytes that is no word's, on any backend, from operations that it
 * has: records move once, instead of with each pass.
 *
 *     1. the numbers 0 ... n - 1 are the values of the backend's own sort: it gives the positions from where records come
 *     2. a gather brings the records into the keys' order
 *
 * In place they are copied before. Segments by offsets may leave elements out: positions there are ones that no array has,
 * and a gather leaves these elements as they are.
 */
#ifndef TCUI_RADIX_SORT_RECORDS_H
#define TCUI_RADIX_SORT_RECORDS_H

#include "backend.h"

/* Whether the task's sort goes by the functions below. With TCUI_SORT_BUFFERS the result is in the other arrays. */
bool tcui_sorts_records(const tcui_radix_sort_task *task);

/* Of a call (primitives/call/call.h); tasks are tcui_radix_sort_task. */
tcu_status tcui_sort_records_reserve(tcu_context *context, const void *task, tcui_layout *layout);
tcu_status tcui_sort_records_execute(tcu_context *context, const void *task, void *workspace);

#endif /* TCUI_RADIX_SORT_RECORDS_H */
