/* SPDX-License-Identifier: Apache-2.0 */
#include "predicate.h"

#include <string.h>

#include "test_types.h"

bool test_comparison_holds(tcu_comparison comparison, long double x, long double value, long double upper)
{
    switch (comparison) {
    case TCU_COMPARE_LESS:
        return x < value;
    case TCU_COMPARE_LESS_EQUAL:
        return x <= value;
    case TCU_COMPARE_GREATER:
        return x > value;
    case TCU_COMPARE_GREATER_EQUAL:
        return x >= value;
    case TCU_COMPARE_EQUAL:
        return x == value;
    case TCU_COMPARE_NOT_EQUAL:
        return x != value;
    case TCU_COMPARE_INSIDE:
        return x >= value && x <= upper;
    default:
        return !(x >= value && x <= upper);
    }
}

void test_random_bytes(test_random *random, unsigned char *to, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 8) {
        const uint64_t bits = test_random_next(random);
        memcpy(to + i, &bits, bytes - i < 8 ? bytes - i : 8);
    }
}

void test_random_element(test_random *random, tcu_type type, const unsigned char *near, unsigned char *to)
{
    const size_t bytes = test_types[type].bytes;
    const uint64_t mask = bytes == 8 ? UINT64_MAX : ((uint64_t)1 << 8 * bytes) - 1, sign = mask / 2 + 1;
    const uint64_t infinity = type == TCU_TYPE_F16    ? 0x7c00
                              : type == TCU_TYPE_BF16 ? 0x7f80
                              : type == TCU_TYPE_F32  ? 0x7f800000
                                                      : UINT64_C(0x7ff0000000000000);
    uint64_t bits = 0;
    memcpy(&bits, near, bytes);
    switch (test_random_below(random, 12)) {
    case 0:
        bits = 0;
        break;
    case 1:
        bits = sign;
        break;
    case 2:
        bits = infinity;
        break;
    case 3:
        bits = infinity | sign;
        break;
    case 4: /* a NaN, or -1 */
        bits = mask;
        break;
    case 5: /* another one */
        bits = infinity + 1;
        break;
    case 6:
        bits = 1;
        break;
    case 7:
        bits = sign - 1;
        break;
    case 8:
        break;
    case 9:
        bits += test_random_below(random, 2) ? 1 : mask;
        break;
    default:
        bits = test_random_next(random);
    }
    bits &= mask;
    memcpy(to, &bits, bytes);
}
