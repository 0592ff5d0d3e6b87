/* SPDX-License-Identifier: Apache-2.0 */
#include "reproducible.h"

#include <math.h>
#include <string.h>

static double rounded(const test_reproducible *sum, double x)
{
    const volatile float narrow = (float)x;
    return sum->in_f32 ? (double)narrow : x;
}

bool test_is_reproducible(const test_reduction *reduction, tcu_type out_type)
{
    return reduction->reproducible && reduction->op == TCU_OPERATOR_SUM && test_types[out_type].real;
}

void test_reproducible_begin(test_reproducible *sum, const test_reduction *reduction, tcu_type in_type,
                             tcu_type out_type)
{
    memset(sum, 0, sizeof *sum);
    sum->reduction = reduction;
    sum->in_type = in_type;
    sum->out_type = out_type;
    sum->in_f32 = in_type != TCU_TYPE_F64 && out_type != TCU_TYPE_F64;
}

/* The sum of a chunk, which is empty then. */
static double take_chunk(const test_reproducible *sum, test_chunk *chunk)
{
    double *s = chunk->columns;
    for (int h = 128; h >= 1; h /= 2) {
        for (int c = 0; c < h; c++) {
            s[c] = rounded(sum, s[c] + s[c + h]);
        }
    }
    const double total = s[0];
    memset(chunk, 0, sizeof *chunk);
    return total;
}

static void add_to_level(test_reproducible *sum, int level, double x)
{
    test_chunk *chunk = &sum->levels[level];
    double *s = &chunk->columns[chunk->count % TEST_REPRODUCIBLE_COLUMNS];
    *s = rounded(sum, *s + x);
    if (++chunk->count == TEST_REPRODUCIBLE_CHUNK) {
        add_to_level(sum, level + 1, take_chunk(sum, chunk));
    }
}

void test_reproducible_add(test_reproducible *sum, double element)
{
    const tcu_map map = sum->reduction->map;
    add_to_level(sum, 0,
                 map == TCU_MAP_SQUARE     ? rounded(sum, element * element)
                 : map == TCU_MAP_ABSOLUTE ? fabs(element)
                                           : element);
}

/* A result of 16 bits, whose bits towards zero are `below`: the nearer of these and the next ones, the even ones of two that
 * are as near. What comes behind the greatest number is a power of two, which stands for infinity. */
static uint64_t nearest(double x, uint16_t below, double (*value)(uint16_t), double next_power)
{
    const uint16_t magnitude = below & 0x7fff, above = (uint16_t)(magnitude + 1);
    const double low = value(magnitude), high = isinf(value(above)) ? next_power : value(above);
    const double to_low = fabs(x) - low, to_high = high - fabs(x);
    const bool takes_low = to_low < to_high || (to_low == to_high && magnitude % 2 == 0);
    return (uint64_t)((below & 0x8000) | (takes_low ? magnitude : above));
}

static uint64_t bits_of(tcu_type type, double x)
{
    uint64_t bits = 0;
    const float narrow = (float)x;
    if (isnan(x)) {
        return test_reals[type].quiet;
    }
    switch (type) {
    case TCU_TYPE_F16:
    case TCU_TYPE_BF16: {
        const bool is_f16 = type == TCU_TYPE_F16;
        const double most = test_types[type].max;
        if (isinf(x)) {
            return test_reals[type].infinity | (x < 0 ? test_reals[type].sign : 0);
        }
        const double inside = fabs(x) > most ? copysign(most, x) : x;
        return nearest(x, is_f16 ? test_f16_bits(inside) : test_bf16_bits(inside),
                       is_f16 ? test_f16_value : test_bf16_value, is_f16 ? 0x1p16 : 0x1p128);
    }
    case TCU_TYPE_F32:
        memcpy(&bits, &narrow, sizeof narrow);
        return bits;
    default:
        memcpy(&bits, &x, sizeof x);
        return bits;
    }
}

static uint64_t result_of(const test_reproducible *sum, double total)
{
    if (sum->reduction->has_initial) {
        double initial;
        test_read_reals(sum->out_type, sum->reduction->initial, 1, &initial);
        total = rounded(sum, initial + total);
    }
    return bits_of(sum->out_type, total);
}

uint64_t test_reproducible_result(test_reproducible *sum)
{
    int last = 0;
    for (int level = 0; level < TEST_REPRODUCIBLE_LEVELS; level++) {
        last = sum->levels[level].count > 0 ? level : last;
    }
    for (int level = 0; level < last; level++) {
        if (sum->levels[level].count > 0) {
            add_to_level(sum, level + 1, take_chunk(sum, &sum->levels[level]));
        }
    }
    /* (A level that was filled by this has handed its one sum on.) */
    if (last + 1 < TEST_REPRODUCIBLE_LEVELS && sum->levels[last + 1].count > 0) {
        last++;
    }
    return result_of(sum, take_chunk(sum, &sum->levels[last]));
}

/* s[i] of the 32 totals of a level, by the formula's steps: totals behind the i-th do not count. */
static double prefix_of(const test_reproducible *scan, const double *totals, int i)
{
    double s[TEST_REPRODUCIBLE_FAN], next[TEST_REPRODUCIBLE_FAN];
    memcpy(s, totals, sizeof s);
    for (int d = 1; d <= 16; d *= 2) {
        for (int j = 0; j < TEST_REPRODUCIBLE_FAN; j++) {
            next[j] = j >= d ? rounded(scan, s[j - d] + s[j]) : s[j];
        }
        memcpy(s, next, sizeof s);
    }
    return s[i];
}

/* A group is complete: its total, those of what it completes, and what comes before the next group. */
static void end_group(test_reproducible *scan)
{
    double total = scan->in_group;
    uint64_t index = scan->count / TEST_REPRODUCIBLE_GROUP - 1;
    bool is_complete = true;
    for (int level = 0; is_complete; level++) {
        const int i = (int)(index % TEST_REPRODUCIBLE_FAN);
        scan->totals[level][i] = total;
        total = prefix_of(scan, scan->totals[level], i);
        is_complete = i == TEST_REPRODUCIBLE_FAN - 1;
        scan->befores[level] = is_complete ? 0 : total;
        index /= TEST_REPRODUCIBLE_FAN;
    }
    scan->before = 0;
    for (int level = TEST_REPRODUCIBLE_LEVELS - 1; level >= 0; level--) {
        scan->before = rounded(scan, scan->before + scan->befores[level]);
    }
    scan->in_group = 0;
}

uint64_t test_reproducible_scan(test_reproducible *scan, double element, tcu_scan_kind kind)
{
    const double exclusive = rounded(scan, scan->before + scan->in_group);
    scan->in_group = rounded(scan, scan->in_group + element);
    const double inclusive = rounded(scan, scan->before + scan->in_group);
    if (++scan->count % TEST_REPRODUCIBLE_GROUP == 0) {
        end_group(scan);
    }
    return result_of(scan, kind == TCU_SCAN_EXCLUSIVE ? exclusive : inclusive);
}
