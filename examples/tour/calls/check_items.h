/* SPDX-License-Identifier: Apache-2.0 */
/* Results that are exact, since they are elements of the input, places or counts, held against plain loops. */
#ifndef TCU_EXAMPLES_TOUR_CHECK_ITEMS_H
#define TCU_EXAMPLES_TOUR_CHECK_ITEMS_H

#include "calls/operations.h"
#include <stdbool.h>

/* `written`: how many results p->host_out holds. */
bool check_items(const problem *p, uint64_t written);

#endif /* TCU_EXAMPLES_TOUR_CHECK_ITEMS_H */
