/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file application.h
 * Whole applications, each written twice: by the library's public C API, and by CUB with what an expert adds to it. A folder
 * is an application: `problem.h` and `problem.cu` are its data, `tcu.c` (`tcu.cu` where it has kernels of its own) and
 * `cub.cu` its two sides. A frame is what a program repeats: it is enqueued without a wait, captured into a CUDA graph and
 * replayed. Both sides read the same inputs, work in memory that they reserve once, and have to come to equal results.
 */
#ifndef TCU_BENCH_APPLICATION_H
#define TCU_BENCH_APPLICATION_H

#include <cuda_runtime_api.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <tcu/tcu.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ----------------------------------------------------------------------------------------- an application --- */

/** One of the two programs. */
typedef struct app_side {
    /** All that is done once: memory, contexts, plans. `problem` outlives the side. Returns what the others are given. */
    void *(*open)(const void *problem, cudaStream_t stream);
    /** Enqueues a frame on the stream, without a wait: it is captured. It reads inputs and writes all outputs. */
    void (*frame)(void *side);
    void (*close)(void *side);
} app_side;

/** Inputs and outputs of a problem, in the device's memory. */
typedef struct app_arrays app_arrays;

/** An application, and the data that it is measured on. */
typedef struct application {
    const char *name;         /**< of its folder */
    const char *const *cases; /**< what each of its problems is called, for people */
    int num_cases;
    size_t problem_bytes; /**< of its structure: sizes, and pointers to inputs and outputs */
    /** Sets the sizes of problem number `which`, and makes its inputs and outputs. `small`: a size for a test. */
    void (*make)(void *problem, app_arrays *arrays, int which, int small, cudaStream_t stream);
    const app_side *tcu, *cub;
} application;

/** Declares an application, which its `problem.cu` defines, and its two sides, which `tcu.c` and `cub.cu` define. */
#define APP_DECLARE(name)                                                                                              \
    extern const application application_##name;                                                                       \
    extern const app_side name##_tcu, name##_cub

/* -------------------------------------------------------------------------------------------------- memory --- */

/** How far results of the two sides may be apart: |a - b| <= relative * max(|a|, |b|) + absolute. Both 0: equal bits. */
typedef struct app_tolerance {
    double relative, absolute;
} app_tolerance;

/** Memory for an input, or of a side's own, aligned to 256 bytes; app_arrays_free() frees it. */
void *app_input(app_arrays *arrays, size_t bytes);

/**
 * An output of `capacity` elements, poisoned. Each side gets memory of its own for it.
 *
 * @param field      the address of the problem's pointer to it.
 * @param tolerance  reals of two algorithms differ by rounding; whoever gives one says why it is enough.
 * @param count      the address of the problem's pointer to an output of one u64 that says how many elements there are,
 *                   given before; NULL: all are.
 */
void app_output(app_arrays *arrays, void *field, uint64_t capacity, tcu_type type, app_tolerance tolerance,
                const void *count);

/** Memory of a side's own, to be freed by cudaFree(). */
void *app_allocate(size_t bytes);

/* ---------------------------------------------------------------------------------------------------- times --- */

/** Milliseconds of a frame, of the second of two, outside of a graph: for a side that chooses among forms. It waits. */
double app_time_frame(void (*frame)(void *side), void *side, cudaStream_t stream);

/* -------------------------------------------------------------------------------------------------- errors --- */

/** Ends the program with a sentence, if a call fails. */
#define APP_CUDA(call) app_check_cuda((call), __FILE__, __LINE__)
#define APP_TCU(context, call)                                                                                         \
    do {                                                                                                               \
        if ((call) != TCU_SUCCESS) {                                                                                   \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, tcu_context_last_error(context));                       \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

static inline void app_check_cuda(cudaError_t error, const char *file, int line)
{
    if (error != cudaSuccess) {
        fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(error));
        exit(1);
    }
}

#ifdef __cplusplus
}
#endif

#endif /* TCU_BENCH_APPLICATION_H */
