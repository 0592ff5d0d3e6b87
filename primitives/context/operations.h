/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The operations, by number: backends have a table of paths and contexts may have a policy for each. A new operation
 * adds a line here, and its tables to backends/.
 */
#ifndef TCUI_OPERATIONS_H
#define TCUI_OPERATIONS_H

typedef enum tcui_operation_id {
    TCUI_REDUCE, /* its policy is that of all sums, those of scans too */
    TCUI_SCAN,
    TCUI_COMPACT,
    TCUI_HISTOGRAM,
    TCUI_RADIX_SORT,
    TCUI_POLYNOMIAL,
    TCUI_STENCIL,
    TCUI_CONVOLUTION_LAYER,
    TCUI_OPERATIONS
} tcui_operation_id;

#endif /* TCUI_OPERATIONS_H */
