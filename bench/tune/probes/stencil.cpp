/* SPDX-License-Identifier: Apache-2.0 */
/* Stencils on grids whose lines, or planes, are as short as the thresholds are about, in one, two and three dimensions. */
#include <cmath>

#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

const double kSteps = 16; // of iterations
const uint64_t kLine = 1024, kPlane = 64, kChannels = 3;
// Of a large input: short lines and large boxes take long, and input and output are read anew.
const uint64_t kPart = 4;
const char kElements[] = "uniform", kReal[] = "real", kAnywhere[] = "anywhere"; // weights, and where the input begins

/* What the sizes are; arrays become whole lines and planes. */

void set_width(bench::Row &problem, uint64_t points)
{
    problem.width = points;
    problem.n -= problem.n % (points * std::max<uint64_t>(problem.height, 1));
}
void set_height(bench::Row &problem, uint64_t rows)
{
    problem.height = rows;
    set_width(problem, problem.width);
}
void set_elements_of_line(bench::Row &problem, uint64_t elements)
{
    problem.width = elements / kChannels;
    problem.n -= problem.n % (problem.width * kChannels);
}
// Offsets along either axis.
void set_offsets(bench::Row &problem, uint64_t offsets)
{
    problem.radius = int32_t(offsets / 2);
}

uint64_t odd(uint64_t number)
{
    return number | 1;
}

// The length of a box's edge along each of its axes, an odd one.
uint64_t edge_of(uint64_t taps, int axes)
{
    uint64_t edge = 3;
    while (std::pow(double(edge + 2), axes) <= double(taps)) {
        edge += 2;
    }
    return edge;
}
template <int Axes>
void set_taps(bench::Row &problem, uint64_t taps)
{
    problem.radius = int32_t(edge_of(taps, Axes) / 2);
}
template <int Axes>
uint64_t whole_box(uint64_t taps)
{
    return uint64_t(std::pow(double(edge_of(taps, Axes)), Axes) + 0.5);
}

class Grids
{
  public:
    explicit Grids(const Scale &scale) : scale_(scale) {}

    bench::Row of(bench_op op, bench_form form, tcu_type type, uint64_t width = 0, uint64_t height = 0,
                  const char *dist = kElements) const
    {
        bench::Row row = {op, form, type, type, scale_.elements(type) / kPart, NAN, dist};
        row.height = height;
        if (width > 0) {
            set_width(row, width);
        }
        return row;
    }
    bench::Row stencil(bench_form form, tcu_type type, uint64_t height = 0) const
    {
        return of(BENCH_STENCIL, form, type, 0, height);
    }
    bench::Row iterated(bench_form form, tcu_type type, uint64_t width, uint64_t height) const
    {
        bench::Row row = of(BENCH_STENCIL_ITERATE, form, type, width, height);
        row.param = kSteps;
        return row;
    }
    // matrix/: boxes of 16-bit reals with from so many taps. Lines of so many points; 0: as a table's grids have.
    template <int Axes>
    Probes from_taps(uint64_t width, const char *dist, uint64_t most) const
    {
        constexpr bench_form form = Axes == 1 ? BENCH_1D_17 : Axes == 2 ? BENCH_2D_BOX25 : BENCH_3D_27BOX;
        return from({3, most},
                    {of(BENCH_STENCIL, form, F16, width, 0, dist), of(BENCH_STENCIL, form, BF16, width, 0, dist)},
                    set_taps<Axes>, whole_box<Axes>);
    }

  private:
    Scale scale_;
};

Probes from_width(std::vector<bench::Row> problems, Range sizes = {4, 1 << 12}, Snap snap = nullptr)
{
    return from(sizes, std::move(problems), set_width, std::move(snap));
}

const uint64_t kShortLine = 600, kNarrowPlane = 1024, kWidePlane = 1 << 13, kOdd = 1 << 13 | 1;
const uint64_t kMostOfLine = 129, kMostOfPlane = 289, kMostOfVolume = 343;
const uint64_t kMostSliding = 81; // the other path of planes whose lines are no pairs

