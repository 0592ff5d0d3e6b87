/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Polynomials in monomials: for each row the form, the type and the numbers of polynomials and points with which no other
 * row decides. Values at 16-bit points come before products, which come before Horner's scheme.
 */
#include <algorithm>

#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

constexpr uint64_t kPoints = 1 << 20, kManyPoints = 1 << 22;
constexpr uint64_t kRows = 256, kFewRows = 16; // polynomials: many for products, and few
constexpr uint64_t kDegree = 63, kHighDegree = 4095;

bench::Row polynomials(bench_form form, bench::Pair types, uint64_t rows, uint64_t points, uint64_t degree)
{
    bench::Row row = {BENCH_POLYNOMIAL, form, types.in, types.out, points, double(degree)};
    row.polynomials = rows;
    return row;
}

Probes from_degree(bench_form form, bench::Pair types, uint64_t rows, uint64_t points, uint64_t most = 255)
{
    return {Acts::from, [=](uint64_t degree) { return polynomials(form, types, rows, points, degree); }, {1, most}};
}

/* values/: f16 alone has them */

Probes values_least_degree(tcu_type, const Scale &)
{
    return from_degree(BENCH_GRID, {F16, F16}, 64, kManyPoints);
}
Probes values_least_degree_of_one(tcu_type, const Scale &)
{
    return from_degree(BENCH_ONE, {F16, F16}, 1, 1 << 26);
}
Probes values_most_degree(tcu_type, const Scale &)
{
    const auto at = [](uint64_t degree) { return polynomials(BENCH_ONE, {F16, F16}, 1, kManyPoints, degree); };
    return {Acts::up_to, at, {256, 1 << 15}};
}
// As many multiply-adds as the row of steps asks for.
Probes values_least_points(tcu_type, const Scale &)
{
    const auto at = [](uint64_t points) { return polynomials(BENCH_ONE, {F16, F16}, 1, points, kHighDegree); };
    return {Acts::from, at, {1 << 16, 1 << 24}};
}
Probes values_least_grid_points(tcu_type, const Scale &)
{
    const auto at = [](uint64_t points) { return polynomials(BENCH_GRID, {F16, F16}, kFewRows, points, 1023); };
    return {Acts::from, at, {1 << 16, 1 << 24}};
}
Probes values_most_grid_rows(tcu_type, const Scale &)
{
    const auto at = [](uint64_t rows) { return polynomials(BENCH_GRID, {F16, F16}, rows, kPoints, kDegree); };
    return {Acts::up_to, at, {1, 1 << 10}};
}
// Each at points of its own.
Probes values_most_rows(tcu_type, const Scale &)
{
    const auto at = [](uint64_t rows) { return polynomials(BENCH_OWN, {F16, F16}, rows, rows << 19, kDegree); };
    return {Acts::up_to, at, {64, 1 << 12}};
}
// Polynomials at points of their own, of each as many as its row asks for. (The library divides steps by those of one
// polynomial and leaves the rest: with several that is an eighth at most.)
Probes values_least_steps(tcu_type, const Scale &)
{
    constexpr uint64_t rows = 8, points = rows << 19;
    const auto at = [](uint64_t steps) { return polynomials(BENCH_OWN, {F16, F16}, rows, points, steps / points); };
    return {Acts::from, at, {16 * points, kHighDegree * points}, multiples_of(points)};
}

/* grid/ */

Probes grid_least_rows(tcu_type, const Scale &)
{
    const auto at = [](uint64_t rows) { return polynomials(BENCH_GRID, {F32, F32}, rows, kPoints, 1023); };
    return {Acts::from, at, {1, 64}};
}
// Of a degree that pays for many rows, not for few.
Probes grid_few_rows(tcu_type, const Scale &)
{
    const auto at = [](uint64_t rows) { return polynomials(BENCH_GRID, {F32, F32}, rows, kManyPoints, 32); };
    return {Acts::from, at, {9, 1 << 10}};
}
Probes grid_least_steps(tcu_type, const Scale &)
{
    const uint64_t of_point = kRows * kDegree;
    const auto at = [of_point](uint64_t steps) {
        return polynomials(BENCH_GRID, {F32, F32}, kRows, steps / of_point, kDegree);
    };
    return {Acts::from, at, {64 * of_point, uint64_t(1) << 34}, multiples_of(4 * of_point)}; // whole vectors
}
// Rows of results that begin anywhere.
Probes grid_elements_degree(tcu_type, const Scale &)
{
    return from_degree(BENCH_GRID, {F32, F32}, kRows, kPoints - 3);
}

Probes write(tcu_type type, const Scale &)
{
    return from_degree(BENCH_GRID, {type, type}, kRows, kPoints);
}
Probes write_few(tcu_type type, const Scale &)
{
    return from_degree(BENCH_GRID, {type, type}, kFewRows, kManyPoints);
}
Probes reduce(tcu_type type, const Scale &)
{
    return from_degree(BENCH_MAX, {type, type}, kRows, kPoints);
}
Probes half_write(tcu_type, const Scale &)
{
    return from_degree(BENCH_GRID, {F16, F32}, kRows, kPoints);
}
Probes half_write_halves(tcu_type, const Scale &)
{
    return from_degree(BENCH_GRID, {F16, F16}, kRows, kPoints);
}
Probes half_write_few(tcu_type, const Scale &)
{
    return from_degree(BENCH_GRID, {F16, F32}, kFewRows, kManyPoints);
}
Probes half_reduce(tcu_type, const Scale &scale)
{
    return reduce(F16, scale);
}

/* table/ */

Probes table_most_of_batch(tcu_type, const Scale &scale)
{
    const auto at = [scale](uint64_t points) {
        const uint64_t rows = std::max<uint64_t>(scale.elements(F32) / points, 1);
        return polynomials(BENCH_OWN, {F32, F32}, rows, rows * points, 15);
    };
    return {Acts::up_to, at, {64, 1 << 18}};
}

const Probing entered("polynomial", {{"values_least_degree", values_least_degree},
                                     {"values_least_degree_of_one", values_least_degree_of_one},
                                     {"values_most_degree", values_most_degree},
                                     {"values_least_points", values_least_points},
                                     {"values_least_grid_points", values_least_grid_points},
                                     {"values_most_grid_rows", values_most_grid_rows},
                                     {"values_most_rows", values_most_rows},
                                     {"values_least_steps", values_least_steps},
                                     {"grid_least_rows", grid_least_rows},
                                     {"grid_few_rows", grid_few_rows},
                                     {"grid_least_steps", grid_least_steps},
                                     {"grid_elements_degree", grid_elements_degree},
                                     {"grid_degree", write},
                                     {"grid_few_degree", write_few},
                                     {"grid_reduce_degree", reduce},
                                     {"half.grid_degree", half_write},
                                     {"half.grid_degree_of_halves", half_write_halves},
                                     {"half.grid_few_degree", half_write_few},
                                     {"half.grid_reduce_degree", half_reduce},
                                     {"table_most_of_batch", table_most_of_batch}});
} // namespace
