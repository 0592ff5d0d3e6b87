/* SPDX-License-Identifier: Apache-2.0 */
/** @file probes.h Questions to the matrix unit, each a few products whose results tell one answer from the others. */
#ifndef TCU_BENCH_STUDIES_ROUNDING_PROBES_H
#define TCU_BENCH_STUDIES_ROUNDING_PROBES_H

#include "bench/studies/rounding/model.h"

namespace study
{
struct Answer {
    std::string probe, result, meaning;
    bool right; // within what any of the known ways of adding gives
};

/** All answers of a format. */
std::vector<Answer> ask(const Format &format, int random_trials);
} // namespace study

#endif
