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

/* Sentences name an array as "name", or as a field of an element: "columns[3].in". (What differs from call to call stands
 * between constants: where two such words are neighbours compilers make a vector of them, which took 5 ns a call.) */
typedef struct tcui_array {
    const void *pointer;
    const char *name;
    uint64_t count;
    const char *field;      /* or NULL */
    uint32_t element_bytes; /* a power of two */
    int index;              /* of the element, with a field */
    int16_t in_place_of;    /* the array that this written one may be equal to: its number, or TCUI_NOT_IN_PLACE */
    bool written;
    bool of_plan;  /* memory that a plan holds: the backend's own */
    uintptr_t end; /* the address behind the last byte, once tcui_check_arrays() was there */
} tcui_array;

enum {
    TCUI_NOT_IN_PLACE = -1,
    TCUI_MOST_ARRAYS = 24 /* histograms of 8 channels have 20 */
};

typedef struct tcui_arrays {
    tcui_array of[TCUI_MOST_ARRAYS];
    int count;
} tcui_arrays;

/* tcu_type_size() of a type that is checked. (Inline: around calls of functions of which it knows nothing the compiler keeps
 * the list in memory, and counts it anew for each array.) */
static inline size_t tcui_element_bytes(tcu_type type)
{
    static const uint8_t bytes[TCU_TYPE_COUNT] = {
        [TCU_TYPE_F16] = 2, [TCU_TYPE_BF16] = 2, [TCU_TYPE_F32] = 4, [TCU_TYPE_F64] = 8,
        [TCU_TYPE_I8] = 1,  [TCU_TYPE_U8] = 1,   [TCU_TYPE_I16] = 2, [TCU_TYPE_U16] = 2,
        [TCU_TYPE_I32] = 4, [TCU_TYPE_U32] = 4,  [TCU_TYPE_I64] = 8, [TCU_TYPE_U64] = 8};
    return bytes[type];
}

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
    assert(element_bytes > 0 && (element_bytes & (element_bytes - 1)) == 0 && element_bytes <= UINT32_MAX);
    array->name = name;
    array->field = NULL;
    array->pointer = pointer;
    array->count = count;
    array->element_bytes = (uint32_t)element_bytes;
    array->index = 0;
    array->in_place_of = (int16_t)in_place_of;
    array->written = written;
    array->of_plan = false;
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
static inline void tcui_arrays_read_offsets(tcui_arrays *arrays, const tcui_segments *segments)
{
    const bool by_offsets = segments->size == 0;
    if (by_offsets && segments->count > 0) {
        tcui_arrays_read(arrays, "offsets", segments->offsets, segments->count + 1, sizeof(int64_t));
    }
}

/* The option `count`, one value in the context's memory, of calls that have one. */
static inline void tcui_arrays_read_count(tcui_arrays *arrays, const uint64_t *count)
{
    if (count != NULL) {
        tcui_arrays_read(arrays, "options->count", count, 1, sizeof *count);
    }
}

/* Of a query, where pointers mean nothing: every array has at most TCUI_MOST_BYTES. */
tcu_status tcui_check_extents(tcu_context *context, const tcui_arrays *arrays);

/*
 * Of a call: extents; pointers that are set where there are elements, and aligned to them; no array that is written
 * shares a byte with another one, unless it is in place of that.
 */
tcu_status tcui_check_arrays(tcu_context *context, tcui_arrays *arrays);

/* Once these are checked: the caller's workspace, if there is one, shares no byte with any of the arrays. */
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
