/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/families/polynomial/plan.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <stdexcept>

namespace bench
{
Plan::Plan(tcu_backend backend, const bench_problem &p)
{
    tcu_context *context = nullptr;
    if (tcu_context_create(&context, backend, -1) != TCU_SUCCESS) {
        throw std::runtime_error(tcu_context_last_error(nullptr));
    }
    const tcu_status status =
        tcu_polynomial_create(context, p.coefficients, p.num_polynomials, p.degree, p.in_type, nullptr, &plan_);
    const std::string reason = tcu_context_last_error(context);
    tcu_context_destroy(context);
    if (status != TCU_SUCCESS) {
        throw std::runtime_error("tcu: " + reason);
    }
}

namespace
{
template <class Real>
std::vector<char> bytes_of(const std::vector<double> &values)
{
    const std::vector<Real> rounded(values.begin(), values.end());
    std::vector<char> bytes(rounded.size() * sizeof(Real));
    std::memcpy(bytes.data(), rounded.data(), bytes.size());
    return bytes;
}
} // namespace

std::vector<char> make_breakpoints(const Row &row)
{
    std::vector<double> breakpoints(row.polynomials + 1);
    std::mt19937_64 random(20264);
    std::uniform_real_distribution<double> anywhere(-1, 1);
    for (uint64_t k = 0; k <= row.polynomials; k++) {
        breakpoints[k] = row.dist == "random" ? anywhere(random) : 2 * double(k) / double(row.polynomials) - 1;
    }
    std::sort(breakpoints.begin(), breakpoints.end());
    breakpoints.front() = -1;
    breakpoints.back() = 1;
    if (row.in == TCU_TYPE_F64) {
        return bytes_of<double>(breakpoints);
    }
    if (row.in == TCU_TYPE_F32) {
        return bytes_of<float>(breakpoints);
    }
    throw std::invalid_argument("no breakpoints of " + type_name(row.in) + " here");
}
} // namespace bench
