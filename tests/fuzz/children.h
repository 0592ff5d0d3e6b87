/* SPDX-License-Identifier: Apache-2.0 */
/* Cases in a process of their own: what ends it, a failed assertion, a crash or a deadlock, is the failure of the case
 * that ran. */
#ifndef FUZZ_CHILDREN_H
#define FUZZ_CHILDREN_H

#include "cases.h"

/* The memory that is shared with the processes that are started; NULL: there is none. */
fuzz_progress *fuzz_progress_new(void);

/* The cases of progress->run from `first` on, before `behind`, in a process of its own. False: progress->sentence says
 * what became of case progress->at. */
bool fuzz_run_child(fuzz_progress *progress, uint64_t first, uint64_t behind);

/* Whether this process is one that was started so, by its arguments; then *status is what it ends with. */
bool fuzz_is_child(int argc, char **argv, int *status);

#endif /* FUZZ_CHILDREN_H */
