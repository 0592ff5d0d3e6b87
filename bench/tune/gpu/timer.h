/* SPDX-License-Identifier: Apache-2.0 */
/** @file timer.h Times problems on a GPU, as tcu-bench does, and checks their results. */
#ifndef TCU_BENCH_TUNE_GPU_TIMER_H
#define TCU_BENCH_TUNE_GPU_TIMER_H

#include "bench/gpu/timing.h"
#include "bench/tune/report.h"

namespace tune
{
/** The GPU's name and what else the file says. Throws if there is no such device. */
Place place_of(int device);

/** The numbers of a family's rows in a context with the tuning file. Throws, with its sentence, what the library says. */
std::vector<uint64_t> numbers_in_file(int device, const std::string &file, const tcui_tuning_family &family);

/** With contexts and memory of its own: one for each family, so that nothing of a failure is left for the next one. */
class GpuTimer final : public Timer
{
  public:
    /** With a file times() takes two contexts, the second one with the file, whatever the numbers are. */
    explicit GpuTimer(int device, const std::string &file = "");
    ~GpuTimer() override;
    GpuTimer(const GpuTimer &) = delete;
    GpuTimer &operator=(const GpuTimer &) = delete;

    std::vector<Samples> times(const Subject &subject, const bench::Row &problem, const std::vector<uint64_t> &numbers,
                               double seconds) override;
    void keep(const Subject &subject, uint64_t number) override;

  private:
    struct Call { // of the problem in one context
        std::function<void()> launch;
        std::unique_ptr<bench::Train> train; // of such launches
        std::unique_ptr<bench::Stopwatch> watch;
    };
    tcu_context *context(size_t k);
    void set(tcu_context *context, const Subject &subject, uint64_t number);
    std::vector<Call> calls_of(const bench::Row &row, const std::vector<std::string> &names, int &repeats);
    std::vector<Samples> times_in_turn(std::vector<Call> &calls, int repeats, double seconds);

    int device_;
    cudaStream_t stream_ = nullptr;
    std::string file_;
    std::vector<tcu_context *> contexts_;
    std::vector<std::pair<const Subject *, uint64_t>> kept_;
    std::unique_ptr<bench::GpuData> data_;
    std::unique_ptr<bench::DeviceBuffer> workspace_;
};
} // namespace tune

#endif
