/* SPDX-License-Identifier: Apache-2.0 */
#include "task.h"

#include <cmath>

namespace course
{
namespace
{

constexpr float epsilon = 1e-5f;

std::vector<__half> rounded(const std::vector<float> &values)
{
    std::vector<__half> halves;
    for (float value : values) {
        halves.push_back(__float2half(value));
    }
    return halves;
}

std::vector<float> numbers_of(const std::vector<__half> &halves)
{
    std::vector<float> values;
    for (__half x : halves) {
        values.push_back(__half2float(x));
    }
    return values;
}

class layer_and_norm final : public trial
{
  public:
    layer_and_norm(const std::string &title, const layer &s, const std::vector<float> &pictures,
                   const std::vector<float> &filters, size_t offset = 0)
        : shape(s), host_in(rounded(pictures)), host_weights(rounded(filters)), in(host_in, offset),
          weights(host_weights, offset), host_gamma(numbers(filter_count(), 5)), host_beta(numbers(filter_count(), 6)),
          gamma(host_gamma), beta(host_beta), out(out_count(), offset), normalised(out_count(), offset),
          mean(filter_count()), variance(filter_count()), matrix(static_cast<size_t>(s.depth) * s.windows),
          part_means(parts()), part_variances(parts())
    {
        name = title;
        elements = static_cast<double>(out_count());
        /* `out` has to be complete before it is normalised, so it is written and read. */
        bytes = 2 * (static_cast<double>(host_in.size() + host_weights.size()) + 3 * elements);
        arrays = {s,
                  in.data(),
                  weights.data(),
                  gamma.data(),
                  beta.data(),
                  epsilon,
                  out.data(),
                  normalised.data(),
                  mean.data(),
                  variance.data(),
                  matrix.data(),
                  part_means.data(),
                  part_variances.data()};
    }

    const task &given() const override { return arrays; }
    void clear() override
    {
        for (const array<__half> *written : {&out, &normalised, &matrix}) {
            const_cast<array<__half> *>(written)->clear();
        }
        for (const array<float> *written : {&mean, &variance, &part_means, &part_variances}) {
            const_cast<array<float> *>(written)->clear();
        }
    }

    /* Moments are compared with those of the `out` that the version wrote: so each step is judged by itself. */
    std::string wrong(const version &) const override
    {
        const std::vector<float> got = numbers_of(out.values());
        std::string first = wrong_layer(got);
        if (first.empty()) {
            first = wrong_norm(got);
        }
        return first;
    }

  private:
    layer shape;
    std::vector<__half> host_in, host_weights;
    array<__half> in, weights;
    std::vector<float> host_gamma, host_beta;
    array<float> gamma, beta;
    array<__half> out, normalised;
    array<float> mean, variance;
    array<__half> matrix;
    array<float> part_means, part_variances;
    task arrays;

    size_t filter_count() const { return static_cast<size_t>(shape.filters); }
    size_t parts() const { return filter_count() * static_cast<size_t>(shape.batch); }
    size_t out_count() const { return filter_count() * shape.windows; }

    /* A product of f16 is exact in f32. Sums of `depth` products in f32 lose less than depth 2^-23 of their magnitudes,
     * also where the matrix unit cuts off; the result is rounded to f16. */
    std::string wrong_layer(const std::vector<float> &got) const
    {
        std::vector<float> expected;
        std::vector<double> allowed;
        for (int n = 0; n < shape.batch; n++) {
            for (int k = 0; k < shape.filters; k++) {
                for (int p = 0; p < shape.out_height; p++) {
                    for (int q = 0; q < shape.out_width; q++) {
                        double sum = 0, magnitude = 0;
                        add_window(n, k, p, q, sum, magnitude);
                        expected.push_back(static_cast<float>(sum));
                        allowed.push_back(std::ldexp(std::fabs(sum), -11) +
                                          std::ldexp(magnitude * (shape.depth + 1), -23) + std::ldexp(1, -24));
                    }
                }
            }
        }
        return first_difference("out", got, expected, allowed);
    }

    void add_window(int n, int k, int p, int q, double &sum, double &magnitude) const
    {
        for (int c = 0; c < shape.channels; c++) {
            for (int r = 0; r < shape.extent; r++) {
                for (int s = 0; s < shape.extent; s++) {
                    const int y = p * shape.stride - shape.padding + r, x = q * shape.stride - shape.padding + s;
                    if (y < 0 || y >= shape.height || x < 0 || x >= shape.width) {
                        continue;
                    }
                    const double value = static_cast<double>(
                        __half2float(host_in[((static_cast<size_t>(n) * static_cast<size_t>(shape.channels) +
                                               static_cast<size_t>(c)) *
                                                  static_cast<size_t>(shape.height) +
                                              static_cast<size_t>(y)) *
                                                 static_cast<size_t>(shape.width) +
                                             static_cast<size_t>(x)]));
                    const double weight = static_cast<double>(__half2float(host_weights[static_cast<size_t>(
                        ((k * shape.channels + c) * shape.extent + r) * shape.extent + s)]));
                    sum += value * weight;
                    magnitude += std::fabs(value * weight);
                }
            }
        }
    }

