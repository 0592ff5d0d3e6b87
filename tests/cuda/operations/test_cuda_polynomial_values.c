/* SPDX-License-Identifier: Apache-2.0 */
/* Results that are looked up in a table of all values of 16-bit points are those of Horner's scheme, bit for bit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "primitives/context/context_internal.h"
#include "primitives/context/path.h"
#include "tcu/polynomial.h"
#include "tests/cuda/test_cuda.h"

enum { MOST = 3, DEGREE = 13, POINTS = 65536 * 2 + 12345 }; /* several tiles of a block and a part of one */

typedef struct arrays {
    tcu_context *context;
    uint16_t *coefficients, *points, *out;
    uint64_t count; /* polynomials */
} arrays;

static uint16_t *evaluate(const arrays *a, const char *path, tcu_type type, tcu_basis basis, bool batched,
                          uint64_t shift, uint64_t n)
{
    const uint64_t count = a->count, own = n / count;
    tcu_polynomial_options options = TCU_POLYNOMIAL_OPTIONS_INIT;
    options.basis = basis;
    tcu_polynomial *plan = NULL;
    tcu_call_info info;
    cr_assert_eq(tcu_polynomial_create(a->context, a->coefficients, count, DEGREE, type, &options, &plan), TCU_SUCCESS,
                 "%s", tcu_context_last_error(a->context));
    char forced[40];
    snprintf(forced, sizeof forced, "polynomial:%s", path);
    cr_assert_eq(tcui_force_paths(a->context, forced), TCU_SUCCESS);
    const tcu_status status = batched ? tcu_polynomial_evaluate_batched(a->context, plan, a->points + shift, own, own,
                                                                        a->out + shift, type, own)
                                      : tcu_polynomial_evaluate(a->context, plan, a->points + shift, n, a->out + shift,
                                                                type, TCU_ORDER_ROW_MAJOR, n);
    cr_assert_eq(status, TCU_SUCCESS, "%s", tcu_context_last_error(a->context));
    cr_assert_eq(tcu_context_get_last_call(a->context, &info), TCU_SUCCESS);
    cr_assert_str_eq(info.path, path);
    a->context->forced_paths[TCUI_POLYNOMIAL] = NULL;
    const size_t bytes = (size_t)(batched ? own * count : n * count) * sizeof(uint16_t);
    uint16_t *results = malloc(bytes);
    cr_assert_not_null(results);
    TEST_CUDA(cudaDeviceSynchronize());
    TEST_CUDA(cudaMemcpy(results, a->out + shift, bytes, cudaMemcpyDeviceToHost));
    cr_assert_eq(tcu_polynomial_destroy(plan), TCU_SUCCESS);
    return results;
}

Test(cuda_polynomial_values, are_those_of_horners_scheme, .timeout = 120)
{
    static const tcu_type types[] = {TCU_TYPE_F16, TCU_TYPE_BF16};
    static const uint64_t sizes[] = {1, 16383, 16384, 16385, 32768, 50000, POINTS};
    arrays a = {.context = test_context_new()};
    uint16_t *points = malloc((POINTS + 1) * sizeof *points), coefficients[MOST * (DEGREE + 1)];
    cr_assert_not_null(points);
    for (int i = 0; i <= POINTS; i++) {
        points[i] = (uint16_t)((unsigned)i * 40503u); /* all bits there are, out of order */
    }
    TEST_CUDA(cudaMalloc((void **)&a.coefficients, sizeof coefficients));
    TEST_CUDA(cudaMalloc((void **)&a.points, (POINTS + 1) * sizeof *points));
    TEST_CUDA(cudaMalloc((void **)&a.out, ((size_t)POINTS * MOST + 1) * sizeof *points));
    TEST_CUDA(cudaMemcpy(a.points, points, (POINTS + 1) * sizeof *points, cudaMemcpyHostToDevice));
    for (int t = 0; t < 2; t++) {
        for (int i = 0; i < MOST * (DEGREE + 1); i++) { /* near 1, either sign */
            coefficients[i] =
                (uint16_t)((types[t] == TCU_TYPE_F16 ? 0x3c00 : 0x3f80) + 37 * i % 100 + i % 3 / 2 * 0x8000);
        }
        TEST_CUDA(cudaMemcpy(a.coefficients, coefficients, sizeof coefficients, cudaMemcpyHostToDevice));
        for (int c = 0; c < 16 * (int)(sizeof sizes / sizeof sizes[0]); c++) {
            const uint64_t n = sizes[c / 16], shift = c & 1;
            const tcu_basis basis = c & 2 ? TCU_BASIS_CHEBYSHEV : TCU_BASIS_MONOMIAL;
            const bool batched = (c & 4) != 0;
            a.count = c & 8 ? 1 : MOST;
            if (batched && n < a.count) {
                continue;
            }
            uint16_t *looked_up = evaluate(&a, "values", types[t], basis, batched, shift, n);
            uint16_t *evaluated = evaluate(&a, "plain", types[t], basis, batched, shift, n);
            const size_t bytes = (size_t)(batched ? n / a.count * a.count : n * a.count) * sizeof(uint16_t);
            cr_expect(memcmp(looked_up, evaluated, bytes) == 0, "type %d, n %llu, case %d", (int)types[t],
                      (unsigned long long)n, c & 15);
            free(looked_up);
            free(evaluated);
        }
    }
    free(points);
    TEST_CUDA(cudaFree(a.coefficients));
    TEST_CUDA(cudaFree(a.points));
    TEST_CUDA(cudaFree(a.out));
    cr_expect_eq(tcu_context_destroy(a.context), TCU_SUCCESS);
}
