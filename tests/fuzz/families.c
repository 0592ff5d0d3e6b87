/* SPDX-License-Identifier: Apache-2.0 */
/* The families. Case k of a run is of family k % FUZZ_FAMILIES, so a new one goes behind the others. */
#include "family.h"

extern const fuzz_family fuzz_sums, fuzz_dots, fuzz_extrema, fuzz_moments, fuzz_recurrences, fuzz_compactions,
    fuzz_by_key, fuzz_groups, fuzz_moves, fuzz_sorts, fuzz_merges, fuzz_selections, fuzz_histograms, fuzz_polynomials,
    fuzz_stencils;

const fuzz_family *const fuzz_families[FUZZ_FAMILIES] = {
    &fuzz_sums,        &fuzz_dots,       &fuzz_extrema,    &fuzz_moments,     &fuzz_recurrences,
    &fuzz_compactions, &fuzz_by_key,     &fuzz_groups,     &fuzz_moves,       &fuzz_sorts,
    &fuzz_merges,      &fuzz_selections, &fuzz_histograms, &fuzz_polynomials, &fuzz_stencils};
