/* SPDX-License-Identifier: Apache-2.0 */
/* Several tests in one process. */
#ifndef TEST_TOGETHER_H
#define TEST_TOGETHER_H

struct criterion_test_set;

/* Makes the groups of this run, if TCU_TEST_TOGETHER asks for some. All tests that shall not run are disabled before. */
void test_group(struct criterion_test_set *tests);

#endif /* TEST_TOGETHER_H */
