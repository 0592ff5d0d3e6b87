/* SPDX-License-Identifier: Apache-2.0 */
/* corrected_mma() at the ends of its range: elements that f16 has no numbers for, infinities and NaN. */
#include <float.h>

#include "corrected_problem.h"

static void check_nan(const problem *p, int row, int column, const char *what, double value)
{
    for (int i = 0; i < M * N; i++) {
        const bool is_beyond = row >= 0 ? i / N == row : i % N == column;
        cr_assert_eq(isnan(p->d[i]) != 0, is_beyond, "product %d, %s %g: D[%d][%d] is %g", p->product, what, value,
                     i / N, i % N, (double)p->d[i]);
    }
}

/* Elements that have no parts make their row of A, or their column of B, NaN, and nothing else. */
Test(corrected_mma, elements_beyond_the_range)
{
    const float values[] = {INFINITY, -INFINITY, NAN, FLT_MAX, -FLT_MAX, 65520, -65520, 1e30f};
    test_random random = test_random_part(device_seed(), 4);
    for (int product = 0; product < CORRECTED_PRODUCTS; product++) {
        for (size_t v = 0; v < sizeof values / sizeof values[0]; v++) {
            for (int in_a = 0; in_a < 2; in_a++) {
                problem p = make(product, 2);
                fill(&p, &random, -1, 0, -1, 0);
                const int row = (int)test_random_below(&random, M), column = (int)test_random_below(&random, N);
                const int k = (int)test_random_below(&random, (uint64_t)p.depth);
                if (in_a) {
                    p.a[row * p.depth + k] = values[v];
                    p.b[k * N + column] = 0; /* (0 times that is NaN, too.) */
                } else {
                    p.b[k * N + column] = values[v];
                    p.a[row * p.depth + k] = 0;
                }
                multiply(&p);
                if (is_f16(&p) || v < 5) {
                    check_nan(&p, in_a ? row : -1, column, in_a ? "A" : "B", (double)values[v]);
                } else {
                    check_bound(&p, "large elements");
                }
            }
        }
    }
}

/* The largest element of f16 that is within the range, and what rounds to it. */
Test(corrected_mma, largest_elements_of_f16)
{
    const float values[] = {65504, 65519.996f};
    test_random random = test_random_part(device_seed(), 5);
    for (int product = 0; product < CORRECTED_PRODUCTS; product++) {
        for (int v = 0; v < 2; v++) {
            problem p = make(product, 1);
            fill(&p, &random, 0, 4, 0, 4);
            p.a[3] = values[v];
            p.b[N + 2] = -values[v];
            multiply(&p);
            check_bound(&p, "largest elements of f16");
        }
    }
}
