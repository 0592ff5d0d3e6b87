/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Polynomials in monomials: for each row the forms, the types and the numbers of polynomials and points with which no other
 * row decides. Values at 16-bit points come before products, which come before Horner's scheme.
 */
#include <algorithm>

#include "bench/tune/probes.h"

namespace
{
using namespace tune;
using namespace bench::types;

const uint64_t kFewPoints = 1 << 19, kPoints = 1 << 20, kManyPoints = 1 << 22, kTablePoints = 1 << 26;
const uint64_t kRows = 256, kFewRows = 16; // polynomials: many for products, and few
const uint64_t kDegree = 63, kHighDegree = 4095;
const bench::Pair kHalf = {F16, F16}, kOtherHalf = {BF16, BF16}, kMixed = {F16, F32}, kOtherMixed = {BF16, F32},
                  kSingle = {F32, F32}, kDouble = {F64, F64};

bench::Row polynomials(bench_form form, bench::Pair types, uint64_t rows, uint64_t points, uint64_t degree = kDegree)
{
    bench::Row row = {BENCH_POLYNOMIAL, form, types.in, types.out, points, double(degree)};
    row.polynomials = rows;
    return row;
}

/* What the sizes are; of steps the multiply-adds of Horner's scheme, which one polynomial's own points do not share. */

void set_degree(bench::Row &problem, uint64_t degree)
{
    problem.param = double(degree);
}
void set_rows(bench::Row &problem, uint64_t rows)
{
    problem.polynomials = rows;
}
void set_rows_and_points(bench::Row &problem, uint64_t rows)
{
    problem.polynomials = rows;
    problem.n = rows * kFewPoints;
}
void set_points_of_row(bench::Row &problem, uint64_t points)
{
    problem.n = points * (problem.form == BENCH_OWN ? problem.polynomials : 1);
}
void set_degree_by_steps(bench::Row &problem, uint64_t steps)
{
    problem.param = double(steps / (problem.n * (problem.form == BENCH_GRID ? problem.polynomials : 1)));
}
void set_points_by_steps(bench::Row &problem, uint64_t steps)
{
    problem.n = steps / (problem.polynomials * uint64_t(problem.param));
}
void set_batch(bench::Row &problem, uint64_t points)
{
    problem.polynomials = std::max<uint64_t>(problem.n / points, 1);
    problem.n = problem.polynomials * points;
}

Probes from_degree(std::vector<bench::Row> problems)
{
    return from({1, 255}, std::move(problems), set_degree);
}

// Products of many polynomials, of few, and reduced.
Probes many(std::vector<bench::Pair> types, uint64_t fewer_points = 0)
{
    Probes probes = from_degree({});
    for (const bench::Pair &pair : types) {
        probes.problems.push_back(polynomials(BENCH_GRID, pair, kRows, kPoints - fewer_points));
        probes.problems.push_back(polynomials(BENCH_GRID, pair, 4 * kRows, kPoints / 4 - fewer_points));
    }
    return probes;
}
Probes few(std::vector<bench::Pair> types)
{
    Probes probes = from_degree({});
    for (const bench::Pair &pair : types) {
        probes.problems.push_back(polynomials(BENCH_GRID, pair, kFewRows, kManyPoints));
        probes.problems.push_back(polynomials(BENCH_GRID, pair, 3 * kFewRows, kPoints));
    }
    return probes;
}
Probes reduced(std::vector<bench::Pair> types)
{
    Probes probes = from_degree({});
    for (const bench::Pair &pair : types) {
        for (const bench_form form : {BENCH_MAX, BENCH_SUM}) {
            probes.problems.push_back(polynomials(form, pair, kRows, kPoints));
        }
    }
    return probes;
}

// values/: 16-bit points alone have them.
std::vector<Probing::Entry> rows_of_values()
{
    constexpr uint64_t rows = 8, steps_of_degree = rows * kFewPoints;
    return {
        {"values_least_degree", from_degree({polynomials(BENCH_GRID, kHalf, 64, kManyPoints),
                                             polynomials(BENCH_GRID, kOtherHalf, 64, kManyPoints),
                                             polynomials(BENCH_OWN, kHalf, kFewRows, kFewRows * kManyPoints)})},
        {"values_least_degree_of_one", from_degree({polynomials(BENCH_ONE, kHalf, 1, kTablePoints),
                                                    polynomials(BENCH_ONE, kOtherHalf, 1, kTablePoints)})},
        {"values_most_degree",
         up_to({256, 1 << 15},
               {polynomials(BENCH_ONE, kHalf, 1, kManyPoints), polynomials(BENCH_ONE, kOtherHalf, 1, kPoints),
                polynomials(BENCH_OWN, kHalf, rows, rows * kPoints), polynomials(BENCH_GRID, kHalf, kFewRows, kPoints)},
               set_degree)},
        // As many multiply-adds as the row of steps asks for.
        {"values_least_points",
         from({1 << 16, 1 << 24},
              {polynomials(BENCH_ONE, kHalf, 1, 0, kHighDegree), polynomials(BENCH_ONE, kOtherHalf, 1, 0, kHighDegree),
               polynomials(BENCH_OWN, kHalf, rows, 0, kHighDegree)},
              set_points_of_row)},
        {"values_least_grid_points", from({1 << 16, 1 << 24},
                                          {polynomials(BENCH_GRID, kHalf, kFewRows, 0, 1023),
                                           polynomials(BENCH_GRID, kOtherHalf, kFewRows, 0, 1023),
                                           polynomials(BENCH_GRID, kHalf, 3 * kFewRows, 0, 255)},
                                          set_points_of_row)},
        {"values_most_grid_rows",
         up_to({1, 1 << 10},
               {polynomials(BENCH_GRID, kHalf, 0, kPoints), polynomials(BENCH_GRID, kOtherHalf, 0, kPoints),
                polynomials(BENCH_GRID, kHalf, 0, kPoints, 255)},
               set_rows)},
        // Each at points of its own.
        {"values_most_rows",
         up_to({64, 1 << 12}, {polynomials(BENCH_OWN, kHalf, 0, 0), polynomials(BENCH_OWN, kOtherHalf, 0, 0)},
               set_rows_and_points)},
        // Of each as many points as its row asks for. (The library divides steps by those of one polynomial and leaves the
        // rest: with several that is an eighth at most.)
        {"values_least_steps", from({16 * steps_of_degree, kHighDegree * steps_of_degree},
                                    {polynomials(BENCH_OWN, kHalf, rows, rows * kFewPoints),
                                     polynomials(BENCH_OWN, kOtherHalf, rows, rows * kFewPoints),
                                     polynomials(BENCH_GRID, kHalf, rows, kFewPoints)},
                                    set_degree_by_steps, multiples_of(steps_of_degree))},
    };
}

std::vector<Probing::Entry> table(tcu_type type, const Scale &scale)
{
    const uint64_t steps_of_point = kRows * kDegree;
    std::vector<Probing::Entry> entries = rows_of_values();
    const std::vector<Probing::Entry> others = {
        {"grid_least_rows",
         from({1, 64},
              {polynomials(BENCH_GRID, kSingle, 0, kPoints, 1023), polynomials(BENCH_GRID, kDouble, 0, kPoints, 1023),
               polynomials(BENCH_GRID, kMixed, 0, kPoints, 1023), polynomials(BENCH_MAX, kSingle, 0, kPoints, 1023)},
              set_rows)},
        // Of degrees that pay for many rows, not for few.
        {"grid_few_rows",
         from({9, 1 << 10},
              {polynomials(BENCH_GRID, kSingle, 0, kPoints, 32), polynomials(BENCH_GRID, kDouble, 0, kPoints, 32),
               polynomials(BENCH_GRID, kMixed, 0, kPoints, 32)},
              set_rows)},
        {"grid_least_steps",
         from({64 * steps_of_point, uint64_t(1) << 34},
              {polynomials(BENCH_GRID, kSingle, kRows, 0), polynomials(BENCH_GRID, kDouble, kRows, 0),
               polynomials(BENCH_GRID, kMixed, kRows, 0), polynomials(BENCH_MAX, kSingle, kRows, 0)},
              set_points_by_steps, multiples_of(8 * steps_of_point))}, // whole vectors
        // Rows of results that begin anywhere.
        {"grid_elements_degree", many({kSingle, kDouble, kMixed, kHalf}, 3)},
        {"grid_degree", many({{type, type}})},
        {"grid_few_degree", few({{type, type}})},
        {"grid_reduce_degree", reduced({{type, type}})},
        {"half.grid_degree", many({kMixed, kOtherMixed})},
        {"half.grid_degree_of_halves", many({kHalf, kOtherHalf})},
        {"half.grid_few_degree", few({kMixed, kOtherMixed})},
        {"half.grid_reduce_degree", reduced({kHalf, kOtherHalf})},
        {"table_most_of_batch", up_to({64, 1 << 18},
                                      {polynomials(BENCH_OWN, kSingle, 0, scale.elements(F32), 15),
                                       polynomials(BENCH_OWN, kSingle, 0, scale.elements(F32)),
                                       polynomials(BENCH_OWN, kDouble, 0, scale.elements(F64), 15),
                                       polynomials(BENCH_OWN, kHalf, 0, scale.elements(F16), 15)},
                                      set_batch)}};
    entries.insert(entries.end(), others.begin(), others.end());
    return entries;
}

const Probing entered("polynomial", table);
} // namespace
