/* SPDX-License-Identifier: Apache-2.0 */
/* The seed of a run: TCU_TEST_SEED, which the runner sets where nobody has. */
#ifndef DEVICE_SEED_H
#define DEVICE_SEED_H

#include <stdint.h>
#include <stdlib.h>

static inline uint64_t device_seed(void)
{
    const char *text = getenv("TCU_TEST_SEED");
    return text != NULL ? strtoull(text, NULL, 0) : 1;
}

#endif /* DEVICE_SEED_H */
