/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of one accumulator, TCUI_ACC, with values from RANDOM(); included by test_tile_host.c once for each. */

#define TILE TCUI_T(tcui_tile)

static void TCUI_T(random_tile)(TILE *tile)
{
    for (int i = 0; i < N * N; i++) {
        tile->at[i / N][i % N] = RANDOM();
    }
}

static void TCUI_T(constant_tile)(TILE *tile, int (*entry)(int r, int c))
{
    for (int i = 0; i < N * N; i++) {
        tile->at[i / N][i % N] = (TCUI_ACC_TYPE)entry(i / N, i % N);
    }
}

static void TCUI_T(zero_tile)(TILE *tile)
{
    memset(tile, 0, sizeof *tile);
}

/* Every partial shape, both layouts, several strides: what is loaded, what is zero, what is stored and what is not. */
Test(tile_host, TCUI_T(loads_and_stores))
{
    enum { STRIDES = 4, LENGTH = 16 * 40 + 64 };
    static const uint64_t strides[STRIDES] = {16, 17, 31, 40};
    static const tcu_type type = (tcu_type)TCUI_T(tcui_element);
    TCUI_ACC_TYPE in[LENGTH];
    TCUI_ACC_TYPE out[LENGTH];
    seed_randomly();
    for (int i = 0; i < LENGTH; i++) {
        in[i] = RANDOM();
    }
    for (int s = 0; s < STRIDES * 2; s++) {
        tcui_tile_layout layout = s < STRIDES ? TCUI_ROW_MAJOR : TCUI_COLUMN_MAJOR;
        uint64_t row_stride = layout == TCUI_ROW_MAJOR ? strides[s % STRIDES] : 1;
        uint64_t column_stride = layout == TCUI_ROW_MAJOR ? 1 : strides[s % STRIDES];
        for (int shape = 0; shape < (N + 1) * (N + 1); shape++) {
            int rows = shape / (N + 1);
            int columns = shape % (N + 1);
            uint64_t first = random_u64() % 16;
            TILE tile;
            TCUI_T(random_tile)(&tile);
            const TILE poison = tile;
            TCUI_T(tcui_tile_load)(&tile, type, in, first, layout, strides[s % STRIDES], rows, columns);
            for (int r = 0; r < N; r++) {
                for (int c = 0; c < N; c++) {
                    TCUI_ACC_TYPE inside = in[first + (uint64_t)r * row_stride + (uint64_t)c * column_stride];
                    TCUI_ACC_TYPE expected = r >= rows ? poison.at[r][c] : c < columns ? inside : 0;
                    cr_assert_eq(tile.at[r][c], expected, "(%d, %d) of %d x %d", r, c, rows, columns);
                }
            }
            for (int i = 0; i < LENGTH; i++) {
                out[i] = 77;
            }
            TCUI_T(tcui_tile_store)(&tile, type, out, first, layout, strides[s % STRIDES], rows, columns);
            int written = 0;
            for (int r = 0; r < rows; r++) {
                for (int c = 0; c < columns; c++) {
                    uint64_t i = first + (uint64_t)r * row_stride + (uint64_t)c * column_stride;
                    cr_assert_eq(out[i], in[i]);
                    out[i] = 77;
                    written++;
                }
            }
            cr_assert_eq(written, rows * columns);
            for (int i = 0; i < LENGTH; i++) {
                cr_assert_eq(out[i], 77, "store of %d x %d wrote element %d", rows, columns, i);
            }
        }
    }
}

Test(tile_host, TCUI_T(loads_and_stores_rows))
{
    static const tcu_type type = (tcu_type)TCUI_T(tcui_element);
    TCUI_ACC_TYPE in[N * N + 1];
    TCUI_ACC_TYPE out[N * N + 2];
    seed_randomly();
    for (int i = 0; i <= N * N; i++) {
        in[i] = RANDOM();
    }
    for (int rows = 0; rows <= N; rows++) {
        TILE tile;
        TCUI_T(tcui_tile_load_rows)(&tile, type, in, 1, rows);
        for (int i = 0; i < rows * N; i++) {
            cr_assert_eq(tile.at[i / N][i % N], in[1 + i], "element %d of %d rows", i, rows);
        }
        for (int i = 0; i < N * N + 2; i++) {
            out[i] = 77;
        }
        TCUI_T(tcui_tile_store_rows)(&tile, type, out, 1, rows);
        for (int i = 0; i < N * N + 2; i++) {
            cr_assert_eq(out[i], i >= 1 && i <= rows * N ? in[i] : 77, "element %d, %d rows", i, rows);
        }
    }
}

