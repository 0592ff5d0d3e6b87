/* SPDX-License-Identifier: Apache-2.0 */
/* Functions that cannot be captured into a graph: those that make plans. */
#ifndef TCUI_CAPTURE_CUH
#define TCUI_CAPTURE_CUH

#include "primitives/context/context_internal.h"

namespace tcu
{

/*
 * TCU_ERROR_DEVICE while the context's stream is captured. To be asked before memory is allocated: CUDA refuses that
 * during captures of two modes, which then fail, but allows it in the relaxed one, where the plan would be filled by
 * the graph's replays only.
 */
inline tcu_status check_no_capture(tcu_context *context)
{
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    const cudaError_t error = cudaStreamIsCapturing(static_cast<cudaStream_t>(context->stream), &capture);
    if (error == cudaSuccess && capture == cudaStreamCaptureStatusNone) {
        return TCU_SUCCESS;
    }
    cudaGetLastError();
    if (error == cudaSuccess) {
        return tcui_fail(context, TCU_ERROR_DEVICE, "a plan cannot be created while the context's stream is captured");
    }
    return tcui_fail(context, TCU_ERROR_DEVICE, "a plan cannot be created: %s (%s)", cudaGetErrorString(error),
                     cudaGetErrorName(error));
}

} // namespace tcu

#endif /* TCUI_CAPTURE_CUH */
