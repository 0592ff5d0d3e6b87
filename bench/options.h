/* SPDX-License-Identifier: Apache-2.0 */
/** @file options.h The command line. */
#ifndef TCU_BENCH_OPTIONS_H
#define TCU_BENCH_OPTIONS_H

#include "bench/runner.h"

namespace bench
{
struct Options {
    Selection selection;
    RunOptions run;
    std::string backend = "auto", json, commit, command;
    bool list = false;
};

/** Exits by itself for --help (0) and for what it does not understand (2). */
Options parse_options(int argc, char **argv);
} // namespace bench

#endif
