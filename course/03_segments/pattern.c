/* SPDX-License-Identifier: Apache-2.0 */
/* The scan of segments as a scan of pairs: a value, and a flag that says that a segment begins in what it sums. */
#include <stdio.h>

struct pair {
    float value;
    int flag;
};

/* What comes before a segment does not count in it. */
static struct pair combine(struct pair left, struct pair right)
{
    struct pair both = {right.flag ? right.value : left.value + right.value, left.flag || right.flag};
    return both;
}

static void print(const char *name, const struct pair *p, int n)
{
    printf("%-11s", name);
    for (int i = 0; i < n; i++) {
        printf(" %2g%s", (double)p[i].value, p[i].flag ? "|" : " ");
    }
    printf("\n");
}

int main(void)
{
    struct pair p[8] = {{3, 1}, {1, 0}, {4, 0}, {1, 1}, {5, 0}, {9, 0}, {2, 0}, {6, 1}}; /* 3 1 4, 1 5 9 2, 6 */
    print("pairs", p, 8);
    for (int distance = 1; distance < 8; distance *= 2) {
        for (int i = 7; i >= distance; i--) {
            p[i] = combine(p[i - distance], p[i]);
        }
        print(distance == 1 ? "distance 1" : distance == 2 ? "distance 2" : "distance 4", p, 8);
    }
    return 0;
}
