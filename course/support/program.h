/* SPDX-License-Identifier: Apache-2.0 */
/* The programs of a lesson: each runs its versions on the lesson's trials. */
#ifndef TCU_COURSE_PROGRAM_H
#define TCU_COURSE_PROGRAM_H

#include "lesson.h"

namespace course
{

/* Counterparts of CUB, where they are compiled; else none. */
std::vector<version> cub_versions();

/* What goes wrong when the version runs on the trial: "" or one sentence. */
std::string mistake_of(const version &v, trial &t);

/* The first of the trials for checks that goes wrong, "" if none: "n = 33: sum is 5, expected 6". And how many there
 * are. */
std::string first_failure(const version &v, size_t *number_of_trials);

/* Of the device that this program is compiled for: its name, and the table of what its versions cost there. */
std::string device_name();
void print_costs(const std::vector<version> &all, const std::vector<std::string> &failures);

} // namespace course

#endif /* TCU_COURSE_PROGRAM_H */
