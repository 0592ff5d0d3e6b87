/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks that operations share. Each returns TCU_SUCCESS, or stores a sentence with the argument's name and value in
 * the context and returns the status that fits. None touches the memory that it checks.
 */
#ifndef TCUI_ARGUMENTS_H
#define TCUI_ARGUMENTS_H

#include "primitives/context/context_internal.h"
#include "primitives/context/segments.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An enumerator of the public type `type`, whose last one is `most`; `name` is the argument's. */
tcu_status tcui_check_enumerator(tcu_context *context, const char *name, unsigned value, unsigned most,
                                 const char *type);
tcu_status tcui_check_type(tcu_context *context, const char *name, tcu_type type);

/* All elements of a field of integers are 0. */
#define TCUI_CHECK_RESERVED(context, name, field)                                                                      \
    tcui_check_reserved(context, name, field, sizeof(field) / sizeof(field)[0], sizeof(field)[0])
tcu_status tcui_check_reserved(tcu_context *context, const char *name, const void *field, size_t count,
                               size_t element_bytes);

/* Options of which only the reserved fields can be wrong, or NULL. */
#define TCUI_CHECK_OPTIONS(context, options)                                                                           \
    ((options) == NULL ? TCU_SUCCESS : TCUI_CHECK_RESERVED(context, "options->reserved", (options)->reserved))

/* u32 or u64; `name` is the argument's. */
tcu_status tcui_check_number_type(tcu_context *context, const char *name, tcu_type type);

/* The same of index_type, which holds the positions of n items. */
tcu_status tcui_check_index_type(tcu_context *context, tcu_type type, uint64_t n);

/* Whether the pair is in TCUI_SUM_PAIRS. */
bool tcui_is_sum_pair(tcu_type in_type, tcu_type out_type);

/* The same as a check. */
tcu_status tcui_check_sum_types(tcu_context *context, tcu_type in_type, tcu_type out_type);

/* A segment size is 1 or more; num_segments + 1 offsets have at most TCUI_MOST_BYTES. */
tcu_status tcui_check_segment_size(tcu_context *context, uint64_t segment_size);
tcu_status tcui_check_num_segments(tcu_context *context, uint64_t num_segments);

/*
 * Offsets are from 0 to n and do not decrease. They are looked at only where the host can read them: on the device the
 * kernels clamp. Segments without offsets are all right.
 */
tcu_status tcui_check_offset_values(tcu_context *context, const tcui_segments *segments);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_ARGUMENTS_H */
