/* SPDX-License-Identifier: Apache-2.0 */
#include <numeric>

#include "bench/families/stencil/yardsticks.h"
#include "bench/host/with_type.h"

namespace bench
{
int standard_difference(const bench_problem *p)
{
    if (p->op != BENCH_ADJACENT_DIFFERENCE) {
        return 1;
    }
    return with_type(p->in_type, [&](auto zero) {
        using T = decltype(zero);
        const T *in = static_cast<const T *>(p->in);
        std::adjacent_difference(in, in + p->n, static_cast<T *>(p->out));
        return 0;
    });
}
} // namespace bench
