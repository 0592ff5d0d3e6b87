/* SPDX-License-Identifier: Apache-2.0 */
/* Which bin holds a sample. */
#ifndef TCUI_HISTOGRAM_REFERENCE_BIN_H
#define TCUI_HISTOGRAM_REFERENCE_BIN_H

#include "algorithms/histogram/backend.h"
#include "primitives/tile/reference/matrix.h"

/* In place of a bin, where none holds the sample. */
#define TCUI_NO_BIN UINT64_MAX

/* The bin of x, a sample of this type. */
uint64_t tcui_reference_bin(const tcui_bins *bins, tcu_type sample_type, tcui_number x);

#endif /* TCUI_HISTOGRAM_REFERENCE_BIN_H */
