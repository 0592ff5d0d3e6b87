/* SPDX-License-Identifier: Apache-2.0 */
/* The loop that users write for a dot product, in f64 and in integers of the output's width. */
#include "bench/family.h"
#include "bench/host/elements.h"

namespace bench
{
namespace
{
template <class Sum, class T>
Sum dot(const T *x, const T *y, uint64_t n)
{
    Sum sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        sum += Sum(loaded(x[i])) * Sum(loaded(y[i]));
    }
    return sum;
}

int loop(const bench_problem *p)
{
    return with_element(p->in_type, [p](auto element) {
        using T = decltype(element);
        using Sum = std::conditional_t<std::is_integral_v<T>, uint64_t, double>;
        const T *x = static_cast<const T *>(p->in), *y = static_cast<const T *>(p->a);
        return with_type(p->out_type, [&](auto result) {
            for (uint64_t k = 0; k < p->num_segments; k++) {
                const auto [begin, end] = segment_of(*p, k);
                static_cast<decltype(result) *>(p->out)[k] =
                    decltype(result)(dot<Sum>(x + begin, y + begin, end - begin));
            }
            return 0;
        });
    });
}
} // namespace

std::vector<Yardstick> dot_yardsticks()
{
    return {{"loop", loop, true}};
}
} // namespace bench
