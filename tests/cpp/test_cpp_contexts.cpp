// SPDX-License-Identifier: Apache-2.0
// Contexts: who owns them, what they set and report, and the three ways in which errors are told.
#include "cpp_test.hpp"

#include <utility>

namespace
{
std::size_t allocated;

void *count_allocation(std::size_t bytes, void *, void *user)
{
    ++*static_cast<int *>(user);
    allocated += bytes;
    return std::malloc(bytes + 256);
}

void count_release(void *pointer, std::size_t, void *, void *user)
{
    --*static_cast<int *>(user);
    std::free(pointer);
}
} // namespace

Test(cpp_contexts, are_moved)
{
    tcu::context first = test::context();
    tcu_context *const handle = first.get();
    tcu::context second = std::move(first);
    cr_assert(second.get() == handle && first.get() == nullptr);
    const std::vector<int> in = {1, 2};
    int sum = 0;
    cr_assert(test::refusal(TCU_ERROR_INVALID_CONTEXT, [&] { tcu::reduce(first, in, &sum); }) != "");
    tcu::reduce(second, in, &sum);
    cr_assert(sum == 3);
    first = test::context();
    tcu::reduce(first, in, &sum);
    tcu_context *const other = first.get();
    first = std::move(second);
    cr_assert(first.get() == handle);
    tcu_properties properties;
    cr_assert(tcu_context_get_properties(other, &properties) == TCU_ERROR_INVALID_CONTEXT,
              "what was replaced is destroyed");
    tcu::context &itself = first;
    first = std::move(itself);
    tcu::reduce(first, in, &sum);
}

Test(cpp_contexts, are_destroyed)
{
    tcu_context *handle = nullptr;
    {
        const tcu::context context = test::context();
        handle = context.get();
    }
    tcu_properties properties;
    cr_assert(tcu_context_get_properties(handle, &properties) == TCU_ERROR_INVALID_CONTEXT);
    cr_assert(tcu_context_create(&handle, test::backend(), -1) == TCU_SUCCESS);
    tcu::context adopted = tcu::context::adopt(handle);
    cr_assert(adopted.properties().backend == test::backend());
    cr_assert(adopted.release() == handle && adopted.get() == nullptr);
    cr_assert(tcu_context_destroy(handle) == TCU_SUCCESS);
}

Test(cpp_contexts, set_and_report)
{
    tcu::context context = test::context();
    context.set_threads(1);
    context.set_arithmetic(TCU_ARITHMETIC_PLAIN);
    context.set_stream(nullptr);
    context.set_pointer_checks(false);
    cr_assert(context.properties().multiprocessors == 1);
    int living = 0;
    context.set_allocator(count_allocation, count_release, &living);
    const std::vector<float> keys = test::drawn<float>(5000, -100, 100);
    std::vector<float> sorted(keys.size());
    tcu::radix_sort(context, keys, sorted);
    cr_assert(living == 0 && std::string(context.last_call().function) == "tcu_radix_sort");
    cr_assert(allocated >= context.last_call().workspace_bytes);
    context.synchronize();
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] { context.set_threads(-1); }).find("threads") !=
              std::string::npos);
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] {
                  context.load_tuning("no such file");
              }).find("no such file") != std::string::npos);
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT,
                            [&] { context.set_allocator(count_allocation, nullptr, nullptr); }) != "");
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] { context.set_workspace(nullptr, 1); }) != "");
}

Test(cpp_contexts, that_cannot_be_made)
{
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [] {
                  tcu::context context(TCU_BACKEND_HOST, -2);
              }).find("device") != std::string::npos);
    const auto made = tcu::nothrow_context::create(TCU_BACKEND_HOST, -2);
    cr_assert(!made && made.status() == TCU_ERROR_INVALID_ARGUMENT);
    cr_assert(std::string(made.sentence()).find("device") != std::string::npos);
}

