/* SPDX-License-Identifier: Apache-2.0 */
/* The rows of the polynomials' policy that a tuning file can set. */
#include "algorithms/polynomial/cuda/tuning.h"
#include "primitives/context/tuning.h"

#define ROW(name, field, least, most) TCUI_TUNING_ROW_OF_COUNT(name, tcui_polynomial_policy, field, least, most)
#define ANY(field)                    ROW(#field, field, 0, UINT64_MAX)

/* Products take no higher degree. */
#define DEGREE(name, field) ROW(name, field, 1, TCUI_POLYNOMIAL_GRID_MOST_DEGREE)

static const tcui_tuning_row rows[] = {
    DEGREE("values_least_degree", values_least_degree),
    DEGREE("values_least_degree_of_one", values_least_degree_of_one),
    ANY(values_most_degree),
    ANY(values_least_points),
    ANY(values_least_grid_points),
    ANY(values_most_grid_rows),
    ANY(values_most_rows),
    ANY(values_least_steps),
    ANY(grid_least_rows),
    ANY(grid_few_rows),
    ANY(grid_least_steps),
    DEGREE("grid_elements_degree", grid_elements_degree),
    DEGREE("f32.grid_degree", f32.write),
    DEGREE("f32.grid_few_degree", f32.write_few),
    DEGREE("f32.grid_reduce_degree", f32.reduce),
    DEGREE("f64.grid_degree", f64.write),
    DEGREE("f64.grid_few_degree", f64.write_few),
    DEGREE("f64.grid_reduce_degree", f64.reduce),
    DEGREE("half.grid_degree", half.write),
    DEGREE("half.grid_degree_of_halves", half.write_halves),
    DEGREE("half.grid_few_degree", half.write_few),
    DEGREE("half.grid_reduce_degree", half.reduce),
    ANY(table_most_of_batch),
};

const tcui_tuning_family tcui_polynomial_tuning =
    TCUI_TUNING_FAMILY("polynomial", TCUI_POLYNOMIAL, tcui_polynomial_own_policy, rows);
