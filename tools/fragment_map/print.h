/* SPDX-License-Identifier: Apache-2.0 */
/* Maps as text: by element, which lane and register hold it; by lane, which elements its registers hold. */
#ifndef TOOLS_FRAGMENT_MAP_PRINT_H
#define TOOLS_FRAGMENT_MAP_PRINT_H

#include <algorithm>
#include <cstdio>

#include "matrix.h"

namespace fragment_map
{

/* In parts of as many columns as fit into 80 characters. */
inline void print_by_element(const matrix &x)
{
    const int label = std::max(3, static_cast<int>(range(x.rows - x.down, x.down).size()));
    const int width = std::max(4, static_cast<int>(range(x.columns - x.across, x.across).size())) + 1;
    const int cells = (79 - label) / width, step = std::min(x.columns, cells / 8 * 8 * x.across);
    for (int first = 0; first < x.columns; first += step) {
        std::printf("%*s", label, "");
        for (int column = first; column < std::min(x.columns, first + step); column += x.across) {
            std::printf(" %*s", width - 1, range(column, x.across).c_str());
        }
        std::printf("\n");
        for (int row = 0; row < x.rows; row += x.down) {
            std::printf("%*s", label, range(row, x.down).c_str());
            for (int column = first; column < std::min(x.columns, first + step); column += x.across) {
                std::printf(" %*s", width - 1, cell(x, row, column).c_str());
            }
            std::printf("\n");
        }
    }
}

inline void print_by_lane(const matrix &x)
{
    const auto held = [&](int lane, int reg) {
        const position at = position_of(x.u, x.m, x.packed, lane, reg, 0);
        return range(at.row, x.down) + "," + range(at.column, x.across);
    };
    int width = 5;
    for (int lane = 0; lane < warp_size; lane++) {
        for (int reg = 0; reg < x.registers; reg++) {
            width = std::max(width, static_cast<int>(held(lane, reg).size()));
        }
    }
    std::printf("lane");
    for (int reg = 0; reg < x.registers; reg++) {
        std::printf("  %*s", width, ("x[" + std::to_string(reg) + "]").c_str());
    }
    std::printf("\n");
    for (int lane = 0; lane < warp_size; lane++) {
        std::printf("%4d", lane);
        for (int reg = 0; reg < x.registers; reg++) {
            std::printf("  %*s", width, held(lane, reg).c_str());
        }
        std::printf("\n");
    }
}

inline void print(const matrix &x, bool by_lane)
{
    std::printf("%s\n%s a lane, %s in each. %s\n", x.title.c_str(), counted(x.registers, "register").c_str(),
                counted(x.packed, "element").c_str(), by_lane ? "A register: row,column" : "A cell: lane.register");
    (by_lane ? print_by_lane : print_by_element)(x);
}

} // namespace fragment_map

#endif /* TOOLS_FRAGMENT_MAP_PRINT_H */
