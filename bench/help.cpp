/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/family.h"
#include "bench/options.h"

namespace bench
{
namespace
{
constexpr size_t kIndent = 20, kWidth = 118;

// Breaks a text into lines that stand behind the name of an option.
std::string option(std::string name, const std::string &text)
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

std::string params()
{
    std::string text;
    for (const Family *family : families()) {
        join(text, ", ", family->params());
    }
    return "these " + text + " instead of the table's";
}
} // namespace

std::string help_text()
{
    return "tcu-bench: the library against CUB, the roofs and its own plain variant, in one run on the same verified "
           "inputs\n"
           "(without a GPU, or by --backend host: the host backend against algorithms of the C++ library and loops, a "
           "table of its\n"
           "own, half an hour). Without a selection: the whole table.\n"
           "\n"
           "Selection; a LIST is separated by commas, a number may be written 2^20:\n" +
           option("--op LIST", operations()) +
           option("--set LIST", "large (bandwidth), small (latency, n = 2^10 ... 2^22, sorts to 2^24), calls") +
           option("--in LIST", "element types: f16, bf16, f32, f64, i8, ... u64, b128 (16 bytes that are only moved); "
                               "--out LIST likewise") +
           option("--case LIST", cases()) + option("--dist LIST", distributions()) +
           option("--n LIST", "these numbers of elements instead of the table's") + option("--param LIST", params()) +
           "  --bytes N         bytes of input of the large rows, default 2^31\n"
           "  --level LIST      host: each row with kernels of these instructions: baseline, avx2, avx512\n"
           "  --benchmark_filter=REGEX   of the rows so selected those whose name matches; --list prints the names\n"
           "Measuring:\n"
           "  --backend B       auto (default), cuda, host;  --device N\n"
           "  --rounds N        times each contestant is timed, default 15 (calls: 20 times as often)\n"
           "  --no-cub          leave CUB out\n"
           "  --energy          energy an element by NVML, --seconds S each (default 2)\n"
           "Output:\n"
           "  --json FILE       results; --commit ID for its header (default: $TCU_COMMIT, or that of the build)\n"
           "\n"
           "Exit status: 1 if a result is wrong or a row failed, 2 for a wrong command line.\n";
}
} // namespace bench
