/* SPDX-License-Identifier: Apache-2.0 */
/* The scan of one matrix of numbers, laid into it row by row (scan.c). Compactions need it too. */
#ifndef TCUI_SCAN_REFERENCE_MATRIX_SCAN_H
#define TCUI_SCAN_REFERENCE_MATRIX_SCAN_H

#include "primitives/tile/reference/matrix.h"
#include "tcu/scan.h"

/* Each number becomes the sum of those before it, of `before`, and, where the scan is inclusive, of itself. */
tcui_matrix tcui_reference_scan_matrix(tcu_scan_kind kind, tcui_matrix A, tcui_number before);

#endif /* TCUI_SCAN_REFERENCE_MATRIX_SCAN_H */
