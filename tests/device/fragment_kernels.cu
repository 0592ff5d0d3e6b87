/* SPDX-License-Identifier: Apache-2.0 */
#include "fragment_run.cuh"

using namespace fragment_tests;

namespace
{

const fragment_shape shapes[FRAGMENT_KINDS] = {
    {"m16n8k8 f16", 16, 8, 8, -15, 15},    {"m16n8k8 bf16", 16, 8, 8, -15, 15},  {"m16n8k8 tf32", 16, 8, 8, -15, 15},
    {"m16n8k4 tf32", 16, 8, 4, -15, 15},   {"m16n8k16 f16", 16, 8, 16, -15, 15}, {"m16n8k16 bf16", 16, 8, 16, -15, 15},
    {"m16n8k16 s8", 16, 8, 16, -128, 127}, {"m16n8k16 u8", 16, 8, 16, 0, 255},   {"m16n8k16 f64", 16, 8, 16, -15, 15},
    {"m16n8k32 s8", 16, 8, 32, -128, 127}, {"m16n8k32 u8", 16, 8, 32, 0, 255},   {"m16n8k256 b1", 16, 8, 256, 0, 1},
    {"m8n8k4 f64", 8, 8, 4, -15, 15},
};

/* Calls function(L{}) with the fragment's layout. */
template <class Function>
auto of_layout(fragment_kind kind, fragment_use u, Function function)
{
    return of_kind(kind, [&](auto shape, auto type) {
        using S = decltype(shape);
        using T = decltype(type);
        switch (u) {
        case USE_A:
            return function(fragment_layout<use::a, S, element<T>::bits>{});
        case USE_B:
            return function(fragment_layout<use::b, S, element<T>::bits>{});
        default:
            return function(fragment_layout<use::accumulator, S, element<product_sum<T>>::bits>{});
        }
    });
}

} // namespace

fragment_shape fragment_shape_of(fragment_kind kind)
{
    return shapes[kind];
}

fragment_size fragment_size_of(fragment_kind kind, fragment_use use)
{
    return of_layout(kind, use, [](auto map) {
        return fragment_size{map.rows, map.columns, map.packed, map.registers};
    });
}

void fragment_position_of(fragment_kind kind, fragment_use use, fragment_place place, int *row, int *column)
{
    const position at = of_layout(kind, use, [&](auto map) { return map.at(place.lane, place.reg, place.element); });
    *row = at.row;
    *column = at.column;
}

fragment_place fragment_holder_of(fragment_kind kind, fragment_use use, int row, int column)
{
    const place holder = of_layout(kind, use, [&](auto map) { return map.holder(row, column); });
    return {holder.lane, holder.reg, holder.element};
}

bool fragment_has(fragment_kind kind, fragment_use use, fragment_operation operation)
{
    const bool is_packed = fragment_size_of(kind, use).packed > 1;
    if (operation == LOAD_PACKED || operation == STORE_PACKED) {
        return is_packed;
    }
    const bool is_bits = kind == M16N8K256_B1 && use != USE_ACCUMULATOR;
    return !(is_bits && (operation == ADD_IDENTITY || operation >= STORE_ROWS));
}

int fragment_run(fragment_kind kind, fragment_use use, fragment_operation operation, fragment_arguments arguments,
                 const double *in, size_t in_count, double *out, size_t out_count)
{
    const auto run_on_device = use == USE_A ? run_a : use == USE_B ? run_b : run_accumulator;
    return run_on_device(kind, operation, arguments, in, in_count, out, out_count);
}

int fragment_print(fragment_kind kind, fragment_use use, const double *in, const char *title)
{
    return (use == USE_A ? print_a : use == USE_B ? print_b : print_accumulator)(kind, in, title);
}
