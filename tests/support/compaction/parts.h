/* SPDX-License-Identifier: Apache-2.0 */
/* The steps of which preparing a case consists: what the call reads, and what it has to write. */
#ifndef TEST_COMPACTION_PARTS_H
#define TEST_COMPACTION_PARTS_H

#include "compaction.h"

/* The columns that the case has, and the bytes of an item in one. */
int test_compaction_columns(const test_compaction_case *test);
size_t test_compaction_column_bytes(const test_compaction_case *test, int column);

/* Makes a buffer part of the case: so many items or flags of some bits, with room for those that there might be, full of
 * poison and `shift` bytes off alignment. */
test_buffer *test_compactor_open(test_compactor *compactor, const test_compaction_case *test, int which, size_t bits,
                                 size_t shift, unsigned char poison);

/* Opens and fills everything that the call reads, and draws the predicate's values. */
void test_compactor_make_inputs(test_compactor *compactor, const test_compaction_case *test);

/* Opens the outputs, poisoned, uploads everything, and has a plain loop write the results into the outputs' copies. */
void test_compactor_expect_outputs(test_compactor *compactor, const test_compaction_case *test);

#endif /* TEST_COMPACTION_PARTS_H */
