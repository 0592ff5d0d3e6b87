/* SPDX-License-Identifier: Apache-2.0 */
/** @file report.h What tcu-tune prints, and the tuning file that it writes. */
#ifndef TCU_BENCH_TUNE_REPORT_H
#define TCU_BENCH_TUNE_REPORT_H

#include "bench/tune/sweep.h"

namespace tune
{
/** Where and when it was measured. */
struct Place {
    std::string gpu, compute_capability, driver, cuda, library, date;
};

/** Numbers of many digits by powers of two, if they are near one: "2^64 - 1". */
std::string short_text(uint64_t number);

/** A line of --list. */
std::string list_line(const Subject &subject);

/** A line for the row, one that says so if its number is at the end of the range, and one for each problem that changes. */
std::string change_text(const Outcome &outcome);

/** "tcu-tuning-nvidia-h200.txt" */
std::string file_name(const std::string &gpu);

/** The tuning file: the rows that have changed. */
std::string file_text(const Place &place, const std::vector<Outcome> &outcomes);
} // namespace tune

#endif
