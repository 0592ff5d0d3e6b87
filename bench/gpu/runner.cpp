/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A row on the GPU. First every contestant's result is compared with the reference; then in each round every contestant
 * runs once, in turn, so that a clock that drifts drifts for all. The roofs are contestants too. Rows of calls are
 * timed by GpuCalls.
 */
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "bench/gpu/calls.h"
#include "bench/gpu/energy.h"
#include "bench/gpu/share.h"
#include "bench/runner.h"
#include "primitives/context/path.h"

namespace bench
{
namespace
{
constexpr size_t kSlowRounds = 5; // of contestants that would take most of the table's time

struct LibraryContext {
    Role role;
    const char *name;
    tcu_arithmetic arithmetic;
    tcu_ranking ranking = TCU_RANKING_AUTO;
    tcu_context *context = nullptr;
};

/** Whether the last call took the path "FAMILY:PATH": a forced one is not taken where it does not apply. */
bool took_path(const tcu_context *context, const char *path)
{
    tcu_call_info call;
    return tcu_context_get_last_call(context, &call) == TCU_SUCCESS &&
           std::strcmp(call.path, std::strchr(path, ':') + 1) == 0;
}

class GpuRunner : public Runner
{
  public:
    GpuRunner(const RunOptions &options, int device, cudaStream_t stream)
        : options_(options), device_(device), stream_(stream), data_(stream, options.cub), roofs_(stream),
          cub_(stream, temp_), calls_(device, stream, data_, cub_)
    {
        for (LibraryContext &c : contexts_) {
            if (tcu_context_create(&c.context, TCU_BACKEND_CUDA, device) != TCU_SUCCESS ||
                tcu_context_set_stream(c.context, stream) != TCU_SUCCESS ||
                tcu_context_set_arithmetic(c.context, c.arithmetic) != TCU_SUCCESS) {
                throw std::runtime_error(tcu_context_last_error(c.context));
            }
        }
        if (options.energy) {
            meter_ = EnergyMeter::open(device);
        }
    }
    ~GpuRunner() override
    {
        for (LibraryContext &c : contexts_) {
            tcu_context_destroy(c.context);
        }
    }

    void describe(Header &header) override;
    bool prepare(Result &result) override;
    double round() override;
    void finish(Result &result) override;

  private:
    const uint64_t *length_of(const bench_problem &problem);
    std::function<void()> launch_in(tcu_context *context, const bench_problem &problem);
    void add_library(Result &result);
    void add_cudnn(Result &result);
    static void run(const Contestant &c);
    bool takes_part(const Contestant &c) const // in this round
    {
        return c.role != Role::cub || c.estimate < family_->slow_ms() || c.samples.size() < kSlowRounds;
    }
    void measure_energy(Result &result, const Contestant *cub);

