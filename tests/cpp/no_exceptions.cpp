// SPDX-License-Identifier: Apache-2.0
// Compiled with -fno-exceptions: contexts, plans and operations whose errors are results.
#include <cstdio>
#include <cstring>
#include <tcu/tcu.hpp>
#include <vector>

#ifdef __cpp_exceptions
#error "this program is about -fno-exceptions"
#endif

int main()
{
    auto made = tcu::nothrow_context::create(TCU_BACKEND_HOST);
    if (!made) {
        std::fprintf(stderr, "%s\n", made.sentence());
        return 1;
    }
    tcu::nothrow_context context = std::move(made).value();
    const std::vector<double> in = {1, 2, 3};
    std::vector<double> out(3), two(2);
    const auto plan = tcu::polynomial_create(context, in, 1, 2);
    const bool is_right = tcu::scan(context, in, out) && out[2] == 6 && plan &&
                          tcu::polynomial_evaluate(context, plan.value(), in, out) && out[0] == 6 && out[2] == 34;
    const auto refused = tcu::scan(context, in, two);
    const bool is_refused =
        !refused && std::strcmp(refused.sentence(), "tcu::scan: out has 2 elements; it has to have 3") == 0;
    std::printf("no_exceptions: %s\n", is_right && is_refused ? "ok" : "FAILED");
    return is_right && is_refused ? 0 : 1;
}
