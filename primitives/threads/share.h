/* SPDX-License-Identifier: Apache-2.0 */
/* How many threads of the host a call is worth. No result depends on the number. */
#ifndef TCUI_SHARE_H
#define TCUI_SHARE_H

#include "primitives/context/context_internal.h"
#include "tuning.h"

/* The context's threads for a call that one of them does in about so many ps, or one below the limit. */
static inline int tcui_threads_for_work(const tcu_context *context, double ps)
{
    return ps < 1e3 * context->least_shared_ns ? 1 : context->properties.multiprocessors;
}

#endif /* TCUI_SHARE_H */
