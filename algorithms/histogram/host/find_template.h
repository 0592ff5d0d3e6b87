/* SPDX-License-Identifier: Apache-2.0 */
/* The functions that find bins at a level: by type and kind of bins. */

#define TCUI_FIND(TYPE, type, even)                                                                                    \
    static void TCUI_L(tcui_find_even_##type)(const tcui_finder *finder, const void *samples, uint64_t stride,         \
                                              int count, uint32_t *found)                                              \
    {                                                                                                                  \
        even(TCU_TYPE_##TYPE, finder, samples, stride, count, found);                                                  \
    }                                                                                                                  \
    static void TCUI_L(tcui_find_range_##type)(const tcui_finder *finder, const void *samples, uint64_t stride,        \
                                               int count, uint32_t *found)                                             \
    {                                                                                                                  \
        tcui_find_between_levels(TCU_TYPE_##TYPE, finder, samples, stride, count, found);                              \
    }
TCUI_FIND_TYPES(TCUI_FIND)

#define TCUI_FIND_ROW(TYPE, type, even)                                                                                \
    [TCU_TYPE_##TYPE] = {TCUI_L(tcui_find_even_##type), TCUI_L(tcui_find_range_##type)},
static const tcui_find_function TCUI_L(tcui_find_functions)[TCU_TYPE_COUNT][2] = {TCUI_FIND_TYPES(TCUI_FIND_ROW)};

#undef TCUI_FIND
#undef TCUI_FIND_ROW
