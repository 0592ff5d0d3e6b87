// SPDX-License-Identifier: Apache-2.0
// Plans of polynomials and of stencils, and differences, against plain loops.
#include "cpp_test.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace
{
constexpr std::size_t n = 200;

double horner(const double *coefficients, std::size_t degree, double x)
{
    double value = 0;
    for (std::size_t k = degree + 1; k-- > 0;) {
        value = value * x + coefficients[k];
    }
    return value;
}
} // namespace

Test(cpp_plans, polynomials)
{
    constexpr std::size_t count = 3, degree = 4;
    const auto coefficients = test::drawn<double>(count * (degree + 1), -5, 5);
    const auto x = test::drawn<double>(n, -3, 3);
    const auto value = [&](std::size_t p, double at) { return horner(&coefficients[p * (degree + 1)], degree, at); };
    tcu::context owner = test::context();
    tcu::polynomial<double> plan = tcu::polynomial_create(owner, coefficients, count, degree);
    cr_assert(plan.num_polynomials() == 3 && plan.num_rows() == 3 && plan.num_values() == 1);
    std::vector<double> out(count * n), columns(count * n), one(n);
    const auto check = [&] {
        for (std::size_t i = 0; i < count * n; i++) {
            cr_assert(out[i] == value(i / n, x[i % n]), "value %zu", i);
        }
        out.assign(count * n, 0);
    };
    test::in_all_forms([&](auto &context) { return tcu::polynomial_evaluate(context, plan, x, out); }, check);
    test::in_all_forms(
        [&](auto &context) { return tcu::polynomial_evaluate(context, plan, x, columns, TCU_ORDER_COLUMN_MAJOR); },
        [&] {
            cr_assert(columns[count * 7 + 2] == value(2, x[7]));
            columns.assign(count * n, 0);
        });
    test::in_all_forms(
        [&](auto &context) { return tcu::polynomial_evaluate_once(context, coefficients, count, degree, x, out); },
        check);
    std::vector<double> batches = x;
    batches.insert(batches.end(), x.begin(), x.end());
    batches.insert(batches.end(), x.begin(), x.end());
    test::in_all_forms([&](auto &context) { return tcu::polynomial_evaluate_batched(context, plan, batches, n, out); },
                       check);
    const auto which = test::drawn<int>(n, 0, 2);
    test::in_all_forms([&](auto &context) { return tcu::polynomial_evaluate_indexed(context, plan, x, which, one); },
                       [&] {
                           for (std::size_t i = 0; i < n; i++) {
                               cr_assert(one[i] == value(static_cast<std::size_t>(which[i]), x[i]));
                           }
                           one.assign(n, 0);
                       });
    const std::vector<double> breakpoints = {-1, 0, 1, 2};
    test::in_all_forms(
        [&](auto &context) {
            return tcu::polynomial_evaluate_spline(context, plan, breakpoints, x, one, TCU_SPLINE_NAN);
        },
        [&] {
            for (std::size_t i = 0; i < n; i++) {
                const std::size_t piece = x[i] < 0 ? 0 : x[i] < 1 ? 1 : 2;
                const bool is_inside = x[i] >= -1 && x[i] <= 2;
                cr_assert(is_inside ? one[i] == value(piece, x[i] - breakpoints[piece]) : std::isnan(one[i]));
            }
            one.assign(n, 0);
        });
    std::vector<std::uint64_t> largest(n);
    test::in_all_forms(
        [&](auto &context) { return tcu::polynomial_reduce(context, plan, TCU_POLYNOMIAL_MAX, x, one, largest); },
        [&] {
            for (std::size_t i = 0; i < n; i++) {
                const double most = std::max({value(0, x[i]), value(1, x[i]), value(2, x[i])});
                cr_assert(one[i] == most && value(largest[i], x[i]) == most);
            }
            one.assign(n, 0);
        });
    std::vector<double> zeros(coefficients.size());
    tcu::polynomial_update(owner, plan, zeros);
    tcu::polynomial_evaluate(owner, plan, x, out);
    test::expect_equal(out, std::vector<double>(count * n), "of other coefficients");
}

