/* SPDX-License-Identifier: Apache-2.0 */
/* Sorts of the C++ library: of pairs by key and position. */
#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>

#include "bench/family.h"
#include "bench/host/elements.h"

namespace bench
{
namespace
{
template <bool is_stable, class Iterator, class Less>
void sort(Iterator begin, Iterator end, Less less)
{
    if constexpr (is_stable) {
        std::stable_sort(begin, end, less);
    } else {
        std::sort(begin, end, less);
    }
}

template <bool is_stable, class Key>
void sort_keys(const bench_problem *p)
{
    const Key *in = static_cast<const Key *>(p->in);
    Key *out = static_cast<Key *>(p->out);
    for (uint64_t k = 0; k < p->num_segments; k++) {
        const auto [begin, end] = segment_of(*p, k);
        std::copy(in + begin, in + end, out + begin);
        sort<is_stable>(out + begin, out + end, std::less<Key>());
    }
}

/* Without std::stable_sort equal keys stay in order by their positions. */
template <bool is_stable, class Key, class Value>
void sort_pairs(const bench_problem *p)
{
    using Position = std::conditional_t<sizeof(Value) == 4, uint32_t, uint64_t>;
    struct Pair {
        Key key;
        Value value;
        Position position;
    };
    const Key *keys = static_cast<const Key *>(p->in);
    const Value *values = static_cast<const Value *>(p->values_in);
    const std::unique_ptr<Pair[]> pairs(new Pair[p->n]);
    for (uint64_t i = 0; i < p->n; i++) {
        pairs[i] = {keys[i], values[i], Position(i)};
    }
    sort<is_stable>(pairs.get(), pairs.get() + p->n, [](const Pair &a, const Pair &b) {
        return a.key < b.key || (!is_stable && a.key == b.key && a.position < b.position);
    });
    for (uint64_t i = 0; i < p->n; i++) {
        static_cast<Key *>(p->out)[i] = pairs[i].key;
        static_cast<Value *>(p->values_out)[i] = pairs[i].value;
    }
}

template <bool is_stable, class Key, class Value>
void sort_positions(const bench_problem *p)
{
    const Key *keys = static_cast<const Key *>(p->in);
    Value *out = static_cast<Value *>(p->out);
    std::iota(out, out + p->n, Value(0));
    sort<is_stable>(out, out + p->n, [keys](Value a, Value b) {
        return keys[a] < keys[b] || (!is_stable && keys[a] == keys[b] && a < b);
    });
}

template <bool is_stable>
int run(const bench_problem *p)
{
    return with_type(p->in_type, [p](auto zero) {
        using Key = decltype(zero);
        if (!bench_moves_values(p->op) && p->op != BENCH_ARGSORT) {
            sort_keys<is_stable, Key>(p);
        } else if (p->op == BENCH_ARGSORT) {
            (p->out_type == TCU_TYPE_U32 ? sort_positions<is_stable, Key, uint32_t>
                                         : sort_positions<is_stable, Key, uint64_t>)(p);
        } else {
            (p->out_type == TCU_TYPE_U32   ? sort_pairs<is_stable, Key, uint32_t>
             : p->out_type == TCU_TYPE_U64 ? sort_pairs<is_stable, Key, uint64_t>
                                           : sort_pairs<is_stable, Key, b128>)(p);
        }
        return 0;
    });
}
} // namespace

std::vector<Yardstick> sort_yardsticks()
{
    return {{"std::sort", run<false>, true}, {"std::stable_sort", run<true>, true}};
}
} // namespace bench
