/* SPDX-License-Identifier: Apache-2.0 */
/* Convolution of a picture: by all weights of a mask at once, and by its factors, a row and a column. */
#include <stdio.h>

enum { HEIGHT = 4, WIDTH = 6 };

static int clamp(int i, int n)
{
    return i < 0 ? 0 : i < n ? i : n - 1;
}

/* The mask has rows x columns weights. Prints the result. */
static void convolve(const char *title, const int in[HEIGHT][WIDTH], int rows, int columns, const int *mask,
                     int out[HEIGHT][WIDTH])
{
    printf("%s\n", title);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            out[y][x] = 0;
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    out[y][x] +=
                        mask[i * columns + j] * in[clamp(y - rows / 2 + i, HEIGHT)][clamp(x - columns / 2 + j, WIDTH)];
                }
            }
            printf("%4d%s", out[y][x], x == WIDTH - 1 ? "\n" : "");
        }
    }
}

int main(void)
{
    const int in[HEIGHT][WIDTH] = {{0, 0, 0, 5, 5, 5}, {0, 0, 0, 5, 5, 5}, {0, 0, 5, 5, 5, 5}, {0, 5, 5, 5, 5, 5}};
    const int one = 1, sobel[9] = {-1, 0, 1, -2, 0, 2, -1, 0, 1}, row[3] = {-1, 0, 1}, column[3] = {1, 2, 1};
    int out[HEIGHT][WIDTH], between[HEIGHT][WIDTH];
    convolve("the picture", in, 1, 1, &one, out);
    convolve("by all nine weights of Sobel's mask", in, 3, 3, sobel, out);
    convolve("by the row -1 0 1", in, 1, 3, row, between);
    convolve("and then by the column 1 2 1", (const int(*)[WIDTH])between, 3, 1, column, out);
}