Test(cpp_plans, polynomials_with_derivatives)
{
    const double coefficients[] = {1, 2, 3, 99, 4, 5, 6}; // 1 + 2 x + 3 x^2 and 4 + 5 x + 6 x^2, four elements apart
    tcu::polynomial_options options;
    options.derivatives = 1;
    options.coefficient_stride = 4;
    tcu::context context = test::context();
    auto plan = tcu::polynomial_create(context, coefficients, 2, 2, options);
    cr_assert(plan.num_rows() == 4 && plan.num_values() == 2);
    const double x[] = {2};
    double out[4] = {};
    tcu::polynomial_evaluate(context, plan, x, out);
    cr_assert(out[0] == 17 && out[1] == 38 && out[2] == 14 && out[3] == 29);
    double three[3] = {};
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] { tcu::polynomial_evaluate(context, plan, x, three); }) ==
              "tcu::polynomial_evaluate: out has 3 elements; it has to have 4 or more");
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  static_cast<void>(tcu::polynomial_create(context, coefficients, 3, 2, options));
              }) == "tcu::polynomial_create: coefficients has 7 elements; it has to have 11 or more");
}

Test(cpp_plans, are_moved_and_destroyed)
{
    tcu::context context = test::context();
    const double coefficients[] = {1, 2};
    const double x[] = {3};
    double out[1] = {};
    auto first = tcu::polynomial_create(context, coefficients, 1, 1);
    tcu_polynomial *const handle = first.get();
    auto second = std::move(first);
    cr_assert(first.get() == nullptr && second.get() == handle);
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] { tcu::polynomial_evaluate(context, first, x, out); }) !=
              "");
    first = tcu::polynomial_create(context, coefficients, 1, 1);
    tcu_polynomial *const other = first.get();
    first = std::move(second);
    cr_assert(first.get() == handle && tcu_polynomial_destroy(other) == TCU_ERROR_INVALID_ARGUMENT);
    tcu::polynomial_evaluate(context, first, x, out);
    cr_assert(out[0] == 7);
    tcu_polynomial *const released = first.release();
    cr_assert(released == handle && tcu_polynomial_destroy(released) == TCU_SUCCESS);
}

Test(cpp_plans, stencils)
{
    const std::int32_t offsets[] = {-1, 0, 1};
    const double weights[] = {1, -2, 1};
    tcu::stencil_desc desc;
    desc.dimensions = 1;
    desc.extents = {n};
    desc.boundaries = {TCU_BOUNDARY_PERIODIC};
    desc.offsets = offsets;
    desc.weights = weights;
    tcu::context owner = test::context();
    const tcu::stencil<double> plan = tcu::stencil_create<double>(owner, desc);
    cr_assert(plan.in_elements() == n && plan.out_elements() == n);
    const auto in = test::drawn<double>(n, -50, 50);
    const auto sweep = [](const std::vector<double> &u) {
        std::vector<double> made(u.size());
        for (std::size_t i = 0; i < u.size(); i++) {
            made[i] = u[(i + n - 1) % n] - 2 * u[i] + u[(i + 1) % n];
        }
        return made;
    };
    std::vector<double> out(n), u, scratch(n);
    test::in_all_forms([&](auto &context) { return tcu::stencil_execute(context, plan, in, out); },
                       [&] { test::expect_equal(out, sweep(in), "a sweep"), out.assign(n, 0); });
    test::in_all_forms([&](auto &context) { return u = in, tcu::stencil_iterate(context, plan, u, scratch, 3); },
                       [&] { test::expect_equal(u, sweep(sweep(sweep(in))), "three steps"); });
    out.pop_back();
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] { tcu::stencil_execute(owner, plan, in, out); }) ==
              "tcu::stencil_execute: out has 199 elements; it has to have 200 or more");
    desc.offsets = tcu::view(offsets, 2);
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  static_cast<void>(tcu::stencil_create<double>(owner, desc));
              }) == "tcu::stencil_create: desc.offsets has 2 elements; it has to have 3");
}

