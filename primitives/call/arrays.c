/* SPDX-License-Identifier: Apache-2.0 */
#include "arrays.h"

#include <inttypes.h>
#include <stdio.h>

#include "primitives/context/sizes.h"

/* ----------------------------------------------------------------------------------------- the description --- */

void tcui_arrays_set_of_plan(tcui_arrays *arrays, int number)
{
    arrays->of[number].of_plan = true;
}

void tcui_arrays_set_field(tcui_arrays *arrays, int number, int index, const char *field)
{
    arrays->of[number].index = index;
    arrays->of[number].field = field;
}

/* ----------------------------------------------------------------------------------------------- one array --- */

/* "in", or "columns[3].in". */
typedef struct array_name {
    char text[48];
} array_name;

static array_name name_of(const tcui_array *array)
{
    array_name name;
    if (array->field != NULL) {
        snprintf(name.text, sizeof name.text, "%s[%d].%s", array->name, array->index, array->field);
    } else {
        snprintf(name.text, sizeof name.text, "%s", array->name);
    }
    return name;
}

static uintptr_t begin_of(const tcui_array *array)
{
    return (uintptr_t)array->pointer;
}

static tcu_status check_extent(tcu_context *context, const tcui_array *array, uintptr_t address)
{
    size_t bytes;
    if (!tcui_bytes_of(array->count, array->element_bytes, &bytes)) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "%s has %" PRIu64 " elements of %" PRIu32 " bytes: " TCUI_TOO_LARGE, name_of(array).text,
                         array->count, array->element_bytes);
    }
    if (bytes > UINTPTR_MAX - address) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "%s is %p and has %" PRIu64 " elements of %" PRIu32 " bytes: it ends behind the last address",
                         name_of(array).text, array->pointer, array->count, array->element_bytes);
    }
    return TCU_SUCCESS;
}

static tcu_status check_array(tcu_context *context, const tcui_array *array)
{
    const tcu_status status = check_extent(context, array, begin_of(array));
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (array->count > 0 && array->pointer == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL, but %" PRIu64 " elements are needed",
                         name_of(array).text, array->count);
    }
    if ((begin_of(array) & (array->element_bytes - 1)) != 0) {
        return tcui_fail(context, TCU_ERROR_MISALIGNED, "%s is %p, not a multiple of its element's %" PRIu32 " bytes",
                         name_of(array).text, array->pointer, array->element_bytes);
    }
    return TCU_SUCCESS;
}

/* ------------------------------------------------------------------------------------------------ overlaps --- */

/* Of extents that were checked. */
static size_t bytes_of(const tcui_array *array)
{
    return (size_t)array->count * array->element_bytes;
}

/* Whether bytes a ... a + a_bytes - 1 and b ... b + b_bytes - 1 have any in common. */
static bool overlap(uintptr_t a, size_t a_bytes, uintptr_t b, size_t b_bytes)
{
    return a_bytes > 0 && b_bytes > 0 && (a <= b ? b - a < a_bytes : a - b < b_bytes);
}

/* `out` is written and shares bytes with `other`, which is read, or written too. */
static tcu_status check_overlap(tcu_context *context, const tcui_array *out, const tcui_array *other, bool in_place)
{
    if (begin_of(out) != begin_of(other)) {
        return tcui_fail(context, TCU_ERROR_OVERLAP, "%s (%p, %zu bytes) overlaps %s (%p, %zu bytes)%s",
                         name_of(out).text, out->pointer, bytes_of(out), name_of(other).text, other->pointer,
                         bytes_of(other), in_place ? " without being equal" : "");
    }
    if (!in_place) {
        return tcui_fail(context, TCU_ERROR_OVERLAP, "%s equals %s (%p), which is not allowed here", name_of(out).text,
                         name_of(other).text, out->pointer);
    }
    if (other->element_bytes != out->element_bytes) {
        return tcui_fail(context, TCU_ERROR_OVERLAP,
                         "%s equals %s (%p), which elements of %" PRIu32 " and %" PRIu32 " bytes do not allow",
                         name_of(out).text, name_of(other).text, out->pointer, other->element_bytes,
                         out->element_bytes);
    }
    return TCU_SUCCESS;
}

