/* SPDX-License-Identifier: Apache-2.0 */
/*
 * tcu-study: runs studies by name, prints their tables and writes their rows to a file. The results of a study are
 * compared with loops in f64 by the study itself.
 */
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <stdexcept>

#include <getopt.h>

#include "bench/gpu/data.h"
#include "bench/gpu/energy.h"
#include "bench/studies/study.h"

#ifndef TCU_BENCH_COMMIT
#define TCU_BENCH_COMMIT "unknown"
#endif

namespace
{
using study::Study;

const char kHelp[] =
    "tcu-study [OPTION...] [NAME...]: repeats experiments of papers on this machine's GPU; without names, all of "
    "them.\n"
    "\n"
    "  --list        the names of the studies, and what each shows\n"
    "  --json FILE   writes the rows\n"
    "  --quick       small sizes alone, to see that everything runs\n"
    "  --device N    a CUDA device, default 0\n"
    "  --commit ID   for the file (default: $TCU_COMMIT, or that of the build)\n"
    "\n"
    "Exit status: 1 if a result is wrong or a study failed, 2 for a wrong command line or where there is no GPU.\n";

struct Options {
    std::vector<const Study *> chosen;
    std::string json, commit, command;
    int device = 0;
    bool quick = false;
};

[[noreturn]] void complain(const std::string &text)
{
    std::fprintf(stderr, "tcu-study: %s; see --help\n", text.c_str());
    std::exit(2);
}

std::string now()
{
    char text[32];
    const std::time_t seconds = std::time(nullptr);
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&seconds));
    return text;
}

[[noreturn]] void list()
{
    for (const Study *s : Study::all()) {
        std::printf("%-16s %s\n", s->name, s->what);
    }
    std::exit(0);
}

int number(const char *text)
{
    char *end = nullptr;
    const long value = std::strtol(text, &end, 10);
    if (end == text || *end != '\0' || value < 0 || value > 1 << 20) {
        complain(std::string("\"") + text + "\" is no number of a device");
    }
    return int(value);
}

const Study *named(const std::string &name)
{
    for (const Study *s : Study::all()) {
        if (name == s->name) {
            return s;
        }
    }
    complain("\"" + name + "\" is no study: --list prints their names");
}

Options parse(int argc, char **argv)
{
    Options o;
    const char *from_environment = std::getenv("TCU_COMMIT");
    o.commit = from_environment != nullptr ? from_environment : TCU_BENCH_COMMIT;
    o.command = "tcu-study";
    for (int a = 1; a < argc; a++) {
        o.command += std::string(" ") + argv[a];
    }
    const option options[] = {{"help", no_argument, nullptr, 'h'},
                              {"list", no_argument, nullptr, 'l'},
                              {"quick", no_argument, nullptr, 'q'},
                              {"json", required_argument, nullptr, 'j'},
                              {"device", required_argument, nullptr, 'd'},
                              {"commit", required_argument, nullptr, 'c'},
                              {}};
    for (int found; (found = getopt_long(argc, argv, "", options, nullptr)) != -1;) {
        switch (found) {
        case 'h':
            std::fputs(kHelp, stdout);
            std::exit(0);
        case 'l':
            list();
        case 'j':
            o.json = optarg;
            break;
        case 'q':
            o.quick = true;
            break;
        case 'd':
            o.device = number(optarg);
            break;
        case 'c':
            o.commit = optarg;
            break;
        default: // getopt has said what is wrong
            complain("wrong command line");
        }
    }
    for (int a = optind; a < argc; a++) {
        o.chosen.push_back(named(argv[a]));
    }
    if (o.chosen.empty()) {
        o.chosen = Study::all();
    }
    return o;
}

study::Gpu open_gpu(int device, bool quick)
{
    study::Gpu gpu = {};
    gpu.device = device;
    gpu.quick = quick;
    bench::cuda_check(cudaSetDevice(device), "no GPU");
    bench::cuda_check(cudaGetDeviceProperties(&gpu.properties, device), "no GPU");
    bench::cuda_check(cudaStreamCreateWithFlags(&gpu.stream, cudaStreamNonBlocking), "stream");
    if (tcu_context_create(&gpu.context, TCU_BACKEND_CUDA, device) != TCU_SUCCESS ||
        tcu_context_set_stream(gpu.context, gpu.stream) != TCU_SUCCESS) {
        throw std::runtime_error(tcu_context_last_error(gpu.context));
    }
    return gpu;
}

study::Row describe(const study::Gpu &gpu)
{
    int runtime = 0;
    cudaRuntimeGetVersion(&runtime);
    study::Row header;
    header.text("gpu", gpu.properties.name).text("driver", bench::driver_version());
    header.text("cuda", std::to_string(runtime / 1000) + "." + std::to_string(runtime % 1000 / 10));
    header.count("multiprocessors", gpu.properties.multiProcessorCount);
    header.count("compute_capability", 10 * gpu.properties.major + gpu.properties.minor);
    return header;
}

/** Whether the study ran to its end and all its rows are right. */
bool run(const Study &s, study::Gpu &gpu, const Options &options, std::vector<study::Outcome> &outcomes)
{
    std::printf("\n%s: %s\n", s.name, s.what);
    study::Table table;
    const std::string date = now();
    const auto begin = std::chrono::steady_clock::now();
    try {
        s.run(gpu, table);
        bench::cuda_check(cudaDeviceSynchronize(), s.name);
        if (table.json().empty()) { // (it would take the place of an earlier run's rows)
            throw std::runtime_error("nothing was measured");
        }
    } catch (const std::exception &problem) {
        std::fprintf(stderr, "tcu-study: %s: %s\n", s.name, problem.what());
        return false;
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::printf("%s: %.1f s%s\n", s.name, seconds, table.has_wrong() ? ", WRONG" : "");
    outcomes.push_back({s.name, date, options.commit, options.command, seconds, table.json()});
    return !table.has_wrong();
}
} // namespace

int main(int argc, char **argv)
{
    const Options options = parse(argc, argv);
    study::Gpu gpu;
    try {
        gpu = open_gpu(options.device, options.quick);
    } catch (const std::exception &problem) {
        std::fprintf(stderr, "tcu-study: %s\n", problem.what());
        return 2;
    }
    const study::Row header = describe(gpu);
    std::printf("%s, tcu %s\n", gpu.properties.name, options.commit.c_str());
    bool good = true;
    std::vector<study::Outcome> outcomes;
    for (const Study *s : options.chosen) {
        good = run(*s, gpu, options, outcomes) && good;
        if (!options.json.empty()) {
            good = study::write_json(options.json, header, outcomes) && good;
        }
    }
    tcu_context_destroy(gpu.context);
    cudaStreamDestroy(gpu.stream);
    return good ? 0 : 1;
}
