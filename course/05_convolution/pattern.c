/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution of a signal: each output is a weighted sum of neighbours. What if there is no neighbour? */
#include <stdio.h>

enum policy { ZERO, CLAMP, REFLECT, PERIODIC };

/* x[i], or what the policy puts there; i is less than n outside. */
static int value_at(const int *x, int n, int i, enum policy outside)
{
    const int is_left = i < 0, is_inside = i >= 0 && i < n;
    if (outside == CLAMP && !is_inside) {
        i = is_left ? 0 : n - 1;
    } else if (outside == REFLECT && !is_inside) {
        i = is_left ? -i : 2 * (n - 1) - i;
    } else if (outside == PERIODIC && !is_inside) {
        i = is_left ? i + n : i - n;
    }
    return i >= 0 && i < n ? x[i] : 0;
}

int main(void)
{
    const char *const names[4] = {"zero", "clamp", "reflect", "periodic"};
    const int x[7] = {1, 2, 3, 4, 5, 6, 7}, weights[5] = {3, 4, 5, 4, 3}, n = 7, width = 5;
    for (int outside = ZERO; outside <= PERIODIC; outside++) {
        printf("%-9s", names[outside]);
        for (int i = -2; i < n + 2; i++) {
            printf("%s%d ", i == 0 || i == n ? "| " : "", value_at(x, n, i, outside));
        }
        printf("->");
        for (int i = 0; i < n; i++) {
            int sum = 0;
            for (int j = 0; j < width; j++) {
                sum += weights[j] * value_at(x, n, i - width / 2 + j, outside);
            }
            printf(" %d", sum);
        }
        printf("\n");
    }
}
