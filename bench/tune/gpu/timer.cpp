/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A problem under several numbers of a row: each has a context of its own, in which the policy has that number. First all
 * results are checked, by the code of tcu-bench; then in each round every context runs once, in turn, so that a clock that
 * drifts drifts for all. What is short runs 50 times in one graph, from L2, as in tcu-bench.
 */
#include "bench/tune/gpu/timer.h"

#include <algorithm>

#include "bench/gpu/energy.h"
#include "bench/gpu/family.h"
#include "bench/tune/progress.h"
#include "primitives/context/context_internal.h"

namespace tune
{
namespace
{
constexpr size_t kLeastRounds = 5, kMostRounds = 25;

std::string version_text(int version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

struct DestroyContext {
    void operator()(tcu_context *context) const { tcu_context_destroy(context); }
};
using Context = std::unique_ptr<tcu_context, DestroyContext>;

Context new_context(int device, const std::string &file)
{
    tcu_context *context = nullptr;
    bench::check(tcu_context_create(&context, TCU_BACKEND_CUDA, device), nullptr);
    Context owner(context);
    if (!file.empty()) {
        bench::check(tcu_context_load_tuning(context, file.c_str()), context);
    }
    return owner;
}

bool is_short(const bench_problem &problem)
{
    const bench::Family &family = bench::family_of(problem.op);
    return family.bytes_moved(problem) < BENCH_TRAIN_BYTES &&
           family.multiplications(problem) < BENCH_TRAIN_MULTIPLICATIONS;
}
} // namespace

Place place_of(int device)
{
    cudaDeviceProp properties;
    int runtime = 0;
    bench::cuda_check(cudaGetDeviceProperties(&properties, device), "no GPU");
    bench::cuda_check(cudaRuntimeGetVersion(&runtime), "no GPU");
    Place place;
    place.gpu = properties.name;
    place.compute_capability = std::to_string(properties.major) + "." + std::to_string(properties.minor);
    place.driver = bench::driver_version();
    place.cuda = version_text(runtime);
    return place;
}

std::vector<uint64_t> numbers_in_file(int device, const std::string &file, const tcui_tuning_family &family)
{
    const Context context = new_context(device, file);
    const void *const of_context = context->policies[family.operation];
    const void *const policy = of_context != nullptr ? of_context : family.policy;
    std::vector<uint64_t> numbers;
    for (size_t r = 0; r < family.num_rows; r++) {
        numbers.push_back(tcui_tuning_get(policy, &family.rows[r]));
    }
    return numbers;
}

GpuTimer::GpuTimer(int device, const std::string &file) : device_(device), file_(file)
{
    bench::cuda_check(cudaSetDevice(device), "no GPU");
    bench::cuda_check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "stream");
    data_ = std::make_unique<bench::GpuData>(stream_);
    workspace_ = std::make_unique<bench::DeviceBuffer>();
}

GpuTimer::~GpuTimer()
{
    for (tcu_context *c : contexts_) {
        tcu_context_destroy(c);
    }
    data_.reset(); // while there is the stream
    workspace_.reset();
    cudaStreamDestroy(stream_);
    cudaGetLastError();
}

tcu_context *GpuTimer::context(size_t k)
{
    while (contexts_.size() <= k) {
        Context made = new_context(device_, contexts_.size() == 1 ? file_ : "");
        bench::check(tcu_context_set_stream(made.get(), stream_), made.get());
        for (const auto &[subject, number] : kept_) {
            set(made.get(), *subject, number);
        }
        contexts_.push_back(made.release());
    }
    return contexts_[k];
}

void GpuTimer::set(tcu_context *context, const Subject &subject, uint64_t number)
{
    bench::check(tcui_tuning_set(context, subject.family, subject.row, number), context);
}

void GpuTimer::keep(const Subject &subject, uint64_t number)
{
    for (tcu_context *c : contexts_) {
        set(c, subject, number);
    }
    kept_.emplace_back(&subject, number);
}

std::vector<Samples> GpuTimer::times(const Subject &subject, const bench::Row &problem,
                                     const std::vector<uint64_t> &numbers, double seconds)
{
    std::vector<std::string> names; // for a sentence on a wrong result
    for (size_t k = 0; k < numbers.size(); k++) {
        tcu_context *const c = context(k);
        if (file_.empty()) {
            set(c, subject, numbers[k]);
        }
        names.push_back(subject.name() + " " + number_text(*subject.row, numbers[k]));
    }
    try {
        int repeats = 1;
        std::vector<Call> calls = calls_of(problem, names, repeats);
        return times_in_turn(calls, repeats, seconds);
    } catch (const WrongResult &) {
        throw;
    } catch (const std::exception &reason) {
        cudaGetLastError(); // of one call, as for want of memory
        if (cudaDeviceSynchronize() != cudaSuccess) {
            throw; // nothing can be done on the device any more
        }
        say_problem(problem.name() + " is left out: " + reason.what());
        return {};
    }
}

// The problem in each of the contexts, with results that were found to be right.
std::vector<GpuTimer::Call> GpuTimer::calls_of(const bench::Row &row, const std::vector<std::string> &names,
                                               int &repeats)
{
    bench_problem problem = data_->problem_of(row);
    bench::GpuFamily &family = data_->family(row.op);
    const std::unique_ptr<bench::GpuCheck> check = family.make_check(problem);
    size_t bytes = 0; // for all, since graphs keep where it is
    for (size_t k = 0; k < names.size(); k++) {
        bytes = std::max(bytes, bench::library_workspace(context(k), problem));
    }
    workspace_->ensure(bytes);
    repeats = is_short(problem) ? bench::kTrainCalls : 1;

    std::vector<Call> calls;
    for (size_t k = 0; k < names.size(); k++) {
        tcu_context *const c = context(k);
        const auto launch = [this, c, problem] {
            bench::check(tcu_context_set_workspace(c, workspace_->get(), workspace_->size()), c);
            bench::run_library(c, problem);
        };
        check->poison();
        if (family.changes_input(problem)) { // sorts in place: repeated, they sort what is sorted
            family.bring_input(problem, stream_);
        }
        launch();
        const bench::bench_verdict verdict = check->check();
        if (verdict.wrong > 0) {
            throw WrongResult(std::to_string(verdict.wrong) + " outputs of " + row.name() + " are wrong with " +
                              names[k]);
        }
        calls.push_back({launch, std::make_unique<bench::Train>(stream_, repeats, launch),
                         std::make_unique<bench::Stopwatch>(stream_)});
    }
    return calls;
}

std::vector<Samples> GpuTimer::times_in_turn(std::vector<Call> &calls, int repeats, double seconds)
{
    // Everything is enqueued before anything is waited for, behind a run that is not timed, so that no launch of an idle
    // GPU is. The first round warms up, and says how long rounds take.
    std::vector<Samples> samples(calls.size());
    size_t rounds = 1 + kLeastRounds;
    for (size_t round = 0; round < rounds; round++) {
        double milliseconds = 0;
        calls.front().train->run();
        for (Call &call : calls) {
            call.watch->start();
            call.train->run();
            call.watch->stop();
        }
        for (size_t k = 0; k < calls.size(); k++) {
            samples[k].push_back(calls[k].watch->milliseconds() / repeats);
            milliseconds += samples[k].back() * repeats;
        }
        if (round == 0) {
            const double wanted = seconds * 1e3 / std::max(milliseconds, 1e-3);
            rounds = 1 + size_t(std::min(std::max(wanted, double(kLeastRounds)), double(kMostRounds)));
            samples.assign(calls.size(), {});
        }
    }
    return samples;
}
} // namespace tune
