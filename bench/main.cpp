/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tcu-bench. Google Benchmark registers, filters and runs the rows and takes the library's time as manual time; one
 * iteration is one round, in which every contestant of the row is timed once.
 */
#include <cstdio>
#include <ctime>

#include "bench/options.h"
#include "bench/report.h"

namespace
{
using namespace bench;

std::string now()
{
    char text[32];
    const std::time_t seconds = std::time(nullptr);
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&seconds));
    return text;
}

std::unique_ptr<Runner> make_runner(const Options &options)
{
#ifdef TCU_BENCH_CUDA
    if (options.backend != "host") {
        std::string reason;
        std::unique_ptr<Runner> runner = make_gpu_runner(options.run, reason);
        if (runner || options.backend == "cuda") {
            if (!runner) {
                std::fprintf(stderr, "tcu-bench: %s\n", reason.c_str());
            }
            return runner;
        }
        std::fprintf(stderr, "tcu-bench: no GPU (%s): measuring the host backend\n", reason.c_str());
    }
#else
    if (options.backend == "cuda") {
        std::fprintf(stderr, "tcu-bench: this build has no CUDA\n");
        return nullptr;
    }
#endif
    return make_host_runner(options.run);
}

void run_row(benchmark::State &state, const Row &row, Runner &runner, Results &results)
{
    results.rows.emplace_back();
    Result &result = results.rows.back();
    result.row = row;
    if (!runner.prepare(result)) {
        state.SkipWithError(result.error.c_str());
        return;
    }
    try {
        for (auto _ : state) {
            state.SetIterationTime(runner.round());
        }
        runner.finish(result);
    } catch (const std::exception &problem) {
        result.error = problem.what();
        state.SkipWithError(result.error.c_str());
    }
}
} // namespace

int main(int argc, char **argv)
{
    std::string command = "tcu-bench";
    for (int a = 1; a < argc; a++) {
        command += std::string(" ") + argv[a];
    }
    answer_help(argc, argv);
    benchmark::Initialize(&argc, argv); // takes its own options out
    Options options = parse_options(argc, argv);

    Results results;
    std::unique_ptr<Runner> runner;
    if (!options.list) {
        runner = make_runner(options);
        if (!runner) {
            return 2;
        }
        try {
            runner->describe(results.header);
        } catch (const std::exception &problem) {
            std::fprintf(stderr, "tcu-bench: %s\n", problem.what());
            return 2;
        }
    }
    results.header.date = now();
    results.header.commit = options.commit;
    results.header.command = command;
    options.selection.host = runner ? results.header.gpu.empty() : options.backend == "host";
    if (!options.selection.host && !options.selection.levels.empty()) {
        std::fprintf(stderr, "tcu-bench: --level is about the host's instruction sets; see --help\n");
        return 2;
    }
    const std::vector<Row> rows = select_rows(options.selection);
    if (rows.empty()) {
        std::fprintf(stderr, "tcu-bench: nothing is selected; see --help\n");
        return 2;
    }

    size_t done = 0;
    for (const Row &row : rows) {
        if (options.list) {
            std::printf("%s\n", row.name().c_str());
            continue;
        }
        benchmark::RegisterBenchmark(row.name().c_str(),
                                     [&, row](benchmark::State &state) {
                                         std::fprintf(stderr, "\r[%zu of %zu] %-60s", ++done, rows.size(),
                                                      row.name().c_str());
                                         run_row(state, row, *runner, results);
                                         std::fprintf(stderr, "\r%80s\r", "");
                                     })
            ->Iterations(options.run.rounds)
            ->UseManualTime()
            ->Unit(benchmark::kMillisecond);
    }
    if (options.list) {
        return 0;
    }
    TableReporter reporter(results, options.json);
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    if (results.rows.empty()) {
        std::fprintf(stderr, "tcu-bench: the filter matches no row\n");
    }
    return reporter.failed() || results.rows.empty() ? 1 : 0;
}
