/* SPDX-License-Identifier: Apache-2.0 */
/* The inclusive scan after Hillis and Steele: in each step a sum reaches twice as far to the left. */
#include <stdio.h>

static void print(const float *x, int n)
{
    for (int i = 0; i < n; i++) {
        printf(" %2g", (double)x[i]);
    }
    printf("\n");
}

/* Overwrites x[0 ... n - 1]. Within a step i falls, so that x[i - distance] is still what the step before left there. */
static void scan_by_steps(float *x, int n)
{
    for (int distance = 1; distance < n; distance *= 2) {
        for (int i = n - 1; i >= distance; i--) {
            x[i] += x[i - distance];
        }
        printf("distance %d:", distance);
        print(x, n);
    }
}

int main(void)
{
    float x[7] = {3, 1, 4, 1, 5, 9, 2};
    printf("the array: ");
    print(x, 7);
    scan_by_steps(x, 7);
    return 0;
}