    RunOptions options_;
    int device_;
    cudaStream_t stream_;
    GpuData data_;
    DeviceBuffer workspace_, temp_, length_;
    GpuRoofs roofs_;
    CubContestants cub_;
    GpuCalls calls_;
    bool calling_ = false; // the row is one of calls
    LibraryContext contexts_[5] = {{Role::library, "tcu", TCU_ARITHMETIC_AUTO},
                                   {Role::plain, "plain", TCU_ARITHMETIC_PLAIN},
                                   {Role::matrix, "matrix", TCU_ARITHMETIC_MATRIX},
                                   {Role::documented, "documented", TCU_ARITHMETIC_AUTO, TCU_RANKING_DOCUMENTED},
                                   {Role::counted, "counted", TCU_ARITHMETIC_AUTO}};
    GpuFamily *family_ = nullptr; // of the row
    bench_problem problem_ = {};
    std::unique_ptr<GpuCheck> check_;
    std::vector<Contestant> contestants_;
    std::unique_ptr<EnergyMeter> meter_;
};

void GpuRunner::describe(Header &header)
{
    cudaDeviceProp properties;
    int driver = 0, runtime = 0;
    cuda_check(cudaGetDeviceProperties(&properties, device_), "device");
    cudaDriverGetVersion(&driver);
    cudaRuntimeGetVersion(&runtime);
    const auto version = [](int v) { return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10); };
    header.gpu = properties.name;
    if (options_.multiprocessors > 0) {
        header.gpu += ", " + std::to_string(options_.multiprocessors) + " multiprocessors";
    }
    header.cuda = version(runtime);
    header.driver = driver_version();
    if (header.driver.empty()) {
        header.driver = "CUDA " + version(driver);
    }
    const int cub = cub_version();
    header.cccl = cub == 0 ? ""
                           : std::to_string(cub / 100000) + "." + std::to_string(cub / 100 % 1000) + "." +
                                 std::to_string(cub % 100);
    header.copy_gbs = roofs_.gigabytes_per_second("copy");
    header.read_gbs = roofs_.gigabytes_per_second("read");
    header.write_gbs = roofs_.gigabytes_per_second("write");
    if (meter_) {
        header.idle_watts = meter_->idle_watts();
    }
}

// In the device's memory, until the next row.
const uint64_t *GpuRunner::length_of(const bench_problem &problem)
{
    void *const length = length_.ensure(sizeof problem.n);
    cuda_check(cudaMemcpy(length, &problem.n, sizeof problem.n, cudaMemcpyHostToDevice), "count");
    return static_cast<const uint64_t *>(length);
}

std::function<void()> GpuRunner::launch_in(tcu_context *context, const bench_problem &problem)
{
    workspace_.ensure(library_workspace(context, problem));
    return [this, context, problem] {
        check(tcu_context_set_workspace(context, workspace_.get(), workspace_.size()), context);
        run_library(context, problem);
    };
}

void GpuRunner::add_library(Result &result)
{
    std::vector<Role> variants = family_->variants();
    if (options_.count && family_of(problem_.op).takes_length(problem_)) {
        variants.push_back(Role::counted);
    }
    result.verified = true;
    for (const LibraryContext &c : contexts_) {
        if (c.role != Role::library && std::find(variants.begin(), variants.end(), c.role) == variants.end()) {
            continue;
        }
        bench_problem problem = problem_;
        problem.ranking = c.ranking;
        problem.length = c.role == Role::counted ? length_of(problem) : nullptr;
        const char *path = family_->path(c.role, problem);
        if (path != nullptr) {
            check(tcui_force_paths(c.context, path), nullptr);
        }
        const std::function<void()> launch = launch_in(c.context, problem);
        std::function<void()> reset;
        if (family_->changes_input(problem)) {
            reset = [this, problem] { family_->bring_input(problem, stream_); };
        }
        check_->poison();
        if (reset) {
            reset();
        }
        launch();
        if (path != nullptr && !took_path(c.context, path)) { // it does not apply
            continue;
        }
        const bench_verdict verdict = check_->check();
        if (verdict.wrong > 0) {
            std::fprintf(stderr, "tcu-bench: WRONG: %s (%s): %llu outputs, error %g\n", result.row.name().c_str(),
                         c.name, (unsigned long long)verdict.wrong, verdict.max_error);
            result.verified = false;
        }
        if (c.role == Role::library) {
            result.max_error = verdict.max_error;
        }
        contestants_.push_back({c.role, c.name, launch, false, reset});
    }
    // The library's other calls that do a part of the same, or nearly the same.
    for (const Relative &relative : family_->relatives(problem_)) {
        const std::function<void()> launch = launch_in(contexts_[0].context, relative.problem);
        launch();
        contestants_.push_back({relative.role, relative.name, launch});
    }
}

void GpuRunner::add_cudnn(Result &result)
{
    std::function<void()> launch;
    try {
        launch = family_->cudnn(problem_, stream_);
        if (!launch) {
            return;
        }
        check_->poison();
        launch();
        Train(stream_, 1, launch).run();            // whether it can be captured
    } catch (const std::exception &problem_found) { // no reason to do without the others' times
        std::fprintf(stderr, "tcu-bench: %s: %s\n", result.row.name().c_str(), problem_found.what());
        cudaGetLastError();
        return;
    }
    const bench_verdict verdict = check_->check();
    if (verdict.wrong > 0) { // its own choice of precision: shown, and no error of the library
        std::fprintf(stderr, "tcu-bench: cuDNN: %s: %llu outputs are off, error %g\n", result.row.name().c_str(),
                     (unsigned long long)verdict.wrong, verdict.max_error);
    }
    contestants_.push_back({Role::cudnn, "cudnn", launch});
}

bool GpuRunner::prepare(Result &result)
{
    contestants_.clear();
    calling_ = result.row.timed != Timed::work;
    try {
        if (calling_) {
            calls_.prepare(result, options_.cub);
            return true;
        }
        family_ = &data_.family(result.row.op);
        problem_ = data_.problem_of(result.row);
        if (bench_has_offsets(problem_.op) && !result.row.has_param()) {
            result.row.param = (problem_.n + problem_.num_segments / 2) / problem_.num_segments;
        }
        check_.reset(); // its memory before the next one's
        check_ = family_->make_check(problem_);
        result.bytes = family_of(problem_.op).bytes_moved(problem_);
        add_library(result);
        add_cudnn(result);
        if (options_.cub) {
            for (Contestant &c : cub_.of(problem_, *family_, *check_, result.cub_notes)) {
                contestants_.push_back(std::move(c));
            }
        }
        const Roof roof = family_of(problem_.op).roof(problem_);
        result.roof_name = roof.name;
        if (!roof.name.empty()) {
            for (Contestant &c : roofs_.of(roof.name, roof.bytes)) {
                contestants_.push_back(std::move(c));
            }
        }
        const bool is_short = result.bytes < BENCH_TRAIN_BYTES &&
                              family_of(problem_.op).multiplications(problem_) < BENCH_TRAIN_MULTIPLICATIONS;
        for (Contestant &c : contestants_) {
            c.watch = std::make_shared<Stopwatch>(stream_);
            if (is_short && !c.reset) {
                c.train = std::make_shared<Train>(stream_, kTrainCalls, c.launch);
            }
        }
        for (int warm_up = 0; warm_up < 2; warm_up++) {
            round();
        }
        for (Contestant &c : contestants_) {
            c.samples.clear();
        }
        return true;
    } catch (const std::exception &problem_found) {
        result.error = problem_found.what();
        result.verified = false;
        cudaGetLastError();
        return false;
    }
}

void GpuRunner::run(const Contestant &c)
{
    if (c.train) {
        c.train->run();
    } else {
        c.launch();
    }
}

// Everything is enqueued before anything is waited for: while one contestant runs, the host prepares the next, and no
// launch latency of an idle GPU is counted. The untimed run at the beginning gives the host its lead, and the first
// contestant a predecessor like those of the others.
double GpuRunner::round()
{
    if (calling_) {
        return calls_.round();
    }
    double seconds = 0;
    if (contestants_.front().reset) {
        contestants_.front().reset();
    }
    run(contestants_.front());
    for (const Contestant &c : contestants_) {
        if (!takes_part(c)) {
            continue;
        }
        if (c.reset) {
            c.reset();
        }
        c.watch->start();
        run(c);
        c.watch->stop();
    }
    for (Contestant &c : contestants_) {
        if (!takes_part(c)) {
            continue;
        }
        c.samples.push_back(c.watch->milliseconds() / (c.train ? kTrainCalls : 1));
        if (c.role == Role::library) {
            seconds = c.samples.back() * 1e-3;
        }
    }
    return seconds;
}

void GpuRunner::finish(Result &result)
{
    if (calling_) {
        return calls_.finish(result);
    }
    const Contestant *cub = nullptr;
    Times *const of_role[] = {&result.tcu,   &result.plain, &result.matrix, &result.documented, &result.counted,
                              &result.sweep, &result.dense, &result.real,   &result.cudnn}; // as in Role
    const auto faster = [](const Times &a, const Times &b) { return std::isnan(b.median) || a.median < b.median; };
    for (const Contestant &c : contestants_) {
        const Times times = Times::of(c.samples);
        if (c.role == Role::cub) {
            result.cub_forms.emplace_back(c.name, times.median);
            if (!c.differs.empty()) {
                result.cub_differs.emplace_back(c.name, c.differs);
            }
            if (faster(times, result.cub)) {
                result.cub = times;
                result.cub_variant = c.name;
                cub = &c;
            }
            if (!c.half_sums && faster(times, result.cub_f32)) {
                result.cub_f32 = times;
                result.cub_f32_variant = c.name;
            }
        } else if (c.role != Role::roof) {
            *of_role[size_t(c.role)] = times;
        } else if (faster(times, result.roof)) {
            result.roof = times;
            result.roof_form = c.name;
        }
    }
    if (meter_) {
        measure_energy(result, cub);
    }
}

void GpuRunner::measure_energy(Result &result, const Contestant *cub)
{
    for (const Contestant &c : contestants_) {
        Energy *energy = c.role == Role::library  ? &result.tcu_energy
                         : c.role == Role::plain  ? &result.plain_energy
                         : c.role == Role::matrix ? &result.matrix_energy
                         : &c == cub              ? &result.cub_energy
                                                  : nullptr;
        if (energy == nullptr || c.reset) {
            continue;
        }
        const int calls = c.train ? kTrainCalls : 1;
        const int runs = std::max(1, int(20 / (Times::of(c.samples).median * calls))); // between looks at the clock
        *energy = meter_->measure(options_.energy_seconds, double(result.row.n) * calls * runs, [&] {
            for (int i = 0; i < runs; i++) {
                run(c);
            }
            cuda_check(cudaStreamSynchronize(stream_), "energy");
        });
    }
}
} // namespace

std::unique_ptr<Runner> make_gpu_runner(const RunOptions &options, std::string &reason)
{
    try {
        int device = options.device;
        if (device < 0) {
            cuda_check(cudaGetDevice(&device), "no device");
        }
        cuda_check(cudaSetDevice(device), "no device");
        RunOptions run = options;
        const cudaStream_t stream = make_stream(run.multiprocessors);
        return std::make_unique<GpuRunner>(run, device, stream);
    } catch (const std::exception &problem_found) {
        reason = problem_found.what();
        cudaGetLastError();
        return nullptr;
    }
}
} // namespace bench
