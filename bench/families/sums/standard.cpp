/* SPDX-License-Identifier: Apache-2.0 */
#include <functional>
#include <numeric>
#include <type_traits>

#include "bench/families/sums/yardsticks.h"
#include "bench/host/elements.h"
#include "bench/host/with_type.h"

namespace bench
{
namespace
{
template <class In, class Out>
struct Sums {
    static void reduce(const bench_problem *p)
    {
        const In *in = static_cast<const In *>(p->in);
        for (uint64_t k = 0, begin, end; k < p->num_segments; k++) {
            bench_segment(p, k, &begin, &end);
            // std::reduce adds some elements to each other before it adds them to the sum: in their type.
            if constexpr (std::is_same_v<In, Out>) {
                static_cast<Out *>(p->out)[k] = std::reduce(in + begin, in + end, Out(0));
            } else {
                static_cast<Out *>(p->out)[k] =
                    std::transform_reduce(in + begin, in + end, Out(0), std::plus<Out>(), [](In x) { return Out(x); });
            }
        }
    }
    static void accumulate(const bench_problem *p)
    {
        const In *in = static_cast<const In *>(p->in);
        for (uint64_t k = 0, begin, end; k < p->num_segments; k++) {
            bench_segment(p, k, &begin, &end);
            static_cast<Out *>(p->out)[k] = std::accumulate(in + begin, in + end, Out(0));
        }
    }
    static void scan(const bench_problem *p)
    {
        const In *in = static_cast<const In *>(p->in);
        Out *out = static_cast<Out *>(p->out);
        for (uint64_t k = 0, begin, end; k < p->num_segments; k++) {
            bench_segment(p, k, &begin, &end);
            if (p->form == BENCH_INCLUSIVE) {
                std::inclusive_scan(in + begin, in + end, out + begin, std::plus<Out>(), Out(0));
            } else {
                std::exclusive_scan(in + begin, in + end, out + begin, Out(0), std::plus<Out>());
            }
        }
    }
};

using Function = void (*)(const bench_problem *);
struct Functions {
    Function reduce, accumulate, scan;
};

template <class In, class Out>
int call(const bench_problem *p, Function Functions::*which)
{
    static const Functions functions = {Sums<In, Out>::reduce, Sums<In, Out>::accumulate, Sums<In, Out>::scan};
    (functions.*which)(p);
    return 0;
}

/* Of in and out the same type, or a wider one of the same kind. */
int dispatch(const bench_problem *p, Function Functions::*which)
{
    return with_type(p->in_type, [&](auto in) {
        using In = decltype(in);
        return with_type(p->out_type, [&](auto out) -> int {
            using Out = decltype(out);
            if constexpr (sizeof(Out) >= sizeof(In) && std::is_signed_v<In> == std::is_signed_v<Out> &&
                          std::is_integral_v<In> == std::is_integral_v<Out>) {
                return call<In, Out>(p, which);
            }
            return 1;
        });
    });
}

bool is_reduction(const bench_problem *p)
{
    return p->op <= BENCH_SEGMENTED_REDUCE_OFFSETS;
}
} // namespace

int standard_reduce(const bench_problem *p)
{
    return is_reduction(p) ? dispatch(p, &Functions::reduce) : 1;
}

int standard_accumulate(const bench_problem *p)
{
    return is_reduction(p) ? dispatch(p, &Functions::accumulate) : 1;
}

int standard_scan(const bench_problem *p)
{
    return bench_is_scan(p->op) ? dispatch(p, &Functions::scan) : 1;
}
} // namespace bench
