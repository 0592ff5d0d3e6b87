/* SPDX-License-Identifier: Apache-2.0 */
/** @file terms.h Operands of one element of a product, and what is known of the formats that they are in. */
#ifndef TCU_BENCH_STUDIES_ROUNDING_TERMS_H
#define TCU_BENCH_STUDIES_ROUNDING_TERMS_H

#include <functional>
#include <string>
#include <vector>

namespace study
{
constexpr int kMostDepth = 16;

/** d = c + a[0] b[0] + a[1] b[1] + ... */
struct Terms {
    double a[kMostDepth] = {}, b[kMostDepth] = {}, c = 0;
};

/** A type of operands and one of accumulators. */
struct Format {
    const char *name;
    int depth;            // terms of a product: k of its shape
    int operand_bits;     // fractional bits of operands
    int bits;             // of accumulators
    int operand_denormal; // the least operand is 2^-that
    int denormal;         // the least accumulator likewise
    int largest_operand;  // the largest power of two among operands is 2^that
    int largest;          // among accumulators
    bool is_chain;        // expected: a chain of fused multiply-adds
    /** Results of products on the matrix unit. */
    std::function<std::vector<double>(const std::vector<Terms> &)> products;

    double product(const Terms &terms) const { return products({terms})[0]; }
};
} // namespace study

#endif
