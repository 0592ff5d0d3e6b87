/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/stencil/family.h"
#include "bench/families/stencil/shapes.h"

namespace bench
{
using namespace types;

namespace
{
void add(Table &t, bench_op op, const std::vector<bench_form> &forms, const std::vector<tcu_type> &types,
         const Sizes &sizes, const Params &steps = kNone)
{
    for (bench_form form : forms) {
        t.add(op, form, same(types), sizes, steps);
    }
}

void add_large(Table &t)
{
    const std::vector<tcu_type> all = {F64, F32, F16, BF16}, wide = {F64, F32, F16};
    const Sizes line = {1 << 28}, plane = {1 << 28}, cube = {1 << 27};
    add(t, BENCH_ADJACENT_DIFFERENCE, {BENCH_NO_FORM}, {F64, F32, F16, I64, I32, U8}, kLarge);
    add(t, BENCH_STENCIL, {BENCH_1D_17, BENCH_1D_33, BENCH_1D_65, BENCH_1D_129}, all, line);
    add(t, BENCH_STENCIL, {BENCH_2D_5POINT, BENCH_2D_BOX9, BENCH_2D_BOX25, BENCH_2D_BOX49, BENCH_2D_BOX81}, all, plane);
    add(t, BENCH_STENCIL, {BENCH_2D_BOX289}, {F32, F16, BF16}, plane);
    add(t, BENCH_STENCIL, {BENCH_SEPARABLE_17}, wide, plane);
    add(t, BENCH_STENCIL, {BENCH_3D_7POINT, BENCH_3D_13STAR, BENCH_3D_27BOX, BENCH_3D_BOX125}, all, cube);
    add(t, BENCH_STENCIL_ITERATE, {BENCH_2D_5POINT}, wide, plane, {64});
    add(t, BENCH_STENCIL_ITERATE, {BENCH_3D_7POINT}, wide, cube, {64});
    add(t, BENCH_CONVOLVE, {BENCH_U8_5X5}, {U8}, {64 * kImageElements});
    add(t, BENCH_CONVOLVE, {BENCH_SEPARABLE_17}, {F32}, plane);
    add(t, BENCH_CONVOLUTION_LAYER, {BENCH_LAYER_3X3}, {F16, BF16, F32}, {64 * kLayerElements});
}
} // namespace

void StencilFamily::add_rows(Table &t) const
{
    if (t.wants("large")) {
        add_large(t);
    }
    if (t.wants("small")) {
        add(t, BENCH_ADJACENT_DIFFERENCE, {BENCH_NO_FORM}, {F32}, powers(10, 22));
        add(t, BENCH_STENCIL, {BENCH_2D_5POINT}, {F32}, powers(10, 22));
    }
    if (t.wants("calls")) {
        t.add_call({BENCH_ADJACENT_DIFFERENCE, BENCH_NO_FORM, F32, F32});
        Row stencil = {BENCH_STENCIL, BENCH_2D_5POINT, F32, F32};
        stencil.function = "tcu_stencil_execute";
        t.add_call(stencil);
    }
}

void StencilFamily::add_host_rows(Table &t) const
{
    using namespace host_table;
    add(t, BENCH_ADJACENT_DIFFERENCE, {BENCH_NO_FORM}, kTypes, kAll);
    add(t, BENCH_STENCIL, {BENCH_1D_17, BENCH_2D_5POINT, BENCH_2D_BOX9, BENCH_3D_7POINT, BENCH_3D_27BOX}, kReals, kAll);
    add(t, BENCH_STENCIL, {BENCH_1D_65, BENCH_2D_BOX25, BENCH_3D_13STAR, BENCH_SEPARABLE_17}, kReals, kSome);
    add(t, BENCH_STENCIL_ITERATE, {BENCH_2D_5POINT, BENCH_3D_7POINT}, kReals, {1 << 14, kMiddle}, {16});
    add(t, BENCH_CONVOLVE, {BENCH_U8_5X5}, {U8}, {3 << 18, 3 << 22});
    add(t, BENCH_CONVOLVE, {BENCH_SEPARABLE_17}, {F32}, {1 << 18, kMiddle});
    add(t, BENCH_CONVOLUTION_LAYER, {BENCH_LAYER_3X3}, {F32}, {kLayerElements});
}
} // namespace bench
