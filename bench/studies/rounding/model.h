/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file model.h How a matrix unit may form c + a[0] b[0] + ..., after M. Fasi, N. J. Higham, M. Mikaitis, S. Pranesh:
 * "Numerical behavior of NVIDIA tensor cores", 2021: terms are added in groups; in a group all are shifted to the largest
 * exponent, cut behind so many fractional bits of it, and added exactly; the sum is rounded once.
 */
#ifndef TCU_BENCH_STUDIES_ROUNDING_MODEL_H
#define TCU_BENCH_STUDIES_ROUNDING_MODEL_H

#include "bench/studies/rounding/terms.h"

namespace study
{
struct Model {
    int kept;            // fractional bits of the largest term that a group keeps
    int group;           // products that are added at a time, with the sum before them
    bool adds_exponents; // a product's exponent is the sum of its factors', also where its significand is 2 or more
    bool to_nearest;     // the rounding of a group's sum: to nearest even, or towards zero
};

/** What the model gives. */
double modelled(const Model &model, const Format &format, const Terms &terms);

/** A chain of fused multiply-adds, in the order of the terms. */
double chained(const Format &format, const Terms &terms);

/** The exact result and the sum of |terms|, in the host's widest type. */
struct Exact {
    long double sum, magnitudes;
};
Exact exact(const Format &format, const Terms &terms);

/** What |error| may be, whatever the unit's rounding of the kinds that are known: each term is cut at the last bit. */
double error_bound(const Format &format, const Exact &exact);

struct Fit {
    Model model;
    int matches, trials; // results that are the model's, bit by bit
};
/** The model that gives most of the unit's results. */
Fit best_fit(const Format &format, const std::vector<Terms> &trials, const std::vector<double> &results);

/** Operands of random signs, significands and exponents near each other. */
std::vector<Terms> random_trials(const Format &format, int count);
} // namespace study

#endif
