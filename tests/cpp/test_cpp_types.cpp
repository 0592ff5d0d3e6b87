// SPDX-License-Identifier: Apache-2.0
// Element types of C++ types, and what is an array: most of it at compile time.
#include "cpp_test.hpp"

#include <array>
#include <memory>
#if __has_include(<version>)
#include <version>
#endif
#ifdef __cpp_lib_span
#include <span>
#endif
#if defined(__STDCPP_FLOAT16_T__) || defined(__STDCPP_BFLOAT16_T__)
#include <stdfloat>
#endif

static_assert(tcu::type_of<float>() == TCU_TYPE_F32);
static_assert(tcu::type_of<const double>() == TCU_TYPE_F64);
static_assert(tcu::type_of<std::int8_t>() == TCU_TYPE_I8 && tcu::type_of<std::uint8_t>() == TCU_TYPE_U8);
static_assert(tcu::type_of<short>() == TCU_TYPE_I16 && tcu::type_of<unsigned short>() == TCU_TYPE_U16);
static_assert(tcu::type_of<int>() == TCU_TYPE_I32 && tcu::type_of<unsigned>() == TCU_TYPE_U32);
static_assert(tcu::type_of<long long>() == TCU_TYPE_I64 && tcu::type_of<unsigned long long>() == TCU_TYPE_U64);
static_assert(tcu::type_of<std::int64_t>() == TCU_TYPE_I64 && tcu::type_of<std::size_t>() == TCU_TYPE_U64);
static_assert(tcu::type_of<std::byte>() == TCU_TYPE_U8);
static_assert(tcu::type_of<__half>() == TCU_TYPE_F16 && tcu::type_of<__nv_bfloat16>() == TCU_TYPE_BF16);
static_assert(!tcu::is_element<bool> && !tcu::is_element<long double> && !tcu::is_element<float *>);
static_assert(!tcu::is_element<std::array<float, 2>>);
#ifdef __STDCPP_FLOAT16_T__
static_assert(tcu::type_of<std::float16_t>() == TCU_TYPE_F16);
#endif
#ifdef __STDCPP_BFLOAT16_T__
static_assert(tcu::type_of<std::bfloat16_t>() == TCU_TYPE_BF16);
#endif

// What tells them, where the compiler has no such types: the digits of two bytes.
template <int digits_>
struct two_bytes {
    short bits;
};
template <int digits_>
struct std::numeric_limits<two_bytes<digits_>> {
    static constexpr int digits = digits_;
};
static_assert(tcu::detail::real_type<two_bytes<11>>() == TCU_TYPE_F16);
static_assert(tcu::detail::real_type<two_bytes<8>>() == TCU_TYPE_BF16);
static_assert(tcu::detail::real_type<two_bytes<9>>() == tcu::detail::no_type);

static_assert(std::is_convertible_v<std::vector<float> &, tcu::view<float>>);
static_assert(std::is_convertible_v<std::vector<float> &, tcu::view<const float>>);
static_assert(!std::is_convertible_v<const std::vector<float> &, tcu::view<float>>, "an output is not const");
static_assert(!std::is_convertible_v<std::vector<float> &, tcu::view<double>>);
static_assert(!std::is_copy_constructible_v<tcu::context> && std::is_nothrow_move_constructible_v<tcu::context>);
static_assert(!std::is_copy_assignable_v<tcu::nothrow_context> &&
              std::is_nothrow_move_assignable_v<tcu::nothrow_context>);
static_assert(!std::is_copy_constructible_v<tcu::polynomial<float>> &&
              !std::is_copy_constructible_v<tcu::stencil<float>>);
static_assert(!std::is_copy_constructible_v<tcu::buffer<float>> &&
              std::is_nothrow_move_constructible_v<tcu::buffer<int>>);
// Structures whose fields are set in braces.
static_assert(std::is_aggregate_v<tcu::scan_options> && std::is_aggregate_v<tcu::reduce_options> &&
              std::is_aggregate_v<tcu::sort_options> && std::is_aggregate_v<tcu::histogram_options> &&
              std::is_aggregate_v<tcu::stencil_desc> && std::is_aggregate_v<tcu::convolution_desc> &&
              std::is_aggregate_v<tcu::runs>);

