/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/studies/gpu.cuh"

#include <algorithm>

namespace study
{
namespace
{
constexpr int kRounds = 9;   // of which the median is taken
constexpr double kSlow = 20; // ms, from where on fewer rounds tell as much
constexpr int kSlowRounds = 3;
constexpr double kShortest = 1.0;     // ms, below which work is repeated
constexpr double kMostRepeated = 200; // times

class Events
{
  public:
    explicit Events(cudaStream_t stream) : stream_(stream)
    {
        cuda_check(cudaEventCreate(&begin_), "event");
        cuda_check(cudaEventCreate(&end_), "event");
    }
    Events(const Events &) = delete;
    Events &operator=(const Events &) = delete;
    ~Events()
    {
        cudaEventDestroy(begin_);
        cudaEventDestroy(end_);
    }
    double around(const std::function<void()> &enqueue) // milliseconds
    {
        float elapsed = 0;
        cuda_check(cudaEventRecord(begin_, stream_), "event");
        enqueue();
        cuda_check(cudaEventRecord(end_, stream_), "event");
        cuda_check(cudaEventSynchronize(end_), "run");
        cuda_check(cudaEventElapsedTime(&elapsed, begin_, end_), "event");
        return elapsed;
    }

  private:
    cudaStream_t stream_;
    cudaEvent_t begin_ = nullptr, end_ = nullptr;
};

bench::Times times_of(Events &events, const std::function<void()> &enqueue, int rounds, int repeated)
{
    std::vector<double> samples;
    for (int round = 0; round < rounds; round++) {
        samples.push_back(events.around(enqueue) / repeated);
    }
    return bench::Times::of(samples);
}
} // namespace

Repeated::Repeated(cudaStream_t stream, int times, const std::function<void()> &enqueue) : stream_(stream)
{
    cudaGraph_t graph = nullptr;
    cuda_check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), "capture");
    try {
        for (int t = 0; t < times; t++) {
            enqueue();
        }
    } catch (...) {
        cudaStreamEndCapture(stream, &graph);
        cudaGraphDestroy(graph);
        throw;
    }
    cuda_check(cudaStreamEndCapture(stream, &graph), "capture");
    const cudaError_t error = cudaGraphInstantiateWithFlags(&executable_, graph, 0);
    cudaGraphDestroy(graph);
    cuda_check(error, "graph");
}

Repeated::~Repeated()
{
    cudaGraphExecDestroy(executable_);
}

bench::Times time_of(cudaStream_t stream, const std::function<void()> &enqueue)
{
    Events events(stream);
    enqueue(); // the first run may load code
    const double estimate = events.around(enqueue);
    if (estimate >= kShortest) {
        return times_of(events, enqueue, estimate < kSlow ? kRounds : kSlowRounds, 1);
    }
    const int repeated = int(std::min(kShortest / std::max(estimate, kShortest / kMostRepeated) + 1, kMostRepeated));
    const Repeated graph(stream, repeated, enqueue);
    graph.enqueue();
    return times_of(
        events, [&] { graph.enqueue(); }, kRounds, repeated);
}
} // namespace study
