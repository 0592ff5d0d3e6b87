/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Small segments: an element's place is the number of elements that go before it. These are the column sums
 *
 *     V = P * C + V        (P: a row of ones)
 *
 * of the tiles of a comparison matrix C, where C[i][j] is 1 if element i goes before element j. No branch depends on a
 * key, and 16 comparisons stand side by side.
 */
#include "items.h"

typedef tcui_sort_segment segment;

/* `b` are the bits that are compared. Rows behind the last element add nothing, columns behind it are not read. */
#define TCUI_COMPARE_TILE(acc, type)                                                                                   \
    TCUI_ALWAYS_INLINE void compare_tile_##acc(const type *b, int first_row, int rows, int first_column,               \
                                               tcui_tile_##acc *C)                                                     \
    {                                                                                                                  \
        for (int r = 0; r < rows; r++) {                                                                               \
            const int i = first_row + r;                                                                               \
            for (int c = 0; c < TCUI_TILE_EDGE; c++) {                                                                 \
                const int j = first_column + c;                                                                        \
                C->at[r][c] = (type)((b[i] < b[j]) | ((b[i] == b[j]) & (i < j)));                                      \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    TCUI_ALWAYS_INLINE void rank_##acc(type *b, int n, type *place)                                                    \
    {                                                                                                                  \
        tcui_tile_##acc C;                                                                                             \
        for (int i = n; i % TCUI_TILE_EDGE != 0; i++) {                                                                \
            b[i] = 0;                                                                                                  \
        }                                                                                                              \
        for (int column = 0; column < n; column += TCUI_TILE_EDGE) {                                                   \
            type *V = place + column;                                                                                  \
            for (int c = 0; c < TCUI_TILE_EDGE; c++) {                                                                 \
                V[c] = 0;                                                                                              \
            }                                                                                                          \
            for (int row = 0; row < n; row += TCUI_TILE_EDGE) {                                                        \
                const int rows = n - row < TCUI_TILE_EDGE ? n - row : TCUI_TILE_EDGE;                                  \
                compare_tile_##acc(b, row, rows, column, &C);                                                          \
                tcui_tile_add_columns_##acc(V, &C, rows);                                                              \
            }                                                                                                          \
        }                                                                                                              \
    }
TCUI_COMPARE_TILE(u32, uint32_t)
TCUI_COMPARE_TILE(u64, uint64_t)

#define TCUI_LEVEL_TEMPLATE "algorithms/radix_sort/host/rank_template.h"
#include "primitives/tile/host/for_each_level.h"

static void (*const rank_functions_u32[])(uint32_t *, int, uint32_t *) = {TCUI_LEVELS(rank_u32)};
static void (*const rank_functions_u64[])(uint64_t *, int, uint64_t *) = {TCUI_LEVELS(rank_u64)};

/* All is read before anything is written: `out` may be `in`. */
TCUI_ALWAYS_INLINE void sort_small(size_t key_bytes, size_t value_bytes, const segment *s)
{
    const tcui_sort_rule *rule = s->rule;
    const int n = (int)s->n;
    const int compared = rule->end_bit - rule->begin_bit;
    const uint64_t mask = compared > 0 ? UINT64_MAX >> (64 - compared) : 0;
    const int shift = compared > 0 ? rule->begin_bit : 0;
    char keys[TCUI_SORT_SMALL * 8], values[TCUI_SORT_SMALL * 16];
    uint64_t places[TCUI_SORT_SMALL];
    memcpy(keys, s->in.keys, (size_t)n * key_bytes);
    if (s->in.values != NULL) {
        memcpy(values, s->in.values, (size_t)n * value_bytes);
    }
    if (compared <= 32) {
        uint32_t b[TCUI_SORT_SMALL], place[TCUI_SORT_SMALL];
        for (int i = 0; i < n; i++) {
            const uint64_t x = tcui_sort_key(keys, (uint64_t)i, key_bytes);
            b[i] = (uint32_t)(tcui_order_bits(rule->order, x) >> shift & mask);
        }
        rank_functions_u32[tcui_host_level()](b, n, place);
        for (int i = 0; i < n; i++) {
            places[i] = place[i];
        }
    } else {
        uint64_t b[TCUI_SORT_SMALL];
        for (int i = 0; i < n; i++) {
            const uint64_t x = tcui_sort_key(keys, (uint64_t)i, key_bytes);
            b[i] = tcui_order_bits(rule->order, x) >> shift & mask;
        }
        rank_functions_u64[tcui_host_level()](b, n, places);
    }
    for (int i = 0; i < n; i++) {
        if (s->out.keys != NULL) {
            tcui_sort_copy(s->out.keys, places[i], keys, (uint64_t)i, key_bytes);
        }
        if (value_bytes > 0 && rule->payload == TCUI_PAYLOAD_VALUES) {
            tcui_sort_copy(s->out.values, places[i], values, (uint64_t)i, value_bytes);
        } else if (value_bytes > 0) {
            tcui_sort_store_index(s->out.values, places[i], s->first + (uint64_t)i, value_bytes);
        }
    }
}

typedef void (*small_function)(const segment *s);

#define SMALL_FUNCTION(key, value)                                                                                     \
    static void small_##key##_##value(const segment *s)                                                                \
    {                                                                                                                  \
        sort_small(key, value, s);                                                                                     \
    }
TCUI_SORT_SIZES(SMALL_FUNCTION)

#define SMALL_ROW(key, value) small_##key##_##value,
static const small_function small_functions[] = {TCUI_SORT_SIZES(SMALL_ROW)};

void tcui_sort_small(const segment *s)
{
    TCUI_SORT_ROW(small_functions, s->rule)(s);
}