namespace
{
// A pointer of a class, as thrust::device_ptr is, and an array that has one.
template <class T>
class fancy_pointer
{
  public:
    explicit fancy_pointer(T *raw) : raw_(raw) {}
    T *get() const { return raw_; }

  private:
    T *raw_;
};

template <class T>
struct fancy_array {
    std::vector<T> elements;
    fancy_pointer<T> data() { return fancy_pointer<T>(elements.data()); }
    fancy_pointer<const T> data() const { return fancy_pointer<const T>(elements.data()); }
    std::size_t size() const { return elements.size(); }
};

template <class In>
void expect_sum(const In &in, int expected)
{
    tcu::context context = test::context();
    int sum = -1;
    tcu::reduce(context, in, &sum);
    cr_assert(sum == expected);
}
} // namespace

Test(cpp_types, arrays_of_every_kind)
{
    const std::vector<int> vector = {1, 2, 3, 4};
    int array[] = {1, 2, 3, 4};
    std::array<int, 4> standard = {1, 2, 3, 4};
    const fancy_array<int> fancy = {{1, 2, 3, 4}};
    expect_sum(vector, 10);
    expect_sum(array, 10);
    expect_sum(standard, 10);
    expect_sum(fancy, 10);
    expect_sum(tcu::view(array, 3), 6);
    expect_sum(tcu::view(vector.data() + 1, 3), 9);
    expect_sum(tcu::view(fancy.data(), 2), 3);
    expect_sum(tcu::view(vector), 10);
    expect_sum(tcu::view<const int>(), 0);
#ifdef __cpp_lib_span
    expect_sum(std::span(vector).subspan(2), 7);
    expect_sum(std::span<int, 4>(array), 10);
#endif
}

Test(cpp_types, outputs_of_every_kind)
{
    tcu::context context = test::context();
    const std::vector<float> in = {1, 2, 3};
    const std::vector<float> expected = {1, 3, 6};
    std::vector<float> vector(3);
    float array[3] = {};
    std::array<float, 3> standard = {};
    fancy_array<float> fancy = {std::vector<float>(3)};
    tcu::scan(context, in, vector);
    tcu::scan(context, in, array);
    tcu::scan(context, in, standard);
    tcu::scan(context, in, fancy);
    test::expect_equal(vector, expected, "vector");
    test::expect_equal(array, expected, "array");
    test::expect_equal(standard, expected, "standard");
    test::expect_equal(fancy.elements, expected, "fancy");
    std::vector<float> part(5, -1);
    tcu::scan(context, in, tcu::view(part.data() + 1, 3));
    test::expect_equal(part, std::vector<float>{-1, 1, 3, 6, -1}, "part");
#ifdef __cpp_lib_span
    std::vector<float> spanned(4, -1);
    tcu::scan(context, in, std::span(spanned).first(3));
    test::expect_equal(spanned, std::vector<float>{1, 3, 6, -1}, "spanned");
#endif
}

Test(cpp_types, single_results)
{
    tcu::context context = test::context();
    const std::vector<double> in = {1, 2, 3};
    double sum = 0;
    double array[1] = {};
    std::vector<double> vector(1), many(3);
    const auto owned = std::make_unique<double>(0.0);
    tcu::reduce(context, in, &sum);
    tcu::reduce(context, in, array);
    tcu::reduce(context, in, vector);
    tcu::reduce(context, in, fancy_pointer<double>(&many[2]));
    tcu::reduce(context, in, owned);
    cr_assert(sum == 6 && array[0] == 6 && vector[0] == 6 && many[2] == 6 && many[1] == 0 && *owned == 6);
    cr_assert(test::refusal(TCU_ERROR_INVALID_ARGUMENT, [&] { tcu::reduce(context, in, many); }) ==
              "tcu::reduce: out has 3 elements; it has to have 1");
    cr_assert(many[0] == 0 && many[2] == 6, "nothing is written by a call that fails");
}
