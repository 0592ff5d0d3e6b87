/* SPDX-License-Identifier: Apache-2.0 */
/* Hysteresis and compaction of a small picture of marks: s strong, w weak. */
#include <stdio.h>
#include <string.h>

enum { HEIGHT = 4, WIDTH = 6, POINTS = HEIGHT * WIDTH };

/* Weak points beside strong ones become strong, in `after`. Returns how many. */
static int sweep(const char *before, char *after)
{
    int changed = 0;
    memcpy(after, before, POINTS);
    for (int i = 0; i < POINTS; i++) {
        for (int k = 0; k < 9; k++) {
            const int y = i / WIDTH + k / 3 - 1, x = i % WIDTH + k % 3 - 1;
            const int inside = y >= 0 && y < HEIGHT && x >= 0 && x < WIDTH;
            if (after[i] == 'w' && inside && before[y * WIDTH + x] == 's') {
                after[i] = 's';
                changed++;
            }
        }
    }
    return changed;
}

int main(void)
{
    char marks[2][POINTS + 1] = {"sw...w..w...w..w...ww..w", ""};
    int now = 0, place = 0;
    do {
        printf("%.6s  %.6s  %.6s  %.6s\n", marks[now], marks[now] + 6, marks[now] + 12, marks[now] + 18);
        now = !now;
    } while (sweep(marks[!now], marks[now]) > 0);
    for (int i = 0; i < POINTS; i++) { /* the exclusive scan of the flags is an edge point's place */
        if (marks[now][i] == 's') {
            printf("positions[%d] = %d\n", place++, i);
        }
    }
    return 0;
}
