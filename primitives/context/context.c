/* SPDX-License-Identifier: Apache-2.0 */
#include "live.h"
#include "path.h"
#include "sizes.h"
#include "tuning.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* $TCU_ARITHMETIC, where it is set and not empty. */
static tcu_status arithmetic_from_environment(tcu_arithmetic *arithmetic)
{
    static const char *const names[] = {
        [TCU_ARITHMETIC_AUTO] = "auto", [TCU_ARITHMETIC_MATRIX] = "matrix", [TCU_ARITHMETIC_PLAIN] = "plain"};
    const char *value = getenv("TCU_ARITHMETIC");
    *arithmetic = TCU_ARITHMETIC_AUTO;
    if (value == NULL || value[0] == '\0') {
        return TCU_SUCCESS;
    }
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(value, names[i]) == 0) {
            *arithmetic = (tcu_arithmetic)i;
            return TCU_SUCCESS;
        }
    }
    return tcui_fail(NULL, TCU_ERROR_INVALID_ARGUMENT,
                     "the environment variable TCU_ARITHMETIC is \"%.100s\"; it must be auto, matrix or plain", value);
}

/* Opens the CUDA backend, or says in `reason` why it cannot be used. */
static tcu_status open_cuda(tcu_context *context, int device, char *reason, size_t reason_size)
{
#ifdef TCU_WITH_CUDA
    context->backend = &tcui_backend_cuda;
    return context->backend->open(context, device, reason, reason_size);
#else
    (void)context, (void)device;
    snprintf(reason, reason_size, "this build of the library has no CUDA backend");
    return TCU_ERROR_BACKEND_UNAVAILABLE;
#endif
}

static tcu_status open_processor(tcu_context *context, tcu_backend backend, int device, char *reason,
                                 size_t reason_size)
{
    context->backend = backend == TCU_BACKEND_REFERENCE ? &tcui_backend_reference : &tcui_backend_host;
    return context->backend->open(context, device, reason, reason_size);
}

/* $TCU_PATH and $TCU_TUNING, where they are set. (The latter may be empty: scripts clear it so.) */
static tcu_status read_environment(tcu_context *context)
{
    const char *const paths = getenv("TCU_PATH"), *const tuning = getenv("TCU_TUNING");
    const tcu_status status = paths != NULL ? tcui_force_paths(context, paths) : TCU_SUCCESS;
    if (status != TCU_SUCCESS || tuning == NULL || tuning[0] == '\0') {
        return status;
    }
    return tcui_tuning_load(context, NULL, tuning);
}

tcu_status tcu_context_create(tcu_context **context, tcu_backend backend, int device)
{
    tcui_begin_without_context(__func__);
    if (context == NULL) {
        return tcui_fail(NULL, TCU_ERROR_INVALID_ARGUMENT, "context is NULL");
    }
    *context = NULL;
    if ((unsigned)backend > TCU_BACKEND_REFERENCE) {
        return tcui_fail(NULL, TCU_ERROR_INVALID_ARGUMENT, "backend is %d, which is no tcu_backend", (int)backend);
    }
    if (device < -1) {
        return tcui_fail(NULL, TCU_ERROR_INVALID_ARGUMENT, "device is %d; it must be an ordinal or -1", device);
    }

    tcu_arithmetic arithmetic;
    tcu_status status = arithmetic_from_environment(&arithmetic);
    if (status != TCU_SUCCESS) {
        return status;
    }

    tcu_context *created = calloc(1, sizeof *created);
    if (created == NULL) {
        return tcui_fail(NULL, TCU_ERROR_OUT_OF_MEMORY, "no memory for a context of %zu bytes", sizeof *created);
    }
    created->function = __func__;
    created->arithmetic = arithmetic;
    created->checks_pointers = true;

    char reason[sizeof created->properties.fallback_reason] = "";
    status = backend == TCU_BACKEND_AUTO || backend == TCU_BACKEND_CUDA
                 ? open_cuda(created, device, reason, sizeof reason)
                 : open_processor(created, backend, device, reason, sizeof reason);
    if (status == TCU_ERROR_BACKEND_UNAVAILABLE && backend == TCU_BACKEND_AUTO) {
        memset(&created->properties, 0, sizeof created->properties);
        memcpy(created->properties.fallback_reason, reason, sizeof reason);
        status = open_processor(created, TCU_BACKEND_HOST, device, reason, sizeof reason);
    }
    if (status != TCU_SUCCESS) {
        free(created);
        return tcui_fail(NULL, status, "backend %d, device %d: %s", (int)backend, device, reason);
    }
    status = read_environment(created);
    if (status == TCU_SUCCESS && !tcui_live_add(created, TCUI_KIND_CONTEXT)) {
        status = tcui_fail(NULL, TCU_ERROR_OUT_OF_MEMORY, "no memory to register a context");
    }
    if (status != TCU_SUCCESS) {
        created->backend->close(created);
        free(created->tuning);
        free(created);
        return status;
    }
    *context = created;
    return TCU_SUCCESS;
}

