/* SPDX-License-Identifier: Apache-2.0 */
/* Programs for the emulated device: mistakes are found by its checks, and what a version costs is counted. */
#include <csignal>
#include <cstdio>
#include <cstring>

#include <tcu/tcu.h>
#include <unistd.h>

#include "emulated_checks.h"
#include "program.h"

namespace course
{

std::string device_name()
{
    return "an emulated device";
}

int library_backend()
{
    return TCU_BACKEND_HOST;
}

bool device_is_lost()
{
    return false;
}

void forget_written(const void *memory, size_t bytes)
{
    emulated::forget_written(memory, bytes);
}

namespace
{

/* A loop that touches no memory is seen by no check. */
constexpr unsigned most_seconds = 60;

const char *running = "";

void print_now(const char *text)
{
    if (write(STDERR_FILENO, text, std::strlen(text)) < 0) {
        _exit(2);
    }
}

void end_program(int)
{
    print_now(running);
    print_now(": a kernel has not ended after a minute\n");
    _exit(1);
}

void run(const version &v, const trial &t)
{
    running = v.name;
    std::fflush(stdout); /* what end_program() would lose */
    std::signal(SIGALRM, end_program);
    alarm(most_seconds);
    emulated::forget();
    v.run(t.given());
    alarm(0);
}

} // namespace

std::string mistake_of(const version &v, trial &t)
{
    t.clear();
    run(v, t);
    const std::string mistake = emulated::first_mistake();
    const cudaError_t error = cudaGetLastError();
    if (!mistake.empty()) {
        return mistake;
    }
    return error != cudaSuccess ? cudaGetErrorString(error) : t.wrong(v);
}

namespace
{

/* "128 KB" in 8 columns. */
std::string bytes_text(uint64_t bytes)
{
    char text[32];
    if (bytes < 10000) {
        std::snprintf(text, sizeof text, "%llu B", static_cast<unsigned long long>(bytes));
    } else {
        std::snprintf(text, sizeof text, "%.0f KB", static_cast<double>(bytes) / 1024);
    }
    return text;
}

} // namespace

void print_costs(const std::vector<version> &all, std::vector<std::string> &failures)
{
    const auto counted = trials(purpose::count);
    trial &t = *counted.front();
    std::printf("%s\n\n", t.name.c_str());
    std::printf("%-22s|  global memory  |   shared memory  |lanes | block |matrix\n", "");
    std::printf("%-22s|  asked |  moved | access  conflict |active|barrier|product\n", "version");
    for (size_t i = 0; i < all.size(); i++) {
        if (!failures[i].empty()) {
            std::printf("%-22s  WRONG\n", all[i].name);
            continue;
        }
        t.clear();
        run(all[i], t);
        const emulated::counts c = emulated::counted();
        const uint64_t accesses = c.global_accesses + c.shared_accesses;
        if (accesses == 0) {
            std::printf("%-22s  right, by instructions of the processor\n", all[i].name);
            continue;
        }
        std::printf("%-22s %8s %8s %8llu %9llu %5.0f%% %7llu %7llu\n", all[i].name,
                    bytes_text(c.read_bytes + c.written_bytes).c_str(), bytes_text(32 * c.sectors).c_str(),
                    static_cast<unsigned long long>(c.shared_accesses), static_cast<unsigned long long>(c.conflicts),
                    100.0 * static_cast<double>(c.active_lanes) / (32.0 * static_cast<double>(accesses)),
                    static_cast<unsigned long long>(c.barriers), static_cast<unsigned long long>(c.products));
    }
    std::printf("\nasked: bytes that threads read and write; moved: the pieces of 32 bytes that\n"
                "these lie in; access, conflict: instructions of warps, and how often they wait\n"
                "for a bank; active: lanes of 32 that take part in an access.\n");
}

} // namespace course
