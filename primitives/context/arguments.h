/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks that operations share. Each returns TCU_SUCCESS, or stores a sentence with the argument's name and value in
 * the context and returns the status that fits. None touches the memory that it checks.
 */
#ifndef TCUI_ARGUMENTS_H
#define TCUI_ARGUMENTS_H

#include "context_internal.h"
#include "segments.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One array argument. */
typedef struct tcui_array {
    const char *name;
    const void *pointer;
    uint64_t count;
    size_t element_bytes;
} tcui_array;

/* Whether the pair is in TCUI_SUM_PAIRS. */
bool tcui_is_sum_pair(tcu_type in_type, tcu_type out_type);

/* The same as a check. */
tcu_status tcui_check_sum_types(tcu_context *context, tcu_type in_type, tcu_type out_type);

/* count * element_bytes fits the address space. */
tcu_status tcui_check_extent(tcu_context *context, const tcui_array *array);

/* As above; and the pointer is set if count > 0, and aligned to element_bytes. */
tcu_status tcui_check_array(tcu_context *context, const tcui_array *array);

/* `in` and `out` have no byte in common; or, where in_place_allowed, the same pointer and the same element size. */
tcu_status tcui_check_overlap(tcu_context *context, const tcui_array *in, const tcui_array *out, bool in_place_allowed);

/* A segment size is 1 or more; num_segments + 1 offsets fit the address space. */
tcu_status tcui_check_segment_size(tcu_context *context, uint64_t segment_size);
tcu_status tcui_check_num_segments(tcu_context *context, uint64_t num_segments);

/*
 * Of segments by offsets: these are an array that overlaps no output. They are held against [0, n] and each other only
 * where the host can read them: on the device the kernels clamp. Segments without offsets are all right.
 */
tcu_status tcui_check_offsets(tcu_context *context, const tcui_segments *segments, const tcui_array *outputs,
                              int num_outputs);

/*
 * All that can be asked of the arrays of a sum over segments: extents, pointers, alignment; in and out share no byte or
 * are equal with one element size; and the offsets as above.
 */
tcu_status tcui_check_segmented_arrays(tcu_context *context, const tcui_array *in, const tcui_array *out,
                                       const tcui_segments *segments);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_ARGUMENTS_H */
