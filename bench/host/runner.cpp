/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A row on the host backend: the library on one thread and on all, against what users write (serial.cpp of a family),
 * and a copy, which says what more threads gain where memory is the limit.
 */
#include <chrono>
#include <cstdio>
#include <cstring>
#include <functional>
#include <stdexcept>

#if defined(_OPENMP)
#include <omp.h>
#endif

#include "bench/family.h"
#include "bench/runner.h"
#include "primitives/tile/host/levels.h"

namespace bench
{
namespace
{
using Clock = std::chrono::steady_clock;

constexpr double kSeriesMs = 0.05, kMostMs = 400;   // a sample's least time; what a contestant gets in all
constexpr uint64_t kMostCached = uint64_t(1) << 25; // bytes of a row that caches may hold
constexpr size_t kFewestSamples = 3;
constexpr uint64_t kWarmCalls = 3;
constexpr int kTurns = 8; // in a round: minima need many
constexpr uint64_t kMostCopied = uint64_t(1) << 28;

template <class Work>
double milliseconds(Work &&work)
{
    const Clock::time_point begin = Clock::now();
    work();
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

int all_threads()
{
#if defined(_OPENMP)
    static const int threads = omp_get_max_threads();
    return threads;
#else
    return 1;
#endif
}

void set_threads(int threads)
{
#if defined(_OPENMP)
    omp_set_num_threads(threads);
#else
    (void)threads;
#endif
}

void copy(char *to, const char *from, int64_t bytes)
{
#if defined(_OPENMP)
    if (omp_get_max_threads() > 1) {
#pragma omp parallel
        {
            const int64_t part = (bytes + omp_get_num_threads() - 1) / omp_get_num_threads();
            const int64_t begin = std::min(bytes, part * omp_get_thread_num()), end = std::min(bytes, begin + part);
            std::memcpy(to + begin, from + begin, size_t(end - begin));
        }
        return;
    }
#endif
    std::memcpy(to, from, size_t(bytes));
}

struct Contestant {
    std::string name;
    bool is_yardstick, is_judged, is_checked; // is_checked: computes the row, which a copy does not
    int threads;
    std::function<void()> call;
    uint64_t calls = 1; // in a series, which is one sample
    std::vector<double> ms = {};
    double spent = 0;
};

class HostRunner : public Runner
{
  public:
    HostRunner()
    {
        const int all = all_threads();
        for (tcu_context **context : {&one_, &all_}) { // which takes the number of threads of its creation
            set_threads(context == &one_ ? 1 : all);
            if (tcu_context_create(context, TCU_BACKEND_HOST, -1) != TCU_SUCCESS) {
                throw std::runtime_error(tcu_context_last_error(nullptr));
            }
        }
    }
    ~HostRunner() override
    {
        tcu_context_destroy(one_);
        tcu_context_destroy(all_);
    }

    void describe(Header &header) override
    {
        tcu_properties properties;
        tcu_context_get_properties(all_, &properties);
        header.host = properties.name;
        header.threads = all_threads();
        header.level = level_names()[size_t(tcui_processor_level)];
#if defined(__clang__)
        header.compiler = std::string("clang ") + __clang_version__;
#elif defined(__GNUC__)
        header.compiler = std::string("gcc ") + __VERSION__;
#endif
    }
    bool prepare(Result &result) override;
    double round() override;
    void finish(Result &result) override;

  private:
    void set_workspace(tcu_context *context, std::vector<char> &workspace)
    {
        workspace.resize(library_workspace(context, problem_));
        check(tcu_context_set_workspace(context, workspace.data(), workspace.size()), context);
    }
    void enter(Result &result);
    bool verify(const Contestant &contestant, Result &result);
    void warm(const Contestant &contestant);
    double sample(const Contestant &contestant);

    uint64_t bytes_ = 0;
    tcu_context *one_ = nullptr, *all_ = nullptr; // of one thread, of all
    const Family *family_ = nullptr;              // of the row
    bench_problem problem_ = {};
    std::unique_ptr<HostData> data_;
    std::vector<char> workspace_, workspace_of_all_, copied_, copy_;
    std::vector<Contestant> contestants_;
};

bool HostRunner::verify(const Contestant &contestant, Result &result)
{
    double error = 0;
    data_->poison();
    data_->reset();
    sample(contestant);
    const uint64_t wrong = data_->wrong(contestant.is_yardstick, error);
    if (wrong > 0) {
        std::fprintf(stderr, "tcu-bench: WRONG: %s (%s): %llu values, error %g\n", result.row.name().c_str(),
                     contestant.name.c_str(), (unsigned long long)wrong, error);
    }
    if (!contestant.is_yardstick) {
        result.max_error = std::isnan(result.max_error) ? error : std::fmax(result.max_error, error);
    }
    return wrong == 0;
}

void HostRunner::enter(Result &result)
{
    contestants_.clear();
    contestants_.push_back({"tcu", false, false, true, 1, [this] { run_library(one_, problem_); }});
    for (const Yardstick &yardstick : family_->yardsticks()) {
        if (yardstick.run(&problem_) == 0) { // it has this operation and these types
            contestants_.push_back(
                {yardstick.name, true, yardstick.is_judged, true, 1, [this, run = yardstick.run] { run(&problem_); }});
        }
    }
    if (contestants_.size() == 1) {
        throw std::runtime_error("nobody to compare with");
    }
    if (all_threads() > 1) {
        contestants_.push_back(
            {"tcu, all threads", false, false, true, all_threads(), [this] { run_library(all_, problem_); }});
        const uint64_t bytes = std::min(kMostCopied, uint64_t(result.bytes / 2));
        copied_.assign(bytes, 1);
        copy_.assign(bytes, 2);
        const auto call = [this] { copy(copy_.data(), copied_.data(), int64_t(copy_.size())); };
        for (int threads : {1, all_threads()}) {
            contestants_.push_back({threads == 1 ? "copy" : "copy, all threads", true, false, false, threads, call});
        }
    }
    result.verified = true;
    for (Contestant &contestant : contestants_) {
        if (contestant.is_checked) {
            result.verified = verify(contestant, result) && result.verified;
        }
        if (data_->is_changed()) {
            continue;
        }
        sample(contestant);
        contestant.calls = uint64_t(std::ceil(std::fmin(1e4, kSeriesMs / std::fmax(1e-6, sample(contestant)))));
    }
}

// Plans and calls of the row have kernels of its level.
void set_level(int level)
{
    if (level > tcui_processor_level) {
        throw std::runtime_error("this processor has no " + level_names()[size_t(level)]);
    }
    tcui_level_limit = level == kAnyLevel ? TCUI_LEVEL_AVX512 : level;
}

bool HostRunner::prepare(Result &result)
{
    try {
        set_level(result.row.level);
        family_ = &family_of(result.row.op);
        data_ = family_->make_host_data();
        problem_ = data_->prepare(result.row);
        if (bench_has_offsets(problem_.op) && !result.row.has_param()) {
            result.row.param = double((problem_.n + problem_.num_segments / 2) / problem_.num_segments);
        }
        set_workspace(one_, workspace_);
        set_workspace(all_, workspace_of_all_);
        result.bytes = family_->bytes_moved(problem_);
        bytes_ = uint64_t(result.bytes);
        enter(result);
        return true;
    } catch (const std::exception &problem_found) {
        result.error = problem_found.what();
        result.verified = false;
        return false;
    }
}

/* Milliseconds a call. */
double HostRunner::sample(const Contestant &contestant)
{
    set_threads(contestant.threads);
    const double ms = milliseconds([&contestant] {
        for (uint64_t call = 0; call < contestant.calls; call++) {
            contestant.call();
        }
    });
    set_threads(all_threads());
    return ms / double(contestant.calls);
}

/* Calls that are not timed, so that the caches hold what this contestant's own calls leave in them, as in a program that
 * calls it again and again (NumPy's rows), and not what the one before left, which may be a copy of other arrays or several
 * threads. Last-level caches of what others evict need more than one. (Of a longer series the first call matters less.) */
void HostRunner::warm(const Contestant &contestant)
{
    if (contestant.calls > kWarmCalls || bytes_ > kMostCached || data_->is_changed()) {
        return;
    }
    set_threads(contestant.threads);
    for (uint64_t call = 0; call < kWarmCalls; call++) {
        contestant.call();
    }
    set_threads(all_threads());
}

double HostRunner::round()
{
    for (int turn = 0; turn < kTurns; turn++) {
        for (Contestant &contestant : contestants_) {
            if (contestant.spent > kMostMs && contestant.ms.size() >= kFewestSamples) {
                continue;
            }
            data_->reset();
            warm(contestant);
            contestant.ms.push_back(sample(contestant));
            contestant.spent += contestant.ms.back() * double(contestant.calls);
        }
    }
    return contestants_[0].ms.back() * 1e-3;
}

void HostRunner::finish(Result &result)
{
    double copies[2] = {NAN, NAN};
    for (const Contestant &contestant : contestants_) {
        const Times times = Times::of(contestant.ms);
        if (!contestant.is_checked) {
            copies[contestant.threads > 1] = times.min;
        } else if (!contestant.is_yardstick) {
            (contestant.threads > 1 ? result.threads : result.tcu) = times;
        } else {
            result.yardsticks.emplace_back(contestant.name, times.min);
            if (contestant.is_judged && !(times.min >= result.best_ms)) { // the first one too
                result.best = contestant.name;
                result.best_ms = times.min;
            }
        }
    }
    result.copy_speed_up = copies[0] / copies[1];
    data_.reset();
}
} // namespace

std::unique_ptr<Runner> make_host_runner(const RunOptions &)
{
    return std::make_unique<HostRunner>();
}
} // namespace bench
