/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loops that everybody would write for compactions, with a branch or without: then every item is stored at the
 * place of the next one kept, which moves on by one or by none, and memory behind what is kept is written too. And
 * algorithms of the C++ library.
 */
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "bench/family.h"
#include "bench/host/elements.h"

namespace bench
{
namespace
{
// run(zero of the items' type, keeps(item, its position)) with the condition of the problem.
template <class Run>
int with_condition(const bench_problem *p, Run run)
{
    if (bench_has_predicate(p->op)) {
        return with_type(p->in_type, [&](auto zero) {
            using T = decltype(zero);
            T low, high;
            std::memcpy(&low, &p->value, sizeof low);
            std::memcpy(&high, &p->upper, sizeof high);
            return p->form == BENCH_LESS
                       ? run(zero, [low](T x, uint64_t) { return x < low; })
                       : run(zero, [low, high](T x, uint64_t) { return bool((x >= low) & (x <= high)); });
        });
    }
    const uint8_t *flags = static_cast<const uint8_t *>(p->flags);
    return with_item(p->in_type, [&](auto zero) {
        using T = decltype(zero);
        return p->form == BENCH_BITS
                   ? run(zero, [flags](const T &, uint64_t i) { return (flags[i / 8] >> i % 8 & 1) != 0; })
                   : run(zero, [flags](const T &, uint64_t i) { return flags[i] != 0; });
    });
}

struct Positions {
    uint64_t operator[](uint64_t i) const { return i; }
};

// Not inlined: in the loop over columns each store would add the column to its address.
template <bool branches, class In, class T, class Keeps>
[[gnu::noinline]] uint64_t select(In in, T *out, uint64_t n, Keeps keeps)
{
    uint64_t kept = 0;
    for (uint64_t i = 0; i < n; i++) {
        if constexpr (!branches) {
            const T x = T(in[i]);
            out[kept] = x;
            kept += keeps(x, i) ? 1 : 0;
        } else if (keeps(T(in[i]), i)) {
            out[kept++] = T(in[i]);
        }
    }
    return kept;
}

template <bool branches, class T, class Keeps>
int partition(const bench_problem *p, const T *in, T *out, Keeps keeps)
{
    if constexpr (branches) {
        *p->count = select<true>(in, out, p->n, keeps);
        select<true>(in, out + *p->count, p->n, [keeps](const T &x, uint64_t i) { return !keeps(x, i); });
        return 0;
    }
    const auto others = allocate_array<T>(p->n);
    if (others == nullptr) {
        return 1;
    }
    uint64_t kept = 0, other = 0;
    for (uint64_t i = 0; i < p->n; i++) {
        const T x = in[i];
        const uint64_t is_kept = keeps(x, i) ? 1 : 0;
        out[kept] = x;
        others[other] = x;
        kept += is_kept;
        other += 1 - is_kept;
    }
    std::memcpy(out + kept, others.get(), other * sizeof(T));
    *p->count = kept;
    return 0;
}

template <bool branches, class T>
uint64_t unique(const bench_problem *p, const T *in, T *out)
{
    uint64_t runs = branches ? 0 : 1, begin = 0, *const lengths = p->run_lengths;
    if constexpr (branches) {
        for (uint64_t i = 0; i < p->n; i++) {
            if (i == 0 || in[i] != in[i - 1]) {
                if (p->run_lengths != nullptr && i > 0) {
                    p->run_lengths[runs - 1] = i - begin;
                }
                begin = i;
                out[runs++] = in[i];
            }
        }
    } else if (lengths == nullptr) {
        out[0] = in[0];
        for (uint64_t i = 1; i < p->n; i++) {
            out[runs] = in[i];
            runs += in[i] != in[i - 1];
        }
    } else {
        out[0] = in[0];
        for (uint64_t i = 1; i < p->n; i++) {
            const uint64_t begins = in[i] != in[i - 1];
            out[runs] = in[i];
            lengths[runs - 1] = i - begin;
            begin = begins ? i : begin;
            runs += begins;
        }
    }
    if (lengths != nullptr) {
        lengths[runs - 1] = p->n - begin;
    }
    return runs;
}

template <bool branches>
int loop(const bench_problem *p)
{
    if (p->op == BENCH_UNIQUE) {
        return with_item(p->in_type, [p](auto zero) {
            using T = decltype(zero);
            *p->count = unique<branches>(p, static_cast<const T *>(p->in), static_cast<T *>(p->out));
            return 0;
        });
    }
    return with_condition(p, [p](auto zero, auto keeps) {
        using T = decltype(zero);
        const T *in = static_cast<const T *>(p->in);
        T *out = static_cast<T *>(p->out);
        if (bench_is_partition(p->op)) {
            return partition<branches>(p, in, out, keeps);
        }
        if (p->op == BENCH_COMPACT_INDICES) {
            const auto of_position = [&](auto, uint64_t i) { return keeps(zero, i); };
            *p->count = p->out_type == TCU_TYPE_U32
                            ? select<branches>(Positions(), static_cast<uint32_t *>(p->out), p->n, of_position)
                            : select<branches>(Positions(), static_cast<uint64_t *>(p->out), p->n, of_position);
            return 0;
        }
        for (uint64_t c = 0; c < bench_columns(p->op); c++) {
            *p->count = select<branches>(in + c * p->n, out + c * p->n, p->n, keeps);
        }
        return 0;
    });
}

/* -------------------------------------------------------------------------------------------- of the C++ library --- */

// An algorithm's answer to each item in turn, run(in, out, answer) gives the number of the kept ones. Flags in bits
// have none.
template <class Run>
int with_answer(const bench_problem *p, Run run)
{
    if (p->op == BENCH_COMPACT_INDICES || p->op == BENCH_COMPACT_COLUMNS || p->form == BENCH_BITS) {
        return 1;
    }
    return with_condition(p, [p, run](auto zero, auto keeps) {
        using T = decltype(zero);
        *p->count = run(static_cast<const T *>(p->in), static_cast<T *>(p->out),
                        [keeps, i = uint64_t(0)](const T &x) mutable { return keeps(x, i++); });
        return 0;
    });
}

int copy_if(const bench_problem *p)
{
    return p->op != BENCH_COMPACT && p->op != BENCH_COMPACT_IF ? 1 : with_answer(p, [p](auto in, auto out, auto keeps) {
        return uint64_t(std::copy_if(in, in + p->n, out, keeps) - out);
    });
}

// The others into memory of its own, from there behind the kept.
int partition_copy(const bench_problem *p)
{
    return !bench_is_partition(p->op) ? 1 : with_answer(p, [p](auto in, auto out, auto keeps) {
        const auto others = allocate_array<std::remove_pointer_t<decltype(out)>>(p->n);
        const auto ends = std::partition_copy(in, in + p->n, out, others.get(), keeps);
        std::copy(others.get(), ends.second, ends.first);
        return uint64_t(ends.first - out);
    });
}

// With flags its calls are not in the order of the items.
int stable_partition(const bench_problem *p)
{
    return p->op != BENCH_PARTITION_IF ? 1 : with_answer(p, [p](auto in, auto out, auto keeps) {
        std::copy(in, in + p->n, out);
        return uint64_t(std::stable_partition(out, out + p->n, keeps) - out);
    });
}

int unique_copy(const bench_problem *p)
{
    return p->op != BENCH_UNIQUE || p->run_lengths != nullptr ? 1 : with_type(p->in_type, [p](auto zero) {
        using T = decltype(zero);
        const T *in = static_cast<const T *>(p->in);
        T *out = static_cast<T *>(p->out);
        *p->count = uint64_t(std::unique_copy(in, in + p->n, out) - out);
        return 0;
    });
}
} // namespace

std::vector<Yardstick> compact_yardsticks()
{
    return {{"loop", loop<true>, true},
            {"branchless loop", loop<false>, true},
            {"std::copy_if", copy_if, true},
            {"std::partition_copy", partition_copy, true},
            {"std::stable_partition", stable_partition, true},
            {"std::unique_copy", unique_copy, true}};
}
} // namespace bench
