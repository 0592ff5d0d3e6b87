/* SPDX-License-Identifier: Apache-2.0 */
/* Stencils on grids whose lines, or planes, are as short as the thresholds are about. */
#include <cmath>

#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

constexpr double kSteps = 16; // of iterations
constexpr uint64_t kLine = 1024;
constexpr uint64_t kPart =
    4; // of a large input: short lines and large boxes take long, and input and output are read anew

bench::Row lines_of(bench_op op, bench_form form, tcu_type type, uint64_t points, const Scale &scale)
{
    bench::Row row = {op, form, type, type, scale.elements(type) / kPart / points * points};
    row.width = points;
    return row;
}

Probes from_points(bench_form form, tcu_type type, const Scale &scale)
{
    const auto at = [=](uint64_t points) { return lines_of(BENCH_STENCIL, form, type, points, scale); };
    return {Acts::from, at, {4, 1 << 12}};
}

Probes sliding_points(tcu_type, const Scale &scale)
{
    return from_points(BENCH_2D_BOX9, F32, scale);
}
// Boxes that are too large for a sliding window.
Probes strips_points(tcu_type, const Scale &scale)
{
    return from_points(BENCH_2D_BOX289, F32, scale);
}
Probes lines_points(tcu_type, const Scale &scale)
{
    return from_points(BENCH_1D_17, F32, scale);
}
Probes matrix_results(tcu_type, const Scale &scale)
{
    return from_points(BENCH_2D_BOX81, F16, scale);
}
Probes images_elements(tcu_type, const Scale &scale)
{
    constexpr uint64_t channels = 3;
    const auto at = [scale](uint64_t elements) {
        const uint64_t line = elements - elements % channels, lines = scale.bytes / kPart / line;
        bench::Row row = {BENCH_CONVOLVE, BENCH_U8_5X5, U8, U8, lines * line};
        row.width = line / channels;
        return row;
    };
    return {Acts::from, at, {3, 1 << 12}, multiples_of(channels)};
}

// Offsets along both axes of a product; boxes of 3 x 3 have other paths.
Probes strips_product(tcu_type, const Scale &scale)
{
    const auto at = [scale](uint64_t offsets) {
        bench::Row row = {BENCH_STENCIL, BENCH_SEPARABLE_17, F32, F32, scale.elements(F32) / kPart};
        row.radius = int32_t(offsets / 2);
        return row;
    };
    return {Acts::from, at, {5, 17}, [](uint64_t offsets) { return offsets | 1; }};
}

Probes plane_columns(tcu_type, const Scale &scale)
{
    const auto at = [scale](uint64_t columns) {
        bench::Row row = lines_of(BENCH_STENCIL_ITERATE, BENCH_2D_5POINT, F32, columns, scale);
        row.param = kSteps;
        return row;
    };
    return {Acts::from, at, {3, 1 << 12}};
}

bench::Row volume(uint64_t rows, uint64_t columns, const Scale &scale)
{
    bench::Row row = lines_of(BENCH_STENCIL_ITERATE, BENCH_3D_7POINT, F32, columns, scale);
    row.n = row.n / (rows * columns) * (rows * columns);
    row.height = rows;
    row.param = kSteps;
    return row;
}
Probes space_rows(tcu_type, const Scale &scale)
{
    return {Acts::from, [scale](uint64_t rows) { return volume(rows, kLine, scale); }, {3, 256}};
}
Probes space_columns(tcu_type, const Scale &scale)
{
    return {Acts::from, [scale](uint64_t columns) { return volume(kLine, columns, scale); }, {3, 512}};
}

/* matrix/: boxes of f16 with from so many taps */

// The length of a box's edge along each of its axes, an odd one.
uint64_t edge_of(uint64_t taps, int axes)
{
    uint64_t edge = 3;
    while (std::pow(double(edge + 2), axes) <= double(taps)) {
        edge += 2;
    }
    return edge;
}

