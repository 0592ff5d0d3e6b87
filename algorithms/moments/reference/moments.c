/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Moments as T. F. Chan, G. H. Golub, R. J. LeVeque write them: "Algorithms for Computing the Sample Variance: Analysis and
 * Recommendations", The American Statistician 37 (1983), with sums as products of matrices (A. Dakkak et al., ICS 2019,
 * algorithm 2): with P the matrix whose first row is ones, P A P^T has the sum of A's numbers in its corner.
 *
 * Up to 256 elements x are laid into a matrix A, row by row. Two passes:
 *
 *     m = (P A P^T) / n       D = A - m where A has elements, else 0       M2 = P (D o D) P^T - (P D P^T)^2 / n
 *
 * D o D has the squares of D's numbers. Were m exact, P D P^T would be 0: it corrects for the rounding of m, and the mean
 * is m + P D P^T / n. Of more elements, the moments of two halves are joined:
 *
 *     delta = mean_b - mean_a    mean = mean_a + delta n_b / n    M2 = M2_a + M2_b + delta^2 n_a n_b / n
 *
 * An example with matrices of 4 x 4, the elements 1, 2, 3, 6:
 *
 *         | 1 2 3 6 |                      | -2 -1 0 3 |             | 4 1 0 9 |
 *     A = | 0 0 0 0 |    m = 12 / 4    D = |  0  0 0 0 |    D o D =  | 0 0 0 0 |    M2 = 14 - 0^2 / 4
 *         | 0 0 0 0 |                      |  0  0 0 0 |             | 0 0 0 0 |
 *         | 0 0 0 0 |                      |  0  0 0 0 |             | 0 0 0 0 |
 *
 * so their variance is 14 / 4. Of 1, 2 (mean 1.5, M2 0.5) and of 3, 6 (mean 4.5, M2 4.5), delta is 3, and joined they have
 * the mean 1.5 + 3 * 2 / 4 = 3 and M2 = 0.5 + 4.5 + 9 * 2 * 2 / 4 = 14.
 */
#include <math.h>

#include "algorithms/moments/backend.h"
#include "algorithms/moments/reproducible.h"
#include "primitives/reduce/reference/reproducible.h"
#include "primitives/reduce/reproducible.h"
#include "primitives/tile/reference/rows.h"

typedef struct moments {
    uint64_t count;
    double mean;
    double squares; /* M2 */
} moments;

/* The elements first, first + step, first + 2 step, ...: a segment, or a column of a matrix. */
typedef struct elements {
    tcu_type type;
    const void *in;
    uint64_t first, step;
} elements;

static double number_at(const elements *x, uint64_t i)
{
    const tcui_number number = tcui_number_load(x->type, x->in, x->first + i * x->step);
    return tcui_is_real(x->type) ? number.real : (double)(int64_t)number.integer;
}

/* P A P^T: the sum of A's numbers. */
static double sum_of_matrix(tcui_matrix A)
{
    const tcui_matrix P = tcui_matrix_constant(true, tcui_tile_first_row), zero = tcui_matrix_zero(true);
    return tcui_matrix_multiply(tcui_matrix_multiply(P, A, zero), tcui_matrix_transpose(P), zero).at[0][0].real;
}

/* Two passes over elements i ... i + count - 1, up to 256. About a mean that is no finite number there are no deviations;
 * sums about 0 are those of a loop then. */
static moments moments_of_matrix(const elements *x, uint64_t i, uint64_t count)
{
    tcui_matrix A = tcui_matrix_zero(true), D = A, DD = A;
    for (uint64_t j = 0; j < count; j++) {
        A.at[j / TCUI_M][j % TCUI_M].real = number_at(x, i + j);
    }
    const double n = (double)count, mean = sum_of_matrix(A) / n, m = isfinite(mean) ? mean : 0;
    for (uint64_t j = 0; j < count; j++) {
        const double d = A.at[j / TCUI_M][j % TCUI_M].real - m;
        D.at[j / TCUI_M][j % TCUI_M].real = d;
        DD.at[j / TCUI_M][j % TCUI_M].real = d * d;
    }
    const double offset = sum_of_matrix(D) / n, squares = sum_of_matrix(DD), rest = squares - offset * offset * n;
    /* Of equal elements D has what rounding leaves of m. */
    const bool equal = rest <= 0x1p-47 * squares && fabs(offset) <= 0x1p-48 * fabs(m);
    return (moments){count, m + offset, equal || rest < 0 ? 0 : rest};
}

