/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Operations by key, as products with 0/1 matrices. Flags f say where runs begin (f_i = 1 where key i differs from the
 * key before it). Their inclusive scan less one, r, is the number of each element's run, and M with
 *
 *     M_ki = 1 where r_i = k, else 0
 *
 * sums the values v by key, R = M v. A row of M has its ones side by side, from where the run begins to where the next
 * one does, so M is known by its row's first columns: the offsets of the runs. An example with 8 elements:
 *
 *     keys  7 7 3 3 3 7 7 7          | 1 1 0 0 0 0 0 0 |
 *     f     1 0 1 0 0 1 0 0      M = | 0 0 1 1 1 0 0 0 |      offsets 0 2 5 8
 *     r     0 0 1 1 1 2 2 2          | 0 0 0 0 0 1 1 1 |
 *
 * With v = 1 2 3 4 5 6 7 8 the sums by key are M v = 3 12 21. Where + is replaced by another operator, so it is in the
 * product. The prefix sums by key have the upper triangle U cut at the flags:
 *
 *     U_ij = 1 where i <= j and r_i = r_j       v U = 1 3 3 7 12 6 13 21
 *
 * The three parts of an operation are those of the papers, each explained where it is:
 *
 *     algorithms/compact/reference/compact.c    the scan of f, and with it the offsets, by products of 16 x 16
 *     primitives/reduce/reference/reduce.c      M v, a segment's elements as matrices
 *     primitives/scan/reference/scan.c          v U, a segment's elements as matrices
 *
 * and runs.h puts them together.
 */
#include "algorithms/by_key/host/arrays.h"
#include "algorithms/by_key/runs.h"

static const tcui_path paths[] = {
    {.name = "reference", .reserve = tcui_by_key_runs_reserve, .execute = tcui_by_key_runs_execute}};

const tcui_operation tcui_by_key_reference = {
    .id = TCUI_BY_KEY, .name = "by_key", .paths = paths, .num_paths = 1, .extension = &tcui_by_key_of_reference};