std::vector<Probing::Entry> rows_of_matrix(const Grids &grids)
{
    const Range long_lines = {256, 1 << 16};
    const Snap vectors = multiples_of(8);
    return {
        {"lines_taps", grids.from_taps<1>(0, kElements, kMostOfLine)},
        {"other_lines_taps", grids.from_taps<1>(kShortLine, kElements, kMostOfLine)},
        // 17 taps, more than long lines need and less than others do.
        {"long_line",
         from_width({grids.stencil(BENCH_1D_17, F16), grids.stencil(BENCH_1D_17, BF16)}, long_lines, vectors)},
        {"planes_taps", grids.from_taps<2>(kWidePlane, kReal, kMostOfPlane)},
        {"planes_of_half_taps", grids.from_taps<2>(kWidePlane, kElements, kMostOfPlane)},
        {"planes_always_taps", grids.from_taps<2>(kNarrowPlane, kElements, kMostOfPlane)},
        {"planes_of_half_anywhere_taps", grids.from_taps<2>(kWidePlane, kAnywhere, kMostOfPlane)},
        {"planes_of_no_pairs_taps", grids.from_taps<2>(kOdd, kElements, kMostSliding)},
        // 9 taps, as long lines of planes need and others do not.
        {"wide_plane",
         from_width({grids.stencil(BENCH_2D_BOX9, F16), grids.stencil(BENCH_2D_BOX9, BF16)}, long_lines, vectors)},
        {"volumes_taps", grids.from_taps<3>(0, kElements, kMostOfVolume)},
        {"volumes_anywhere_taps", grids.from_taps<3>(0, kAnywhere, kMostOfVolume)},
    };
}

std::vector<Probing::Entry> table(tcu_type, const Scale &scale)
{
    const Grids grids(scale);
    const auto iterated = [&](bench_form form, uint64_t width, uint64_t height) {
        return std::vector<bench::Row>{grids.iterated(form, F16, width, height),
                                       grids.iterated(form, F32, width, height),
                                       grids.iterated(form, F64, width, height)};
    };
    bench::Row images = {BENCH_CONVOLVE, BENCH_U8_5X5, U8, U8, scale.bytes / kPart};
    std::vector<Probing::Entry> entries = rows_of_matrix(grids);
    const std::vector<Probing::Entry> others = {
        {"sliding_points",
         from_width({grids.stencil(BENCH_2D_BOX9, F32), grids.stencil(BENCH_2D_5POINT, F16),
                     grids.stencil(BENCH_2D_BOX25, F64), grids.stencil(BENCH_3D_7POINT, F32, kPlane)})},
        // Boxes that are too large for a sliding window, and products.
        {"strips_points", from_width({grids.stencil(BENCH_2D_BOX289, F32), grids.stencil(BENCH_2D_BOX289, F16),
                                      grids.stencil(BENCH_SEPARABLE_17, F64)})},
        {"lines_points", from_width({grids.stencil(BENCH_1D_17, F16), grids.stencil(BENCH_1D_17, F32),
                                     grids.stencil(BENCH_1D_17, F64), grids.stencil(BENCH_1D_65, F32)})},
        {"matrix_results", from_width({grids.stencil(BENCH_2D_BOX81, F16), grids.stencil(BENCH_2D_BOX81, BF16),
                                       grids.stencil(BENCH_1D_65, F16), grids.stencil(BENCH_3D_BOX125, F16, kPlane)})},
        {"images_elements", from({kChannels, 1 << 12}, {images}, set_elements_of_line, multiples_of(kChannels))},
        // Boxes of 3 x 3 have other paths.
        {"strips_product",
         from({5, 17}, {grids.stencil(BENCH_SEPARABLE_17, F32), grids.stencil(BENCH_SEPARABLE_17, F64)}, set_offsets,
              odd)},
        {"plane_columns", from_width(iterated(BENCH_2D_5POINT, 0, 0), {3, 1 << 12})},
        {"space_rows", from({3, 256}, iterated(BENCH_3D_7POINT, kLine, 0), set_height)},
        {"space_columns", from_width(iterated(BENCH_3D_7POINT, 0, kLine), {3, 512})}};
    entries.insert(entries.end(), others.begin(), others.end());
    return entries;
}

const Probing entered("stencil", table);
} // namespace
