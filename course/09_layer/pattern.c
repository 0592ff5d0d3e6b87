/* SPDX-License-Identifier: Apache-2.0 */
/* A convolution layer as a matrix times a matrix: two filters of 2 x 2, a picture of 3 x 3. */
#include <stdio.h>

enum { SIDE = 3, EXTENT = 2, OUT = SIDE - EXTENT + 1, DEPTH = EXTENT * EXTENT, WINDOWS = OUT * OUT, FILTERS = 2 };

int main(void)
{
    const float picture[SIDE][SIDE] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    const float weights[FILTERS][DEPTH] = {{1, 0, 0, -1}, {1, 1, 1, 1}};
    float windows[DEPTH][WINDOWS];
    for (int l = 0; l < DEPTH; l++) { /* im2col: window j is a column */
        printf("element %d of each window:", l);
        for (int j = 0; j < WINDOWS; j++) {
            windows[l][j] = picture[j / OUT + l / EXTENT][j % OUT + l % EXTENT];
            printf(" %g", (double)windows[l][j]);
        }
        printf("\n");
    }
    for (int k = 0; k < FILTERS; k++) {
        float mean = 0, squares = 0; /* of the results so far (Welford) */
        printf("filter %d:", k);
        for (int j = 0; j < WINDOWS; j++) {
            float sum = 0;
            for (int l = 0; l < DEPTH; l++) {
                sum += weights[k][l] * windows[l][j];
            }
            const float delta = sum - mean;
            mean += delta / (float)(j + 1);
            squares += delta * (sum - mean);
            printf(" %g", (double)sum);
        }
        printf(", mean %g, variance %g\n", (double)mean, (double)(squares / WINDOWS));
    }
    return 0;
}
