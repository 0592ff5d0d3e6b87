/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations by key, as products with 0/1 matrices. Flags f say where runs begin (f_i = 1 where key i differs from the
 * key before it, and f_0 = 1). Their inclusive scan less one, r, is the number of each element's run, and M with
 *
 *     M_ki = 1 where r_i = k, else 0                  a row for each run, a column for each element
 *
 * sums the values v by key, R = M v: row k of M picks the values of run k and adds them up. An example of 8 elements:
 *
 *     keys  7 7 3 3 3 7 7 7          | 1 1 0 0 0 0 0 0 |        | 1 |
 *     f     1 0 1 0 0 1 0 0      M = | 0 0 1 1 1 0 0 0 |    v = | 2 |        M v = |  1 + 2     | = |  3 |
 *     r     0 0 1 1 1 2 2 2          | 0 0 0 0 0 1 1 1 |        | : |              |  3 + 4 + 5 |   | 12 |
 *                                                               | 8 |              |  6 + 7 + 8 |   | 21 |
 *
 * With ones in place of v it is how long the runs are, M 1 = 2 3 3. Of each row only the first 1 is kept in F, F_ki = 1
 * where r_i = k and f_i = 1. It picks what the first element of each run has:
 *
 *         | 1 0 0 0 0 0 0 0 |      F keys = 7 3 7         the keys of the runs
 *     F = | 0 0 1 0 0 0 0 0 |      F v = 1 3 6            their first values
 *         | 0 0 0 0 0 1 0 0 |      F (0 1 ... 7) = 0 2 5  where they begin: their offsets
 *
 * The ones of a row of M stand side by side, from where the run begins to where the next one does, so the offsets say
 * all that M does, and M itself is never stored. Another operator, such as the maximum, takes the place of + between the
 * values that a row picks; what a 0 leaves out is left out, not compared (primitives/reduce/reference/operators.c).
 *
 * Prefix sums are v U, a row times the upper triangle of ones. By key its ones are kept where both elements are in one
 * run, which is where M^T M has a 1 (r_i = r_j):
 *
 *     U_ij = 1 where i <= j and r_i = r_j, else 0     v U = 1 3 | 3 7 12 | 6 13 21
 *
 * Groups of keys in any order are runs after a sort, which is a permutation: P_ji = 1 where element i comes to place j.
 * Of the sorted keys P keys, M sums the values in the same order, R = M (P v):
 *
 *     keys  7 3 7          | 0 1 0 |                                          | 1 0 0 |             |   2   |   | 2 |
 *     v     1 2 4      P = | 1 0 0 |    P keys = 3 7 7    P v = 2 1 4     M = | 0 1 1 |   M (P v) = | 1 + 4 | = | 5 |
 *                          | 0 0 1 |
 *
 * The parts of an operation are those of the papers, each explained where it is:
 *
 *     algorithms/compact/reference/compact.c          the scan of f, and with it F, by products of 16 x 16
 *     primitives/reduce/reference/reduce.c            M v, a run's elements as matrices
 *     primitives/scan/reference/scan.c                v U, a run's elements as matrices
 *     algorithms/radix_sort/reference/radix_sort.c    P, by one-hot matrices
 *
 * and runs.h and group_by.h put them together.
 */
#include "algorithms/by_key/host/arrays.h"
#include "algorithms/by_key/runs.h"

static const tcui_path paths[] = {
    {.name = "reference", .reserve = tcui_by_key_runs_reserve, .execute = tcui_by_key_runs_execute}};

const tcui_operation tcui_by_key_reference = {
    .id = TCUI_BY_KEY, .name = "by_key", .paths = paths, .num_paths = 1, .extension = &tcui_by_key_of_reference};