/* Of two arrays that are written, the later one is held against the earlier one. */
static tcu_status check_overlaps(tcu_context *context, const tcui_arrays *arrays)
{
    for (int o = 0; o < arrays->count; o++) {
        const tcui_array *out = &arrays->of[o];
        for (int i = 0; i < arrays->count && out->written; i++) {
            const tcui_array *other = &arrays->of[i];
            if (i == o || (other->written && i > o) ||
                !overlap(begin_of(out), bytes_of(out), begin_of(other), bytes_of(other))) {
                continue;
            }
            const tcu_status status = check_overlap(context, out, other, out->in_place_of == i);
            if (status != TCU_SUCCESS) {
                return status;
            }
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

/* The checks one by one, which name the first array that fails. (None may: an empty array inside of another is sound.) */
static tcu_status check_each(tcu_context *context, tcui_arrays *arrays)
{
    tcu_status status = TCU_SUCCESS;
    for (int a = 0; a < arrays->count && status == TCU_SUCCESS; a++) {
        tcui_array *const array = &arrays->of[a];
        status = check_array(context, array);
        array->end = begin_of(array) + bytes_of(array);
    }
    return status == TCU_SUCCESS ? check_overlaps(context, arrays) : status;
}

/* Whether check_array() finds nothing: then the array ends before byte array->end. */
static inline bool is_sound(tcui_array *array)
{
    const uintptr_t begin = begin_of(array);
    size_t bytes;
    if (!tcui_bytes_of(array->count, array->element_bytes, &bytes)) {
        return false;
    }
    array->end = begin + bytes;
    return array->end >= begin && (begin & (array->element_bytes - UINT32_C(1))) == 0 && (begin != 0 || bytes == 0);
}

/* Whether bytes begin ... end - 1, if there are any, have some in common with the array. */
static inline bool shares(const tcui_array *array, uintptr_t begin, uintptr_t end)
{
    return begin_of(array) < end && begin < array->end;
}

/* Whether `later` is in place of array number `i`, as it may be. */
static inline bool is_in_place(const tcui_array *later, const tcui_array *earlier, int i)
{
    return later->in_place_of == i && later->pointer == earlier->pointer &&
           later->element_bytes == earlier->element_bytes;
}

/* (Of a call of a thousand elements these checks are a good part. So each array is looked at once, and nothing is asked
 * one by one before there is something to find.) */
tcu_status tcui_check_arrays(tcu_context *context, tcui_arrays *arrays)
{
    tcui_array *const of = arrays->of;
    for (int a = 0; a < arrays->count; a++) {
        if (!is_sound(&of[a])) {
            return check_each(context, arrays);
        }
        for (int i = 0; i < a; i++) {
            if (shares(&of[i], begin_of(&of[a]), of[a].end) && (of[a].written || of[i].written) &&
                !is_in_place(&of[a], &of[i], i)) {
                return check_each(context, arrays);
            }
        }
    }
    return TCU_SUCCESS;
}

static TCUI_RARE tcu_status fail_workspace_overlap(tcu_context *context, const tcui_array *array)
{
    return tcui_fail(context, TCU_ERROR_OVERLAP, "workspace (%p, %zu bytes) overlaps %s (%p, %zu bytes)",
                     context->workspace, context->workspace_bytes, name_of(array).text, array->pointer,
                     bytes_of(array));
}

tcu_status tcui_check_workspace_apart(tcu_context *context, const tcui_arrays *arrays)
{
    const uintptr_t begin = (uintptr_t)context->workspace, end = begin + context->workspace_bytes;
    if (begin == end) {
        return TCU_SUCCESS;
    }
    for (const tcui_array *array = arrays->of; array < arrays->of + arrays->count; array++) {
        if (shares(array, begin, end) && array->count > 0) {
            return fail_workspace_overlap(context, array);
        }
    }
    return TCU_SUCCESS;
}

/* --------------------------------------------------------------------------------------------- memory spaces --- */

static tcu_status unreachable(tcu_context *context, const char *name, const void *pointer)
{
    return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT,
                     "%s is %p, host memory that device %d cannot read: it has to lie in the context's memory space",
                     name, pointer, context->properties.device);
}

tcu_status tcui_check_reachable(tcu_context *context, const char *name, const void *pointer)
{
    const bool reaches = !tcui_checks_reach(context) || context->backend->reaches(context, pointer);
    return reaches ? TCU_SUCCESS : unreachable(context, name, pointer);
}

tcu_status tcui_check_arrays_reachable(tcu_context *context, const tcui_arrays *arrays)
{
    for (int a = 0; a < arrays->count; a++) {
        const tcui_array *array = &arrays->of[a];
        if (array->count > 0 && !array->of_plan && !context->backend->reaches(context, array->pointer)) {
            return unreachable(context, name_of(array).text, array->pointer);
        }
    }
    return TCU_SUCCESS;
}