// Lines of so many points; 0: as many as a table's grids have.
template <int Axes>
Probes from_taps(uint64_t points, const char *dist, uint64_t most, const Scale &scale)
{
    const auto at = [=](uint64_t taps) {
        constexpr bench_form form = Axes == 1 ? BENCH_1D_17 : Axes == 2 ? BENCH_2D_BOX25 : BENCH_3D_27BOX;
        bench::Row row = {BENCH_STENCIL, form, F16, F16, scale.elements(F16) / kPart, NAN, dist};
        row.width = points;
        row.n -= points > 0 ? row.n % points : 0;
        row.radius = int32_t(edge_of(taps, Axes) / 2);
        return row;
    };
    const auto whole = [](uint64_t taps) { return uint64_t(std::pow(double(edge_of(taps, Axes)), Axes) + 0.5); };
    return {Acts::from, at, {3, most}, whole};
}

constexpr uint64_t kShortLine = 600, kNarrowPlane = 1024, kWidePlane = 1 << 13, kOdd = 1 << 13 | 1;
constexpr uint64_t kMostOfLine = 129, kMostOfPlane = 289, kMostOfVolume = 343;
constexpr uint64_t kMostSliding = 81; // the other path of planes whose lines are no pairs
const char kElements[] = "uniform", kReal[] = "real", kAnywhere[] = "anywhere"; // weights, and where the input begins

Probes lines_taps(tcu_type, const Scale &scale)
{
    return from_taps<1>(0, kElements, kMostOfLine, scale);
}
Probes other_lines_taps(tcu_type, const Scale &scale)
{
    return from_taps<1>(kShortLine, kElements, kMostOfLine, scale);
}
// 17 taps, more than long lines need and less than others do.
Probes long_line(tcu_type, const Scale &scale)
{
    const auto at = [scale](uint64_t points) { return lines_of(BENCH_STENCIL, BENCH_1D_17, F16, points, scale); };
    return {Acts::from, at, {256, 1 << 16}, multiples_of(8)};
}
Probes planes_taps(tcu_type, const Scale &scale)
{
    return from_taps<2>(kWidePlane, kReal, kMostOfPlane, scale);
}
Probes planes_of_half_taps(tcu_type, const Scale &scale)
{
    return from_taps<2>(kWidePlane, kElements, kMostOfPlane, scale);
}
Probes planes_always_taps(tcu_type, const Scale &scale)
{
    return from_taps<2>(kNarrowPlane, kElements, kMostOfPlane, scale);
}
Probes planes_of_half_anywhere_taps(tcu_type, const Scale &scale)
{
    return from_taps<2>(kWidePlane, kAnywhere, kMostOfPlane, scale);
}
Probes planes_of_no_pairs_taps(tcu_type, const Scale &scale)
{
    return from_taps<2>(kOdd, kElements, kMostSliding, scale);
}
// 9 taps, as long lines of planes need and others do not.
Probes wide_plane(tcu_type, const Scale &scale)
{
    const auto at = [scale](uint64_t points) { return lines_of(BENCH_STENCIL, BENCH_2D_BOX9, F16, points, scale); };
    return {Acts::from, at, {256, 1 << 16}, multiples_of(8)};
}
Probes volumes_taps(tcu_type, const Scale &scale)
{
    return from_taps<3>(0, kElements, kMostOfVolume, scale);
}
Probes volumes_anywhere_taps(tcu_type, const Scale &scale)
{
    return from_taps<3>(0, kAnywhere, kMostOfVolume, scale);
}

const Probing entered("stencil", {{"sliding_points", sliding_points},
                                  {"strips_points", strips_points},
                                  {"lines_points", lines_points},
                                  {"images_elements", images_elements},
                                  {"matrix_results", matrix_results},
                                  {"strips_product", strips_product},
                                  {"plane_columns", plane_columns},
                                  {"space_rows", space_rows},
                                  {"space_columns", space_columns},
                                  {"lines_taps", lines_taps},
                                  {"other_lines_taps", other_lines_taps},
                                  {"long_line", long_line},
                                  {"planes_taps", planes_taps},
                                  {"planes_of_half_taps", planes_of_half_taps},
                                  {"planes_always_taps", planes_always_taps},
                                  {"planes_of_half_anywhere_taps", planes_of_half_anywhere_taps},
                                  {"planes_of_no_pairs_taps", planes_of_no_pairs_taps},
                                  {"wide_plane", wide_plane},
                                  {"volumes_taps", volumes_taps},
                                  {"volumes_anywhere_taps", volumes_anywhere_taps}});
} // namespace
