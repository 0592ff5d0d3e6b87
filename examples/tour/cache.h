/* SPDX-License-Identifier: Apache-2.0 */
/* The cache that arrays have to be larger than, for times of memory. */
#ifndef TCU_EXAMPLES_TOUR_CACHE_H
#define TCU_EXAMPLES_TOUR_CACHE_H

#include <stddef.h>
#include <tcu/context.h>

/* Bytes of the current device's L2; 0 if that is not known, as of a host. */
size_t cache_bytes(tcu_backend backend);

#endif /* TCU_EXAMPLES_TOUR_CACHE_H */
