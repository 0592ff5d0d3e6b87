/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A case whose allocator has no memory: it refuses the first allocation of the call, in the next try the second one,
 * and so on, until the call succeeds. Until then the status is TCU_ERROR_OUT_OF_MEMORY, with a sentence; nothing is
 * written, and each allocation that was given is released. Then results have to be right.
 */
#ifndef FUZZ_REFUSED_MEMORY_H
#define FUZZ_REFUSED_MEMORY_H

#include "family.h"

/* Of a case that was drawn. False: the sentence is in `failure`. */
bool fuzz_refuse_memory(const fuzz_family *family, void *state, char *failure, size_t size);

#endif /* FUZZ_REFUSED_MEMORY_H */
