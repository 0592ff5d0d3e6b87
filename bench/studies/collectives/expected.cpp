/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Elements are exact in their type, and of floating point between 1/2 and 1: a sum that lacks one element, or has one twice,
 * is off by far more than roundings, and nothing cancels. Sums of integers stay within 32 bits. All of them are exact in
 * f64 but those of f64, whose loop rounds once an addition.
 */
#include "bench/studies/collectives/expected.h"

#include <algorithm>
#include <cstring>

#include "bench/inputs/random.h"

namespace study::collectives
{
namespace
{
/* Roundings that a sum of 4096 elements may have, as parts of its last bit: a thread adds 16 times, a warp 5 times, a block
 * 3 times, and the matrix unit cuts off up to 16 terms in each of a few products. */
constexpr double kRoundings = 128;
constexpr int kBf16Bits = 7, kF16Bits = 10, kF32Bits = 23, kF64Bits = 52; // random ones, behind the first one
constexpr int kIntegerBits = 19; // with the sign: 4096 of them are less than 2^31

double fraction(uint64_t random, int bits) // [1/2, 1)
{
    return 0.5 + double(random >> (64 - bits)) / double(uint64_t(2) << bits);
}

double element(tcu_type type, uint64_t i)
{
    const uint64_t random = bench_hash(i ^ BENCH_SEED);
    switch (type) {
    case TCU_TYPE_F16:
        return fraction(random, kF16Bits);
    case TCU_TYPE_BF16:
        return fraction(random, kBf16Bits);
    case TCU_TYPE_F32:
        return fraction(random, kF32Bits);
    case TCU_TYPE_F64:
        return fraction(random, kF64Bits);
    case TCU_TYPE_U8:
        return double(random >> 56);
    default:
        return double(random >> (64 - kIntegerBits)) - double(1 << (kIntegerBits - 1));
    }
}

template <class Bits>
void append(std::vector<uint8_t> &bytes, Bits bits)
{
    const size_t before = bytes.size();
    bytes.resize(before + sizeof bits);
    std::memcpy(&bytes[before], &bits, sizeof bits);
}

uint32_t bits_of_f32(double x)
{
    const float rounded = float(x);
    uint32_t bits;
    std::memcpy(&bits, &rounded, sizeof bits);
    return bits;
}

/** Of a number in [1/2, 1) with 10 fractional bits: exponent -1, and the fraction in the lower bits. */
uint16_t bits_of_f16(double x)
{
    return uint16_t((14u << 10) | unsigned((2 * x - 1) * (1 << 10)));
}

double rounding(tcu_type type) // of the sums
{
    return type == TCU_TYPE_F64 ? 0x1p-53 : type == TCU_TYPE_U8 || type == TCU_TYPE_I32 ? 0 : 0x1p-24;
}
} // namespace

std::vector<uint8_t> elements_of(tcu_type type, int count)
{
    std::vector<uint8_t> bytes;
    for (int i = 0; i < count; i++) {
        const double x = element(type, uint64_t(i));
        switch (type) {
        case TCU_TYPE_F16:
            append(bytes, bits_of_f16(x));
            break;
        case TCU_TYPE_BF16: // the upper half of an f32
            append(bytes, uint16_t(bits_of_f32(x) >> 16));
            break;
        case TCU_TYPE_F32:
            append(bytes, bits_of_f32(x));
            break;
        case TCU_TYPE_F64:
            append(bytes, x);
            break;
        case TCU_TYPE_U8:
            append(bytes, uint8_t(x));
            break;
        default:
            append(bytes, int32_t(x));
        }
    }
    return bytes;
}

Expected expected_of(const Variant &variant)
{
    const int threads = group_threads(variant.operation), count = threads * variant.items;
    std::vector<double> before(count), up_to(count), total(count); // of each element's segment
    for (int first = 0; first < count; first += variant.segment) {
        double sum = 0;
        for (int i = first; i < first + variant.segment; i++) {
            before[i] = sum;
            sum += element(variant.type, uint64_t(i));
            up_to[i] = sum;
        }
        std::fill_n(&total[first], variant.segment, sum);
    }
    Expected expected;
    const int results = result_count(variant.operation, variant.items);
    for (int thread = 0; thread < threads; thread++) {
        for (int r = 0; r < results; r++) {
            const int i = thread * variant.items + r;
            const bool scan = is_scan(variant.operation);
            expected.value.push_back(!scan ? total[i] : is_exclusive(variant.operation) ? before[i] : up_to[i]);
            const double magnitude = scan ? up_to[i] : total[i]; // (rounding() of types with a sign is 0)
            expected.allowed.push_back(kRoundings * rounding(variant.type) * magnitude);
        }
    }
    return expected;
}
} // namespace study::collectives
