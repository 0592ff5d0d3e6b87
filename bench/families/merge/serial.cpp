/* SPDX-License-Identifier: Apache-2.0 */
/* Merges and searches of the C++ library. */
#include <algorithm>

#include "bench/family.h"
#include "bench/host/elements.h"
#include "bench/inputs/merge.h"

namespace bench
{
namespace
{
template <class Key>
void merge(const bench_problem *p)
{
    const Key *in = static_cast<const Key *>(p->in), *second = in + bench_first_half(p->n);
    std::merge(in, second, second, in + p->n, static_cast<Key *>(p->out));
}

template <class Key>
void search(const bench_problem *p)
{
    const Key *values = static_cast<const Key *>(p->in), *sorted = static_cast<const Key *>(p->values_in);
    for (uint64_t i = 0; i < p->n; i++) {
        static_cast<uint32_t *>(p->out)[i] =
            uint32_t(std::lower_bound(sorted, sorted + p->searched_keys, values[i]) - sorted);
    }
}

int standard(const bench_problem *p)
{
    return with_type(p->in_type, [p](auto element) {
        using Key = decltype(element);
        if (p->op == BENCH_MERGE) {
            merge<Key>(p);
        } else {
            search<Key>(p);
        }
        return 0;
    });
}
} // namespace

std::vector<Yardstick> merge_yardsticks()
{
    return {{"std::merge, std::lower_bound", standard, true}};
}
} // namespace bench
