/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Calls are timed one by one, each from an idle stream to the end of its work, and in bursts: as many as the queue of
 * launches takes without making the host wait, which then waits outside of the time. Each caller has its series of
 * calls to itself, as in a program that makes them in a loop; callers take turns from series to series.
 */
#include "bench/gpu/calls.h"

#include "bench/gpu/cpp_calls.h"

#include <chrono>
#include <cstdio>

namespace bench
{
namespace
{
using Clock = std::chrono::steady_clock;

// A queue holds 1024 launches and copies; none of the operations takes 40 a call.
constexpr int kBurstCalls = 16;
constexpr int kSeries = 20; // samples a round
constexpr int kWarmUpRounds = 2;

double microseconds_since(Clock::time_point begin)
{
    return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}
} // namespace

GpuCalls::GpuCalls(int device, cudaStream_t stream, GpuData &data, CubContestants &cub)
    : device_(device), stream_(stream), data_(data), cub_(cub)
{
    for (tcu_context **context : {&with_workspace_, &unchecked_, &without_workspace_}) {
        check(tcu_context_create(context, TCU_BACKEND_CUDA, device), nullptr);
        check(tcu_context_set_stream(*context, stream), *context);
    }
    check(tcu_context_set_pointer_checks(unchecked_, 0), unchecked_);
}

GpuCalls::~GpuCalls()
{
    tcu_context_destroy(with_workspace_);
    tcu_context_destroy(unchecked_);
    tcu_context_destroy(without_workspace_);
}

void GpuCalls::add_library(const bench_problem &problem, const GpuCheck &reference, Result &result)
{
    workspace_.ensure(library_workspace(with_workspace_, problem));
    for (tcu_context *context : {with_workspace_, unchecked_}) {
        check(tcu_context_set_workspace(context, workspace_.get(), workspace_.size()), context);
    }

    const auto add = [&](CallRole role, const char *name, const std::function<void()> &call) {
        reference.poison();
        call();
        const bench_verdict verdict = reference.check();
        if (verdict.wrong > 0) {
            std::fprintf(stderr, "tcu-bench: WRONG: %s (%s): %llu outputs, error %g\n", result.row.name().c_str(), name,
                         (unsigned long long)verdict.wrong, verdict.max_error);
            result.verified = false;
        }
        result.max_error =
            std::isnan(result.max_error) ? verdict.max_error : std::max(result.max_error, verdict.max_error);
        callers_.push_back({role, name, call});
    };
    result.verified = true;
    const auto by = [&problem](tcu_context *context) { return [context, problem] { run_library(context, problem); }; };
    add(CallRole::workspace, "with a workspace", by(with_workspace_));
    if (const std::function<void()> call = call_in_cpp(with_workspace_, problem)) {
        add(CallRole::in_cpp, "with a workspace, in C++", call);
    }
    add(CallRole::unchecked, "with a workspace, unchecked", by(unchecked_));
    add(CallRole::without_workspace, "without a workspace", by(without_workspace_));
}

// The contexts of this object are alive meanwhile, so that nothing is set up for the device's first or torn down
// after its last.
void GpuCalls::add_context()
{
    const int device = device_;
    callers_.push_back({CallRole::context, "context", [device] {
                            tcu_context *context = nullptr;
                            check(tcu_context_create(&context, TCU_BACKEND_CUDA, device), nullptr);
                            check(tcu_context_destroy(context), nullptr);
                        }});
}

void GpuCalls::prepare(Result &result, bool with_cub)
{
    callers_.clear();
    if (result.row.timed == Timed::context) {
        add_context();
        result.verified = true; // there is no result
    } else {
        bench_problem problem = data_.problem_of(result.row);
        const GpuFamily &family = data_.family(problem.op);
        const std::unique_ptr<GpuCheck> reference = family.make_check(problem);
        result.bytes = family_of(problem.op).bytes_moved(problem);
        add_library(problem, *reference, result);
        if (with_cub) {
            for (const Contestant &form : cub_.of(problem, family, *reference, result.cub_notes)) {
                if (!form.reset) { // as the library's calls leave their input alone
                    callers_.push_back({CallRole::cub, form.name, form.launch});
                }
            }
        }
        const cudaStream_t stream = stream_;
        callers_.push_back({CallRole::empty_kernel, "empty kernel", [stream] { launch_empty(stream); }});
    }
    for (int warm_up = 0; warm_up < kWarmUpRounds; warm_up++) {
        round();
    }
    for (Caller &caller : callers_) {
        caller.enqueue_us.clear();
        caller.call_us.clear();
    }
}

double GpuCalls::time_burst(const Caller &caller) const
{
    const Clock::time_point begin = Clock::now();
    for (int call = 0; call < kBurstCalls; call++) {
        caller.call();
    }
    const double us = microseconds_since(begin);
    cuda_check(cudaStreamSynchronize(stream_), caller.name.c_str());
    return us / kBurstCalls;
}

double GpuCalls::time_call(const Caller &caller) const
{
    const Clock::time_point begin = Clock::now();
    caller.call();
    if (caller.role != CallRole::context) {
        cuda_check(cudaStreamSynchronize(stream_), caller.name.c_str());
    }
    return microseconds_since(begin);
}

double GpuCalls::round()
{
    for (Caller &caller : callers_) {
        time_call(caller); // brings back what other callers took out of caches
        for (int sample = 0; sample < kSeries; sample++) {
            caller.call_us.push_back(time_call(caller));
        }
        if (caller.role == CallRole::context || caller.role == CallRole::without_workspace) {
            continue;
        }
        time_burst(caller);
        for (int sample = 0; sample < kSeries; sample++) {
            caller.enqueue_us.push_back(time_burst(caller));
        }
    }
    return callers_.front().call_us.back() * 1e-6;
}

void GpuCalls::finish(Result &result) const
{
    CallTimes &times = result.calls;
    for (const Caller &caller : callers_) {
        const Times enqueue = Times::of(caller.enqueue_us), call = Times::of(caller.call_us);
        if (caller.role == CallRole::cub) {
            result.cub_forms.emplace_back(caller.name, call.median);
            if (std::isnan(times.cub_call.median) || call.median < times.cub_call.median) {
                times.cub_enqueue = enqueue;
                times.cub_call = call;
                result.cub_variant = caller.name;
            }
        } else if (caller.role == CallRole::workspace) {
            times.enqueue = enqueue;
            times.call = call;
        } else if (caller.role == CallRole::empty_kernel) {
            times.launch = enqueue;
            times.launch_call = call;
        } else if (caller.role == CallRole::in_cpp) {
            times.enqueue_cpp = enqueue;
        } else if (caller.role == CallRole::unchecked) {
            times.enqueue_unchecked = enqueue;
        } else {
            (caller.role == CallRole::context ? times.create : times.call_default) = call;
        }
    }
}
} // namespace bench
