/* SPDX-License-Identifier: Apache-2.0 */
/* How the host and the reference backend write the results of selections, once it is known where they are. */
#ifndef TCUI_SELECTION_RESULTS_H
#define TCUI_SELECTION_RESULTS_H

#include "backend.h"
#include "quantile.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Result j of segment s, which begins at `begin`: the key at `position`, and what belongs to it. */
void tcui_selection_store(const tcui_selection_task *task, uint64_t s, uint64_t begin, uint64_t j, uint64_t position);

/* Order bits of the infinities, ascending: those of NaNs are less or greater. Of integers they are 0 and all bits. */
typedef struct tcui_selection_infinities {
    uint64_t negative, positive;
} tcui_selection_infinities;

tcui_selection_infinities tcui_selection_infinities_of(tcu_type type);

/* The elements of which quantiles are: so many from this rank on, in the order of all keys. */
typedef struct tcui_quantile_elements {
    uint64_t first, count;
} tcui_quantile_elements;

/* Writes num_nans, and results that are NaN as there is a NaN or no element. False if no other results are left. */
bool tcui_quantiles_begin(const tcui_selection_task *task, uint64_t n, uint64_t nans_in_front, uint64_t nans_behind,
                          tcui_quantile_elements *elements);

/* Quantile j, of the keys with these order bits. */
void tcui_quantile_store(const tcui_selection_task *task, uint64_t j, tcui_quantile_place place, uint64_t low,
                         uint64_t high);

#ifdef __cplusplus
}
#endif

#endif /* TCUI_SELECTION_RESULTS_H */
