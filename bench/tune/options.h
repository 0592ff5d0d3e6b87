/* SPDX-License-Identifier: Apache-2.0 */
/** @file options.h The command line of tcu-tune. */
#ifndef TCU_BENCH_TUNE_OPTIONS_H
#define TCU_BENCH_TUNE_OPTIONS_H

#include <string>
#include <vector>

#include "bench/tune/probes.h"

namespace tune
{
struct Options {
    std::vector<const tcui_tuning_family *> families; /**< those that are tuned */
    std::string output;                               /**< "": by the GPU's name */
    std::string verify;                               /**< a file; "": tune */
    double minutes = 10;
    int device = 0;
    bool list = false, quick = false;
};

/** Exits by itself for --help (0) and for what it does not understand (2). */
Options parse_options(int argc, char **argv);
} // namespace tune

#endif
