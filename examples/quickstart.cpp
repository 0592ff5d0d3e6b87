// SPDX-License-Identifier: Apache-2.0
// README's first example in C++: it stands there as it is here.
#include <cstdio>
#include <tcu/tcu.hpp>
#include <vector>

int main()
{
    const std::vector<float> in = {3, 1, 4, 1, 5, 9, 2, 6};
    std::vector<float> prefix(in.size());
    float sum;
    tcu::context context(TCU_BACKEND_HOST); // what fails throws a tcu::error
    tcu::scan(context, in, prefix);
    tcu::reduce(context, in, &sum);
    for (const float x : prefix) {
        std::printf("%g ", x);
    }
    std::printf("sum %g\n", sum);
}
