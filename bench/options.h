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

/**
 * Prints the help, with the words of all families, and exits, if it is asked for: before Google Benchmark, which would print
 * its own.
 */
void answer_help(int argc, char **argv);

/** Exits by itself for what it does not understand (2). */
Options parse_options(int argc, char **argv);
} // namespace bench

#endif
