/* SPDX-License-Identifier: Apache-2.0 */
/* The loops that users write for moments: two passes; and one by Welford's formula. Sums are f64. */
#include <vector>

#include "bench/family.h"
#include "bench/host/elements.h"

namespace bench
{
namespace
{
template <class In, class Out>
void two_passes(const bench_problem *p)
{
    const In *in = static_cast<const In *>(p->in);
    Out *mean = static_cast<Out *>(p->out), *variance = mean + p->num_segments;
    for (uint64_t k = 0; k < p->num_segments; k++) {
        const auto [begin, end] = segment_of(*p, k);
        const double count = double(end - begin);
        double sum = 0, squares = 0;
        for (uint64_t i = begin; i < end; i++) {
            sum += double(loaded(in[i]));
        }
        const double m = sum / count;
        for (uint64_t i = begin; i < end; i++) {
            const double d = double(loaded(in[i])) - m;
            squares += d * d;
        }
        mean[k] = Out(m);
        variance[k] = Out(squares / count);
    }
}

// Row by row, all columns side by side.
template <class In, class Out>
void two_passes_of_columns(const bench_problem *p)
{
    const uint64_t columns = p->columns, rows = p->n / columns;
    Out *mean = static_cast<Out *>(p->out), *variance = mean + columns;
    std::vector<double> means(columns), squares(columns);
    for (uint64_t r = 0; r < rows; r++) {
        const In *in = static_cast<const In *>(p->in) + r * columns;
        for (uint64_t c = 0; c < columns; c++) {
            means[c] += double(loaded(in[c]));
        }
    }
    for (uint64_t c = 0; c < columns; c++) {
        means[c] /= double(rows);
    }
    for (uint64_t r = 0; r < rows; r++) {
        const In *in = static_cast<const In *>(p->in) + r * columns;
        for (uint64_t c = 0; c < columns; c++) {
            const double d = double(loaded(in[c])) - means[c];
            squares[c] += d * d;
        }
    }
    for (uint64_t c = 0; c < columns; c++) {
        mean[c] = Out(means[c]);
        variance[c] = Out(squares[c] / double(rows));
    }
}

template <class In, class Out>
void welford(const bench_problem *p)
{
    const In *in = static_cast<const In *>(p->in);
    Out *mean = static_cast<Out *>(p->out), *variance = mean + p->num_segments;
    for (uint64_t k = 0; k < p->num_segments; k++) {
        const auto [begin, end] = segment_of(*p, k);
        double m = 0, squares = 0;
        for (uint64_t i = begin; i < end; i++) {
            const double x = double(loaded(in[i])), delta = x - m;
            m += delta / double(i + 1 - begin);
            squares += delta * (x - m);
        }
        mean[k] = Out(begin < end ? m : NAN);
        variance[k] = Out(squares / double(end - begin));
    }
}

// function(an element of the input's type, one of the output's).
template <class Function>
int with_types(const bench_problem *p, Function function)
{
    return with_element(p->in_type, [&](auto in) {
        if (p->out_type == TCU_TYPE_F64) {
            function(in, double());
        } else {
            function(in, float());
        }
        return 0;
    });
}

int loop(const bench_problem *p)
{
    return with_types(p, [p](auto in, auto out) {
        if (p->op == BENCH_COLUMN_MOMENTS) {
            two_passes_of_columns<decltype(in), decltype(out)>(p);
        } else {
            two_passes<decltype(in), decltype(out)>(p);
        }
    });
}

int welford_loop(const bench_problem *p)
{
    return p->op == BENCH_COLUMN_MOMENTS
               ? 1
               : with_types(p, [p](auto in, auto out) { welford<decltype(in), decltype(out)>(p); });
}
} // namespace

std::vector<Yardstick> moments_yardsticks()
{
    return {{"loop, two passes", loop, true}, {"loop, Welford", welford_loop, true}};
}
} // namespace bench
