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

/* Of the device that this program is compiled for: its name, tcu's backend (a tcu_backend) for its memory, and the
 * table of what versions cost there, whose runs may add to the failures. */
std::string device_name();
int library_backend();
bool device_is_lost(); /* a kernel has ended this process's use of the device */
void print_costs(const std::vector<version> &all, std::vector<std::string> &failures);

} // namespace course

#endif /* TCU_COURSE_PROGRAM_H */