Test(cpp_plans, stencils_of_strided_grids_and_boxes)
{
    const std::vector<double> weights(4, 1);
    tcu::stencil_desc desc;
    desc.dimensions = 2;
    desc.extents = {3, 4};
    desc.channels = 2;
    desc.batch = 2;
    desc.in_strides = {10, 0};
    desc.in_batch_stride = 40;
    desc.weights = weights;
    desc.box = {2, 2};
    tcu::context context = test::context();
    const auto plan = tcu::stencil_create<float>(context, desc);
    cr_assert(plan.in_elements() == 40 + 2 * 10 + 8 && plan.out_elements() == 2 * 3 * 4 * 2);
    const auto in = test::drawn<float>(68, 0, 9);
    std::vector<float> out(48);
    tcu::stencil_execute(context, plan, in, out);
    for (std::size_t i = 0; i < out.size(); i++) {
        const std::size_t c = i % 2, x = i / 2 % 4, y = i / 8 % 3, b = i / 24;
        float sum = 0;
        for (std::size_t dy = 0; dy < 2 && y + dy < 3; dy++) {
            for (std::size_t dx = 0; dx < 2 && x + dx < 4; dx++) {
                sum += in[b * 40 + (y + dy) * 10 + (x + dx) * 2 + c];
            }
        }
        cr_assert(out[i] == sum, "point %zu", i);
    }
}

Test(cpp_plans, operators)
{
    tcu::stencil_desc desc;
    desc.dimensions = 2;
    desc.extents = {20, 30};
    tcu::context context = test::context();
    std::vector<double> squares(600), derivative(600), laplacian(600), gradient(1200), divergence(600);
    for (std::size_t i = 0; i < 600; i++) { // y^2 + x^2 in steps of 1/2 and 1/4
        squares[i] = static_cast<double>(i / 30 * (i / 30)) / 4 + static_cast<double>(i % 30 * (i % 30)) / 16;
    }
    const std::size_t at = 10 * 30 + 12; // y = 5, x = 3
    const auto along_x = tcu::stencil_create_derivative<double>(context, desc, 1, 1, 2, {0.5, 0.25});
    tcu::stencil_execute(context, along_x, squares, derivative);
    cr_assert(std::fabs(derivative[at] - 6) < 1e-12);
    const auto laplace = tcu::stencil_create_laplacian<double>(context, desc, 2, {0.5, 0.25});
    tcu::stencil_execute(context, laplace, squares, laplacian);
    cr_assert(std::fabs(laplacian[at] - 4) < 1e-12);
    const auto slope = tcu::stencil_create_gradient<double>(context, desc, 2, {0.5, 0.25});
    cr_assert(slope.in_elements() == 600 && slope.out_elements() == 1200);
    tcu::stencil_execute(context, slope, squares, gradient);
    cr_assert(std::fabs(gradient[at] - 10) < 1e-12 && std::fabs(gradient[600 + at] - 6) < 1e-12);
    const auto flow = tcu::stencil_create_divergence<double>(context, desc, 2, {0.5, 0.25});
    cr_assert(flow.in_elements() == 1200 && flow.out_elements() == 600);
    tcu::stencil_execute(context, flow, gradient, divergence);
    cr_assert(std::fabs(divergence[at] - 4) < 1e-12);
    std::vector<double> weights(3);
    tcu::finite_difference_weights(context, 0, {-1.0, 0.0, 1.0}, 2, weights);
    cr_assert(weights[0] == 1 && weights[1] == -2 && weights[2] == 1);
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  static_cast<void>(tcu::stencil_create_laplacian<double>(context, desc, 2, {0.5}));
              }) == "tcu::stencil_create_laplacian: spacings has 1 elements; it has to have 2");
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  tcu::finite_difference_weights(context, 0, {1.0, 1.0}, 1, tcu::view(weights.data(), 2));
              }).find("tcu_finite_difference_weights") == 0);
}

Test(cpp_plans, adjacent_difference)
{
    const auto in = test::drawn<int>(n, -50, 50);
    std::vector<int> out(n);
    test::in_all_forms([&](auto &context) { return tcu::adjacent_difference(context, in, out); },
                       [&] {
                           for (std::size_t i = 0; i < n; i++) {
                               cr_assert(out[i] == in[i] - (i == 0 ? 0 : in[i - 1]));
                           }
                           out.assign(n, 0);
                       });
}