tcu_status tcu_context_destroy(tcu_context *context)
{
    if (context == NULL) {
        tcui_begin_without_context(__func__);
        return TCU_SUCCESS;
    }
    if (!tcui_live_remove(context, TCUI_KIND_CONTEXT)) {
        tcui_begin_without_context(__func__);
        return tcui_fail(NULL, TCU_ERROR_INVALID_CONTEXT, "%p is no context, or was destroyed", (void *)context);
    }
    context->backend->close(context);
    free(context->tuning);
    tcui_live_free(context);
    return TCU_SUCCESS;
}

tcu_status tcu_context_set_stream(tcu_context *context, void *stream)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    int previous_device;
    if (context->backend->ask_stream == NULL) {
        context->stream = stream;
        return TCU_SUCCESS;
    }
    status = context->backend->enter(context, &previous_device);
    if (status == TCU_SUCCESS) {
        context->stream = stream;
        context->backend->ask_stream(context);
        context->backend->leave(previous_device);
    }
    return status;
}

tcu_status tcu_context_set_workspace(tcu_context *context, void *workspace, size_t bytes)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (workspace == NULL && bytes > 0) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "workspace is NULL, but bytes is %zu", bytes);
    }
    if (bytes > TCUI_MOST_BYTES) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW, "bytes is %zu: " TCUI_TOO_LARGE, bytes);
    }
    if (bytes > UINTPTR_MAX - (uintptr_t)workspace) {
        return tcui_fail(context, TCU_ERROR_SIZE_OVERFLOW,
                         "workspace is %p and has bytes = %zu: it ends behind the last address", workspace, bytes);
    }
    context->workspace = workspace;
    context->workspace_bytes = bytes;
    return TCU_SUCCESS;
}

tcu_status tcu_context_set_allocator(tcu_context *context, tcu_allocate_function allocate, tcu_free_function release,
                                     void *user)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if ((allocate == NULL) != (release == NULL)) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL, but %s is not: set both or neither",
                         allocate == NULL ? "allocate" : "release", allocate == NULL ? "release" : "allocate");
    }
    context->allocate = allocate;
    context->release = release;
    context->allocator_user = user;
    return TCU_SUCCESS;
}

tcu_status tcu_context_set_arithmetic(tcu_context *context, tcu_arithmetic arithmetic)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if ((unsigned)arithmetic > TCU_ARITHMETIC_PLAIN) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "arithmetic is %d, which is no tcu_arithmetic",
                         (int)arithmetic);
    }
    context->arithmetic = arithmetic;
    return TCU_SUCCESS;
}

tcu_status tcu_context_load_tuning(tcu_context *context, const char *path)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (path == NULL) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "path is NULL");
    }
    return tcui_tuning_load(context, context, path);
}

tcu_status tcu_context_set_threads(tcu_context *context, int threads)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (threads < 0 || threads > TCU_MAX_THREADS) {
        return tcui_fail(context, TCU_ERROR_INVALID_ARGUMENT, "threads is %d; it must be 0 to %d", threads,
                         TCU_MAX_THREADS);
    }
    context->backend->set_threads(context, threads);
    return TCU_SUCCESS;
}

tcu_status tcu_context_set_pointer_checks(tcu_context *context, int enabled)
{
    tcu_status status = tcui_begin(context, __func__);
    if (status == TCU_SUCCESS) {
        context->checks_pointers = enabled != 0;
    }
    return status;
}

tcu_status tcu_context_get_properties(const tcu_context *context, tcu_properties *properties)
{
    /* A query does not change what the context computes; only its sentence is written here. */
    tcu_context *const mutable_context = (tcu_context *)context;
    tcu_status status = tcui_begin(mutable_context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (properties == NULL) {
        return tcui_fail(mutable_context, TCU_ERROR_INVALID_ARGUMENT, "properties is NULL");
    }
    *properties = context->properties;
    return TCU_SUCCESS;
}

tcu_status tcu_context_get_last_call(const tcu_context *context, tcu_call_info *info)
{
    /* A query does not change what the context computes; only its sentence is written here. */
    tcu_context *const mutable_context = (tcu_context *)context;
    tcu_status status = tcui_begin(mutable_context, __func__);
    if (status != TCU_SUCCESS) {
        return status;
    }
    if (info == NULL) {
        return tcui_fail(mutable_context, TCU_ERROR_INVALID_ARGUMENT, "info is NULL");
    }
    *info = context->last_call;
    if (info->function == NULL) {
        info->function = "";
    }
    if (info->path == NULL) {
        info->operation = info->path = "";
    }
    return TCU_SUCCESS;
}
