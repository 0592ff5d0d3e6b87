/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of the CUDA runtime that leave captures alone. */
#ifndef TCUI_CAPTURE_MODE_H
#define TCUI_CAPTURE_MODE_H

#include <cuda_runtime_api.h>

/*
 * While a thread captures a stream in CUDA's global mode, calls that might allocate or synchronise invalidate the
 * capture, whichever thread makes them, unless that thread says that they are harmless: by this, and back with what it
 * returns. (In the thread-local mode it is the calls of the capturing thread that do.)
 */
static inline enum cudaStreamCaptureMode tcui_set_capture_mode(enum cudaStreamCaptureMode mode)
{
    if (cudaThreadExchangeStreamCaptureMode(&mode) != cudaSuccess) {
        cudaGetLastError();
    }
    return mode;
}

#endif /* TCUI_CAPTURE_MODE_H */
