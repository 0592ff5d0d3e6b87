/* SPDX-License-Identifier: Apache-2.0 */
/* Reduction as a tree: half as many sums in each step. */
#include <stdio.h>

/* Overwrites x[0 ... n - 1]; the additions of one step do not depend on each other. */
static float sum_by_tree(float *x, int n)
{
    while (n > 1) {
        int half = (n + 1) / 2;
        for (int i = 0; i + half < n; i++) {
            x[i] += x[i + half];
        }
        n = half;
        printf("%2d left:", n);
        for (int i = 0; i < n; i++) {
            printf(" %g", (double)x[i]);
        }
        printf("\n");
    }
    return n > 0 ? x[0] : 0;
}

int main(void)
{
    float x[7] = {3, 1, 4, 1, 5, 9, 2};
    printf("the sum: %g\n", (double)sum_by_tree(x, 7));
    return 0;
}
