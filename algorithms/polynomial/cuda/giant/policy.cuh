/* SPDX-License-Identifier: Apache-2.0 */
/* From which degree on products of one polynomial pay, a row a kind of operands. */
#ifndef TCUI_POLYNOMIAL_GIANT_POLICY_CUH
#define TCUI_POLYNOMIAL_GIANT_POLICY_CUH

#include "launch.cuh"

namespace tcu
{

/* What a value takes in the time of so many steps of Horner's scheme: in any case, and each chunk. */
struct giant_policy {
    uint64_t value_steps, chunk_steps;
};

/*
 * ms on an H200 for one polynomial at 2^27 points, of one chunk, in which a degree below 255 saves nothing; and what
 * Horner's scheme takes at degree 255:
 *
 *     f64    2.06, 2.39; f16 0.80, 1.18. At 2^22 points and degree 1023 (four chunks) f64 0.226
 *
 * so that one chunk of f64 is worth 219 steps, and four 772; one of f16 173. What is added is a margin of 5%. f64 pays at
 * degrees 231 to 255, 424 to 511, 617 to 767 and from 810 on, f16 at 181 to 255 and from 317 on.
 */
template <class Operands>
constexpr giant_policy policy_of_giant = {.value_steps = 44, .chunk_steps = 136};
template <>
constexpr giant_policy policy_of_giant<double_operands> = {.value_steps = 37, .chunk_steps = 193};

template <class Operands>
bool giant_pays(const tcui_polynomial_task *task)
{
    constexpr giant_policy policy = policy_of_giant<Operands>;
    const tcui_polynomials &polynomials = task->polynomials;
    const uint64_t values = polynomials.planes * polynomials.count, degree = polynomials.degree;
    return task->n >= TCUI_POLYNOMIAL_GIANT_POINTS && degree * values >= TCUI_POLYNOMIAL_GRID_LEAST_STEPS / task->n &&
           degree > policy.value_steps + giant_chunks<Operands>(task) * policy.chunk_steps;
}

} // namespace tcu

#endif /* TCUI_POLYNOMIAL_GIANT_POLICY_CUH */
