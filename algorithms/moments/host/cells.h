/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moments of parts on the host, and how they are joined: T. F. Chan, G. H. Golub, R. J. LeVeque, "Algorithms for Computing
 * the Sample Variance", The American Statistician 37 (1983).
 */
#ifndef TCUI_MOMENTS_HOST_CELLS_H
#define TCUI_MOMENTS_HOST_CELLS_H

#include <float.h>
#include <math.h>

#include "algorithms/moments/backend.h"
#include "primitives/tile/host/tile.h"

/* Of no elements: zeros. */
typedef struct tcui_moments_cell {
    uint64_t count;
    double mean;
    double squares; /* M2: the sum of squared deviations from the mean */
} tcui_moments_cell;

/* Where a mean is no finite number, the sum of both is what a loop of additions gives: infinity or NaN. */
TCUI_ALWAYS_INLINE tcui_moments_cell tcui_cells_join(tcui_moments_cell a, tcui_moments_cell b)
{
    if (a.count == 0 || b.count == 0) {
        return a.count == 0 ? b : a;
    }
    const uint64_t count = a.count + b.count;
    const double weight = a.count == b.count ? 0.5 : (double)b.count / (double)count, delta = b.mean - a.mean;
    return (tcui_moments_cell){count, isfinite(delta) ? a.mean + delta * weight : a.mean + b.mean,
                               a.squares + b.squares + delta * delta * ((double)a.count * weight)};
}

/*
 * What sums about a shift say of `count` elements (the two-pass algorithm with correction). Where deviations are no more
 * than what rounding leaves of a shift, and squares cancel but for rounding, all elements are equal: M2 is 0 then.
 */
TCUI_ALWAYS_INLINE tcui_moments_cell tcui_cell_about(double shift, double sum, double squares, uint64_t count)
{
    const double offset = sum / (double)count, rest = squares - sum * offset, unit = DBL_EPSILON / 2;
    const bool equal = rest <= 64 * unit * squares && fabs(offset) <= 32 * unit * fabs(shift);
    return (tcui_moments_cell){count, shift + offset, equal || rest < 0 ? 0 : rest};
}

/*
 * Parts that come one by one are joined as a tree, so that errors grow with the logarithm of their number: cell b, if bit b
 * of `parts` is set, has 2^b parts.
 */
enum { TCUI_CELL_LEVELS = 64 };

typedef struct tcui_moments_tree {
    uint64_t parts;
    tcui_moments_cell cells[TCUI_CELL_LEVELS];
} tcui_moments_tree;

TCUI_ALWAYS_INLINE void tcui_tree_add(tcui_moments_tree *tree, tcui_moments_cell cell)
{
    int b = 0;
    for (; tree->parts >> b & 1; b++) {
        cell = tcui_cells_join(tree->cells[b], cell);
    }
    tree->cells[b] = cell;
    tree->parts++;
}

TCUI_ALWAYS_INLINE tcui_moments_cell tcui_tree_total(const tcui_moments_tree *tree)
{
    tcui_moments_cell total = {0, 0, 0};
    for (int b = 0; tree->parts >> b != 0; b++) {
        total = tree->parts >> b & 1 ? tcui_cells_join(tree->cells[b], total) : total;
    }
    return total;
}

/* Result k of the task. */
static inline void tcui_moments_store(const tcui_moments_task *task, uint64_t k, tcui_moments_cell cell)
{
    if (task->count != NULL) {
        task->count[k] = cell.count;
    }
    if (task->mean != NULL) {
        tcui_element_store_f64(task->out_type, task->mean, k, cell.count > 0 ? cell.mean : NAN);
    }
    if (task->variance != NULL) {
        const bool is_number = cell.count > task->correction && isfinite(cell.mean);
        tcui_element_store_f64(task->out_type, task->variance, k,
                               is_number ? cell.squares / (double)(cell.count - task->correction) : NAN);
    }
}

#endif /* TCUI_MOMENTS_HOST_CELLS_H */
