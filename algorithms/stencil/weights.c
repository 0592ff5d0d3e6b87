/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Weights of finite differences on any nodes, by Fornberg's recurrence: from the weights of all derivatives up to m on the
 * nodes x_0 ... x_(n-1) follow those on x_0 ... x_n,
 *
 *     w(m, n, k) = ((x_n - x) w(m, n-1, k) - m w(m-1, n-1, k)) / (x_n - x_k),                          k < n
 *     w(m, n, n) = c_(n-1) / c_n * (m w(m-1, n-1, n-1) - (x_(n-1) - x) w(m, n-1, n-1)),  c_n = product of (x_n - x_k)
 *
 * It needs no system of equations, and O(m n^2) operations.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "primitives/context/context_internal.h"
#include "primitives/context/float_environment.h"
#include "tcu/stencil.h"

static tcu_status check(double at, const double *nodes, uint32_t num_nodes, uint32_t derivative, const double *weights)
{
    if (nodes == NULL || weights == NULL) {
        return tcui_fail(NULL, TCU_ERROR_INVALID_ARGUMENT, "%s is NULL", nodes == NULL ? "nodes" : "weights");
    }
    if (num_nodes <= derivative) {
        return tcui_fail(NULL, TCU_ERROR_INVALID_ARGUMENT,
                         "num_nodes is %" PRIu32 "; derivative %" PRIu32 " needs more", num_nodes, derivative);
    }
    if (!isfinite(at)) {
        return tcui_fail(NULL, TCU_ERROR_INVALID_ARGUMENT, "at is %g; it must be finite", at);
    }
    for (uint32_t i = 0; i < num_nodes; i++) {
        if (!isfinite(nodes[i])) {
            return tcui_fail(NULL, TCU_ERROR_INVALID_ARGUMENT, "nodes[%" PRIu32 "] is %g; it must be finite", i,
                             nodes[i]);
        }
        for (uint32_t j = 0; j < i; j++) {
            if (nodes[i] == nodes[j]) {
                return tcui_fail(NULL, TCU_ERROR_INVALID_ARGUMENT,
                                 "nodes[%" PRIu32 "] and nodes[%" PRIu32 "] are both %g; they must differ", j, i,
                                 nodes[i]);
            }
        }
    }
    return TCU_SUCCESS;
}

/* `table` has a row of num_nodes weights for each derivative 0 ... m, all 0. */
static void fill(double at, const double *nodes, uint32_t num_nodes, uint32_t m, double *table)
{
    table[0] = 1;
    for (size_t n = 1; n < num_nodes; n++) {
        const double from_last = nodes[n] - at, from_previous = nodes[n - 1] - at;
        double ratio = 1 / (nodes[n] - nodes[n - 1]); /* c_(n-1) / c_n, which overflow where there are many nodes */
        for (size_t k = 0; k + 1 < n; k++) {
            ratio *= (nodes[n - 1] - nodes[k]) / (nodes[n] - nodes[k]);
        }
        /* From the highest derivative down: each row needs the old values of the one before. */
        for (size_t row = (n < m ? n : m) + 1; row-- > 0;) {
            double *w = table + row * num_nodes;
            const double *lower = row > 0 ? w - num_nodes : NULL;
            const double last = lower != NULL ? (double)row * lower[n - 1] : 0;
            w[n] = ratio * (last - from_previous * w[n - 1]);
            for (size_t k = 0; k < n; k++) {
                w[k] = (from_last * w[k] - (lower != NULL ? (double)row * lower[k] : 0)) / (nodes[n] - nodes[k]);
            }
        }
    }
}

TCUI_FLOAT_FUNCTION static tcu_status compute(double at, const double *nodes, uint32_t num_nodes, uint32_t derivative,
                                              double *weights)
{
    const tcu_status status = check(at, nodes, num_nodes, derivative, weights);
    if (status != TCU_SUCCESS) {
        return status;
    }
    double *table = calloc((size_t)derivative + 1, num_nodes * sizeof *table);
    if (table == NULL) {
        return tcui_fail(NULL, TCU_ERROR_OUT_OF_MEMORY, "no memory for the weights of %" PRIu32 " nodes", num_nodes);
    }
    fill(at, nodes, num_nodes, derivative, table);
    const double *row = table + (size_t)derivative * num_nodes;
    uint32_t finite = 0;
    while (finite < num_nodes && isfinite(row[finite])) {
        finite++;
    }
    for (uint32_t k = 0; k < num_nodes && finite == num_nodes; k++) {
        weights[k] = row[k];
    }
    free(table);
    if (finite < num_nodes) {
        return tcui_fail(NULL, TCU_ERROR_INVALID_ARGUMENT,
                         "nodes lie too close or too far apart: weight %" PRIu32 " overflows", finite);
    }
    return TCU_SUCCESS;
}

tcu_status tcu_finite_difference_weights(double at, const double *nodes, uint32_t num_nodes, uint32_t derivative,
                                         double *weights)
{
    tcui_begin_without_context(__func__);
    const tcui_float_environment callers = tcui_float_begin();
    const tcu_status status = compute(at, nodes, num_nodes, derivative, weights);
    tcui_float_end(&callers);
    return status;
}
