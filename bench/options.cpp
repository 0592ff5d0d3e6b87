/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/options.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>

#include <getopt.h>

#include "bench/family.h"

#ifndef TCU_BENCH_COMMIT
#define TCU_BENCH_COMMIT "unknown"
#endif

namespace bench
{
namespace
{
std::vector<std::string> split(const char *list)
{
    std::vector<std::string> parts;
    for (const char *begin = list;;) {
        const char *comma = std::strchr(begin, ',');
        parts.emplace_back(begin, comma ? size_t(comma - begin) : std::strlen(begin));
        if (comma == nullptr) {
            return parts;
        }
        begin = comma + 1;
    }
}

[[noreturn]] void complain(const std::string &text)
{
    std::fprintf(stderr, "tcu-bench: %s; see --help\n", text.c_str());
    std::exit(2);
}

uint64_t count(const std::string &text)
{
    char *end = nullptr;
    uint64_t value = std::strtoull(text.c_str(), &end, 10);
    if (*end == '^') {
        const uint64_t base = value, exponent = std::strtoull(end + 1, &end, 10);
        value = 1;
        for (uint64_t e = 0; e < exponent && e < 64; e++) {
            value *= base;
        }
    }
    if (text.empty() || *end != '\0' || value == 0) {
        complain("\"" + text + "\" is no number above 0");
    }
    return value;
}

std::vector<double> params(const char *list)
{
    std::vector<double> values;
    for (const std::string &part : split(list)) {
        char *end = nullptr;
        const double value = std::strtod(part.c_str(), &end);
        if (!part.empty() && *end == '\0' && std::isfinite(value) && value >= 0) {
            values.push_back(value);
        } else {
            values.push_back(double(count(part))); // 2^20
        }
    }
    return values;
}

std::vector<uint64_t> counts(const char *list)
{
    std::vector<uint64_t> values;
    for (const std::string &part : split(list)) {
        values.push_back(count(part));
    }
    return values;
}

std::vector<std::string> words(const char *list, const std::vector<std::string> &known, const char *what)
{
    const std::vector<std::string> parts = split(list);
    for (const std::string &part : parts) {
        if (std::find(known.begin(), known.end(), part) == known.end()) {
            complain("\"" + part + "\" is no " + what);
        }
    }
    return parts;
}
} // namespace

void answer_help(int argc, char **argv)
{
    for (int a = 1; a < argc; a++) {
        if (std::strcmp(argv[a], "--help") == 0) {
            std::fputs(help_text().c_str(), stdout);
            std::exit(0);
        }
    }
}

Options parse_options(int argc, char **argv)
{
    std::vector<std::string> ops, types = {type_name(BENCH_B128)}, forms, dists = {"uniform"};
    for (int op = 0; op < BENCH_OP_COUNT; op++) {
        ops.push_back(op_name(bench_op(op)));
    }
    ops.push_back("calls");
    for (int type = 0; type < TCU_TYPE_COUNT; type++) {
        types.push_back(type_name(tcu_type(type)));
    }
    for (int form = BENCH_NO_FORM + 1; form < BENCH_FORM_COUNT; form++) {
        forms.push_back(form_name(bench_form(form)));
    }
    for (const std::string &function : function_names()) {
        forms.push_back(function);
    }

    for (const Family *family : families()) {
        for (const Distributions &some : family->distributions()) {
            dists.insert(dists.end(), some.names.begin(), some.names.end());
        }
    }

    Options o;
    const char *from_environment = std::getenv("TCU_COMMIT");
    o.commit = from_environment != nullptr ? from_environment : TCU_BENCH_COMMIT;
    Selection &s = o.selection;
    const struct {
        const char *name;
        bool has_argument;
        std::function<void(const char *)> set;
    } known[] = {
        {"op", true, [&](const char *list) { s.ops = words(list, ops, "operation"); }},
        {"set", true,
         [&](const char *list) {
             s.sets = words(list, {"large", "small", "calls"}, "set");
         }},
        {"in", true, [&](const char *list) { s.ins = words(list, types, "type"); }},
        {"out", true, [&](const char *list) { s.outs = words(list, types, "type"); }},
        {"case", true, [&](const char *list) { s.cases = words(list, forms, "case"); }},
        {"dist", true, [&](const char *list) { s.dists = words(list, dists, "distribution"); }},
        {"n", true, [&](const char *list) { s.ns = counts(list); }},
        {"param", true, [&](const char *list) { s.params = params(list); }},
        {"level", true, [&](const char *list) { s.levels = words(list, level_names(), "level"); }},
        {"bytes", true, [&](const char *number) { s.input_bytes = count(number); }},
        {"backend", true,
         [&](const char *name) {
             o.backend = words(name, {"auto", "cuda", "host"}, "backend")[0];
         }},
        {"device", true, [&](const char *number) { o.run.device = std::atoi(number); }},
        {"rounds", true, [&](const char *number) { o.run.rounds = int(count(number)); }},
        {"no-cub", false, [&](const char *) { o.run.cub = false; }},
        {"energy", false, [&](const char *) { o.run.energy = true; }},
        {"seconds", true, [&](const char *number) { o.run.energy_seconds = std::atof(number); }},
        {"json", true, [&](const char *path) { o.json = path; }},
        {"commit", true, [&](const char *commit) { o.commit = commit; }},
        {"list", false, [&](const char *) { o.list = true; }},
    };
    std::vector<option> options;
    for (const auto &one : known) {
        options.push_back({one.name, one.has_argument, nullptr, int(options.size())});
    }
    options.push_back({});
    for (int found; (found = getopt_long(argc, argv, "", options.data(), nullptr)) != -1;) {
        if (found == '?') {
            complain("wrong command line");
        }
        known[found].set(optarg);
    }
    if (optind < argc) {
        complain(std::string("what is ") + argv[optind]);
    }
    return o;
}
} // namespace bench
