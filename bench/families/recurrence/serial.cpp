/* SPDX-License-Identifier: Apache-2.0 */
/* The loop that users write for a recurrence; halves in f32. */
#include "bench/family.h"
#include "bench/host/elements.h"

namespace bench
{
namespace
{
template <class T>
void recur(const bench_problem *p)
{
    const T *a = static_cast<const T *>(p->a), *b = static_cast<const T *>(p->in);
    T *out = static_cast<T *>(p->out);
    using Real = decltype(loaded(T()));
    for (uint64_t k = 0; k < p->num_segments; k++) {
        const auto [begin, end] = segment_of(*p, k);
        Real x = 0;
        for (uint64_t i = begin; i < end; i++) {
            x = (a != nullptr ? loaded(a[i]) : Real(BENCH_CONSTANT_FACTOR)) * x + loaded(b[i]);
            store(out[i], x);
        }
    }
}

int loop(const bench_problem *p)
{
    return with_element(p->in_type, [p](auto element) {
        using T = decltype(element);
        if constexpr (std::is_integral_v<T>) {
            return 1;
        } else {
            recur<T>(p);
            return 0;
        }
    });
}
} // namespace

std::vector<Yardstick> recurrence_yardsticks()
{
    return {{"loop", loop, true}};
}
} // namespace bench
