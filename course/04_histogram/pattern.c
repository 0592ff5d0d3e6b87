/* SPDX-License-Identifier: Apache-2.0 */
/* A histogram as ones times one-hot rows: a row a sample, a column a bin, and in each row a single 1. */
#include <stdio.h>

enum { bins = 4, n = 8 };

int main(void)
{
    const int samples[n] = {2, 0, 2, 2, 1, 2, 2, 3};
    int one_hot[n][bins] = {{0}}, counts[bins] = {0};
    for (int i = 0; i < n; i++) {
        one_hot[i][samples[i]] = 1;
        printf("sample %d:", samples[i]);
        for (int bin = 0; bin < bins; bin++) {
            printf(" %d", one_hot[i][bin]);
            counts[bin] += 1 * one_hot[i][bin];
        }
        printf("\n");
    }
    printf("counts:  ");
    for (int bin = 0; bin < bins; bin++) {
        printf(" %d", counts[bin]);
    }
    printf("\n");
    return 0;
}