/* The mma by its formula in an arithmetic at least as wide: long double holds all sums of the floating-point values
 * exactly, and 64 bits hold those of integers modulo 2^32 or 2^64. */
#if TCUI_ACC_IS_FLOAT
#define WIDE long double
#else
#define WIDE uint64_t
#endif
Test(tile_host, TCUI_T(mma))
{
    seed_randomly();
    for (int round = 0; round < 20; round++) {
        TILE a, b, c, d;
        TCUI_T(random_tile)(&a);
        TCUI_T(random_tile)(&b);
        TCUI_T(random_tile)(&c);
        TCUI_T(tcui_tile_mma)(&d, &a, &b, &c);
        for (int i = 0; i < N; i++) {
            for (int j = 0; j < N; j++) {
                WIDE sum = (WIDE)c.at[i][j];
                for (int k = 0; k < N; k++) {
                    sum += (WIDE)a.at[i][k] * (WIDE)b.at[k][j];
                }
                cr_assert_eq(d.at[i][j], (TCUI_ACC_TYPE)sum, "(%d, %d)", i, j);
            }
        }
    }
}
#undef WIDE

/* Each product with a constant tile against the mma with this tile; A has zeros below its first `rows` rows. */
Test(tile_host, TCUI_T(constant_products))
{
    TILE P, PT, U, strict_U, L, ones, zero;
    TCUI_T(constant_tile)(&P, tcui_tile_first_row);
    TCUI_T(constant_tile)(&PT, tcui_tile_first_column);
    TCUI_T(constant_tile)(&U, tcui_tile_upper);
    TCUI_T(constant_tile)(&strict_U, tcui_tile_strict_upper);
    TCUI_T(constant_tile)(&L, tcui_tile_strict_lower);
    TCUI_T(constant_tile)(&ones, tcui_tile_ones);
    TCUI_T(zero_tile)(&zero);
    seed_randomly();
    for (int rows = 1; rows <= N; rows++) {
        TILE A, C, D, LA, G, AU, last;
        TCUI_ACC_TYPE v[N], s[N], g[N];
        TCUI_T(random_tile)(&A);
        for (int i = rows * N; i < N * N; i++) {
            A.at[i / N][i % N] = 0;
        }
        TCUI_T(random_tile)(&C);

        /* P * A + V, whose other rows are those of C. */
        TCUI_T(tcui_tile_mma)(&D, &P, &A, &C);
        memcpy(v, C.at[0], sizeof v);
        TCUI_T(tcui_tile_add_columns)(v, &A, rows);
        for (int c = 0; c < N; c++) {
            cr_assert_eq(v[c], D.at[0][c], "P * A + V, column %d", c);
        }

        /* V * P^T */
        TCUI_T(tcui_tile_mma)(&D, &C, &PT, &zero);
        for (int r = 0; r < N; r++) {
            cr_assert_eq(TCUI_T(tcui_tile_sum_row)(C.at[r]), D.at[r][0], "V * P^T, row %d", r);
        }

        /* A * U + S and A * strict upper + S, and the last column of the first */
        for (int exclusive = 0; exclusive < 2; exclusive++) {
            for (int r = 0; r < N; r++) {
                s[r] = RANDOM();
                for (int c = 0; c < N; c++) {
                    C.at[r][c] = s[r];
                }
            }
            TCUI_T(tcui_tile_mma)(&D, &A, exclusive ? &strict_U : &U, &C);
            TCUI_T(tcui_tile_mma)(&last, &A, &U, &C);
            TCUI_T(tcui_tile_scan_rows)(&AU, &A, s, rows, exclusive != 0);
            for (int i = 0; i < rows * N; i++) {
                cr_assert_eq(AU.at[i / N][i % N], D.at[i / N][i % N], "A * U + S, exclusive %d, (%d, %d)", exclusive,
                             i / N, i % N);
            }
            for (int r = 0; r < rows; r++) {
                cr_assert_eq(s[r], last.at[r][N - 1], "last column of A * U + S, row %d", r);
            }
        }

        /* (L * A) * 1 */
        TCUI_T(tcui_tile_mma)(&LA, &L, &A, &zero);
        TCUI_T(tcui_tile_mma)(&G, &LA, &ones, &zero);
        TCUI_T(tcui_tile_sum_rows_before)(g, &A, rows);
        for (int r = 0; r < rows; r++) {
            cr_assert_eq(g[r], G.at[r][0], "(L * A) * 1, row %d", r);
        }
    }
}

#undef TILE
#undef TCUI_ACC
#undef RANDOM
