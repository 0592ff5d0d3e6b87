// SPDX-License-Identifier: Apache-2.0
// A user's program by the headers for C++, as C++17 and as C++20: operations, options, a plan, a refusal.
#include <array>
#include <cstdio>
#include <string>
#include <tcu/tcu.hpp>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

int main()
try {
    tcu::context context(TCU_BACKEND_HOST);
    const std::vector<float> in(1000, 0.25f);
    std::array<float, 10> sums = {};
    tcu::segmented_reduce(context, in, sums, 100);
    bool ok = sums[0] == 25 && sums[9] == 25;

    std::vector<float> scanned(in.size());
#if __cplusplus >= 202002L
    tcu::scan(context, std::span(in), std::span(scanned), {.exclusive = true});
#else
    tcu::scan_options exclusive;
    exclusive.exclusive = true;
    tcu::scan(context, in, scanned, exclusive);
#endif
    ok = ok && scanned[0] == 0 && scanned[999] == 249.75f;

    const double coefficients[] = {1, 2, 3};
    const double points[] = {0, 10};
    double values[2] = {};
    const auto plan = tcu::polynomial_create(context, coefficients, 1, 2);
    tcu::polynomial_evaluate(context, plan, points, values);
    ok = ok && values[0] == 1 && values[1] == 321;

    std::string sentence;
    try {
        tcu::scan(context, in, sums);
    } catch (const tcu::error &error) {
        sentence = error.what();
    }
    ok = ok && sentence == "tcu::scan: out has 10 elements; it has to have 1000";
    std::printf("wrapper.cpp: tcu %d, C++%ld, %s\n", tcu_version(), __cplusplus / 100 % 100, ok ? "ok" : "FAILED");
    return ok ? 0 : 1;
} catch (const tcu::error &error) {
    std::fprintf(stderr, "wrapper.cpp: %s\n", error.what());
    return 1;
}
