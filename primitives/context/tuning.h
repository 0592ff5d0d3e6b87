/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tuning files: numbers of the policies (tuning.h of each operation) that a text file sets for one context.
 *
 *     # comment
 *     tcu-tuning 1
 *     gpu NVIDIA H200
 *     reduce.f16.thread_elements 15
 *     reduce.f16.chunks matrix
 *
 * An operation whose policy has rows that are read at run time describes them in a table, its family (tuning.c beside its
 * backend.h). The parser (tuning_file.c) knows only these tables. A context that has a file, or one row set by
 * tcui_tuning_set(), owns copies of the policies, which tcu_context::policies point to.
 */
#ifndef TCUI_TUNING_H
#define TCUI_TUNING_H

#include <stddef.h>
#include <stdint.h>

#include "context_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tcui_tuning_kind {
    TCUI_TUNING_COUNT,     /* a whole number from least to most */
    TCUI_TUNING_ARITHMETIC /* "matrix" or "plain", numbers of tcu_arithmetic; only "plain" without a path to the unit */
} tcui_tuning_kind;

/* One number of a family's policy that a tuning file can set. */
typedef struct tcui_tuning_row {
    const char *name; /* "f16.thread_elements", "segment_items": in files behind the family's name and a point */
    tcui_tuning_kind kind;
    size_t offset, size; /* of the field in the family's policy: an unsigned integer, or tcu_arithmetic; 4 or 8 bytes */
    uint64_t least, most; /* results are correct with every number from least to most */
} tcui_tuning_row;

typedef struct tcui_tuning_family {
    const char *name; /* as in TCU_PATH: "reduce" */
    tcui_operation_id operation;
    size_t policy_bytes; /* at most TCUI_TUNING_MOST_BYTES */
    const void *policy;  /* the library's own rows */
    const tcui_tuning_row *rows;
    size_t num_rows;
} tcui_tuning_family;

enum {
    TCUI_TUNING_MOST_BYTES = 1024,
    TCUI_TUNING_MOST_ROWS = 512 /* of all families together */
};

/* The families: tcui_reduce_tuning, ... A new one adds a name here and a file tuning.c that defines it. */
#define TCUI_FOR_TUNING_FAMILIES(X)                                                                                    \
    X(reduce)                                                                                                          \
    X(scan) X(compact) X(histogram) X(radix_sort) X(polynomial) X(stencil) X(convolution_layer) X(moments) X(selection)

/* Rows of a table, of a field of the policy's type. */
#define TCUI_TUNING_FIELD(policy, field) offsetof(policy, field), sizeof(((policy *)0)->field)
#define TCUI_TUNING_ROW_OF_COUNT(name, policy, field, least, most)                                                     \
    {                                                                                                                  \
        name, TCUI_TUNING_COUNT, TCUI_TUNING_FIELD(policy, field), least, most                                         \
    }
#define TCUI_TUNING_ROW_OF_ARITHMETIC(name, policy, field, least)                                                      \
    {                                                                                                                  \
        name, TCUI_TUNING_ARITHMETIC, TCUI_TUNING_FIELD(policy, field), least, TCU_ARITHMETIC_PLAIN                    \
    }

/* A family of the library's own policy and a table, both constants. */
#define TCUI_TUNING_FAMILY(name, operation, policy, rows)                                                              \
    {                                                                                                                  \
        name, operation, sizeof(policy), &(policy), rows, sizeof(rows) / sizeof((rows)[0])                             \
    }

/* The families, from index 0 on; NULL behind the last one. */
const tcui_tuning_family *tcui_tuning_family_at(size_t index);

/* The row of a name as in files, and its family: NULL if there is none of that name, which a family may have without it. */
const tcui_tuning_row *tcui_tuning_find(const char *name, const tcui_tuning_family **family);

/* A row's number in `policy`, which is of the family's type. */
uint64_t tcui_tuning_get(const void *policy, const tcui_tuning_row *row);

/*
 * Sets a row of the context, which gets its own copy of the family's policy when it has none yet. What holds for calls
 * after a tuning file was loaded holds here: workspaces and plans of before are of no use.
 *
 * TCU_SUCCESS; TCU_ERROR_INVALID_ARGUMENT (out of the row's range: nothing is changed); TCU_ERROR_OUT_OF_MEMORY.
 */
tcu_status tcui_tuning_set(tcu_context *context, const tcui_tuning_family *family, const tcui_tuning_row *row,
                           uint64_t value);

bool tcui_tuning_allows(const tcui_tuning_row *row, uint64_t value);

/* Allocates the context's copies, if they are not there yet; false: no memory. They are freed with the context. */
bool tcui_tuning_make_room(tcu_context *context);

/* All policies that tcui_tuning_set() has changed are the library's own again. */
void tcui_tuning_reset(tcu_context *context);

/* Reads a tuning file (tuning_file.c), for a context that may still be being created. Sentences are for `reporter`: the
 * context, or NULL for the calling thread, of what TCU_TUNING names. */
tcu_status tcui_tuning_load(tcu_context *context, tcu_context *reporter, const char *path);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_TUNING_H */
