/* SPDX-License-Identifier: Apache-2.0 */
/* Policies drawn at random, of the rows that tuning files can set. */
#ifndef TEST_TUNING_H
#define TEST_TUNING_H

#include "primitives/context/context_internal.h"
#include "test_random.h"

/* Sets all rows of the operation's family in the context, each within its bounds. */
void test_tuning_draw(tcu_context *context, tcui_operation_id id, test_random *random);

#endif /* TEST_TUNING_H */
