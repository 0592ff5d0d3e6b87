/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/gpu/timing.h"

namespace bench
{
Stopwatch::Stopwatch(cudaStream_t stream) : stream_(stream)
{
    cuda_check(cudaEventCreate(&begin_), "event");
    cuda_check(cudaEventCreate(&end_), "event");
}

Stopwatch::~Stopwatch()
{
    cudaEventDestroy(begin_);
    cudaEventDestroy(end_);
}

double Stopwatch::milliseconds() const
{
    float elapsed = 0;
    cuda_check(cudaEventSynchronize(end_), "run");
    cuda_check(cudaEventElapsedTime(&elapsed, begin_, end_), "event");
    return elapsed;
}

Train::Train(cudaStream_t stream, int calls, const std::function<void()> &launch) : stream_(stream)
{
    cudaGraph_t graph = nullptr;
    cuda_check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "capture");
    try {
        for (int call = 0; call < calls; call++) {
            launch();
        }
    } catch (...) {
        cudaStreamEndCapture(stream, &graph);
        cudaGraphDestroy(graph);
        throw;
    }
    cuda_check(cudaStreamEndCapture(stream, &graph), "capture");
    const cudaError_t error = cudaGraphInstantiate(&executable_, graph, 0);
    cudaGraphDestroy(graph);
    cuda_check(error, "graph");
}

Train::~Train()
{
    cudaGraphExecDestroy(executable_);
}
} // namespace bench
