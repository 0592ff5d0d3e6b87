/* SPDX-License-Identifier: Apache-2.0 */
#include "arrays.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

/* ----------------------------------------------------------------------------------------- the description --- */

static int add(tcui_arrays *arrays, tcui_array array)
{
    assert(arrays->count < TCUI_MOST_ARRAYS);
    arrays->of[arrays->count] = array;
    return arrays->count++;
}

int tcui_arrays_read(tcui_arrays *arrays, const char *name, const void *pointer, uint64_t count, size_t element_bytes)
{
    return add(arrays, (tcui_array){.name = name,
                                    .pointer = pointer,
                                    .count = count,
                                    .element_bytes = element_bytes,
                                    .in_place_of = TCUI_NOT_IN_PLACE});
}

int tcui_arrays_write_in_place(tcui_arrays *arrays, int in, const char *name, const void *pointer, uint64_t count,
                               size_t element_bytes)
{
    return add(arrays, (tcui_array){.name = name,
                                    .pointer = pointer,
                                    .count = count,
                                    .element_bytes = element_bytes,
                                    .written = true,
                                    .in_place_of = in});
}

int tcui_arrays_write(tcui_arrays *arrays, const char *name, const void *pointer, uint64_t count, size_t element_bytes)
{
    return tcui_arrays_write_in_place(arrays, TCUI_NOT_IN_PLACE, name, pointer, count, element_bytes);
}

void tcui_arrays_set_of_plan(tcui_arrays *arrays, int number)
{
    arrays->of[number].of_plan = true;
}

void tcui_arrays_set_field(tcui_arrays *arrays, int number, int index, const char *field)
{
    arrays->of[number].index = index;
    arrays->of[number].field = field;
}

void tcui_arrays_read_offsets(tcui_arrays *arrays, const tcui_segments *segments)
{
    const bool by_offsets = segments->size == 0;
    if (by_offsets && segments->count > 0)
        tcui_arrays_read(arrays, "offsets", segments->offsets, segments->count + 1, sizeof(int64_t));
}

/* ----------------------------------------------------------------------------------------------- one array --- */

/* "in", or "columns[3].in". */
typedef struct array_name {
    char text[48];
} array_name;

static array_name name_of(const tcui_array *array)
{
    array_name name;
    if (array->field != NULL)
        snprintf(name.text, sizeof name.text, "%s[%d].%s", array->name, array->index, array->field);
    else
        snprintf(name.text, sizeof name.text, "%s", array->name);
    return name;
}

static tcu_status check_extent(tcu_context *context, const tcui_array *array, uintptr_t address)
{
    if (array->count > SIZE_MAX / array->element_bytes || array->count * array->element_bytes > UINTPTR_MAX - address)
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "%s has %" PRIu64 " elements of %zu bytes: more than the address space", name_of(array).text,
                         array->count, array->element_bytes);
    return TCU_SUCCESS;
}

static tcu_status check_array(tcu_context *context, const tcui_array *array)
{
    const tcu_status status = check_extent(context, array, (uintptr_t)array->pointer);
    if (status != TCU_SUCCESS)
        return status;
    if (array->count > 0 && array->pointer == NULL)
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL, but %" PRIu64 " elements are needed",
                         name_of(array).text, array->count);
    if ((uintptr_t)array->pointer % array->element_bytes != 0)
        return tcui_fail(context, TCU_ERROR_MISALIGNED, "%s is %p, not a multiple of its element's %zu bytes",
                         name_of(array).text, array->pointer, array->element_bytes);
    return TCU_SUCCESS;
}

/* ------------------------------------------------------------------------------------------------ overlaps --- */

/* Bytes [begin, end) of memory; of extents that were checked. */
typedef struct byte_range {
    uintptr_t begin, end;
} byte_range;

static byte_range range_of(const tcui_array *array)
{
    const uintptr_t begin = (uintptr_t)array->pointer;
    return (byte_range){begin, begin + (size_t)array->count * array->element_bytes};
}

static bool overlap(byte_range a, byte_range b)
{
    return a.begin < a.end && b.begin < b.end && a.begin < b.end && b.begin < a.end;
}

