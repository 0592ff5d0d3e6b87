/* SPDX-License-Identifier: Apache-2.0 */
/* Selections of the C++ library: of a copy, as they reorder the array. */
#include <algorithm>
#include <cmath>
#include <functional>

#include "bench/family.h"
#include "bench/host/elements.h"
#include "bench/inputs/selection.h"

namespace bench
{
namespace
{
/** The largest keys of a row, sorted, in front of it. */
template <class Key>
void partial_sort(Key *begin, Key *end, uint64_t results)
{
    std::partial_sort(begin, begin + results, end, std::greater<Key>());
}

template <class Key>
void nth_and_sort(Key *begin, Key *end, uint64_t results)
{
    std::nth_element(begin, begin + results - 1, end, std::greater<Key>());
    std::sort(begin, begin + results, std::greater<Key>());
}

template <class Key>
void quantiles(const bench_problem *p, Key *begin, Key *end)
{
    for (uint64_t j = 0; j < p->num_results; j++) {
        const double place = bench_quantile_place(p, j);
        Key *const low = begin + uint64_t(place);
        std::nth_element(begin, low, end);
        const double a = double(*low), b = low + 1 < end ? double(*std::min_element(low + 1, end)) : a;
        static_cast<double *>(p->out)[j] = a + (b - a) * (place - std::floor(place));
    }
}

template <class Select>
int run(const bench_problem *p, Select select)
{
    return with_type(p->in_type, [p, select](auto element) {
        using Key = decltype(element);
        const auto copy = allocate_array<Key>(p->n);
        Key *const keys = copy.get(), *out = static_cast<Key *>(p->out);
        std::copy_n(static_cast<const Key *>(p->in), p->n, keys);
        if (p->op == BENCH_NTH_ELEMENT) {
            std::nth_element(keys, keys + p->n / 2, keys + p->n);
            *out = keys[p->n / 2];
        } else if (p->op == BENCH_QUANTILES) {
            quantiles(p, keys, keys + p->n);
        } else {
            const uint64_t size = p->op == BENCH_TOP_K ? p->n : p->segment_size;
            for (uint64_t begin = 0; begin < p->n; begin += size, out += p->num_results) {
                const uint64_t end = std::min(begin + size, p->n), results = std::min(end - begin, p->num_results);
                select(keys + begin, keys + end, results);
                std::copy_n(keys + begin, results, out);
            }
        }
        return 0;
    });
}

int by_partial_sort(const bench_problem *p)
{
    if (p->op != BENCH_TOP_K && p->op != BENCH_SEGMENTED_TOP_K) {
        return 1;
    }
    return run(p, [](auto *begin, auto *end, uint64_t results) { partial_sort(begin, end, results); });
}

int by_nth_element(const bench_problem *p)
{
    return run(p, [](auto *begin, auto *end, uint64_t results) { nth_and_sort(begin, end, results); });
}
} // namespace

std::vector<Yardstick> selection_yardsticks()
{
    return {{"std::partial_sort", by_partial_sort, true}, {"std::nth_element", by_nth_element, true}};
}
} // namespace bench
