/* SPDX-License-Identifier: Apache-2.0 */
/* A histogram as a one-hot matrix times a vector of ones: a row a bin, a column a sample, and in each column one 1. */
#include <stdio.h>

enum { bins = 4, n = 7 };

int main(void)
{
    const int samples[n] = {3, 1, 0, 1, 2, 1, 3};
    int one_hot[bins][n] = {{0}}, counts[bins] = {0};
    printf("samples ");
    for (int i = 0; i < n; i++) {
        printf(" %d", samples[i]);
        one_hot[samples[i]][i] = 1;
    }
    printf("\n");
    for (int bin = 0; bin < bins; bin++) {
        printf("bin %d:  ", bin);
        for (int i = 0; i < n; i++) {
            printf(" %d", one_hot[bin][i]);
            counts[bin] += one_hot[bin][i] * 1;
        }
        printf("   count %d\n", counts[bin]);
    }
    return 0;
}
