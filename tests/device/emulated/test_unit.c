/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The emulated matrix unit rounds as TCU_EMULATED_UNIT says: a product of 1 and many terms of 2^-25, each of which is lost
 * where terms are cut off behind 24 fractional bits of the largest one.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../product_kernels.h"

enum { M = 16, N = 8, MOST_K = 16 };

Test(unit, rounds_as_the_environment_says)
{
    const char *const unit = getenv("TCU_EMULATED_UNIT");
    const bool cuts = unit != NULL && strcmp(unit, "cuts") == 0;
    for (int product = 0; product < CORRECTED_PRODUCTS; product++) {
        const int k = corrected_k(product);
        float a[M * MOST_K], b[MOST_K * N], c[M * N] = {0}, corrected[M * N], sum[M * N];
        for (int i = 0; i < M * k; i++) {
            a[i] = i % k == 0 ? 1.0f : ldexpf(1, -13);
        }
        for (int i = 0; i < k * N; i++) {
            b[i] = i / N == 0 ? 1.0f : ldexpf(1, -12);
        }
        cr_assert_eq(corrected_multiply(product, k, a, b, c, corrected, sum), 0);
        const double exact = 1 + (k - 1) * ldexp(1, -25);
        for (int i = 0; i < M * N; i++) {
            cr_assert_eq(sum[i], cuts ? 1.0f : (float)exact, "product %d: %.9g", product, (double)sum[i]);
        }
    }
}
