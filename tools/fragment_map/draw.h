/* SPDX-License-Identifier: Apache-2.0 */
/* Maps as a drawing, in SVG. */
#ifndef TOOLS_FRAGMENT_MAP_DRAW_H
#define TOOLS_FRAGMENT_MAP_DRAW_H

#include <algorithm>
#include <cstdio>
#include <vector>

#include "matrix.h"

namespace fragment_map
{

constexpr int cell_width = 46, cell_height = 22, margin = 56, gap = 40;
/* A light colour a register, so that black numbers stay legible. */
constexpr const char *colours[] = {"#cfe3f6", "#fbe0b8", "#cdebd0", "#f3cfdb",
                                   "#e2d6f2", "#f2efb5", "#c9ece9", "#e3dcd3"};

inline int width_of(const matrix &x)
{
    return x.columns / x.across * cell_width;
}

inline int height_of(const matrix &x)
{
    return x.rows / x.down * cell_height;
}

inline void text(std::FILE *svg, int x, int y, const char *style, const std::string &what)
{
    std::fprintf(svg, "<text x=\"%d\" y=\"%d\" %s>%s</text>\n", x, y, style, what.c_str());
}

/* With its upper left corner at (left, top). */
inline void draw(std::FILE *svg, const matrix &x, int left, int top)
{
    text(svg, left, top - 26, "font-size=\"14\" font-weight=\"bold\"", x.title);
    for (int row = 0; row < x.rows; row += x.down) {
        const int y = top + row / x.down * cell_height;
        text(svg, left - 6, y + 15, "font-size=\"10\" fill=\"#555\" text-anchor=\"end\"", range(row, x.down));
        for (int column = 0; column < x.columns; column += x.across) {
            const int at = left + column / x.across * cell_width;
            std::fprintf(svg, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"#888\"/>\n", at,
                         y, cell_width, cell_height, colours[x.holder(row, column).reg % 8]);
            text(svg, at + cell_width / 2, y + 15, "font-size=\"12\" text-anchor=\"middle\"", cell(x, row, column));
        }
    }
    for (int column = 0; column < x.columns; column += x.across) {
        text(svg, left + column / x.across * cell_width + cell_width / 2, top - 7,
             "font-size=\"10\" fill=\"#555\" text-anchor=\"middle\"", range(column, x.across));
    }
    std::fprintf(
        svg, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#222\" stroke-width=\"2\"/>\n",
        left, top, width_of(x), height_of(x));
}

/* One matrix, or all three as a product is written: B above D, A on its left. */
inline bool draw_all(const char *file, const std::vector<matrix> &matrices)
{
    std::FILE *const svg = std::fopen(file, "w");
    if (svg == nullptr) {
        return false;
    }
    const bool is_product = matrices.size() == 3;
    const matrix &first = matrices[0];
    const int right = margin + (is_product ? width_of(first) + gap + margin : 0);
    const int below = margin + (is_product ? height_of(matrices[1]) + margin : 0);
    const int title_width = 290; /* of the longest title */
    const int width = right + std::max(title_width, width_of(is_product ? matrices[2] : first)) + gap / 2;
    const int height = below + height_of(is_product ? matrices[2] : first) + gap;
    std::fprintf(svg,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\">\n",
                 width, height);
    std::fprintf(svg, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n");
    draw(svg, first, margin, below);
    if (is_product) {
        draw(svg, matrices[1], right, margin);
        draw(svg, matrices[2], right, below);
    }
    text(svg, margin, height - 12, "font-size=\"11\" fill=\"#555\"",
         "lane.register of each element; a colour for each register");
    std::fprintf(svg, "</svg>\n");
    return std::fclose(svg) == 0;
}

} // namespace fragment_map

#endif /* TOOLS_FRAGMENT_MAP_DRAW_H */
