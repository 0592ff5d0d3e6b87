/* SPDX-License-Identifier: Apache-2.0 */
/* What users write for extrema with their positions: a loop, and the C++ library's algorithms. */
#include <algorithm>

#include "bench/family.h"
#include "bench/host/elements.h"

namespace bench
{
namespace
{
template <class T>
void store_result(const bench_problem *p, uint64_t k, const T *first, const T *least, const T *greatest)
{
    T *const min = static_cast<T *>(p->out);
    auto *const positions = reinterpret_cast<int64_t *>(static_cast<char *>(p->out) + bench_positions_at(p));
    min[k] = *least;
    min[p->num_segments + k] = *greatest;
    positions[k] = least - first;
    positions[p->num_segments + k] = greatest - first;
}

template <class T>
void look(const bench_problem *p)
{
    const T *in = static_cast<const T *>(p->in);
    for (uint64_t k = 0; k < p->num_segments; k++) {
        const auto [begin, end] = segment_of(*p, k);
        uint64_t least = begin, greatest = begin;
        auto min = loaded(in[begin]), max = min;
        for (uint64_t i = begin; i < end; i++) {
            const auto x = loaded(in[i]);
            if (x < min) {
                min = x;
                least = i;
            }
            if (x > max) {
                max = x;
                greatest = i;
            }
        }
        store_result(p, k, in + begin, in + least, in + greatest);
    }
}

int loop(const bench_problem *p)
{
    return with_element(p->in_type, [p](auto element) {
        look<decltype(element)>(p);
        return 0;
    });
}

int standard(const bench_problem *p)
{
    return with_type(p->in_type, [p](auto element) {
        using T = decltype(element);
        const T *in = static_cast<const T *>(p->in);
        for (uint64_t k = 0; k < p->num_segments; k++) {
            const auto [begin, end] = segment_of(*p, k);
            const T *least = std::min_element(in + begin, in + end), *greatest = std::max_element(in + begin, in + end);
            store_result(p, k, in + begin, least, greatest);
        }
        return 0;
    });
}
} // namespace

std::vector<Yardstick> extrema_yardsticks()
{
    return {{"loop", loop, true}, {"std::min_element, std::max_element", standard, true}};
}
} // namespace bench
