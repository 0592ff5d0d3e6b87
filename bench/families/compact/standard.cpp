/* SPDX-License-Identifier: Apache-2.0 */
#include <algorithm>
#include <cstring>
#include <memory>
#include <type_traits>

#include "bench/families/compact/yardsticks.h"
#include "bench/host/with_type.h"

namespace bench
{
namespace
{
/* Calls function(first item, whether to keep an item): of flags the answer is that of the next one at each call. */
template <class Function>
int with_condition(const bench_problem *p, Function function)
{
    const bool by_flags = bench_has_flags(p->op) && p->form == BENCH_BYTES && p->op != BENCH_COMPACT_INDICES &&
                          p->op != BENCH_COMPACT_COLUMNS;
    if (!by_flags && !bench_has_predicate(p->op)) {
        return 1;
    }
    return with_type(p->in_type, [&](auto zero) {
        using T = decltype(zero);
        const T *in = static_cast<const T *>(p->in);
        if (by_flags) {
            const uint8_t *flag = static_cast<const uint8_t *>(p->flags);
            *p->count = function(in, [flag](const T &) mutable { return *flag++ != 0; });
            return 0;
        }
        T low, high;
        std::memcpy(&low, &p->value, sizeof low);
        std::memcpy(&high, &p->upper, sizeof high);
        *p->count = p->form == BENCH_LESS ? function(in, [low](const T &x) { return x < low; })
                                          : function(in, [low, high](const T &x) { return low <= x && x <= high; });
        return 0;
    });
}
} // namespace

int standard_copy_if(const bench_problem *p)
{
    if (bench_is_partition(p->op)) {
        return 1;
    }
    return with_condition(p, [p](auto in, auto keeps) {
        using T = std::remove_const_t<std::remove_pointer_t<decltype(in)>>;
        T *out = static_cast<T *>(p->out);
        return uint64_t(std::copy_if(in, in + p->n, out, keeps) - out);
    });
}

int standard_partition_copy(const bench_problem *p)
{
    if (!bench_is_partition(p->op)) {
        return 1;
    }
    return with_condition(p, [p](auto in, auto keeps) {
        using T = std::remove_const_t<std::remove_pointer_t<decltype(in)>>;
        const std::unique_ptr<T[]> others(new T[p->n]);
        T *out = static_cast<T *>(p->out);
        const auto ends = std::partition_copy(in, in + p->n, out, others.get(), keeps);
        std::copy(others.get(), ends.second, ends.first);
        return uint64_t(ends.first - out);
    });
}

/* With flags its calls are not in the order of the items. */
int standard_stable_partition(const bench_problem *p)
{
    if (p->op != BENCH_PARTITION_IF) {
        return 1;
    }
    return with_condition(p, [p](auto in, auto keeps) {
        using T = std::remove_const_t<std::remove_pointer_t<decltype(in)>>;
        T *out = static_cast<T *>(p->out);
        std::copy(in, in + p->n, out);
        return uint64_t(std::stable_partition(out, out + p->n, keeps) - out);
    });
}

int standard_unique_copy(const bench_problem *p)
{
    if (p->op != BENCH_UNIQUE || p->run_lengths != nullptr) {
        return 1;
    }
    return with_type(p->in_type, [p](auto zero) {
        using T = decltype(zero);
        const T *in = static_cast<const T *>(p->in);
        T *out = static_cast<T *>(p->out);
        *p->count = uint64_t(std::unique_copy(in, in + p->n, out) - out);
        return 0;
    });
}
} // namespace bench
