// SPDX-License-Identifier: Apache-2.0
// Buffers of the context's memory, and copies: these work on every backend.
#include "cpp_test.hpp"

#include <utility>

Test(cpp_memory, buffers_and_copies)
{
    tcu::context context(test::backend());
    const std::vector<float> in = {3, 1, 4, 1, 5};
    std::vector<float> out(5);
    float last = 0;
    auto numbers = tcu::copy_of(context, in);
    auto prefix = tcu::allocate<float>(context, numbers.size());
    auto sum = tcu::allocate<float>(context, 1);
    cr_assert(numbers.size() == 5 && numbers.data() != nullptr && numbers.data() != in.data());
    tcu::scan(context, numbers, prefix);
    tcu::reduce(context, numbers, sum);
    tcu::copy_out(context, out, prefix);
    tcu::copy_out(context, &last, sum);
    context.synchronize();
    test::expect_equal(out, std::vector<float>{3, 4, 8, 9, 14}, "prefix");
    cr_assert(last == 14);
    tcu::copy_in(context, numbers, out);
    tcu::copy_out(context, out, numbers);
    cr_assert(out[4] == 14);
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] { tcu::copy_out(context, out, sum); }) ==
              "tcu::copy_out: from has 1 elements; it has to have 5");
    cr_assert(test::refusal(TCU_ERROR_SIZE_OVERFLOW,
                            [&] { static_cast<void>(tcu::allocate<double>(context, SIZE_MAX / 8)); }) != "");
}

Test(cpp_memory, buffers_are_moved)
{
    tcu::context context(test::backend());
    auto first = tcu::allocate<int>(context, 10);
    int *const memory = first.data();
    tcu::buffer<int> second = std::move(first);
    cr_assert(second.data() == memory && second.size() == 10 && first.data() == nullptr && first.size() == 0);
    first = tcu::allocate<int>(context, 3);
    first = std::move(second);
    cr_assert(first.data() == memory && second.data() == nullptr && second.size() == 0);
    const tcu::buffer<int> none = tcu::allocate<int>(context, 0);
    cr_assert(none.size() == 0 && none.data() == nullptr);
}

Test(cpp_memory, without_exceptions)
{
    auto made = tcu::nothrow_context::create(test::backend());
    tcu::nothrow_context &context = made.value();
    auto buffer = tcu::allocate<double>(context, 4);
    cr_assert(buffer && buffer.value().size() == 4);
    const double in[] = {1, 2, 3, 4};
    double out[4] = {};
    cr_assert(tcu::copy_in(context, buffer.value(), in) && tcu::copy_out(context, out, buffer.value()));
    cr_assert(out[3] == 4);
    const auto too_large = tcu::allocate<double>(context, SIZE_MAX / 8);
    cr_assert(!too_large && too_large.status() == TCU_ERROR_SIZE_OVERFLOW && too_large.value().data() == nullptr);
}
