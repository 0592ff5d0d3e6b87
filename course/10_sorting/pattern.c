/* SPDX-License-Identifier: Apache-2.0 */
/* A radix sort, one bit a pass: zeros first, ones behind, both in the order in which they came. */
#include <stdio.h>
#include <string.h>

enum { N = 8, BITS = 3 };

static void split(const int *keys, int bit, int *sorted)
{
    int zeros_before[N + 1] = {0}; /* the exclusive scan of the flags; the last one counts all zeros */
    for (int i = 0; i < N; i++) {
        zeros_before[i + 1] = zeros_before[i] + ((keys[i] >> bit & 1) == 0);
    }
    for (int i = 0; i < N; i++) {
        const int ones_before = i - zeros_before[i];
        const int is_one = keys[i] >> bit & 1;
        sorted[is_one ? zeros_before[N] + ones_before : zeros_before[i]] = keys[i];
    }
}

int main(void)
{
    int keys[N] = {5, 1, 4, 6, 3, 1, 7, 2};
    for (int bit = 0; bit < BITS; bit++) {
        int sorted[N];
        printf("bit %d of", bit);
        for (int i = 0; i < N; i++) {
            printf(" %d%d%d", keys[i] >> 2 & 1, keys[i] >> 1 & 1, keys[i] & 1);
        }
        split(keys, bit, sorted);
        memcpy(keys, sorted, sizeof keys);
        printf("\n");
    }
    printf("sorted   ");
    for (int i = 0; i < N; i++) {
        printf("   %d", keys[i]);
    }
    printf("\n");
    return 0;
}
