// SPDX-License-Identifier: Apache-2.0
// Readings of a sensor, some of them missing (NaN): those that are there, by a calibration polynomial, and how they add up.
// On a GPU if there is one, else on the processor: all arrays are buffers of the context's memory.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <tcu/tcu.hpp>
#include <vector>

namespace
{
void report(tcu::context &context, const std::vector<double> &readings)
{
    // Which readings are there is found out by the device alone, and nothing waits for how many they are.
    const auto raw = tcu::copy_of(context, readings);
    auto valid = tcu::allocate<double>(context, raw.size());
    auto count = tcu::allocate<std::uint64_t>(context, 1);
    tcu::compact_if(context, raw, tcu::keep_if(TCU_COMPARE_GREATER_EQUAL, -HUGE_VAL), valid, count);

    // 0.5 + 2 x, as a plan: it is kept where more readings are to come.
    tcu::polynomial_options options;
    options.count = count.data();
    const auto coefficients = tcu::copy_of(context, std::vector<double>{0.5, 2});
    const auto calibration = tcu::polynomial_create(context, coefficients, 1, 1, options);
    auto values = tcu::allocate<double>(context, raw.size());
    tcu::polynomial_evaluate(context, calibration, valid, values);

    tcu::reduce_options of_valid;
    of_valid.count = count.data();
    auto sum = tcu::allocate<double>(context, 1);
    tcu::reduce(context, values, sum, of_valid);
    of_valid.op = TCU_OPERATOR_MAX;
    auto most = tcu::allocate<double>(context, 1);
    tcu::reduce(context, values, most, of_valid);

    std::uint64_t number = 0;
    double total = 0, largest = 0;
    tcu::copy_out(context, &number, count);
    tcu::copy_out(context, &total, sum);
    tcu::copy_out(context, &largest, most);
    std::printf("%d of %d readings, mean %g, largest %g\n", static_cast<int>(number), static_cast<int>(readings.size()),
                total / static_cast<double>(number), largest);
}
} // namespace

int main()
{
    try {
        tcu::context context(TCU_BACKEND_AUTO);
        report(context, {1, 2, NAN, 4, NAN, 3});
    } catch (const tcu::error &error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
