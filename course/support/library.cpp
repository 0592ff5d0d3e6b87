/* SPDX-License-Identifier: Apache-2.0 */
/* What lessons need to call tcu. */
#include <cstdio>

#include <tcu/tcu.h>

#include "program.h"

namespace course
{

tcu_context *context()
{
    static tcu_context *const one = [] {
        tcu_context *created = nullptr;
        expect_success(tcu_context_create(&created, static_cast<tcu_backend>(library_backend()), -1));
        return created;
    }();
    return one;
}

void expect_success(int status)
{
    if (status != TCU_SUCCESS) {
        std::fprintf(stderr, "tcu: %s\n", tcu_status_string(static_cast<tcu_status>(status)));
        std::exit(1);
    }
}

} // namespace course
