/* SPDX-License-Identifier: Apache-2.0 */
/* The shapes and types that there are, and one matrix of a product, by the maps of <tcu/device/layout.cuh>. */
#ifndef TOOLS_FRAGMENT_MAP_MATRIX_H
#define TOOLS_FRAGMENT_MAP_MATRIX_H

#include <string>

#include <tcu/device/layout.cuh>

namespace fragment_map
{

using namespace tcu::device;

struct named_shape {
    const char *name;
    int m, n, k;
};

template <class Shape>
constexpr named_shape named(const char *name)
{
    return {name, Shape::m, Shape::n, Shape::k};
}

constexpr named_shape shapes[] = {named<m8n8k4>("m8n8k4"),     named<m16n8k4>("m16n8k4"),
                                  named<m16n8k8>("m16n8k8"),   named<m16n8k16>("m16n8k16"),
                                  named<m16n8k32>("m16n8k32"), named<m16n8k256>("m16n8k256")};

struct named_type {
    const char *name;
    int bits;
};

constexpr named_type types[] = {{"f16", 16}, {"bf16", 16}, {"tf32", 32}, {"f64", 64}, {"s8", 8}, {"u8", 8}, {"b1", 1}};

/* One matrix. A cell is a register: `across` columns and `down` rows, one of them 1. */
struct matrix {
    std::string title;
    use u;
    int m, rows, columns, packed, registers, across, down;

    place holder(int row, int column) const { return place_of(u, m, packed, position{row, column}); }
};

inline matrix matrix_of(const named_shape &shape, const named_type &type, use u)
{
    const bool is_f64 = type.bits == 64, is_real = type.bits >= 16;
    const char *const sums = is_f64 ? "f64" : is_real ? "f32" : "s32";
    matrix x = {};
    x.u = u;
    x.m = shape.m;
    x.rows = u == use::b ? shape.k : shape.m;
    x.columns = u == use::a ? shape.k : shape.n;
    x.packed = u == use::accumulator ? 1 : packed_elements(type.bits);
    x.registers = x.rows * x.columns / (warp_size * x.packed);
    x.across = u == use::a ? x.packed : 1;
    x.down = u == use::b ? x.packed : 1;
    x.title = std::string(shape.name) + " " + type.name + ", " +
              (u == use::a   ? "A"
               : u == use::b ? "B"
                             : "C and D") +
              ": " + std::to_string(x.rows) + " x " + std::to_string(x.columns) + " of " +
              (u == use::accumulator ? sums : type.name);
    return x;
}

/* "3", or "4-7". */
inline std::string range(int from, int count)
{
    return count == 1 ? std::to_string(from) : std::to_string(from) + "-" + std::to_string(from + count - 1);
}

inline std::string cell(const matrix &x, int row, int column)
{
    const place at = x.holder(row, column);
    return std::to_string(at.lane) + "." + std::to_string(at.reg);
}

inline std::string counted(int count, const char *noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

} // namespace fragment_map

#endif /* TOOLS_FRAGMENT_MAP_MATRIX_H */
