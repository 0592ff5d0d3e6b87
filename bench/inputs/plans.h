/* SPDX-License-Identifier: Apache-2.0 */
/** @file plans.h Grids and weights of stencils, breakpoints of splines, and the library's plans, on either backend. */
#ifndef TCU_BENCH_INPUTS_PLANS_H
#define TCU_BENCH_INPUTS_PLANS_H

#include <memory>
#include <vector>

#include "bench/rows.h"

namespace bench
{
constexpr uint64_t kImageHeight = 2160, kImageWidth = 3840, kImageChannels = 3;
constexpr uint64_t kLayerChannels = 64, kLayerEdge = 56;
constexpr uint64_t kImageElements = kImageHeight * kImageWidth * kImageChannels; // of an image
constexpr uint64_t kLayerElements = kLayerChannels * kLayerEdge * kLayerEdge;    // of an image of the layer

/** The largest n up to the row's for which there is a grid; 0 if there is none. */
uint64_t whole_grid(const Row &row);

/** The part of the problem that is not an array: grid or layer, and steps. */
void set_grid(const Row &row, bench_problem &problem);

/** Of plans for f16 and bf16 weights are elements of the type, or, asked for so, real numbers that only f32 holds. */
enum class Weights { elements, real };

/** The box of weights, which f32 holds; of iterations positive ones with the sum 1. */
std::vector<double> make_weights(const bench_problem &problem, Weights weights = Weights::elements);

/** Of weights that are products the column's factor, and behind it the row's. */
std::vector<double> make_factors(const bench_problem &problem);

/** Numbers as bytes of what convolutions take as weights: f64 for images of f64, else f32. */
std::vector<char> bytes_of_weights(tcu_type type, const std::vector<double> &weights);

/** The bytes of a table's breakpoints from -1 to 1 in the row's type, equidistant or random. */
std::vector<char> make_breakpoints(const Row &row);

struct DestroyPlan {
    void operator()(tcu_polynomial *plan) const { tcu_polynomial_destroy(plan); }
    void operator()(tcu_stencil *plan) const { tcu_stencil_destroy(plan); }
};
template <class T>
using Plan = std::unique_ptr<T, DestroyPlan>;

/**
 * The library's plan of a problem, for all contexts of the backend on the current device. What is still to be done is on
 * the device's default stream.
 */
Plan<tcu_polynomial> make_polynomial(tcu_backend backend, const bench_problem &problem);
Plan<tcu_stencil> make_stencil(tcu_backend backend, const bench_problem &problem, const std::vector<double> &weights);
} // namespace bench

#endif
