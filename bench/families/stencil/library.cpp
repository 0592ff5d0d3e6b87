/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/stencil/family.h"

namespace bench
{
namespace
{
tcu_convolution_desc convolution_of(const bench_problem &p)
{
    tcu_convolution_desc desc = TCU_CONVOLUTION_DESC_INIT;
    desc.type = p.in_type;
    desc.height = p.grid.extents[1];
    desc.width = p.grid.extents[2];
    desc.channels = p.grid.channels;
    desc.batch = p.grid.batch;
    desc.padding = TCU_PADDING_SAME;
    desc.kind = TCU_CORRELATION;
    desc.boundary = p.grid.boundary;
    return desc;
}
} // namespace

tcu_status StencilFamily::run(tcu_context *context, const bench_problem &p) const
{
    const uint64_t rows = uint64_t(2 * p.grid.radius[1] + 1), columns = uint64_t(2 * p.grid.radius[2] + 1);
    tcu_convolution_desc desc;
    switch (p.op) {
    case BENCH_ADJACENT_DIFFERENCE:
        return tcu_adjacent_difference(context, p.in, p.n, p.in_type, p.out);
    case BENCH_STENCIL:
        return tcu_stencil_execute(context, p.stencil, p.in, p.out);
    case BENCH_STENCIL_ITERATE:
        return tcu_stencil_iterate(context, p.stencil, p.out, p.scratch, p.steps);
    case BENCH_CONVOLVE:
        desc = convolution_of(p);
        return p.factors[0] != nullptr
                   ? tcu_convolve_2d_separable(context, &desc, p.in, p.factors[0], rows, p.factors[1], columns, p.out)
                   : tcu_convolve_2d(context, &desc, p.in, p.kernel, rows, columns, p.out);
    default:
        return tcu_convolution_layer(context, &p.layer, p.in, p.filters, nullptr, p.out);
    }
}

tcu_status StencilFamily::workspace(tcu_context *context, const bench_problem &p, size_t *bytes) const
{
    const uint64_t rows = uint64_t(2 * p.grid.radius[1] + 1), columns = uint64_t(2 * p.grid.radius[2] + 1);
    tcu_convolution_desc desc;
    switch (p.op) {
    case BENCH_ADJACENT_DIFFERENCE:
        return tcu_adjacent_difference_workspace(context, p.n, p.in_type, bytes);
    case BENCH_STENCIL:
        return tcu_stencil_execute_workspace(context, p.stencil, bytes);
    case BENCH_STENCIL_ITERATE:
        return tcu_stencil_iterate_workspace(context, p.stencil, bytes);
    case BENCH_CONVOLVE:
        desc = convolution_of(p);
        return p.factors[0] != nullptr ? tcu_convolve_2d_separable_workspace(context, &desc, rows, columns, bytes)
                                       : tcu_convolve_2d_workspace(context, &desc, rows, columns, bytes);
    default:
        return tcu_convolution_layer_workspace(context, &p.layer, bytes);
    }
}
} // namespace bench