static moments join(moments a, moments b)
{
    const double n = (double)(a.count + b.count), delta = b.mean - a.mean;
    if (!isfinite(delta)) {
        return (moments){a.count + b.count, a.mean + b.mean, NAN};
    }
    return (moments){a.count + b.count, a.mean + delta * ((double)b.count / n),
                     a.squares + b.squares + delta * delta * ((double)a.count * ((double)b.count / n))};
}

/* Of elements i ... i + count - 1. The first half is a power of two of whole matrices. */
static moments moments_of(const elements *x, uint64_t i, uint64_t count)
{
    if (count <= TCUI_MM) {
        return count > 0 ? moments_of_matrix(x, i, count) : (moments){0, NAN, 0};
    }
    uint64_t half = TCUI_MM;
    while (half < count - half) {
        half *= 2;
    }
    return join(moments_of(x, i, half), moments_of(x, i + half, count - half));
}

static void store(const tcui_moments_task *task, uint64_t k, moments of)
{
    if (task->count != NULL) {
        task->count[k] = of.count;
    }
    if (task->mean != NULL) {
        tcui_number_store(task->out_type, task->mean, k, (tcui_number){.real = of.mean});
    }
    if (task->variance != NULL) {
        const bool is_number = of.count > task->correction && isfinite(of.mean);
        const double variance = is_number ? of.squares / (double)(of.count - task->correction) : NAN;
        tcui_number_store(task->out_type, task->variance, k, (tcui_number){.real = variance});
    }
}

/* As moments.h states it for TCU_SUM_REPRODUCIBLE: deviations from a number, and their squares. */
typedef struct deviations {
    const elements *x;
    double from;
} deviations;

static double deviation_at(const void *data, uint64_t i)
{
    const deviations *d = data;
    return number_at(d->x, i) - d->from;
}

static double square_at(const void *data, uint64_t i)
{
    const double deviation = deviation_at(data, i);
    return deviation * deviation;
}

static void store_reproducible(const tcui_moments_task *task, uint64_t k, const elements *x, uint64_t count)
{
    const uint64_t head = count < TCUI_REPRODUCIBLE_CHUNK ? count : TCUI_REPRODUCIBLE_CHUNK;
    deviations d = {x, count > 0 ? number_at(x, 0) : 0};
    if (count > 0) {
        d.from =
            tcui_moments_shift(d.from, tcui_reference_reproducible_sum(TCU_TYPE_F64, deviation_at, &d, 0, head), head);
    }
    tcui_moments_store_reproducible(task, k, count, d.from,
                                    tcui_reference_reproducible_sum(TCU_TYPE_F64, deviation_at, &d, 0, count),
                                    tcui_reference_reproducible_sum(TCU_TYPE_F64, square_at, &d, 0, count));
}

static tcu_status execute(tcu_context *context, const void *any_task, void *workspace)
{
    const tcui_moments_task now = tcui_moments_now(any_task), *const task = &now;
    const uint64_t results = task->of_columns ? task->matrix.columns : task->segments.count;
    (void)context, (void)workspace;
    for (uint64_t k = 0; k < results; k++) {
        elements x = {task->in_type, task->in, k, task->matrix.row_stride};
        uint64_t count = task->matrix.rows;
        if (!task->of_columns) {
            x.first = tcui_segment_begin(&task->segments, k);
            x.step = 1;
            count = tcui_segment_length(&task->segments, k);
        }
        if (task->reproducible) {
            store_reproducible(task, k, &x, count);
        } else {
            store(task, k, moments_of(&x, 0, count));
        }
    }
    return TCU_SUCCESS;
}

static const tcui_path paths[] = {{.name = "reference", .execute = execute}};

const tcui_operation tcui_moments_reference = {.id = TCUI_MOMENTS, .name = "moments", .paths = paths, .num_paths = 1};
