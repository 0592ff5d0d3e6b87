/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/stencil/family.h"

#include "bench/families/stencil/shapes.h"
#include "bench/families/stencil/yardsticks.h"

namespace bench
{
static const StencilFamily the_family;
const Family &stencil_family = the_family;

namespace
{
int blocked_loop(const bench_problem *p)
{
    return p->op != BENCH_ADJACENT_DIFFERENCE ? bench_serial_stencil(p, 0) : 1;
}

int wide_loop(const bench_problem *p)
{
    return p->op != BENCH_ADJACENT_DIFFERENCE ? bench_serial_stencil(p, 1) : 1;
}
} // namespace

const char *StencilFamily::params() const
{
    return "time steps";
}

uint64_t StencilFamily::elements(const Row &row, uint64_t bytes) const
{
    return std::min(bytes / bench_size(row.in), bytes / 2);
}

bool StencilFamily::fit(Row &row) const
{
    if (!Family::fit(row)) {
        return false;
    }
    row.n = whole_grid(row);
    return true;
}

void StencilFamily::set_problem(const Row &row, bench_problem &p) const
{
    set_grid(row, p);
}

uint64_t StencilFamily::out_bytes(const bench_problem &p) const
{
    return p.n * bench_size(p.out_type);
}

double StencilFamily::bytes_moved(const bench_problem &p) const // of iterations those of one step
{
    const double in = double(bench_size(p.in_type)), out = double(bench_size(p.out_type));
    return double(p.n) * (in + out) +
           (p.op == BENCH_CONVOLUTION_LAYER ? double(bench_filter_count(&p.layer)) * in : 0.0);
}

Roof StencilFamily::roof(const bench_problem &p) const
{
    return p.op == BENCH_CONVOLUTION_LAYER ? Roof{} : Family::roof(p);
}

std::vector<Yardstick> StencilFamily::yardsticks() const
{
    return {{"loop", bench_plain_stencil, true},
            {"blocked loop", blocked_loop, true},
            {"AVX2 loop", wide_loop, false},
            {"std::adjacent_difference", standard_difference, true}};
}
} // namespace bench
