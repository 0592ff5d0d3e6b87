/* SPDX-License-Identifier: Apache-2.0 */
#include "test_cuda_capture.h"

#include <pthread.h>

const enum cudaStreamCaptureMode test_capture_modes[TEST_CAPTURE_MODES] = {
    cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed};

void test_cuda_during_capture(int which, void *(*function)(void *), void *argument)
{
    const enum cudaStreamCaptureMode mode = test_capture_modes[which / 4];
    const unsigned flags = which % 2 == 0 ? cudaStreamNonBlocking : cudaStreamDefault;
    const bool on_thread = which / 2 % 2 == 1;
    cudaStream_t stream;
    cudaGraph_t graph = NULL;
    size_t nodes = 1;
    TEST_CUDA(cudaStreamCreateWithFlags(&stream, flags));
    TEST_CUDA(cudaStreamBeginCapture(stream, mode));
    if (on_thread) {
        pthread_t thread;
        cr_assert_eq(pthread_create(&thread, NULL, function, argument), 0);
        pthread_join(thread, NULL);
    } else {
        function(argument);
    }
    const cudaError_t error = cudaStreamEndCapture(stream, &graph);
    cr_assert(error == cudaSuccess, "mode %d, flags %u, thread %d: the capture broke: %s", (int)mode, flags, on_thread,
              cudaGetErrorString(error));
    TEST_CUDA(cudaGraphGetNodes(graph, NULL, &nodes));
    cr_expect_eq(nodes, 0, "%zu nodes", nodes);
    TEST_CUDA(cudaGraphDestroy(graph));
    TEST_CUDA(cudaStreamDestroy(stream));
}
