/* SPDX-License-Identifier: Apache-2.0 */
/* Assertions of the suite's runners without Criterion's: one that fails is the failure of the case, which ends there; a
 * failed expectation lets it go on. */
#ifndef FUZZ_ASSERTIONS_H
#define FUZZ_ASSERTIONS_H

#include "cases.h"

/* Where failures of this process go from now on. */
void fuzz_report_to(fuzz_progress *progress);

/* The case has failed; the first sentence stays. */
void fuzz_fail(const char *sentence);

#endif /* FUZZ_ASSERTIONS_H */
