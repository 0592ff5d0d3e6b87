/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/tune/options.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include <getopt.h>

#include "bench/tune/progress.h"

namespace tune
{
namespace
{
const char kHelp[] = "tcu-tune [OPTION...]: finds the numbers by which the library chooses its code\n"
                     "paths on this machine's GPU, and writes those that differ from its own into a\n"
                     "tuning file: TCU_TUNING=FILE, or tcu_context_load_tuning().\n"
                     "\n"
                     "  --families LIST  of these alone, separated by commas (--list names them)\n"
                     "  --minutes M      how long it may take, default 10; what is not reached by\n"
                     "                   then stays as it is\n"
                     "  --output FILE    default: tcu-tuning-<gpu>.txt\n"
                     "  --verify FILE    instead: times the rows of a tuning file against the\n"
                     "                   library's own\n"
                     "  --device N       a CUDA device, default 0\n"
                     "  --list           each row: its number, its bounds, how many problems\n"
                     "                   tell about it\n"
                     "  --quick          small problems, two sizes a row: only to see that all runs\n"
                     "\n"
                     "TCU_TUNING and TCU_PATH are of no effect here. Nothing else should run on the\n"
                     "GPU meanwhile.\n"
                     "\n"
                     "Exit status: 1 if a result was wrong or a family failed, 2 for a wrong command\n"
                     "line, where there is no GPU, or if a file cannot be read or written.\n";

[[noreturn]] void complain(const std::string &text)
{
    say_problem(text + "; see --help");
    std::exit(2);
}

double number(const char *text, double most, const char *what)
{
    char *end = nullptr;
    const double value = std::strtod(text, &end);
    if (end == text || *end != '\0' || !(value >= 0) || value > most) {
        complain(std::string("\"") + text + "\" is no " + what);
    }
    return value;
}

int device_number(const char *text)
{
    const double value = number(text, 1 << 20, "number of a device");
    if (value != std::floor(value)) {
        complain(std::string("\"") + text + "\" is no number of a device");
    }
    return int(value);
}

std::vector<const tcui_tuning_family *> families_named(const std::string &list)
{
    std::vector<const tcui_tuning_family *> chosen;
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
        const size_t before = chosen.size();
        for (const tcui_tuning_family *family : families()) {
            if (word == family->name) {
                chosen.push_back(family);
            }
        }
        if (chosen.size() == before) {
            complain("\"" + word + "\" is no family with rows");
        }
    }
    if (chosen.empty()) {
        complain("--families is empty");
    }
    return chosen;
}
} // namespace

Options parse_options(int argc, char **argv)
{
    Options o;
    o.families = families();
    const option options[] = {{"help", no_argument, nullptr, 'h'},
                              {"list", no_argument, nullptr, 'l'},
                              {"quick", no_argument, nullptr, 'q'},
                              {"device", required_argument, nullptr, 'd'},
                              {"families", required_argument, nullptr, 'f'},
                              {"minutes", required_argument, nullptr, 'm'},
                              {"output", required_argument, nullptr, 'o'},
                              {"verify", required_argument, nullptr, 'v'},
                              {}};
    for (int found; (found = getopt_long(argc, argv, "", options, nullptr)) != -1;) {
        switch (found) {
        case 'h':
            std::fputs(kHelp, stdout);
            std::exit(0);
        case 'l':
            o.list = true;
            break;
        case 'q':
            o.quick = true;
            break;
        case 'd':
            o.device = device_number(optarg);
            break;
        case 'f':
            o.families = families_named(optarg);
            break;
        case 'm':
            o.minutes = number(optarg, 1e6, "number of minutes");
            break;
        case 'o':
            o.output = optarg;
            break;
        case 'v':
            o.verify = optarg;
            break;
        default: // getopt has said what is wrong
            complain("wrong command line");
        }
    }
    if (optind < argc) {
        complain(std::string("\"") + argv[optind] + "\" is no option");
    }
    return o;
}
} // namespace tune
