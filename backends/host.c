/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The backends on the processor, host and reference: memory from the C library, the processor's properties, and the
 * tables of both, which differ in their operations.
 */
#include "primitives/context/context_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "algorithms/compact/backend.h"
#include "algorithms/convolution_layer/backend.h"
#include "algorithms/histogram/backend.h"
#include "algorithms/polynomial/backend.h"
#include "algorithms/radix_sort/backend.h"
#include "algorithms/stencil/backend.h"
#include "primitives/memory/memory.h"
#include "primitives/reduce/backend.h"
#include "primitives/scan/backend.h"

/* "model name : ..." of /proc/cpuinfo where there is one. */
static void read_processor_name(char *name, size_t size)
{
    snprintf(name, size, "host processor");
    FILE *file = fopen("/proc/cpuinfo", "r");
    if (file == NULL) {
        return;
    }
    char line[512];
    while (fgets(line, sizeof line, file) != NULL) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || colon == NULL) {
            continue;
        }
        line[strcspn(line, "\n")] = '\0';
        snprintf(name, size, "%s", colon + 1 + strspn(colon + 1, " "));
        break;
    }
    fclose(file);
}

/* (What operations read is the property, so that a query and the call behind it agree.) */
static void host_set_threads(tcu_context *context, int threads)
{
    int used = 1;
#ifdef _OPENMP
    used = threads > 0 ? threads : omp_get_max_threads();
    used = used < TCU_MAX_THREADS ? used : TCU_MAX_THREADS;
#endif
    (void)threads;
    context->properties.multiprocessors = used;
}

static void reference_set_threads(tcu_context *context, int threads)
{
    (void)threads;
    context->properties.multiprocessors = 1;
}

static tcu_status host_open(tcu_context *context, int device, char *reason, size_t reason_size)
{
    (void)device, (void)reason, (void)reason_size;
    tcu_properties *properties = &context->properties;
    properties->backend = context->backend->id;
    properties->device = -1;
    read_processor_name(properties->name, sizeof properties->name);
    context->backend->set_threads(context, 0);
    return TCU_SUCCESS;
}

static void host_close(tcu_context *context)
{
    (void)context;
}

static tcu_status host_enter(tcu_context *context, int *previous)
{
    (void)context;
    *previous = -1;
    return TCU_SUCCESS;
}

static void host_leave(int previous)
{
    (void)previous;
}

static tcu_status host_allocate(tcu_context *context, size_t bytes, void **pointer)
{
    (void)context;
    *pointer = malloc(bytes);
    return TCU_SUCCESS;
}

static void host_release(tcu_context *context, void *pointer, size_t bytes)
{
    (void)context, (void)bytes;
    free(pointer);
}

static tcu_status host_copy(tcu_context *context, void *to, const void *from, size_t bytes)
{
    (void)context;
    memcpy(to, from, bytes);
    return TCU_SUCCESS;
}

static tcu_status host_clear(tcu_context *context, void *to, size_t bytes)
{
    (void)context;
    memset(to, 0, bytes);
    return TCU_SUCCESS;
}

#define FUNCTIONS                                                                                                      \
    .open = host_open, .close = host_close, .enter = host_enter, .leave = host_leave, .allocate = host_allocate,       \
    .release = host_release, .copy = host_copy, .clear = host_clear, .memory = &tcui_memory_host

const tcui_backend tcui_backend_host = {
    .id = TCU_BACKEND_HOST,
    FUNCTIONS,
    .set_threads = host_set_threads,
    .operations = {[TCUI_REDUCE] = &tcui_reduce_host,
                   [TCUI_SCAN] = &tcui_scan_host,
                   [TCUI_COMPACT] = &tcui_compact_host,
                   [TCUI_HISTOGRAM] = &tcui_histogram_host,
                   [TCUI_RADIX_SORT] = &tcui_radix_sort_host,
                   [TCUI_POLYNOMIAL] = &tcui_polynomial_host,
                   [TCUI_STENCIL] = &tcui_stencil_host,
                   [TCUI_CONVOLUTION_LAYER] = &tcui_convolution_layer_host},
};

const tcui_backend tcui_backend_reference = {
    .id = TCU_BACKEND_REFERENCE,
    FUNCTIONS,
    .set_threads = reference_set_threads,
    .operations = {[TCUI_REDUCE] = &tcui_reduce_reference,
                   [TCUI_SCAN] = &tcui_scan_reference,
                   [TCUI_COMPACT] = &tcui_compact_reference,
                   [TCUI_HISTOGRAM] = &tcui_histogram_reference,
                   [TCUI_RADIX_SORT] = &tcui_radix_sort_reference,
                   [TCUI_POLYNOMIAL] = &tcui_polynomial_reference,
                   [TCUI_STENCIL] = &tcui_stencil_reference,
                   [TCUI_CONVOLUTION_LAYER] = &tcui_convolution_layer_reference},
};
