/* SPDX-License-Identifier: Apache-2.0 */
/* What the stream of a context has of the device: a tcui_backend::ask_stream. */
#ifndef TCUI_CUDA_STREAM_RESOURCES_H
#define TCUI_CUDA_STREAM_RESOURCES_H

#include "primitives/context/context_internal.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of the context's stream, with its device current. Where CUDA cannot tell, the stream has all of the device. */
void tcui_cuda_ask_stream(tcu_context *context);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_CUDA_STREAM_RESOURCES_H */
