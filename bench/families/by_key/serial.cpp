/* SPDX-License-Identifier: Apache-2.0 */
/* The loops that users write for runs of equal keys; and for groups a sort of positions, or a tree. */
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <vector>

#include "bench/family.h"

namespace bench
{
namespace
{
struct Arrays {
    const uint32_t *keys;
    const float *values;
    float *out;
    uint32_t *keys_out;

    explicit Arrays(const bench_problem *p)
        : keys(static_cast<const uint32_t *>(p->in)), values(static_cast<const float *>(p->values_in)),
          out(static_cast<float *>(p->out)), keys_out(static_cast<uint32_t *>(p->values_out))
    {
    }
};

// Sums of the runs of keys[place(i)].
template <class Place>
uint64_t sum_runs(const Arrays &a, uint64_t n, Place place)
{
    uint64_t runs = 0;
    for (uint64_t i = 0; i < n;) {
        const uint32_t key = a.keys[place(i)];
        double sum = 0;
        for (; i < n && a.keys[place(i)] == key; i++) {
            sum += a.values[place(i)];
        }
        a.keys_out[runs] = key;
        a.out[runs++] = float(sum);
    }
    return runs;
}

uint64_t first_values(const Arrays &a, uint64_t n)
{
    uint64_t runs = 0;
    for (uint64_t i = 0; i < n; i++) {
        if (i == 0 || a.keys[i] != a.keys[i - 1]) {
            a.keys_out[runs] = a.keys[i];
            a.out[runs++] = a.values[i];
        }
    }
    return runs;
}

int loop(const bench_problem *p)
{
    const Arrays a(p);
    double sum = 0;
    switch (p->op) {
    case BENCH_REDUCE_BY_KEY:
        *p->count = sum_runs(a, p->n, [](uint64_t i) { return i; });
        return 0;
    case BENCH_SCAN_BY_KEY:
        for (uint64_t i = 0; i < p->n; i++) {
            sum = (i > 0 && a.keys[i] == a.keys[i - 1] ? sum : 0) + a.values[i];
            a.out[i] = float(sum);
        }
        return 0;
    case BENCH_UNIQUE_BY_KEY:
        *p->count = first_values(a, p->n);
        return 0;
    default:
        return 1;
    }
}

int sort_and_loop(const bench_problem *p)
{
    if (p->op != BENCH_GROUP_BY) {
        return 1;
    }
    const Arrays a(p);
    std::vector<uint32_t> order(p->n);
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t i, uint32_t j) { return a.keys[i] < a.keys[j]; });
    *p->count = sum_runs(a, p->n, [&](uint64_t i) { return order[i]; });
    return 0;
}

int tree(const bench_problem *p)
{
    if (p->op != BENCH_GROUP_BY) {
        return 1;
    }
    const Arrays a(p);
    std::map<uint32_t, double> sums;
    for (uint64_t i = 0; i < p->n; i++) {
        sums[a.keys[i]] += a.values[i];
    }
    uint64_t groups = 0;
    for (const auto &[key, sum] : sums) {
        a.keys_out[groups] = key;
        a.out[groups++] = float(sum);
    }
    *p->count = groups;
    return 0;
}
} // namespace

std::vector<Yardstick> by_key_yardsticks()
{
    return {
        {"loop", loop, true}, {"std::stable_sort of positions, loop", sort_and_loop, true}, {"std::map", tree, true}};
}
} // namespace bench