Test(cpp_contexts, sentences_of_the_library_and_of_lengths)
{
    tcu::context context = test::context();
    const std::vector<float> in(8);
    std::vector<float> out(5, 7);
    const std::string length = test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] { tcu::scan(context, in, out); });
    cr_assert(length == "tcu::scan: out has 5 elements; it has to have 8", "%s", length.c_str());
    test::expect_equal(out, std::vector<float>(5, 7), "out");
    const std::string zero =
        test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] { tcu::segmented_reduce(context, in, out, 0); });
    cr_assert(zero.find("tcu_segmented_reduce: segment_size is 0") == 0, "%s", zero.c_str());
    std::vector<std::uint8_t> bytes(8);
    cr_assert(test::refusal(TCU_ERROR_UNSUPPORTED_TYPE, [&] { tcu::scan(context, in, bytes); }) != "");
    const double start = 1;
    tcu::scan_options options;
    options.initial = &start;
    out.resize(8);
    const std::string type = test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] { tcu::scan(context, in, out, options); });
    cr_assert(type == "tcu::scan: initial is of type f64; it has to be of type f32", "%s", type.c_str());
}

Test(cpp_contexts, results_instead_of_exceptions)
{
    auto made = tcu::nothrow_context::create(test::backend());
    tcu::nothrow_context &context = made.value();
    const std::vector<float> in(8, 1);
    std::vector<float> out(5, 7), all(8);
    const tcu::result<> wrong = tcu::scan(context, in, out);
    cr_assert(!wrong && wrong.status() == TCU_ERROR_INVALID_ARGUMENT);
    cr_assert(std::string(wrong.sentence()) == "tcu::scan: out has 5 elements; it has to have 8");
    cr_assert(out[4] == 7);
    const tcu::result<> right = tcu::scan(context, in, all);
    cr_assert(right && right.status() == TCU_SUCCESS && std::string(right.sentence()).empty() && all[7] == 8);
    const auto properties = context.properties();
    cr_assert(properties && properties.value().backend == test::backend());
    const auto plan = tcu::polynomial_create(context, in, 1, 8);
    cr_assert(!plan && plan.status() == TCU_ERROR_INVALID_ARGUMENT);
    tcu::workspace_query query(context);
    const tcu::result<std::size_t> bytes = tcu::scan(query, in, out);
    cr_assert(!bytes && query.bytes() == 0, "lengths are checked in queries, too");
}

Test(cpp_contexts, queries_of_several_calls)
{
    tcu::context context = test::context();
    const std::vector<float> keys = test::drawn<float>(3000, -100, 100);
    std::vector<float> sorted(keys.size());
    float sum = 0;
    tcu::workspace_query query(context);
    const std::size_t of_sum = tcu::reduce(query, keys, &sum);
    const std::size_t of_sort = tcu::radix_sort(query, keys, sorted);
    cr_assert(query.bytes() == (of_sum > of_sort ? of_sum : of_sort));
    // Of arrays that are not there yet: the type and the length are enough.
    tcu::workspace_query planned(context);
    cr_assert(tcu::radix_sort(planned, tcu::view<const float>(nullptr, keys.size()),
                              tcu::view<float>(nullptr, keys.size())) == of_sort);
    std::vector<double> workspace((query.bytes() + 7) / 8);
    context.set_workspace(workspace);
    tcu::radix_sort(context, keys, sorted);
    context.set_workspace(tcu::view(workspace.data(), 1));
    cr_assert(test::refusal(TCU_ERROR_WORKSPACE_TOO_SMALL, [&] { tcu::radix_sort(context, keys, sorted); }) != "");
    context.set_workspace(nullptr);
    tcu::radix_sort(context, keys, sorted);
    // In place is told by the addresses.
    size_t in_place = 0;
    cr_assert(tcu_radix_sort_workspace(context.get(), TCU_TYPE_F32, keys.size(), 1, nullptr, &in_place) == TCU_SUCCESS);
    cr_assert(tcu::radix_sort(planned, sorted, sorted) == in_place);
}