/* `out` is written; `other` is read, or written too. */
static tcu_status check_overlap(tcu_context *context, const tcui_array *out, const tcui_array *other, bool in_place)
{
    const byte_range o = range_of(out), i = range_of(other);
    if (!overlap(o, i))
        return TCU_SUCCESS;
    if (o.begin != i.begin)
        return tcui_fail(context, TCU_ERROR_OVERLAP, "%s (%p, %zu bytes) overlaps %s (%p, %zu bytes)%s",
                         name_of(out).text, out->pointer, (size_t)(o.end - o.begin), name_of(other).text,
                         other->pointer, (size_t)(i.end - i.begin), in_place ? " without being equal" : "");
    if (!in_place)
        return tcui_fail(context, TCU_ERROR_OVERLAP, "%s equals %s (%p), which is not allowed here", name_of(out).text,
                         name_of(other).text, out->pointer);
    if (other->element_bytes != out->element_bytes)
        return tcui_fail(context, TCU_ERROR_OVERLAP,
                         "%s equals %s (%p), which elements of %zu and %zu bytes do not allow", name_of(out).text,
                         name_of(other).text, out->pointer, other->element_bytes, out->element_bytes);
    return TCU_SUCCESS;
}

/* Of two arrays that are written, the later one is held against the earlier one. */
static tcu_status check_overlaps(tcu_context *context, const tcui_arrays *arrays)
{
    for (int o = 0; o < arrays->count; o++) {
        const tcui_array *out = &arrays->of[o];
        for (int i = 0; i < arrays->count && out->written; i++) {
            const tcui_array *other = &arrays->of[i];
            if (i == o || (other->written && i > o))
                continue;
            const tcu_status status = check_overlap(context, out, other, out->in_place_of == i);
            if (status != TCU_SUCCESS)
                return status;
        }
    }
    return TCU_SUCCESS;
}

/* ------------------------------------------------------------------------------------------------ all arrays --- */

tcu_status tcui_check_extents(tcu_context *context, const tcui_arrays *arrays)
{
    tcu_status status = TCU_SUCCESS;
    for (int a = 0; a < arrays->count && status == TCU_SUCCESS; a++) {
        status = check_extent(context, &arrays->of[a], 0);
    }
    return status;
}

tcu_status tcui_check_arrays(tcu_context *context, const tcui_arrays *arrays)
{
    tcu_status status = TCU_SUCCESS;
    for (int a = 0; a < arrays->count && status == TCU_SUCCESS; a++) {
        status = check_array(context, &arrays->of[a]);
    }
    return status == TCU_SUCCESS ? check_overlaps(context, arrays) : status;
}

tcu_status tcui_check_workspace_apart(tcu_context *context, const tcui_arrays *arrays)
{
    const uintptr_t begin = (uintptr_t)context->workspace;
    const byte_range workspace = {begin, begin + context->workspace_bytes};
    for (int a = 0; a < arrays->count; a++) {
        const tcui_array *array = &arrays->of[a];
        if (overlap(workspace, range_of(array)))
            return tcui_fail(context, TCU_ERROR_OVERLAP, "workspace (%p, %zu bytes) overlaps %s (%p, %zu bytes)",
                             context->workspace, context->workspace_bytes, name_of(array).text, array->pointer,
                             (size_t)array->count * array->element_bytes);
    }
    return TCU_SUCCESS;
}

/* --------------------------------------------------------------------------------------------- memory spaces --- */

/* The context asks, and the backend denies it. */
static bool is_unreachable(const tcu_context *context, const void *pointer)
{
    return context->checks_pointers && context->backend->reaches != NULL &&
           !context->backend->reaches(context, pointer);
}

static tcu_status unreachable(tcu_context *context, const char *name, const void *pointer)
{
    return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                     "%s is %p, host memory that device %d cannot read: it has to lie in the context's memory space",
                     name, pointer, context->properties.device);
}

tcu_status tcui_check_reachable(tcu_context *context, const char *name, const void *pointer)
{
    return is_unreachable(context, pointer) ? unreachable(context, name, pointer) : TCU_SUCCESS;
}

tcu_status tcui_check_arrays_reachable(tcu_context *context, const tcui_arrays *arrays)
{
    for (int a = 0; a < arrays->count; a++) {
        const tcui_array *array = &arrays->of[a];
        if (array->count > 0 && !array->of_plan && is_unreachable(context, array->pointer))
            return unreachable(context, name_of(array).text, array->pointer);
    }
    return TCU_SUCCESS;
}
