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

constexpr size_t kIndent = 20, kWidth = 118;

// Breaks a text into lines that stand behind the name of an option.
std::string option_text(std::string name, const std::string &text)
{
    std::string line = "  " + name;
    line.resize(std::max(line.size() + 1, kIndent), ' ');
    std::string lines;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = std::min(text.find(' ', begin), text.size());
        if (line.size() + (end - begin) > kWidth) {
            lines += line.substr(0, line.size() - 1) + "\n";
            line.assign(kIndent, ' ');
        }
        line += text.substr(begin, end - begin) + " ";
        begin = end + 1;
    }
    return lines + line.substr(0, line.size() - 1) + "\n";
}

void join(std::string &text, const std::string &separator, const std::string &more)
{
    text += (text.empty() || more.empty() ? "" : separator) + more;
}

std::string operations()
{
    std::string text;
    for (int op = 0; op < BENCH_OP_COUNT; op++) {
        join(text, ", ", op_name(bench_op(op)));
    }
    return text + ", calls (the caller's time for single calls; on a GPU only)";
}

std::string cases()
{
#define FORM_OF(FORM, name, what) what,
    static const char *const of[] = {"", BENCH_FORMS(FORM_OF)};
    std::string text;
    for (int form = 1; form < BENCH_FORM_COUNT; form++) {
        const bool goes_on = of[form] == std::string(of[form - 1]);
        join(text, goes_on ? ", " : "; ", (goes_on ? "" : of[form] + std::string(": ")) + form_name(bench_form(form)));
    }
    return text + "; calls: the function, such as tcu_scan";
}

std::string distributions()
{
    std::string text = "uniform";
    for (const Family *family : families()) {
        for (const Distributions &some : family->distributions()) {
            std::string names;
            for (const std::string &name : some.names) {
                join(names, ", ", name);
            }
            join(text, "; ", "of " + std::string(some.of) + " " + names);
        }
    }
    return text;
}

std::string param_words()
{
    std::string text;
    for (const Family *family : families()) {
        join(text, ", ", family->params());
    }
    return "these " + text + " instead of the table's";
}

std::string help_text()
{
    return "tcu-bench: the library against CUB, the roofs and its own plain variant, in one run on the same verified "
           "inputs\n"
           "(without a GPU, or by --backend host: the host backend against algorithms of the C++ library and loops, a "
           "table of its\n"
           "own, half an hour). Without a selection: the whole table.\n"
           "\n"
           "Selection; a LIST is separated by commas, a number may be written 2^20:\n" +
           option_text("--op LIST", operations()) +
           option_text("--set LIST", "large (bandwidth), small (latency, n = 2^10 ... 2^22, sorts to 2^24), calls") +
           option_text("--in LIST",
                       "element types: f16, bf16, f32, f64, i8, ... u64, b128 (16 bytes that are only moved); "
                       "--out LIST likewise") +
           option_text("--case LIST", cases()) + option_text("--dist LIST", distributions()) +
           option_text("--n LIST", "these numbers of elements instead of the table's") +
           option_text("--param LIST", param_words()) +
           "  --bytes N         bytes of input of the large rows, default 2^31\n"
           "  --level LIST      host: each row with kernels of these instructions: baseline, avx2, avx512\n"
           "  --benchmark_filter=REGEX   of the rows so selected those whose name matches; --list prints the names\n"
           "Measuring:\n"
           "  --backend B       auto (default), cuda, host;  --device N\n"
           "  --multiprocessors N   on a GPU: everyone runs on N of its multiprocessors, or a few more (green "
           "context)\n"
           "  --rounds N        times each contestant is timed, default 15 (calls: 20 times as often)\n"
           "  --no-cub          leave CUB out\n"
           "  --count           on a GPU: time the library with its option `count`, which holds n, too\n"
           "  --energy          energy an element by NVML, --seconds S each (default 2)\n"
           "Output:\n"
           "  --json FILE       results; --commit ID for its header (default: $TCU_COMMIT, or that of the build)\n"
           "\n"
           "Exit status: 1 if a result is wrong or a row failed, 2 for a wrong command line.\n";
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
        {"multiprocessors", true, [&](const char *number) { o.run.multiprocessors = int(count(number)); }},
        {"rounds", true, [&](const char *number) { o.run.rounds = int(count(number)); }},
        {"no-cub", false, [&](const char *) { o.run.cub = false; }},
        {"count", false, [&](const char *) { o.run.count = true; }},
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
