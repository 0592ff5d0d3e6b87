/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The context's inside, its error sentence, and the table of functions that a backend fills. Internal names begin with
 * tcui_ and are hidden from the shared library's symbol table.
 */
#ifndef TCUI_CONTEXT_INTERNAL_H
#define TCUI_CONTEXT_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "operations.h"
#include "tcu/context.h"
#include "tcu/types.h"

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) || defined(__clang__)
#define TCUI_PRINTF(format_index, first) __attribute__((format(printf, format_index, first)))
/* A function that is rarely called: compilers keep what leads to it out of the way of the rest. */
#define TCUI_RARE __attribute__((cold))
#else
#define TCUI_PRINTF(format_index, first)
#define TCUI_RARE
#endif

struct tcui_memory;    /* primitives/memory/memory.h */
struct tcui_operation; /* path.h */
struct tcui_path;
struct tcui_temporary; /* backends/cuda/temporary.h */

/* What a backend offers. The tables are put together in backends/, above every operation. */
typedef struct tcui_backend {
    tcu_backend id;

    /* Fills context->properties for `device` (-1: the current one), or says in `reason` why it cannot be used. */
    tcu_status (*open)(tcu_context *context, int device, char *reason, size_t reason_size);
    /* Gives back what open() took. Enqueued work goes on. */
    void (*close)(tcu_context *context);
    /* Of tcu_context_set_threads(): `threads` is in its range. */
    void (*set_threads)(tcu_context *context, int threads);
    /* Makes the context's device the calling thread's and returns what it was, to be handed to leave(). */
    tcu_status (*enter)(tcu_context *context, int *previous);
    void (*leave)(int previous);
    /* Default allocator, ordered on the context's stream; *pointer stays NULL when memory ran out. */
    tcu_status (*allocate)(tcu_context *context, size_t bytes, void **pointer);
    void (*release)(tcu_context *context, void *pointer, size_t bytes);
    /* Copies within the context's memory space, ordered on its stream. */
    tcu_status (*copy)(tcu_context *context, void *to, const void *from, size_t bytes);
    /* Sets bytes to 0, which is the value 0 of every type, ordered on the stream. */
    tcu_status (*clear)(tcu_context *context, void *to, size_t bytes);
    /* Copies one element of 1, 2, 4 or 8 bytes, which lies in host memory and is read before the call returns, to each of
     * `count` elements at `to`, which is aligned to them; ordered on the stream. */
    tcu_status (*fill)(tcu_context *context, void *to, const void *element, size_t element_bytes, uint64_t count);

    /* Of the functions that allocate and copy for users. */
    const struct tcui_memory *memory;
    /* Whether operations can read and write what `pointer` points to, as far as the backend can tell; within enter() and
     * leave(). NULL: it cannot tell. */
    bool (*reaches)(const tcu_context *context, const void *pointer);

    /* By tcui_operation_id. */
    const struct tcui_operation *operations[TCUI_OPERATIONS];

    /* Finds out what the context's stream has of the device (resources.h); within enter() and leave(). NULL: every
     * stream has all of it. */
    void (*ask_stream)(tcu_context *context);
} tcui_backend;

extern const tcui_backend tcui_backend_host;
extern const tcui_backend tcui_backend_reference;
#ifdef TCU_WITH_CUDA
extern const tcui_backend tcui_backend_cuda;
#endif

struct tcu_context {
    const tcui_backend *backend;
    tcu_properties properties;
    /* The device's kernels can use bulk copies and as much shared memory as sm_90 has; else scans go by tiles. */
    bool has_bulk_copies;
    int multiprocessor_threads; /* that are resident on a multiprocessor at once */
    bool reads_pageable_memory; /* the device reads and writes all memory of the process */
    int cluster_blocks;         /* blocks in a cluster of the largest blocks; 1 where there are no clusters */
    /* Of the host: calls of less work are done by one thread (primitives/threads/tuning.h). Tests set it lower. */
    double least_shared_ns;
    tcu_arithmetic arithmetic;
    bool checks_pointers; /* by tcui_backend::reaches */
    /* By tcui_operation_id, of the type of the operation's tuning.h: NULL, except where a tuning file or a test replaces
     * the policy rows. */
    const void *policies[TCUI_OPERATIONS];
    void *tuning; /* the rows of a tuning file, which `policies` point to; or NULL. The context frees it. */
    const struct tcui_path *forced_paths[TCUI_OPERATIONS]; /* by TCU_PATH, or NULL */
    tcu_call_info last_call;
    void *stream;
    void *workspace;
    size_t workspace_bytes;
    tcu_allocate_function allocate;
    tcu_free_function release;
    void *allocator_user;
    struct tcui_temporary *temporary; /* of the CUDA backend (backends/cuda/temporary.h), or NULL */
    const char *function;             /* the public function that runs, with which sentences begin */
    char last_error[512];             /* of the last call; "" if it succeeded */
    /* What the stream has, if that is less than the device has (resources.h); else 0. */
    int stream_multiprocessors, stream_cluster_blocks;
};

/* Whether the processor can read what operations are given. */
static inline bool tcui_is_on_host(const tcu_context *context)
{
    return context->backend->id != TCU_BACKEND_CUDA;
}

/* Whether a call of `context` forms its sums on the matrix unit where AUTO means `policy`. */
static inline bool tcui_uses_matrix(const tcu_context *context, tcu_arithmetic policy)
{
    return (context->arithmetic == TCU_ARITHMETIC_AUTO ? policy : context->arithmetic) == TCU_ARITHMETIC_MATRIX;
}

/*
 * Every public function begins with tcui_begin(context, __func__): TCU_SUCCESS if the context is alive, whose last
 * error is then cleared; otherwise the sentence goes to the calling thread's slot.
 */
tcu_status tcui_begin(tcu_context *context, const char *function);

/* The same of functions that have no context: clears the calling thread's sentence. */
void tcui_begin_without_context(const char *function);

/*
 * Stores "function: sentence" and returns `status`, so that a check reads: return tcui_fail(context, STATUS, "...",
 * ...). Without a context, for the calling thread.
 */
tcu_status tcui_fail(tcu_context *context, tcu_status status, const char *format, ...) TCUI_PRINTF(3, 4) TCUI_RARE;

/* For code that no checked call reaches: TCU_ERROR_DEVICE, with a sentence that `what` begins. */
tcu_status tcui_fail_unreachable(tcu_context *context, const char *what);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_CONTEXT_INTERNAL_H */
