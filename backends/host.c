/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The backends on the processor, host and reference: memory from the C library, the processor's properties, and the
 * tables of both, which differ in their operations.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "host_memory.h"
#include "primitives/context/path.h"
#include "primitives/memory/memory.h"
#include "primitives/threads/tuning.h"

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
    context->least_shared_ns = TCUI_LEAST_SHARED_NS;
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
    *pointer = tcui_host_memory(bytes);
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

static tcu_status host_fill(tcu_context *context, void *to, const void *element, size_t element_bytes, uint64_t count)
{
    (void)context;
    for (uint64_t i = 0; i < count; i++) {
        memcpy((char *)to + i * element_bytes, element, element_bytes);
    }
    return TCU_SUCCESS;
}

#define FUNCTIONS                                                                                                      \
    .open = host_open, .close = host_close, .enter = host_enter, .leave = host_leave, .allocate = host_allocate,       \
    .release = host_release, .copy = host_copy, .clear = host_clear, .fill = host_fill, .memory = &tcui_memory_host

#define HOST_TABLE(number, name)      [number] = &tcui_##name##_host,
#define REFERENCE_TABLE(number, name) [number] = &tcui_##name##_reference,

const tcui_backend tcui_backend_host = {
    .id = TCU_BACKEND_HOST,
    FUNCTIONS,
    .set_threads = host_set_threads,
    .operations = {TCUI_FOR_OPERATIONS(HOST_TABLE)},
};

const tcui_backend tcui_backend_reference = {
    .id = TCU_BACKEND_REFERENCE,
    FUNCTIONS,
    .set_threads = reference_set_threads,
    .operations = {TCUI_FOR_OPERATIONS(REFERENCE_TABLE)},
};
