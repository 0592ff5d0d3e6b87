/* SPDX-License-Identifier: Apache-2.0 */
/*
 * main() of each example: times all versions of it on one size and compares their results, or with --check compares
 * small and odd sizes alone. Status 0: all right; 1: something is wrong; 2: bad usage.
 */
#include "example.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

using example::description;
using example::deviation;
using example::problem;
using example::version;

static bool run(const description &of, const std::vector<uint64_t> &sizes, bool is_timed)
{
    bool all_right = true;
    const std::unique_ptr<problem> p = of.make(sizes);
    std::printf("%s: %s\n", of.name.c_str(), p->title().c_str());
    if (is_timed) {
        std::printf("%-30s %9s %8s %8s %10s %10s\n", "", "us", "GB/s", "TFLOP/s", "error", "allowed");
    }
    for (const version &v : p->versions()) {
        const deviation d = example::check_version(*p, v, nullptr);
        std::printf("%-30s ", v.name.c_str());
        if (is_timed) {
            const double seconds = example::seconds_of(v, nullptr);
            std::printf("%9.2f %8.1f %8.3f ", seconds * 1e6, p->bytes() / seconds * 1e-9,
                        p->operations() / seconds * 1e-12);
        }
        std::printf("%10.2e %10.2e%s\n", d.largest, d.allowed, d.is_right() ? "" : "  WRONG");
        all_right = all_right && d.is_right();
    }
    return all_right;
}

static int usage(const char *program, const description &of)
{
    std::fprintf(stderr,
                 "usage: %s [--check | %s]\n  --check  compares small sizes, without times\n  sizes    whole numbers "
                 "(default:",
                 program, of.sizes.c_str());
    for (const uint64_t size : of.usual) {
        std::fprintf(stderr, " %llu", static_cast<unsigned long long>(size));
    }
    std::fprintf(stderr, ")\n");
    return 2;
}

static bool read_number(const char *text, uint64_t *number)
{
    constexpr uint64_t most = uint64_t{1} << 40;
    char *end;
    errno = 0;
    *number = std::strtoull(text, &end, 10);
    return errno == 0 && *end == '\0' && text[0] >= '0' && text[0] <= '9' && *number <= most;
}

int main(int argc, char **argv)
{
    const description &of = *description::all().at(0);
    std::vector<uint64_t> sizes = of.usual;
    const bool is_check = argc == 2 && std::strcmp(argv[1], "--check") == 0;
    if (argc > 1 && !is_check) {
        if (static_cast<size_t>(argc) != 1 + sizes.size()) {
            return usage(argv[0], of);
        }
        for (size_t i = 0; i < sizes.size(); i++) {
            if (!read_number(argv[1 + i], &sizes[i])) {
                return usage(argv[0], of);
            }
        }
    }
    try {
        bool all_right = true;
        for (const description *each : description::all()) { /* (one of each type of elements) */
            for (const auto &size : is_check ? each->checked : std::vector<std::vector<uint64_t>>{sizes}) {
                all_right = run(*each, size, !is_check) && all_right;
            }
        }
        return all_right ? 0 : 1;
    } catch (const std::exception &e) {
        std::fprintf(stderr, "%s: %s\n", argv[0], e.what());
        return 1;
    }
}
