/* SPDX-License-Identifier: Apache-2.0 */
/* The loop that everybody would write for sums, in the accumulator type of the operation's table, and the C++ library's. */
#include <algorithm>
#include <functional>
#include <numeric>

#include "bench/family.h"
#include "bench/host/elements.h"
#include "primitives/context/sum_pairs.h"

namespace bench
{
namespace
{
using element_f16 = f16;
using element_bf16 = bf16;
using element_f32 = float;
using element_f64 = double;
using element_i8 = int8_t;
using element_u8 = uint8_t;
using element_i16 = int16_t;
using element_u16 = uint16_t;
using element_i32 = int32_t;
using element_u32 = uint32_t;
using element_u64 = uint64_t;

template <class In, class Acc, class Out>
void sum(const bench_problem *p)
{
    const In *in = static_cast<const In *>(p->in);
    Out *out = static_cast<Out *>(p->out);
    for (uint64_t k = 0; k < p->num_segments; k++) {
        const auto [begin, end] = segment_of(*p, k);
        Acc acc = 0;
        if (!bench_is_scan(p->op)) {
            for (uint64_t i = begin; i < end; i++) {
                acc += Acc(loaded(in[i]));
            }
            store(out[k], acc);
        } else if (p->form == BENCH_PRODUCT) {
            acc = 1;
            for (uint64_t i = begin; i < end; i++) {
                acc *= Acc(loaded(in[i]));
                store(out[i], acc);
            }
        } else if (p->form != BENCH_EXCLUSIVE) {
            for (uint64_t i = begin; i < end; i++) {
                acc += Acc(loaded(in[i]));
                store(out[i], acc);
            }
        } else {
            for (uint64_t i = begin; i < end; i++) {
                store(out[i], acc);
                acc += Acc(loaded(in[i]));
            }
        }
    }
}

int loop(const bench_problem *p)
{
    if (bench_is_extremum(p->form)) {
        return 1;
    }
#define TRY(IN, OUT, in_name, acc_name, out_name)                                                                      \
    if (p->in_type == TCU_TYPE_##IN && p->out_type == TCU_TYPE_##OUT) {                                                \
        sum<element_##in_name, element_##acc_name, element_##out_name>(p);                                             \
        return 0;                                                                                                      \
    }
    TCUI_SUM_PAIRS(TRY)
#undef TRY
    return 1;
}

// each(its first element, behind its last one, its results) for all segments, of in and out the same type, or a wider
// one of the same kind.
template <class Each>
int for_each_segment(const bench_problem *p, bool applies, Each each)
{
    return !applies ? 1 : with_type(p->in_type, [&](auto in_zero) {
        using In = decltype(in_zero);
        return with_type(p->out_type, [&](auto out_zero) -> int {
            using Out = decltype(out_zero);
            if constexpr (sizeof(Out) >= sizeof(In) && std::is_signed_v<In> == std::is_signed_v<Out> &&
                          std::is_integral_v<In> == std::is_integral_v<Out>) {
                for (uint64_t k = 0; k < p->num_segments; k++) {
                    const auto [begin, end] = segment_of(*p, k);
                    const In *in = static_cast<const In *>(p->in);
                    Out *out = static_cast<Out *>(p->out);
                    each(in + begin, in + end, bench_is_scan(p->op) ? out + begin : out + k);
                }
                return 0;
            }
            return 1;
        });
    });
}

bool is_sum(const bench_problem *p)
{
    return !bench_is_scan(p->op) && !bench_is_extremum(p->form);
}

int reduce(const bench_problem *p)
{
    return for_each_segment(p, is_sum(p), [](auto *begin, auto *end, auto *out) {
        using Out = std::remove_pointer_t<decltype(out)>;
        using In = std::remove_const_t<std::remove_pointer_t<decltype(begin)>>;
        // std::reduce adds some elements to each other before it adds them to the sum: in their type.
        if constexpr (std::is_same_v<In, Out>) {
            *out = std::reduce(begin, end, Out(0));
        } else {
            *out = std::transform_reduce(begin, end, Out(0), std::plus<Out>(), [](In x) { return Out(x); });
        }
    });
}

int accumulate(const bench_problem *p)
{
    return for_each_segment(p, is_sum(p), [](auto *begin, auto *end, auto *out) {
        *out = std::accumulate(begin, end, std::remove_pointer_t<decltype(out)>(0));
    });
}

int scan(const bench_problem *p)
{
    return for_each_segment(p, bench_is_scan(p->op), [p](auto *begin, auto *end, auto *out) {
        using Out = std::remove_pointer_t<decltype(out)>;
        if (p->form == BENCH_MAXIMUM) {
            std::inclusive_scan(begin, end, out, [](Out a, Out b) { return std::max(a, b); });
            return;
        }
        if (p->form == BENCH_PRODUCT) {
            std::inclusive_scan(begin, end, out, std::multiplies<Out>(), Out(1));
        } else if (p->form != BENCH_EXCLUSIVE) {
            std::inclusive_scan(begin, end, out, std::plus<Out>(), Out(0));
        } else {
            std::exclusive_scan(begin, end, out, Out(0), std::plus<Out>());
        }
    });
}

// Of reals without a NaN, which neither of the two looks for.
int extremum_loop(const bench_problem *p)
{
    return for_each_segment(p, bench_is_extremum(p->form), [p](auto *begin, auto *end, auto *out) {
        auto best = *begin;
        if (bench_is_scan(p->op)) {
            for (auto *x = begin; x < end; x++) {
                best = *x > best ? *x : best;
                out[x - begin] = best;
            }
            return;
        }
        if (p->form == BENCH_MINIMUM) {
            for (auto *x = begin; x < end; x++) {
                best = *x < best ? *x : best;
            }
        } else {
            for (auto *x = begin; x < end; x++) {
                best = *x > best ? *x : best;
            }
        }
        *out = best;
    });
}

int extremum_of_library(const bench_problem *p)
{
    return for_each_segment(
        p, bench_is_extremum(p->form) && !bench_is_scan(p->op), [p](auto *begin, auto *end, auto *out) {
            *out = p->form == BENCH_MINIMUM ? *std::min_element(begin, end) : *std::max_element(begin, end);
        });
}
} // namespace

std::vector<Yardstick> sums_yardsticks()
{
    return {{"loop", loop, true},
            {"comparing loop", extremum_loop, true},
            {"std::min_element, max_element", extremum_of_library, true},
            {"std::reduce, transform_reduce", reduce, true},
            {"std::accumulate", accumulate, true},
            {"std::inclusive_scan, exclusive_scan", scan, true}};
}
} // namespace bench