    /* A stable formula in f32 has a variance with at least 12 correct bits here; f16 has 11. */
    std::string wrong_norm(const std::vector<float> &got) const
    {
        std::vector<float> means, variances, results(got.size());
        std::vector<double> of_mean, of_variance, of_result(got.size());
        for (size_t k = 0; k < filter_count(); k++) {
            std::vector<size_t> own;
            for (size_t n = 0; n < static_cast<size_t>(shape.batch); n++) {
                for (size_t i = 0; i < shape.area; i++) {
                    own.push_back((n * filter_count() + k) * shape.area + i);
                }
            }
            double sum = 0, squares = 0;
            for (size_t i : own) {
                sum += static_cast<double>(got[i]);
            }
            const double average = sum / static_cast<double>(own.size());
            for (size_t i : own) {
                squares += (static_cast<double>(got[i]) - average) * (static_cast<double>(got[i]) - average);
            }
            const double spread = squares / static_cast<double>(own.size());
            means.push_back(static_cast<float>(average));
            variances.push_back(static_cast<float>(spread));
            of_mean.push_back(std::ldexp(std::fabs(average) + std::sqrt(spread), -20));
            of_variance.push_back(std::ldexp(spread, -12) + 1e-12);
            for (size_t i : own) {
                const double result = (static_cast<double>(got[i]) - average) / std::sqrt(spread + double{epsilon}) *
                                          double{host_gamma[k]} +
                                      double{host_beta[k]};
                results[i] = static_cast<float>(result);
                of_result[i] = std::ldexp(std::fabs(result) + 1, -10) +
                               of_mean.back() / std::sqrt(spread + double{epsilon}); /* of a wrong mean */
            }
        }
        std::string first = first_difference("mean", mean.values(), means, of_mean);
        if (first.empty()) {
            first = first_difference("variance", variance.values(), variances, of_variance);
        }
        return first.empty() ? first_difference("normalised", numbers_of(normalised.values()), results, of_result)
                             : first;
    }
};

} // namespace

std::vector<std::unique_ptr<trial>> trials(purpose why)
{
    std::vector<std::unique_ptr<trial>> all;
    /* Pictures of numbers from -1 to 1 plus `more`; so are the filters. */
    const auto add = [&](const layer &s, float more = 0, size_t offset = 0, const std::string &what = "") {
        std::vector<float> pictures = numbers(static_cast<size_t>(s.batch) * static_cast<size_t>(s.channels) *
                                              static_cast<size_t>(s.height) * static_cast<size_t>(s.width));
        std::vector<float> filters = numbers(static_cast<size_t>(s.filters) * static_cast<size_t>(s.depth), 3);
        for (std::vector<float> *values : {&pictures, &filters}) {
            for (float &value : *values) {
                value = more == 0 ? value : more + value / 64;
            }
        }
        if (what == ", one NaN") {
            pictures.back() = NAN;
        }
        const auto text = [](int number) { return std::to_string(number); };
        all.push_back(std::make_unique<layer_and_norm>(
            text(s.batch) + " x " + text(s.channels) + " x " + text(s.height) + " x " + text(s.width) + ", " +
                text(s.filters) + " filters of " + text(s.extent) + " x " + text(s.extent) +
                (s.stride == 1 ? "" : ", stride " + text(s.stride)) + what,
            s, pictures, filters, offset));
    };
    if (why == purpose::measure) {
        add(layer_of(256, 64, 56, 56, 64, 3, 1, 1));
        return all;
    }
    if (why == purpose::count) {
        add(layer_of(1, 2, 8, 8, 64, 3, 1, 1));
        return all;
    }
    add(layer_of(0, 3, 4, 4, 2, 3, 1, 1));
    add(layer_of(1, 1, 1, 1, 1, 1, 1, 0));
    add(layer_of(1, 1, 3, 11, 1, 1, 1, 0)); /* 33 windows */
    add(layer_of(1, 2, 3, 21, 2, 1, 1, 0)); /* 63 */
    add(layer_of(1, 1, 5, 13, 3, 3, 1, 1)); /* 65 */
    add(layer_of(2, 3, 7, 6, 4, 3, 2, 1));
    add(layer_of(3, 1, 4, 5, 2, 5, 1, 2), 0, 1, ", at an odd address");
    add(layer_of(1, 17, 2, 2, 65, 1, 1, 0)); /* 65 filters, depth 17 */
    add(layer_of(2, 32, 6, 6, 2, 1, 1, 0), 4, 0, ", of a large mean");
    add(layer_of(2, 1, 6, 6, 2, 3, 1, 1), 0, 0, ", one NaN");
    return all;
}

} // namespace course
