/* SPDX-License-Identifier: Apache-2.0 */
/* Heat in a rod whose ends stay cold: step by step, and two steps at once. */
#include <stdio.h>

enum { N = 9 };

static void print(const char *title, int begin, int end, const int *u)
{
    printf("%-18s%*s", title, 4 * begin, "");
    for (int i = begin; i < end; i++) {
        printf("%4d", u[i]);
    }
    printf("\n");
}

/* A step with a = 1/4: u + (left - 2 u + right) / 4. Not in place: each point needs its neighbours' old values. */
static void step(const int *u, int *next)
{
    for (int i = 0; i < N; i++) {
        next[i] = i == 0 || i == N - 1 ? u[i] : (u[i - 1] + 2 * u[i] + u[i + 1]) / 4;
    }
}

int main(void)
{
    int u[5][N] = {{0, 0, 0, 0, 256, 0, 0, 0, 0}}, twice[N] = {0};
    print("at the beginning", 0, N, u[0]);
    for (int t = 0; t < 4; t++) {
        step(u[t], u[t + 1]);
        print(t == 0 ? "after 1 step" : t == 1 ? "2" : t == 2 ? "3" : "4", 0, N, u[t + 1]);
    }
    /* (1 2 1) / 4 of (1 2 1) / 4 is (1 4 6 4 1) / 16. */
    for (int i = 2; i < N - 2; i++) {
        twice[i] = (u[2][i - 2] + 4 * u[2][i - 1] + 6 * u[2][i] + 4 * u[2][i + 1] + u[2][i + 2]) / 16;
    }
    print("4, from 2 at once", 2, N - 2, twice);
    return 0;
}
