/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How much of the device a context's stream has. A stream of a green context, or of a process under MPS, may have some
 * of the multiprocessors only, and smaller clusters.
 *
 *     of the device   decides paths, how work is cut and what a workspace holds: all of these are the same on every stream
 *     of the stream   decides how many blocks are launched: those that wait for each other have to be resident together
 *
 * A workspace that has room for as many blocks as the device holds has room for the fewer of a stream.
 */
#ifndef TCUI_RESOURCES_H
#define TCUI_RESOURCES_H

#include "context_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tcui_resources {
    int multiprocessors;
    int cluster_blocks; /* of a cluster of the largest blocks; 1: there are no clusters */
} tcui_resources;

static inline tcui_resources tcui_device_resources(const tcu_context *context)
{
    const tcui_resources resources = {context->properties.multiprocessors, context->cluster_blocks};
    return resources;
}

/* The multiprocessors that the stream has: not more than the device, which tests give fewer. */
static inline int tcui_stream_multiprocessors(const tcu_context *context)
{
    const int of_device = context->properties.multiprocessors, of_stream = context->stream_multiprocessors;
    return of_stream > 0 && of_stream < of_device ? of_stream : of_device;
}

static inline tcui_resources tcui_stream_resources(const tcu_context *context)
{
    tcui_resources resources = tcui_device_resources(context);
    resources.multiprocessors = tcui_stream_multiprocessors(context);
    if (context->stream_multiprocessors > 0 && context->stream_cluster_blocks < resources.cluster_blocks) {
        resources.cluster_blocks = context->stream_cluster_blocks;
    }
    return resources;
}

#ifdef __cplusplus
}
#endif

#endif /* TCUI_RESOURCES_H */
