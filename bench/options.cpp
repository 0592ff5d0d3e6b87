/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/options.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

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
    enum {
        OP,
        SET,
        LEVEL,
        IN,
        OUT,
        CASE,
        DIST,
        N,
        PARAM,
        BYTES,
        BACKEND,
        DEVICE,
        ROUNDS,
        NO_CUB,
        ENERGY,
        SECONDS,
        JSON,
        COMMIT,
        LIST
    };
    static const option known[] = {{"op", 1, nullptr, OP},           {"set", 1, nullptr, SET},
                                   {"level", 1, nullptr, LEVEL},     {"in", 1, nullptr, IN},
                                   {"out", 1, nullptr, OUT},         {"case", 1, nullptr, CASE},
                                   {"dist", 1, nullptr, DIST},       {"n", 1, nullptr, N},
                                   {"param", 1, nullptr, PARAM},     {"bytes", 1, nullptr, BYTES},
                                   {"backend", 1, nullptr, BACKEND}, {"device", 1, nullptr, DEVICE},
                                   {"rounds", 1, nullptr, ROUNDS},   {"no-cub", 0, nullptr, NO_CUB},
                                   {"energy", 0, nullptr, ENERGY},   {"seconds", 1, nullptr, SECONDS},
                                   {"json", 1, nullptr, JSON},       {"commit", 1, nullptr, COMMIT},
                                   {"list", 0, nullptr, LIST},       {nullptr, 0, nullptr, 0}};
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
    for (int found; (found = getopt_long(argc, argv, "", known, nullptr)) != -1;) {
        switch (found) {
        case OP:
            s.ops = words(optarg, ops, "operation");
            break;
        case SET:
            s.sets = words(optarg, {"large", "small", "calls"}, "set");
            break;
        case LEVEL:
            s.levels = words(optarg, level_names(), "level");
            break;
        case IN:
            s.ins = words(optarg, types, "type");
            break;
        case OUT:
            s.outs = words(optarg, types, "type");
            break;
        case CASE:
            s.cases = words(optarg, forms, "case");
            break;
        case DIST:
            s.dists = words(optarg, dists, "distribution");
            break;
        case N:
            s.ns = counts(optarg);
            break;
        case PARAM:
            s.params = params(optarg);
            break;
        case BYTES:
            s.input_bytes = count(optarg);
            break;
        case BACKEND:
            o.backend = words(optarg, {"auto", "cuda", "host"}, "backend")[0];
            break;
        case DEVICE:
            o.run.device = std::atoi(optarg);
            break;
        case ROUNDS:
            o.run.rounds = int(count(optarg));
            break;
        case NO_CUB:
            o.run.cub = false;
            break;
        case ENERGY:
            o.run.energy = true;
            break;
        case SECONDS:
            o.run.energy_seconds = std::atof(optarg);
            break;
        case JSON:
            o.json = optarg;
            break;
        case COMMIT:
            o.commit = optarg;
            break;
        case LIST:
            o.list = true;
            break;
        default:
            complain("wrong command line");
        }
    }
    if (optind < argc) {
        complain(std::string("what is ") + argv[optind]);
    }
    return o;
}
} // namespace bench
