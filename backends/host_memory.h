/* SPDX-License-Identifier: Apache-2.0 */
/* Memory of the backends on the processor. */
#ifndef TCUI_BACKENDS_HOST_MEMORY_H
#define TCUI_BACKENDS_HOST_MEMORY_H

#include <stddef.h>

/* For free(): aligned to TCUI_WORKSPACE_ALIGNMENT, and in huge pages from TCUI_LEAST_HUGE bytes on, where Linux has them.
 * NULL if there is no memory left. */
void *tcui_host_memory(size_t bytes);

/* NumPy asks for huge pages from the same size on. */
enum { TCUI_HUGE_PAGE = 2 << 20, TCUI_LEAST_HUGE = 2 * TCUI_HUGE_PAGE };

#endif /* TCUI_BACKENDS_HOST_MEMORY_H */
