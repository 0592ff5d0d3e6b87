/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The arrays of a call, described once: from the description come the checks of null pointers, alignment, extents and
 * overlaps, also with the caller's workspace. No check touches the memory that it is about. Each returns TCU_SUCCESS,
 * or stores a sentence with the array's name and value in the context and returns the status that fits.
 */
#ifndef TCUI_ARRAYS_H
#define TCUI_ARRAYS_H

#include <assert.h>

#include "primitives/context/context_internal.h"
#include "primitives/context/segments.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sentences name an array as "name", or as a field of an element: "columns[3].in". */
typedef struct tcui_array {
    const char *name;
    const char *field; /* or NULL */
    int index;         /* of the element, with a field */
    const void *pointer;
    uint64_t count;
    size_t element_bytes; /* a power of two */
    bool written;
    bool of_plan;    /* memory that a plan holds: the backend's own */
    int in_place_of; /* the array that this written one may be equal to: its number, or TCUI_NOT_IN_PLACE */
} tcui_array;

enum {
    TCUI_NOT_IN_PLACE = -1,
    TCUI_MOST_ARRAYS = 24 /* histograms of 8 channels have 20 */
};

typedef struct tcui_arrays {
    tcui_array of[TCUI_MOST_ARRAYS];
    int count;
} tcui_arrays;

/* A list of none. (To clear all of it would take longer than a small call's work.) */
static inline void tcui_arrays_begin(tcui_arrays *arrays)
{
    arrays->count = 0;
}

/* (Inline, as what every call does counts in calls of few elements.) */
static inline int tcui_arrays_add(tcui_arrays *arrays, const char *name, const void *pointer, uint64_t count,
                                  size_t element_bytes, bool written, int in_place_of)
{
    tcui_array *array = &arrays->of[arrays->count];
    assert(arrays->count < TCUI_MOST_ARRAYS);
    assert(element_bytes > 0 && (element_bytes & (element_bytes - 1)) == 0);
    array->name = name;
    array->field = NULL;
    array->index = 0;
    array->pointer = pointer;
    array->count = count;
    array->element_bytes = element_bytes;
    array->written = written;
    array->of_plan = false;
    array->in_place_of = in_place_of;
    return arrays->count++;
}

/* Each adds an array and returns its number. */
static inline int tcui_arrays_read(tcui_arrays *arrays, const char *name, const void *pointer, uint64_t count,
                                   size_t element_bytes)
{
    return tcui_arrays_add(arrays, name, pointer, count, element_bytes, false, TCUI_NOT_IN_PLACE);
}

static inline int tcui_arrays_write(tcui_arrays *arrays, const char *name, const void *pointer, uint64_t count,
                                    size_t element_bytes)
{
    return tcui_arrays_add(arrays, name, pointer, count, element_bytes, true, TCUI_NOT_IN_PLACE);
}

/* An output that may be the input of number `in`: the same pointer and the same element size. */
static inline int tcui_arrays_write_in_place(tcui_arrays *arrays, int in, const char *name, const void *pointer,
                                             uint64_t count, size_t element_bytes)
{
    return tcui_arrays_add(arrays, name, pointer, count, element_bytes, true, in);
}

/* Makes array `number` one of a plan's, whose memory space needs no check. */
void tcui_arrays_set_of_plan(tcui_arrays *arrays, int number);

/* Makes array `number` "name[index].field". */
void tcui_arrays_set_field(tcui_arrays *arrays, int number, int index, const char *field);

/* The count + 1 offsets of segments that have any, read. */
void tcui_arrays_read_offsets(tcui_arrays *arrays, const tcui_segments *segments);

/* Of a query, where pointers mean nothing: every array fits the address space. */
tcu_status tcui_check_extents(tcu_context *context, const tcui_arrays *arrays);

/*
 * Of a call: extents; pointers that are set where there are elements, and aligned to them; no array that is written
 * shares a byte with another one, unless it is in place of that.
 */
tcu_status tcui_check_arrays(tcu_context *context, const tcui_arrays *arrays);

/* The caller's workspace, if there is one, shares no byte with any of the arrays. */
tcu_status tcui_check_workspace_apart(tcu_context *context, const tcui_arrays *arrays);

/* Whether the context checks pointers, and its backend can. */
static inline bool tcui_checks_reach(const tcu_context *context)
{
    return context->checks_pointers && context->backend->reaches != NULL;
}

/*
 * Within the backend's enter() and leave(): the backend can reach the pointer, or cannot tell, or the context does not
 * check. And, where tcui_checks_reach(), every array that has elements.
 */
tcu_status tcui_check_reachable(tcu_context *context, const char *name, const void *pointer);
tcu_status tcui_check_arrays_reachable(tcu_context *context, const tcui_arrays *arrays);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_ARRAYS_H */
