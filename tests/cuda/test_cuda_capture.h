/* SPDX-License-Identifier: Apache-2.0 */
/* What may be done while a stream is captured, in all ways that CUDA has for it. */
#ifndef TEST_CUDA_CAPTURE_H
#define TEST_CUDA_CAPTURE_H

#include "test_cuda.h"

enum { TEST_CAPTURE_MODES = 3 };
extern const enum cudaStreamCaptureMode test_capture_modes[TEST_CAPTURE_MODES];

/* Captures of a stream in each mode, one that the legacy default stream waits for or not, and `function` called by the
 * thread that captures or by another one. */
enum { TEST_CAPTURES = 4 * TEST_CAPTURE_MODES };

/* Calls function(argument) in capture number `which`, which has to go on and to stay empty. */
void test_cuda_during_capture(int which, void *(*function)(void *), void *argument);

#endif /* TEST_CUDA_CAPTURE_H */
