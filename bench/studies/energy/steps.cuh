/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file steps.cuh Energy of work between two steps of NVML's counter. The counter is renewed a few times a second only, so a
 * reading at any other time is up to a step too old, at both ends of a measurement. Here the host looks at it all the time,
 * while the GPU has work ahead, and begins and ends right behind a step.
 */
#ifndef TCU_BENCH_STUDIES_ENERGY_STEPS_CUH
#define TCU_BENCH_STUDIES_ENERGY_STEPS_CUH

#include <chrono>
#include <stdexcept>

#include "bench/gpu/energy.h"
#include "bench/studies/gpu.cuh"

namespace study
{
/** Keeps a stream busy with the same graph again and again, and counts how often it is done. */
class Feed
{
  public:
    Feed(cudaStream_t stream, const Repeated &work) : stream_(stream), work_(work)
    {
        for (cudaEvent_t &event : done_) {
            cuda_check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "event");
        }
    }
    Feed(const Feed &) = delete;
    Feed &operator=(const Feed &) = delete;
    ~Feed()
    {
        cudaStreamSynchronize(stream_);
        for (cudaEvent_t event : done_) {
            cudaEventDestroy(event);
        }
    }

    /** Fills up what is ahead; returns how many are done. */
    uint64_t refill()
    {
        while (completed_ < enqueued_) {
            const cudaError_t state = cudaEventQuery(done_[completed_ % kAhead]);
            if (state == cudaErrorNotReady) {
                cudaGetLastError(); // no error: whoever asks for the last one must not find it
                break;
            }
            cuda_check(state, "energy");
            completed_++;
        }
        for (; enqueued_ < completed_ + kAhead; enqueued_++) {
            work_.enqueue();
            cuda_check(cudaEventRecord(done_[enqueued_ % kAhead], stream_), "event");
        }
        return completed_;
    }

  private:
    static constexpr uint64_t kAhead = 32; // more than the GPU does while the host looks at the counter
    cudaStream_t stream_;
    const Repeated &work_;
    cudaEvent_t done_[kAhead] = {};
    uint64_t enqueued_ = 0, completed_ = 0;
};

struct Counted {
    double joules, net_joules; // net: without idle power
    double times;              // that the work was done
    double watts, sm_mhz;
};

/**
 * Runs the work from a step of the counter until the first one after `seconds`; what runs before that step does not count.
 * The stream is idle when it returns. Throws if the counter does not step.
 */
inline Counted count_energy(bench::EnergyMeter &meter, cudaStream_t stream, const Repeated &work, double seconds)
{
    using Clock = std::chrono::steady_clock;
    constexpr double stands_still = 5; // seconds without a step
    constexpr double joule = 1e-9;     // the meter gives nanojoules an element, of which there is one here
    Feed feed(stream, work);
    const auto until_step = [&](double least) {
        const Clock::time_point begin = Clock::now();
        for (;;) {
            const uint64_t done = feed.refill();
            const bool has_stepped = meter.measure(0, 1, [] {}).raw_nj > 0; // while this line ran
            const double elapsed = std::chrono::duration<double>(Clock::now() - begin).count();
            if (has_stepped && elapsed >= least) {
                return done;
            }
            if (elapsed > least + stands_still) {
                throw std::runtime_error("the counter of energy stands still");
            }
        }
    };
    // The meter calls it twice, and counts what is used in the second call.
    int call = 0;
    uint64_t done[2] = {};
    const bench::Energy energy = meter.measure(0, 1, [&] {
        done[call] = until_step(call == 0 ? 0 : seconds);
        call++;
    });
    return {energy.raw_nj * joule, energy.net_nj * joule, double(done[1] - done[0]), energy.watts, energy.sm_mhz};
}
} // namespace study

#endif
