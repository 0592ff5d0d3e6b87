/* SPDX-License-Identifier: Apache-2.0 */
#include "task.h"

#include <algorithm>
#include <cmath>

namespace course
{
namespace
{

/* A mask, by its weights or as a product of a column and a row. */
struct filter {
    std::string name;
    size_t rows, columns;
    std::vector<float> mask, column, row;
};

filter dense(const std::string &name, size_t rows, size_t columns, const std::vector<float> &mask)
{
    return {name, rows, columns, mask, {}, {}};
}

filter product(const std::string &name, const std::vector<float> &column, const std::vector<float> &row)
{
    filter f = {name, column.size(), row.size(), {}, column, row};
    for (float c : column) {
        for (float r : row) {
            f.mask.push_back(c * r);
        }
    }
    return f;
}

/* Weights of a Gaussian, whose sum is 1: binomial coefficients. */
std::vector<float> binomial(size_t n)
{
    std::vector<float> weights(n, 0.0f);
    weights[0] = 1;
    for (size_t step = 1; step < n; step++) {
        for (size_t i = step + 1; i-- > 0;) {
            weights[i] = (weights[i] + (i > 0 ? weights[i - 1] : 0)) / 2;
        }
    }
    return weights;
}

filter blur(size_t n)
{
    return product("blur of " + std::to_string(n) + " x " + std::to_string(n), binomial(n), binomial(n));
}

filter motion_blur(size_t n)
{
    filter f = dense("motion blur", n, n, std::vector<float>(n * n, 0.0f));
    for (size_t i = 0; i < n; i++) {
        f.mask[i * n + i] = 1.0f / static_cast<float>(n);
    }
    return f;
}

/* A disc before a background that becomes brighter downwards, with some noise; grey from 0 to 1. */
std::vector<float> scene(size_t height, size_t width)
{
    std::vector<float> picture = numbers(height * width);
    const double h = static_cast<double>(height), w = static_cast<double>(width);
    for (size_t i = 0; i < picture.size(); i++) {
        const double y = static_cast<double>(i / width) / h - 0.5, x = static_cast<double>(i % width) / w - 0.5;
        const float grey = y * y + x * x < 0.1 ? 0.8f : static_cast<float>(0.3 * (y + 0.5));
        picture[i] = grey + 0.1f * (picture[i] + 1);
    }
    return picture;
}

class convolved_picture final : public trial
{
  public:
    convolved_picture(size_t height, size_t width, const filter &by, const std::vector<float> &picture,
                      size_t offset = 0)
        : f(by), host_in(picture), in(picture, offset), between(picture.size()), out(picture.size(), offset),
          mask(by.mask), column(by.column), row(by.row)
    {
        name = std::to_string(height) + " x " + std::to_string(width) + " pixels, " + by.name +
               (offset > 0 ? ", at an odd address" : "");
        elements = static_cast<double>(picture.size());
        bytes = 2 * elements * sizeof(float);
        arrays = {in.data(),
                  height,
                  width,
                  static_cast<int>(f.rows),
                  static_cast<int>(f.columns),
                  {mask.data(), f.mask.data()},
                  {},
                  {},
                  between.data(),
                  out.data()};
        if (!f.column.empty()) {
            arrays.column = {column.data(), f.column.data()};
            arrays.row = {row.data(), f.row.data()};
        }
    }

    const task &given() const override { return arrays; }
    void clear() override
    {
        between.clear();
        out.clear();
    }

    /* Each product and sum is rounded, and so is a mask that is multiplied from its factors: by at most 2^-24 of
     * what is summed each. */
    std::string wrong(const version &) const override
    {
        const double unit = std::ldexp(static_cast<double>(f.mask.size() + 4), -24);
        std::vector<float> expected(host_in.size());
        std::vector<double> allowed(host_in.size());
        for (size_t p = 0; p < host_in.size(); p++) {
            double sum = 0, magnitude = 0;
            for (size_t m = 0; m < f.mask.size(); m++) {
                const size_t y = inside(p / arrays.width + m / f.columns, f.rows / 2, arrays.height);
                const size_t x = inside(p % arrays.width + m % f.columns, f.columns / 2, arrays.width);
                const double product =
                    static_cast<double>(f.mask[m]) * static_cast<double>(host_in[y * arrays.width + x]);
                sum += product;
                magnitude += std::fabs(product);
            }
            expected[p] = static_cast<float>(sum);
            allowed[p] = unit * magnitude;
        }
        const std::string difference = first_difference("out", out.values(), expected, allowed);
        return difference.empty() ? "" : difference + " (pixel row * " + std::to_string(arrays.width) + " + column)";
    }

  private:
    filter f;
    std::vector<float> host_in;
    array<float> in, between, out, mask, column, row;
    task arrays;

    /* i - before, or the nearest of 0 ... n - 1. */
    static size_t inside(size_t i, size_t before, size_t n) { return std::min(i < before ? 0 : i - before, n - 1); }
};

} // namespace

std::vector<std::unique_ptr<trial>> trials(purpose why)
{
    std::vector<std::unique_ptr<trial>> all;
    const auto add = [&](size_t height, size_t width, const filter &f, size_t offset = 0) {
        all.push_back(std::make_unique<convolved_picture>(height, width, f, scene(height, width), offset));
    };
    if (why == purpose::measure) {
        add(8192, 16384, blur(9));
        return all;
    }
    if (why == purpose::count) {
        add(32, 64, blur(9));
        return all;
    }
    const filter sobel = product("Sobel", {1, 2, 1}, {-1, 0, 1});
    const size_t sizes[][2] = {{0, 0},  {1, 1},  {1, 33}, {33, 1}, {2, 31}, {2, 32},
                               {3, 31}, {31, 2}, {32, 2}, {33, 3}, {33, 65}}; /* tiles of 32 x 32 */
    for (const auto &size : sizes) {
        add(size[0], size[1], sobel);
    }
    add(9, 35, blur(5));
    add(9, 35, motion_blur(7));
    add(9, 35, dense("sharpen", 3, 3, {-1, -1, -1, -1, 9, -1, -1, -1, -1}));
    add(35, 9, product("one weight", {1}, {2}));
    add(35, 9, product("2 x 4 weights", numbers(2, 3), numbers(4, 4)));
    add(35, 9, dense("4 x 2 weights", 4, 2, numbers(8, 5)));
    add(5, 9, product("15 x 15 weights, larger than the picture", numbers(15, 3), numbers(15, 4)));
    add(7, 33, sobel, 1);
    std::vector<float> with_nan = scene(12, 40);
    with_nan[10 * 40 + 31] = NAN;
    all.push_back(std::make_unique<convolved_picture>(12, 40, sobel, with_nan));
    all.back()->name += ", pixel (10, 31) is NaN";
    return all;
}

} // namespace course
