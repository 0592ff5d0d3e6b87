// SPDX-License-Identifier: Apache-2.0
// Convolutions and layers against plain loops over whole numbers.
#include "cpp_test.hpp"

namespace
{
constexpr std::size_t height = 9, width = 14;

// The correlation of one image with a kernel, where the kernel stays inside.
std::vector<float> correlation(const std::vector<float> &in, const std::vector<float> &kernel, std::size_t rows,
                               std::size_t columns)
{
    std::vector<float> out;
    for (std::size_t y = 0; y + rows <= height; y++) {
        for (std::size_t x = 0; x + columns <= width; x++) {
            float sum = 0;
            for (std::size_t i = 0; i < rows * columns; i++) {
                sum += kernel[i] * in[(y + i / columns) * width + x + i % columns];
            }
            out.push_back(sum);
        }
    }
    return out;
}
} // namespace

Test(cpp_convolutions, signals)
{
    const std::vector<double> in = {1, 2, 3, 4, 5, 6, 7, 8}, weights = {1, 10};
    tcu::convolution_desc desc;
    desc.width = 4;
    desc.batch = 2;
    desc.padding = TCU_PADDING_FULL;
    std::vector<double> out(10);
    test::in_all_forms([&](auto &context) { return tcu::convolve_1d(context, desc, in, weights, out); },
                       [&] {
                           test::expect_equal(out, std::vector<double>{1, 12, 23, 34, 40, 5, 56, 67, 78, 80}, "out");
                           out.assign(10, 0);
                       });
    tcu::context context = test::context();
    out.pop_back();
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] { tcu::convolve_1d(context, desc, in, weights, out); }) ==
              "tcu::convolve_1d: out has 9 elements; it has to have 10 or more");
    desc.width = 0;
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  tcu::convolve_1d(context, desc, in, weights, out);
              }).find("tcu_convolve_1d: desc.width is 0") == 0);
}

Test(cpp_convolutions, images)
{
    const auto in = test::drawn<float>(height * width, -9, 9), kernel = test::drawn<float>(6, -3, 3);
    const auto expected = correlation(in, kernel, 2, 3);
    tcu::convolution_desc desc;
    desc.height = height;
    desc.width = width;
    desc.kind = TCU_CORRELATION;
    tcu::context owner = test::context();
    const tcu::output_shape shape = tcu::convolve_2d_shape<float>(owner, desc, 2, 3);
    cr_assert(shape.height == 8 && shape.width == 12);
    std::vector<float> out(shape.height * shape.width);
    test::in_all_forms([&](auto &context) { return tcu::convolve_2d(context, desc, in, kernel, 2, 3, out); },
                       [&] { test::expect_equal(out, expected, "image"), out.assign(out.size(), 0); });
    const std::vector<float> column = {1, 2}, row = {3, 1, -1};
    const auto of_product = correlation(in, {3, 1, -1, 6, 2, -2}, 2, 3);
    test::in_all_forms([&](auto &context) { return tcu::convolve_2d_separable(context, desc, in, column, row, out); },
                       [&] { test::expect_equal(out, of_product, "separable"), out.assign(out.size(), 0); });
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  tcu::convolve_2d(owner, desc, in, kernel, 2, 2, out);
              }) == "tcu::convolve_2d: weights has 6 elements; it has to have 4");
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  static_cast<void>(tcu::convolve_2d_shape<float>(owner, {}, 2, 3));
              }).find("tcu_convolve_2d_shape") == 0);
}

Test(cpp_convolutions, layers)
{
    tcu::convolution_layer_desc desc;
    desc.batch = 2;
    desc.in_channels = 3;
    desc.height = 5;
    desc.width = 6;
    desc.out_channels = 4;
    desc.kernel_height = 2;
    desc.kernel_width = 3;
    desc.stride_x = 2;
    tcu::context owner = test::context();
    const auto shape = tcu::convolution_layer_shape<float>(owner, desc);
    cr_assert(shape.height == 4 && shape.width == 2);
    const auto in = test::drawn<float>(2 * 3 * 5 * 6, -5, 5), filters = test::drawn<float>(4 * 3 * 2 * 3, -5, 5);
    const auto bias = test::drawn<float>(4, -5, 5);
    std::vector<float> out(2 * 4 * 4 * 2), expected(out.size());
    for (std::size_t i = 0; i < out.size(); i++) {
        const std::size_t q = i % 2, p = i / 2 % 4, k = i / 8 % 4, image = i / 32;
        expected[i] = bias[k];
        for (std::size_t j = 0; j < 18; j++) {
            const std::size_t s = j % 3, r = j / 3 % 2, c = j / 6;
            expected[i] += filters[k * 18 + j] * in[((image * 3 + c) * 5 + p + r) * 6 + 2 * q + s];
        }
    }
    test::in_all_forms([&](auto &context) { return tcu::convolution_layer(context, desc, in, filters, bias, out); },
                       [&] { test::expect_equal(out, expected, "layer"), out.assign(out.size(), 0); });
    for (std::size_t i = 0; i < out.size(); i++) {
        expected[i] -= bias[i / 8 % 4];
    }
    test::in_all_forms([&](auto &context) { return tcu::convolution_layer(context, desc, in, filters, nullptr, out); },
                       [&] { test::expect_equal(out, expected, "without bias"), out.assign(out.size(), 0); });
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  tcu::convolution_layer(owner, desc, in, filters, in, out);
              }) == "tcu::convolution_layer: bias has 180 elements; it has to have 4");
}
